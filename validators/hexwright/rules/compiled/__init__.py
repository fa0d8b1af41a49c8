"""Parts of a compiled game, with one module for each subject."""
