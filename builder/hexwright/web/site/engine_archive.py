"""The modules that a browser's worker needs, as a ZIP archive: the rules engine and what it imports."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

import hexwright

ENTRY: Final = "hexwright.web.play.browser_worker"
"""The module with which the worker begins."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


@cache
def engine_modules() -> Mapping[str, Path]:
    """Return the source file of each module that the worker may import, by name, sorted.

    Imports within functions count, since a worker can't fetch a module later.
    """
    found: dict[str, Path] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        path = _source_of(name)
        if path is None or name in found:
            continue
        found[name] = path
        waiting += _imports(ast.parse(path.read_text(encoding="utf-8")))
    return dict(sorted(found.items()))


def engine_archive() -> bytes:
    """Return the modules as a ZIP archive; the same sources give the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, path in engine_modules().items():
            stem = name.replace(".", "/")
            entry = f"{stem}/__init__.py" if path.name == "__init__.py" else f"{stem}.py"
            info = zipfile.ZipInfo(entry, _EPOCH)
            archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def _source_of(name: str) -> Path | None:
    """Return the source file of a module of hexwright; None for a name that isn't one."""
    root, *parts = name.split(".")
    if root != "hexwright" or not parts:
        return None
    for folder in hexwright.__path__:
        base = Path(folder, *parts)
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return path
    return None


def _imports(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module imports, with the packages around them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:end]) for end in range(2, len(parts) + 1))
