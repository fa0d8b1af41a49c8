"""A game in play, for the page: one message in, one answer out. See docs/reference/browser-protocol.md.

Nothing here opens a file, draws, or imports a library: the same code runs in the server and in a browser's
worker.
"""
