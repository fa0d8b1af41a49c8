"""Read entries from a CSV or XLSX file beside a data file, and write entries as a table.

A row is an entry, and the headings are its keys. The keys of the first record in a list have no prefix, so
that most units need only `strength` and `ma`; those of the second begin with `step2.`, and so on. A column
whose heading begins with '#' is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NewType, get_args, get_origin

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.load import former_keys
from hexwright.load.reader_context import (
    INVALID_VALUE,
    EntryContext,
    InvalidValue,
    Reader,
    ReaderContext,
    describe_node,
    value_label,
)
from hexwright.load.record_keys import is_record, keys_of, reference_kind, split_annotations, split_optional
from hexwright.load.value_spans import Path
from hexwright.load.yaml_tree import CONTROL_IN_VALUE, YamlMapping, YamlNode, YamlScalar, YamlSequence
from hexwright.support.message_wording import join_with_or, nearest_word, quote
from hexwright.support.table_files import Table, decode_csv, read_csv_table
from hexwright.support.xlsx_files import read_xlsx_table

FILE_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}\.(?:[cC][sS][vV]|[xX][lL][sS][xX])"
"""The pattern of the name of a table's file."""

_CODE: Final = "Y018"
_NUMBERED: Final = re.compile(r"([a-z_]+?)([1-9][0-9]?)")
_WHOLE: Final = re.compile(r"([0-9]{1,9})[.,]0+")
# Spreadsheets calculate text that begins so; an apostrophe before it is part of the cell, not of the value.
_FORMULA: Final = re.compile(r"'*[=+\-@]")
_PLAIN: Final = (str, int, float, bool)

Column = tuple[str | int, ...]
"""The path from an entry to the value in a column: ("steps", 1, "ma")."""


def table_reader(read: Reader, hint: Any, keyed: bool) -> Reader:
    """Return a reader for a mapping of the type `hint` that may also be in a file, named by the value."""

    def read_or_open(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlScalar):
            return read(node, path, where, reading)
        if reading.open_beside is None or not re.fullmatch(FILE_NAME, node.text):
            return reading.add_error(
                "K003",
                f"{value_label(path, where)} must be a mapping or the name of a table, "
                f"got {describe_node(node)}",
                node,
                "write a mapping below the key, or the name of a .csv or .xlsx file beside this file",
            )
        try:
            source = reading.open_beside(node.text)
            if node.text.lower().endswith(".csv"):
                table = read_csv_table(decode_csv(source.data, source.file), source.file, _CODE)
            else:
                table = read_xlsx_table(source.data, source.file, str(path[-1]), _CODE)
        except InputError as faults:
            reading.report.extend(faults.diagnostics)
            return INVALID_VALUE
        tree = _entries(table, _item(hint), reading) if keyed else _lists(table, hint, reading)
        return tree if isinstance(tree, InvalidValue) else read(tree, path, where, reading)

    return read_or_open


def column_path(cls: type, heading: str) -> Column | None:
    """Return the path to the value in a column of a table of records, or None for an unknown heading."""
    keys = keys_of(cls)
    head, dot, rest = heading.partition(".")
    name, rest = re.sub("[ -]+", "_", head.strip().casefold()), rest.strip()
    numbered = _NUMBERED.fullmatch(name)
    lists = {key.name: _item(key.type) for key in keys.values() if is_record(_item(key.type))}
    if not dot and name in keys and (name in lists or _is_plain(keys[name].type)):
        return (name,)
    if dot and numbered is not None and f"{numbered[1]}s" in lists:
        inner = column_path(lists[f"{numbered[1]}s"], rest)
        return None if inner is None else (f"{numbered[1]}s", int(numbered[2]) - 1, *inner)
    if dot and rest and name in keys and name not in lists:
        bare = _bare(keys[name].type)
        if not is_record(bare):
            return (name, rest) if _is_mapping(bare) else None
        inner = column_path(bare, rest)
        return None if inner is None else (name, *inner)
    for listed, item in lists.items():
        inner = column_path(item, heading)
        if inner is not None:
            return (listed, 0, *inner)
    return None


@cache
def known_headings(cls: type) -> tuple[str, ...]:
    """Return the headings that a table of records may have, without those of further records in a list."""
    found: list[str] = []
    for name, key in keys_of(cls).items():
        bare, item = _bare(key.type), _item(key.type)
        if is_record(item):
            found += known_headings(item)
        elif is_record(bare):
            found += (f"{name}.{inner}" for inner in known_headings(bare))
        else:
            found.append(f"{name}.…" if _is_mapping(bare) else name)
    return tuple(found)


# Reading -----------------------------------------------------------------------------------------


def _entries(table: Table, cls: type, reading: ReaderContext) -> YamlNode | InvalidValue:
    """Return a table as a mapping from id to entry."""
    required = [name for name, key in keys_of(cls).items() if key.required]
    needed = [name for name in required if _is_plain(keys_of(cls)[name].type)]
    paths = [column_path(cls, heading) for heading in table.headings]
    if not _headings_fit(table, paths, known_headings(cls), needed, cls, reading):
        return INVALID_VALUE
    columns = {position: path for position, path in enumerate(paths) if path is not None}
    lists = [name for name in required if name not in needed]
    entries: dict[str, tuple[YamlScalar, YamlNode]] = {}
    refused: list[str] = []
    for row in table.rows:
        values: dict[str | int, Any] = {name: {0: {}} for name in lists}
        counts: list[tuple[str, YamlScalar]] = []
        for position, path in columns.items():
            cell = _cell(table, row.line, position, row.cells[position], _type_at(cls, path), reading)
            if len(path) == 1 and is_record(_item(keys_of(cls)[str(path[0])].type)):
                counts.append((str(path[0]), cell))
            elif cell.text or path[0] in needed:
                _put(values, path, cell)
        name = values.pop("id")
        for listed, cell in counts:
            if cell.text:
                _count(values[listed], cell, listed, reading)
        if not name.text:
            reading.add_error(_CODE, "the row has no id", name, "write an id, or delete the row")
            refused.append("")
        elif name.text in entries:
            first = reading.source.span(entries[name.text][0]).line
            message = f"id {quote(name.text)} is repeated; first used in row {first}"
            reading.add_error("Y008", message, name, "rename or delete one of the two entries")
            refused.append(name.text)
        else:
            entries[name.text] = (name, _node(values, name))
    return YamlMapping(entries, table.line, 1, tuple(refused), Span(table.file, table.line, 1))


def _lists(table: Table, hint: Any, reading: ReaderContext) -> YamlNode | InvalidValue:
    """Return a table as a mapping from the values of a column to lists of the values of another."""
    names = [str(reference_kind(*split_annotations(part))) for part in (get_args(hint)[0], _item_hint(hint))]
    paths: list[Column | None] = [
        (heading.casefold(),) if heading.casefold() in names else None for heading in table.headings
    ]
    if not _headings_fit(table, paths, names, names, object, reading):
        return INVALID_VALUE
    at = [paths.index((name,)) for name in names]
    lists: dict[str, tuple[YamlScalar, list[YamlScalar]]] = {}
    for row in table.rows:
        key, value = (_cell(table, row.line, n, row.cells[n], str, reading) for n in at)
        empty = next((cell for cell in (key, value) if not cell.text), None)
        if empty is not None:
            reading.add_error(_CODE, "this cell is empty", empty, "fill the cell, or delete the row")
        else:
            lists.setdefault(key.text, (key, []))[1].append(value)
    entries: dict[str, tuple[YamlScalar, YamlNode]] = {
        text: (key, YamlSequence(tuple(values), key.line, key.column, key.cell))
        for text, (key, values) in lists.items()
    }
    return YamlMapping(entries, table.line, 1, (), Span(table.file, table.line, 1))


def _headings_fit(
    table: Table,
    paths: Sequence[Column | None],
    known: Sequence[str],
    needed: Iterable[str],
    cls: type,
    reading: ReaderContext,
) -> bool:
    """Return whether each column has a known heading, each only once, and no needed column is missing."""
    faults = len(reading.report)
    first: dict[Column, str] = {}
    for position, (heading, path) in enumerate(zip(table.headings, paths, strict=True)):
        span = table.span(table.line, position)
        if path is None and not heading.startswith("#"):
            if not heading:
                told, hint = "this column has no heading", "write a key, or '#' for a column of notes"
            else:
                told = f"unknown column {quote(heading)}"
                meant = nearest_word(heading, known)
                every = f"known columns: {join_with_or(known, 'and', every=True)}"
                near = every if meant is None else f"did you mean {quote(meant)}?"
                hint = former_keys.current_key(cls, heading) or _hint_within(cls, heading) or near
                hint = f"{hint}; begin the heading with '#' for a column of notes"
            reading.add_error_at("K002", told, span, hint)
        elif path is not None and path in first:
            told = f"the columns {quote(first[path])} and {quote(heading)} mean the same key"
            reading.add_error_at("Y008", told, span, "delete one of the two columns")
        elif path is not None:
            first[path] = heading
    missing = [name for name in needed if (name,) not in first]
    if missing and len(reading.report) == faults:
        reading.add_error_at(
            "K001",
            f"the table has no column {join_with_or(missing, 'and')}",
            Span(table.file, table.line, 1),
            f"write the headings in the first row; known columns: {join_with_or(known, 'and', every=True)}",
        )
    return len(reading.report) == faults


def _hint_within(cls: type, heading: str) -> str | None:
    """Return the hint for a former or often tried key of a record in a list."""
    if not is_record(cls):
        return None
    items = (_item(key.type) for key in keys_of(cls).values())
    hints = (former_keys.current_key(item, heading.casefold()) for item in items if is_record(item))
    return next((hint for hint in hints if hint), None)


def _cell(table: Table, line: int, position: int, text: str, kind: Any, reading: ReaderContext) -> YamlScalar:
    span = table.span(line, position)
    bad = CONTROL_IN_VALUE.search(text)
    if bad:
        told = f"this cell contains the invisible control character U+{ord(bad.group()):04X}"
        reading.add_error_at("Y005", told, span, "write the cell again")
        text = CONTROL_IN_VALUE.sub("", text)
    if text.startswith("'") and _FORMULA.match(text):
        text = text[1:]
    whole = _WHOLE.fullmatch(text) if kind in (int, float) else None
    return YamlScalar(whole[1] if whole else text, bool(text), line, span.column, span)


def _put(values: dict[str | int, Any], path: Column, cell: YamlScalar) -> None:
    *outer, last = path
    for part in outer:
        values = values.setdefault(part, {})
    values[last] = cell


def _count(records: dict[int, Any], cell: YamlScalar, listed: str, reading: ReaderContext) -> None:
    """Fill a list up to the number of records in a cell."""
    if not re.fullmatch("[1-9][0-9]?", cell.text) or int(cell.text) <= max(records):
        told = f"{quote(listed)} must be the number of {listed} in this row, got {quote(cell.text)}"
        reading.add_error("K004", told, cell, f"write {max(records) + 1}, or leave the cell empty")
        return
    for position in range(int(cell.text)):
        records.setdefault(position, {})


def _node(value: Any, at: YamlScalar) -> YamlNode:
    """Return nested dicts as a tree; those with numbers as keys become lists. `at` is the first cell."""
    if isinstance(value, YamlScalar):
        return value
    first = next((cell for cell in _cells(value)), at)
    if 0 in value or any(isinstance(key, int) for key in value):
        items = tuple(_node(value.get(position, {}), first) for position in range(max(value) + 1))
        return YamlSequence(items, first.line, first.column, first.cell)
    entries = {}
    for name, inner in value.items():
        named = next((cell for cell in _cells(inner)), first)
        entries[name] = (named._replace(text=name, quoted=True), _node(inner, named))
    return YamlMapping(entries, first.line, first.column, (), first.cell)


def _cells(value: Any) -> Iterator[YamlScalar]:
    if isinstance(value, YamlScalar):
        yield value
    else:
        for inner in value.values():
            yield from _cells(inner)


def _type_at(hint: Any, path: Column) -> Any:
    for part in path:
        bare = _bare(hint)
        if isinstance(part, int):
            hint = _item(bare)
        else:
            hint = keys_of(bare)[part].type if is_record(bare) else get_args(bare)[1]
    return _bare(hint)


# Writing -----------------------------------------------------------------------------------------


def entry_rows(entries: Sequence[Any]) -> list[list[str]]:
    """Return records with ids, at least one, as the rows of a table, with the headings first."""
    cls: type = type(entries[0])
    found = [dict(_values(entry, ())) for entry in entries]
    columns = {path: None for name in keys_of(cls) for cells in found for path in cells if path[0] == name}
    order = sorted(columns, key=lambda path: [list(keys_of(cls)).index(str(path[0])), *_rank(path)])
    return [
        [_heading(path) for path in order],
        *([_escaped(cells.get(path, "")) for path in order] for cells in found),
    ]


def list_rows(headings: Sequence[str], lists: Mapping[Any, Iterable[Any]]) -> list[list[str]]:
    """Return a mapping to lists as the rows of a table with two columns, with the headings first."""
    rows = [[_escaped(str(key)), _escaped(str(value))] for key, values in lists.items() for value in values]
    return [list(headings), *rows]


def _rank(path: Column) -> list[int]:
    return [path[1]] if len(path) > 1 and isinstance(path[1], int) else []


def _values(record: Any, path: Column) -> Iterator[tuple[Column, str]]:
    """Yield the path and text of each value of a record that isn't its default."""
    cls: type = type(record)
    for name, key in keys_of(cls).items():
        value = getattr(record, name)
        if not key.required and value == key.default:
            continue
        yield from _written(value, (*path, name))


def _written(value: Any, path: Column) -> Iterator[tuple[Column, str]]:
    if is_record(type(value)):
        yield from _values(value, path)
    elif isinstance(value, tuple):
        written = [list(_values(item, (*path, position))) for position, item in enumerate(value)]
        if not written[-1] and len(written) > 1:
            yield path, str(len(written))
        for cells in written:
            yield from cells
    elif isinstance(value, Mapping):
        yield from (((*path, str(name)), str(inner)) for name, inner in value.items())
    else:
        yield path, str(value).lower() if isinstance(value, bool) else str(value)


def _heading(path: Column) -> str:
    """Return the heading of a column, by which `column_path` finds its path."""
    parts: list[str] = []
    for part, following in zip(path, (*path[1:], ""), strict=True):
        if isinstance(following, int):
            if following:
                parts.append(f"{str(part).removesuffix('s')}{following + 1}")
        elif isinstance(part, str):
            parts.append(part)
    return ".".join(parts)


def _escaped(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


# Types -------------------------------------------------------------------------------------------


def _bare(hint: Any) -> Any:
    bare = split_optional(split_annotations(hint)[0])[0]
    while isinstance(bare, NewType):
        bare = bare.__supertype__
    return bare


def _item(hint: Any) -> Any:
    """Return the bare type of the items of a list, or None for any other type."""
    bare = _bare(hint)
    args = get_args(bare)
    return _bare(args[0]) if get_origin(bare) is tuple and args[-1] is Ellipsis else None


def _item_hint(hint: Any) -> Any:
    """Return the type of the items of the lists in a mapping, with its annotations."""
    return get_args(split_annotations(get_args(hint)[1])[0])[0]


def _is_mapping(bare: Any) -> bool:
    origin = get_origin(bare)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_plain(hint: Any) -> bool:
    bare = _bare(hint)
    return bare in _PLAIN or get_origin(bare) is Literal
