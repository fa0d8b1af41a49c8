"""Tables with named columns: the compiler writes a cell and a script reads it by the same name.

A kind of row is a dataclass of texts. Its columns stand in the script as figures named after both, so the
class `FirePhase` with the field `rounds` gives `FIRE_PHASE_ROUNDS`. How `common.bsh` reads a table: `row` and
`rowsFor` by a key, `rowsOf` all in order.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeVar

from builder.vassal.compile.enforcement.traits import literal

ROW_END: Final = "\u241e"
CELL_END: Final = "\u241f"
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Row:
    """Be a row of a table; every field is a text and a column."""

    def cells(self) -> tuple[str, ...]:
        """Return what stands in the columns, in order."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Table:
    """Hold a table as the scripts read it: its text, and the numbers of its columns by their names there."""

    text: str
    columns: Mapping[str, int]

    @property
    def literal(self) -> str:
        """Return the text as a script holds it: the signs between cells are written as escapes."""
        return literal(self.text).replace(ROW_END, "\\u241e").replace(CELL_END, "\\u241f")


R = TypeVar("R", bound=Row)


def columns(kind: type[Row]) -> Mapping[str, int]:
    """Return the numbers of the columns of a kind of row by the names that the scripts have for them.

    What a kind has from another has the other's names.
    """
    prefix = _HUMP.sub("_", kind.__name__).upper()
    own = inspect.get_annotations(kind)
    return {
        f"{prefix}_{field.name.upper()}": number
        for number, field in enumerate(fields(kind))
        if field.name in own
    }


def keyed(kind: type[R], rows: Iterable[tuple[str, R]]) -> Table:
    """Return a table whose rows are looked up by a key; those of one key keep their order."""
    return Table(_sorted((key, row.cells()) for key, row in rows), columns(kind))


def listed(kind: type[R], rows: Iterable[R]) -> Table:
    """Return a table whose rows are gone through in order."""
    return Table(ROW_END.join(CELL_END.join(row.cells()) for row in rows), columns(kind))


def numbered(rows: Iterable[tuple[str, Iterable[str]]]) -> Table:
    """Return a table looked up by a key, whose columns are numbers: those of a chart."""
    return Table(_sorted((key, tuple(cells)) for key, cells in rows), {})


def _sorted(rows: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return rows behind their keys, ordered as Java compares texts, so that scripts find them by halving."""
    # The end of a cell belongs to the comparison, for a key may be the beginning of another.
    ordered = sorted(rows, key=lambda row: f"{row[0]}{CELL_END}".encode("utf-16-be"))
    return ROW_END.join(CELL_END.join((key, *cells)) for key, cells in ordered)
