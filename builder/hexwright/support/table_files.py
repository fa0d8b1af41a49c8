"""Read tables from CSV files: a row of headings, then rows of cells.

`xlsx_files` reads the same tables from workbooks. Both have limits, because files come from strangers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import count_noun, quote

MAX_ROWS: Final = 20_000
MAX_COLUMNS: Final = 1_000
MAX_CELLS: Final = 10_000_000
"""Number of cells in all rows, of which a file may leave out the last ones of each row."""
MAX_CELL: Final = 2_000
"""Number of characters of a cell."""

_SEPARATORS: Final = ",;\t"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: its line in the file, and one cell for each heading."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with headings. Cells and headings have no spaces around them, and empty rows are left out."""

    file: str
    line: int
    """The line of the headings."""
    headings: tuple[str, ...]
    rows: tuple[TableRow, ...]

    def span(self, line: int, column: int) -> Span:
        """Return the location of a cell, whose column is counted from 0."""
        return Span(self.file, line, column + 1, self.headings[column] or str(column + 1))


def read_csv_table(
    text: str, file: str, code: str, *, max_rows: int = MAX_ROWS, too_many: InputError | None = None
) -> Table:
    """Return the table in the text of a CSV file, which messages call `file`.

    The separator is a comma, a semicolon or a tab: the one that occurs most often in the first line. Raise
    `InputError` with the code `code` if the text isn't a table or exceeds a limit; for more than `max_rows`
    rows, raise `too_many` instead.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = text.lstrip("\n").split("\n", 1)[0]
    separator = max(_SEPARATORS, key=lambda sign: (head.count(sign), sign == ","))
    return make_table(
        _csv_rows(text, separator, file, code), file, code, max_rows=max_rows, too_many=too_many
    )


def decode_csv(data: bytes, file: str) -> str:
    """Return the text of a CSV file in UTF-8, or in UTF-16 with its mark; otherwise raise `InputError`
    (Y004).
    """
    encoding, name = "utf-8-sig", "UTF-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding, name = ("utf-16", "UTF-16")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        told = f"the file is not {name} here"
        raise InputError.single("Y004", told, Span(file, line, 1), "save the file as CSV in UTF-8") from None


def make_table(
    rows: Iterable[tuple[int, Sequence[str]]],
    file: str,
    code: str,
    *,
    max_rows: int = MAX_ROWS,
    max_columns: int = MAX_COLUMNS,
    too_many: InputError | None = None,
) -> Table:
    """Return a table from its rows, each with its line; the first row that isn't empty has the headings.

    Raise `InputError` with the code `code` if the table is empty or exceeds a limit.
    """
    filled = _filled_rows(rows, file, code)
    line, headings = next(filled, (0, []))
    if not headings:
        raise InputError.single(code, "the table is empty", Span(file), "write the headings in the first row")
    if len(headings) > max_columns:
        told = f"the table has {len(headings):,} columns; the limit is {max_columns:,}"
        raise InputError.single(code, told, Span(file, line, 1))
    found = list[TableRow]()
    for number, cells in filled:
        span = Span(file, number, 1)
        if len(cells) > len(headings):
            raise InputError.single(
                code,
                f"this row has {count_noun(len(cells), 'cell')}, but the first row has {len(headings)}",
                span,
                "put text that contains the separator between double quotes, or add a heading",
            )
        if len(found) >= max_rows:
            told = f"the table has more than {max_rows:,} rows"
            raise too_many or InputError.single(code, told, span)
        if (len(found) + 1) * len(headings) > MAX_CELLS:
            told = f"the table has more than {MAX_CELLS:,} cells: up to here {len(found):,} rows"
            raise InputError.single(code, told, span, "leave out columns that aren't used, or split the file")
        found.append(TableRow(number, (*cells, *[""] * (len(headings) - len(cells)))))
    return Table(file, line, tuple(headings), tuple(found))


def _filled_rows(
    rows: Iterable[tuple[int, Sequence[str]]], file: str, code: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that aren't empty, without spaces around cells and without empty cells at the end.

    Raise `InputError` with the code `code` for a cell that is too long.
    """
    for number, written in rows:
        cells = [cell.strip() for cell in written]
        while cells and not cells[-1]:
            cells.pop()
        if any(len(cell) > MAX_CELL for cell in cells):
            told, hint = f"a cell has more than {MAX_CELL:,} characters", "look for a quote that isn't closed"
            raise InputError.single(code, told, Span(file, number, 1), hint)
        if cells:
            yield number, cells


def write_csv_table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of cells as CSV with commas."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def _csv_rows(text: str, separator: str, file: str, code: str) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True, skipinitialspace=True)
    first = 1
    try:
        for cells in reader:
            yield first, cells
            first = reader.line_num + 1
    except csv.Error as fault:
        open_quote = "unexpected end" in str(fault) or "field larger" in str(fault)
        told = "a double quote in this row isn't closed" if open_quote else f"this row can't be read: {fault}"
        hint = (
            f"put double quotes around text that contains {quote(separator)}, and write a quote in it twice"
        )
        raise InputError.single(code, told, Span(file, first, 1), hint) from None
