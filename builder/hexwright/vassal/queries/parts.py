"""The parts of the module's script that are carried over from `builder/hexwright/queries`."""

from __future__ import annotations

from functools import cache
from importlib import resources

from hexwright.vassal.queries.statements import Line
from hexwright.vassal.queries.translating import FILLED, translated

PARTS = ("movement_flood", "retreat_paths", "supply_trace", "front_gaps", "odds_calculation")
"""The files of queries, each behind those that it uses."""
NEEDED = FILLED
"""What all of them need."""


def path_of(part: str) -> str:
    """Return where a file of queries stands."""
    return f"builder/hexwright/queries/{part}.py"


@cache
def _all() -> dict[str, tuple[Line, ...]]:
    folder = resources.files("hexwright.queries")
    files = {path_of(part): (folder / f"{part}.py").read_text(encoding="utf-8") for part in PARTS}
    return {path: tuple(lines) for path, lines in translated(files).items()}


def part(name: str) -> tuple[Line, ...]:
    """Return a part of the script, each line with that of the file from which it comes."""
    return _all()[path_of(name)]
