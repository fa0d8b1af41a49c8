"""Python's standard library for the browser: what the rules engine and Pyodide import, and no more."""

from __future__ import annotations

import ast
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.machinery import FrozenImporter
from io import BytesIO
from typing import Final

_NEEDED_BY_PYTHON: Final = (
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8",
)
"""The modules that Pyodide imports as it begins, besides its own."""
_PYODIDE_FOLDERS: Final = ("_pyodide/", "pyodide/")
_BUILT_IN: Final = frozenset(filter(FrozenImporter.find_spec, sys.stdlib_module_names))
"""Modules whose code is part of Python itself: no file of theirs is read."""
_TOOLS: Final = frozenset(
    {"_ios_support", "_pyrepl", "argparse", "bdb", "cmd", "code", "ctypes", "doctest", "email", "getopt"}
    | {"gettext", "http", "ipaddress", "mimetypes", "multiprocessing", "pdb", "platform", "plistlib"}
    | {"py_compile", "pydoc", "rlcompleter", "runpy", "socketserver", "statistics", "tarfile", "unittest"}
    | {"webbrowser", "xmlrpc"}
)
"""Modules for help, debuggers, tests, processes and servers, that others import in functions of no use."""
_LEFT_OUT: Final = _BUILT_IN | _TOOLS


def used_part(library: bytes, imported: Iterable[str]) -> dict[str, bytes]:
    """Return the sources of a library's archive that the imported modules need, at any depth, by file name.

    Imports within functions count. Raise zipfile.BadZipFile for what is no archive.
    """
    with zipfile.ZipFile(BytesIO(library)) as full:
        names = _needed_files(full, (*_NEEDED_BY_PYTHON, *imported))
        return {name: full.read(name) for name in sorted(names)}


def imported_names(tree: ast.Module, package: str = "") -> Iterator[str]:
    """Yield the names that a module of a package imports; `from a import b` gives `a` and `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: -(node.level - 1) or None] if node.level else []
            origin = ".".join([*parts, *([node.module] if node.module else [])])
            yield from (origin, *(f"{origin}.{alias.name}" for alias in node.names))


def _needed_files(full: zipfile.ZipFile, imported: Iterable[str]) -> set[str]:
    """Return the names of the files in the archive that imports of these modules read."""
    present = set(full.namelist())
    found: set[str] = set()
    own = [name.removesuffix(".py") for name in present if name.startswith(_PYODIDE_FOLDERS)]
    waiting = [*imported, *(stem.removesuffix("/__init__").replace("/", ".") for stem in own)]
    while waiting:
        parts = waiting.pop().split(".")
        for end in range(1, len(parts) + 1):
            stem = "/".join(parts[:end])
            for file, package in ((f"{stem}.py", parts[: end - 1]), (f"{stem}/__init__.py", parts[:end])):
                if file in present and file not in found:
                    found.add(file)
                    waiting += _imports_of(full.read(file), ".".join(package))
    return found


def _imports_of(source: bytes, package: str) -> list[str]:
    names = imported_names(ast.parse(source), package)
    return [name for name in names if name.split(".")[0] not in _LEFT_OUT]
