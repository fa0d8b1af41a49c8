"""The parts of the module's script that are carried over from `builder/queries`."""

from __future__ import annotations

from functools import cache
from importlib import resources

from builder.vassal.compile.queries.statements import Line
from builder.vassal.compile.queries.translating import FILLED, translated

PARTS = ("flooding", "retreating", "tracing", "fronts", "odds")
"""The files of queries, each behind those that it uses."""
NEEDED = FILLED
"""What all of them need."""


def path_of(part: str) -> str:
    """Return where a file of queries stands."""
    return f"builder/queries/{part}.py"


@cache
def _all() -> dict[str, tuple[Line, ...]]:
    folder = resources.files("builder") / "queries"
    files = {path_of(part): (folder / f"{part}.py").read_text(encoding="utf-8") for part in PARTS}
    return {path: tuple(lines) for path, lines in translated(files).items()}


def part(name: str) -> tuple[Line, ...]:
    """Return a part of the script, each line with that of the file from which it comes."""
    return _all()[path_of(name)]
