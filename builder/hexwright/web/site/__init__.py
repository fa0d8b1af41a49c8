"""A game's own web page, as a folder of files: played in the browser without a server."""
