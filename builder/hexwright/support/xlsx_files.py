"""Read tables from XLSX workbooks with openpyxl, the library of the extra `xlsx`.

A workbook is a ZIP archive of XML, so its unpacked size and its entities are checked before the library sees
it.
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any, Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.message_wording import join_with_or, quote
from hexwright.support.table_files import MAX_ROWS, Table, make_table

MAX_PARTS: Final = 2_000
MAX_SHEET_COLUMNS: Final = 200
"""Number of columns of a table in a workbook, whose rows are all read to this width."""
MAX_BYTES: Final = 16_000_000
"""Unpacked size of a workbook."""

_UTF_16: Final = (b"<\0", b"\0<", b"\xff\xfe", b"\xfe\xff")
_SHOWN_ZEROS: Final = re.compile(r"0+")


def read_xlsx_table(data: bytes, file: str, sheet: str, code: str) -> Table:
    """Return the table in a workbook, which messages call `file`: of its only sheet, or of the sheet `sheet`.

    Raise `InputError` with Y019 if openpyxl isn't installed, and with the code `code` if the file isn't such
    a workbook or exceeds a limit.
    """
    if find_spec("openpyxl") is None:
        raise InputError.single(
            "Y019",
            "reading XLSX needs the library openpyxl, which is not installed",
            Span(file),
            'save the table as CSV, or type: pip install "openpyxl>=3.1" (where hexwright is installed)',
        )
    _check_archive(data, file, code)
    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # A formula has a value only if a spreadsheet program stored one.
            values = openpyxl.load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
            written = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
            name = _sheet_name(values, file, sheet, code)
            rows = list(_rows(values[name], written[name], file, code))
    except InputError:
        raise
    except Exception as fault:  # openpyxl raises whatever a faulty part leads to
        told = f"the workbook can't be read: {type(fault).__name__}"
        raise InputError.single(code, told, Span(file), "save it again as XLSX, or save it as CSV") from None
    return make_table(rows, file, code, max_columns=MAX_SHEET_COLUMNS)


def _check_archive(data: bytes, file: str, code: str) -> None:
    """Raise `InputError` if the file isn't an archive of bounded size whose XML has no entities."""

    def refuse(told: str, hint: str = "save the table as CSV") -> InputError:
        return InputError.single(code, told, Span(file), hint)

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if len(parts) > MAX_PARTS or size > MAX_BYTES:
                limits = f"the limits are {MAX_PARTS:,} and {MAX_BYTES:,}"
                raise refuse(f"the workbook has {len(parts):,} parts of {size:,} bytes; {limits}")
            for part in parts:
                # ZipFile unpacks no more than the size that the archive declares, except by other methods.
                if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise refuse(f"the workbook's part {quote(part.filename)} is packed by an unusual method")
                text = archive.read(part)
                if b"<!DOCTYPE" in text or text[:2] in _UTF_16:
                    raise refuse(f"the workbook's part {quote(part.filename)} isn't plain XML in UTF-8")
    except InputError:
        raise
    except Exception:  # zipfile raises whatever a faulty archive leads to
        raise refuse("the file isn't an XLSX workbook", "save it as XLSX or CSV") from None


def _sheet_name(workbook: Any, file: str, sheet: str, code: str) -> str:
    names = [found.title for found in workbook.worksheets]
    if len(names) == 1:
        return str(names[0])
    for name in names:
        if name.strip().casefold() == sheet.casefold():
            return str(name)
    told = f"the workbook has the sheets {join_with_or(names, 'and')}" if names else "no sheet"
    raise InputError.single(code, told, Span(file), f"name the sheet with the table {quote(sheet)}")


def _rows(values: Any, written: Any, file: str, code: str) -> Iterator[tuple[int, Sequence[str]]]:
    bounds = {"max_row": MAX_ROWS + 100, "max_col": MAX_SHEET_COLUMNS + 1}
    pairs = zip_longest(values.iter_rows(**bounds), written.iter_rows(**bounds), fillvalue=())
    for line, (cells, formulas) in enumerate(pairs, start=1):
        yield (
            line,
            [
                _text(cell, formula, Span(file, line, column, _letters(column)), code)
                for column, (cell, formula) in enumerate(zip(cells, formulas, strict=True), start=1)
            ],
        )


def _letters(column: int) -> str:
    """Return the letters by which spreadsheets call a column, which is counted from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _text(cell: Any, formula: Any, span: Span, code: str) -> str:
    """Return a cell as text, as a spreadsheet shows it."""
    value = cell.value
    if value is None:
        if formula.value is not None:
            told = "the formula in this cell has no stored value"
            raise InputError.single(code, told, span, "open and save the file in a spreadsheet program")
        return ""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        told = "the spreadsheet took this cell for a date or time"
        raise InputError.single(code, told, span, "format the column as text, and write the value again")
    if cell.data_type == "e":
        raise InputError.single(code, f"this cell has the error {value}", span, "correct the formula")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value)
    # A number such as 0102 is often a 102 that is shown with four digits.
    if isinstance(value, int) and _SHOWN_ZEROS.fullmatch(str(cell.number_format)):
        text = text.zfill(len(cell.number_format))
    return text
