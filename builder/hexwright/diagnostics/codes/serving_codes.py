"""Diagnostic codes for the page: its server, and sites without one."""

from __future__ import annotations

from hexwright.diagnostics.codes.code_entry import CodeEntry

ENTRIES = (
    CodeEntry(
        "H001",
        "The port is in use",
        "Only one program can listen on a port of this machine; another server may still be running.",
        "Stop the other server with Ctrl-C, or choose another port with --port.",
    ),
    CodeEntry(
        "H002",
        "A library for serving is missing",
        "The server needs libraries that other commands don't, so they are installed on request.",
        "Install the libraries that the message lists, in the environment that hexwright runs in.",
    ),
    CodeEntry(
        "H003",
        "The page isn't built",
        "An installed hexwright contains the page and the compiled rules engine; a checkout its sources.",
        "Type: make web. It needs Node.js.",
    ),
    CodeEntry(
        "H004",
        "The site's folder contains other files",
        "A new site replaces the whole folder of an earlier one, so the folder may contain nothing else.",
        "Choose a new or an empty folder with --out.",
    ),
    CodeEntry(
        "H005",
        "Pyodide isn't complete",
        "With --pyodide, a site carries Python for the browser, which a folder of Pyodide provides.",
        "Unpack Pyodide there, or omit --pyodide: browsers then fetch it from a public address.",
    ),
)
