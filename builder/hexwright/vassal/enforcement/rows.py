"""Tables with named columns: the compiler writes a cell and a script reads it by the same name.

A kind of row is a dataclass of texts. Its columns stand in the script as figures named after both, so the
class `FirePhase` with the field `rounds` gives `FIRE_PHASE_ROUNDS`. How `common.bsh` reads a table: `row` and
`rowsFor` by a key, `rowsOf` all in order. A long cell that several rows have in common, such as a set of
hexes in twenty-four scenarios, stands once among the `SHARED`, and its number in the rows (`cellsOf`).
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeVar, dataclass_transform

from hexwright.model.record_fields import field_names
from hexwright.vassal.enforcement.traits import literal

ROW_END: Final = "\u241e"
CELL_END: Final = "\u241f"
SHARED: Final = "\u241d"
"""What stands before the number of a cell that is told once for all rows that have it."""
SIGNS: Final = (ROW_END, CELL_END, SHARED)
_LONG: Final = 40
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


K = TypeVar("K")


@dataclass_transform(frozen_default=True)
def row(kind: type[K]) -> type[K]:
    """Declare a kind of row, as a dataclass does that is frozen and has slots.

    Rows are written and no more, so what compares and shows them isn't made: there are a hundred kinds.
    """
    return dataclass(slots=True, eq=False, repr=False)(kind)


@row
class Row:
    """Be a row of a table; every field is a text and a column."""

    def cells(self) -> tuple[str, ...]:
        """Return what stands in the columns, in order."""
        kind: type = type(self)
        return tuple([getattr(self, name) for name in field_names(kind)])


@dataclass(frozen=True, slots=True)
class Table:
    """Hold a table as the scripts read it: its text, and the numbers of its columns by their names there."""

    text: str
    columns: Mapping[str, int]
    keys: int = 0
    """How many cells at the beginning of each row it is looked up by."""

    @property
    def rows(self) -> list[list[str]]:
        """Return its cells, row by row."""
        return [line.split(CELL_END) for line in self.text.split(ROW_END)] if self.text else []

    def literal(self, shared: Mapping[str, int]) -> str:
        """Return the text as a script holds it: shared cells by their numbers, signs as escapes."""
        told = (
            [
                f"{SHARED}{shared[cell]}" if at >= self.keys and cell in shared else cell
                for at, cell in enumerate(row)
            ]
            for row in self.rows
        )
        return escaped(ROW_END.join(CELL_END.join(row) for row in told))


def escaped(text: str) -> str:
    """Return a text of cells as a literal: the signs between them are written as escapes."""
    found = literal(text)
    for sign in SIGNS:
        found = found.replace(sign, f"\\u{ord(sign):04x}")
    return found


def shared_cells(tables: Iterable[Table]) -> Mapping[str, int]:
    """Return the long cells that stand in several rows, numbered in the order in which they come."""
    counts = Counter(
        cell for table in tables for row in table.rows for cell in row[table.keys :] if len(cell) >= _LONG
    )
    return {cell: number for number, cell in enumerate(cell for cell, times in counts.items() if times > 1)}


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
    return Table(_sorted((key, row.cells()) for key, row in rows), columns(kind), keys=1)


def listed(kind: type[R], rows: Iterable[R]) -> Table:
    """Return a table whose rows are gone through in order."""
    return Table(ROW_END.join(CELL_END.join(row.cells()) for row in rows), columns(kind))


def numbered(rows: Iterable[tuple[str, Iterable[str]]]) -> Table:
    """Return a table looked up by a key, whose columns are numbers: those of a chart."""
    return Table(_sorted((key, tuple(cells)) for key, cells in rows), {}, keys=1)


def _sorted(rows: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return rows behind their keys, ordered as Java compares texts, so that scripts find them by halving."""
    # The end of a cell belongs to the comparison, for a key may be the beginning of another.
    ordered = sorted(rows, key=lambda row: f"{row[0]}{CELL_END}".encode("utf-16-be"))
    return ROW_END.join(CELL_END.join((key, *cells)) for key, cells in ordered)
