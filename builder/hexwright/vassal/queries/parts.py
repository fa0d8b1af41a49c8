"""The parts of the module's script that are translated from `builder/hexwright/queries`."""

from __future__ import annotations

from functools import cache
from importlib import resources

from hexwright.vassal.queries.statements import Line
from hexwright.vassal.queries.translating import FILLED, translated

PARTS = ("movement_flood", "retreat_paths", "supply_trace", "front_gaps", "odds_calculation")
"""The files of queries, each after those it uses."""
NEEDED = FILLED
"""The common helpers that all of them need."""


def path_of(part: str) -> str:
    """Return the path of a file of queries."""
    return f"builder/hexwright/queries/{part}.py"


@cache
def _all() -> dict[str, tuple[Line, ...]]:
    folder = resources.files("hexwright.queries")
    files = {path_of(part): (folder / f"{part}.py").read_text(encoding="utf-8") for part in PARTS}
    return {path: tuple(lines) for path, lines in translated(files).items()}


def part(name: str) -> tuple[Line, ...]:
    """Return a part of the script, each line with its source line number."""
    return _all()[path_of(name)]
