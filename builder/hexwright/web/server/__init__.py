"""The server of `hexwright serve`: pages, pictures and messages, for browsers on this machine only."""
