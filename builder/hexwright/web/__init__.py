"""The workbench and play in the browser.

`play` answers the page's questions about a game in play. It needs the rules engine alone, so that a worker in
a browser can run it.
"""
