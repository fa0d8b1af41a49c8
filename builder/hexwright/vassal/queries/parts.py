"""The parts of the module's script that are translated from the `hexwright.queries` package."""

from __future__ import annotations

from functools import cache
from importlib import resources

from hexwright.vassal.queries.statements import Line
from hexwright.vassal.queries.translating import FILLED, translated

PARTS = ("movement_flood", "retreat_paths", "supply_trace", "front_gaps", "odds_calculation")
"""The names of the query files. Each file is listed after the files that it uses."""
NEEDED = FILLED
"""The part of the script with the helper function that all translated parts use."""


def path_of(part: str) -> str:
    """Return the path of a query file."""
    return f"builder/hexwright/queries/{part}.py"


@cache
def _all() -> dict[str, tuple[Line, ...]]:
    folder = resources.files("hexwright.queries")
    files = {path_of(part): (folder / f"{part}.py").read_text(encoding="utf-8") for part in PARTS}
    return {path: tuple(lines) for path, lines in translated(files).items()}


def part(name: str) -> tuple[Line, ...]:
    """Return the lines of a translated part of the script, each with its line number in the Python source."""
    return _all()[path_of(name)]
