"""Python's standard library for the browser: what the rules engine and Pyodide import, and no more."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final

from hexwright.support.linear_regex import LinearRegex

_NEEDED_BY_PYTHON: Final = (
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.utf_8",
    "site",
    "tarfile",
    "zipimport",
)
"""The modules that Pyodide imports as it begins, besides its own."""
_PYODIDE_FOLDERS: Final = ("_pyodide/", "pyodide/")
_MOST_BYTES: Final = 64 << 20
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_IMPORT_LINE: Final = LinearRegex(r"(?m)^[ \t]*(?:import|from)[ \t]+([\w.]+)")


def used_part(library: bytes, imported: Iterable[str]) -> bytes:
    """Return the archive of a standard library with the modules that the imported ones need, at any depth.

    Imports within functions count. Raise zipfile.BadZipFile for what is no archive, or too large a one.
    """
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(library)) as full, zipfile.ZipFile(out, "w") as part:
        if sum(info.file_size for info in full.infolist()) > _MOST_BYTES:
            raise zipfile.BadZipFile
        for name in sorted(_needed_files(full, (*_NEEDED_BY_PYTHON, *imported))):
            info = zipfile.ZipInfo(name, _EPOCH)
            part.writestr(info, full.read(name), zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


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
    """Return the names that a source imports, even if its syntax is of a later Python than this."""
    try:
        return list(imported_names(ast.parse(source), package))
    except SyntaxError:
        lines = _IMPORT_LINE.finditer(source.decode("utf-8", "replace"))
        return [match[1] for match in lines if not match[1].startswith(".")]
