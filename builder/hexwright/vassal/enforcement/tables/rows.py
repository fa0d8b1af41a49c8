"""Tables with named columns: the compiler writes a cell, and a script reads it by the same name.

A kind of row is a dataclass of strings. Its columns become numbers in the script, named after class and
field: `FirePhase.rounds` becomes `FIRE_PHASE_ROUNDS`. `common.bsh` reads a table by key with `row` and
`rowsFor`, and all rows in order with `rowsOf`. A long cell that occurs in several rows, such as a set of
hexes in many scenarios, is stored once in `SHARED`. The rows then contain its number (`cellsOf`).
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
"""The prefix of the number of a shared cell."""
SIGNS: Final = (ROW_END, CELL_END, SHARED)
_LONG: Final = 40
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


K = TypeVar("K")


@dataclass_transform(frozen_default=True)
def row(kind: type[K]) -> type[K]:
    """Declare a kind of row: a frozen dataclass with slots.

    Rows have no comparison and repr methods, because they are only written.
    """
    return dataclass(slots=True, eq=False, repr=False)(kind)


@row
class Row:
    """A row of a table. Every field is a string and becomes a column."""

    def cells(self) -> tuple[str, ...]:
        """Return the cells in the order of the columns."""
        kind: type = type(self)
        return tuple([getattr(self, name) for name in field_names(kind)])


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the scripts' format: its text, and its column numbers, keyed by their names in
    the script.
    """

    text: str
    columns: Mapping[str, int]
    keys: int = 0
    """The number of cells at the start of each row that form the row's key."""

    @property
    def rows(self) -> list[list[str]]:
        """Return the cells of each row."""
        return [line.split(CELL_END) for line in self.text.split(ROW_END)] if self.text else []

    def literal(self, shared: Mapping[str, int]) -> str:
        """Return the table as a string literal of the script.

        Shared cells are replaced by their numbers, and separators are escaped.
        """
        told = (
            [
                f"{SHARED}{shared[cell]}" if at >= self.keys and cell in shared else cell
                for at, cell in enumerate(row)
            ]
            for row in self.rows
        )
        return escaped(ROW_END.join(CELL_END.join(row) for row in told))


def escaped(text: str) -> str:
    """Return text from cells as a string literal; separators are escaped."""
    found = literal(text)
    for sign in SIGNS:
        found = found.replace(sign, f"\\u{ord(sign):04x}")
    return found


def shared_cells(tables: Iterable[Table]) -> Mapping[str, int]:
    """Return the numbers of long cells that occur in several rows. Numbers follow the order of first use."""
    counts = Counter(
        cell for table in tables for row in table.rows for cell in row[table.keys :] if len(cell) >= _LONG
    )
    return {cell: number for number, cell in enumerate(cell for cell, times in counts.items() if times > 1)}


R = TypeVar("R", bound=Row)


def columns(kind: type[Row]) -> Mapping[str, int]:
    """Return the column numbers of a kind of row, keyed by their names in the scripts.

    The names of inherited columns contain the name of the parent class.
    """
    prefix = _HUMP.sub("_", kind.__name__).upper()
    own = inspect.get_annotations(kind)
    return {
        f"{prefix}_{field.name.upper()}": number
        for number, field in enumerate(fields(kind))
        if field.name in own
    }


def keyed(kind: type[R], rows: Iterable[tuple[str, R]]) -> Table:
    """Return a table whose rows the scripts look up by key.

    Rows with the same key keep their order.
    """
    return Table(_sorted((key, row.cells()) for key, row in rows), columns(kind), keys=1)


def listed(kind: type[R], rows: Iterable[R]) -> Table:
    """Return a table whose rows the scripts read in order."""
    return Table(ROW_END.join(CELL_END.join(row.cells()) for row in rows), columns(kind))


def numbered(rows: Iterable[tuple[str, Iterable[str]]]) -> Table:
    """Return a table with a key and numbered columns, such as a combat results table."""
    return Table(_sorted((key, tuple(cells)) for key, cells in rows), {}, keys=1)


def _sorted(rows: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return rows with their keys as text, sorted as Java sorts strings. Binary search needs this order."""
    # The separator is part of the comparison, because one key may be a prefix of another.
    ordered = sorted(rows, key=lambda row: f"{row[0]}{CELL_END}".encode("utf-16-be"))
    return ROW_END.join(CELL_END.join((key, *cells)) for key, cells in ordered)
