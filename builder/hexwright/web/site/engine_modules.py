"""The modules that a browser's worker needs: the rules engine and what it imports."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import hexwright
from hexwright.web.site.standard_library import imported_names

ENTRY: Final = "hexwright.web.play.browser_worker"
"""The module with which the worker answers."""
_BEFORE: Final = "hexwright.web.play.dataclass_code"
"""The module that the worker uses before it imports others."""


@cache
def engine_modules() -> Mapping[str, Path]:
    """Return the source file of each module that the worker may import, by name, sorted.

    Imports within functions count, since a worker can't fetch a module later.
    """
    found: dict[str, Path] = {}
    waiting = [ENTRY, _BEFORE]
    while waiting:
        name = waiting.pop()
        path = _source_of(name)
        if path is None or name in found:
            continue
        found[name] = path
        for imported in _imported_by(path):
            parts = imported.split(".")
            waiting += (".".join(parts[:end]) for end in range(2, len(parts) + 1))
    return dict(sorted(found.items()))


def library_modules() -> frozenset[str]:
    """Return the names that the modules import from elsewhere: Python's standard library."""
    names = frozenset().union(*map(_imported_by, engine_modules().values()))
    return frozenset(name for name in names if name.split(".")[0] != "hexwright")


@cache
def _imported_by(path: Path) -> frozenset[str]:
    return frozenset(imported_names(ast.parse(path.read_text(encoding="utf-8"))))


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
