"""Parts of a compiled game, one file for each subject."""
