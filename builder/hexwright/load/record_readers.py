"""Build the model's dataclasses from a tree, collecting every error on the way.

A reader is created once for each type and cached. It takes a node and returns a value, or `FAULTY` after
adding an error to the report. The container of a faulty value continues with a placeholder and marks its path
as unread, so that an entry with a mistake remains an entry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from functools import cache
from typing import Any, TypeVar

from hexwright.diagnostics.diagnostic import Report, Span
from hexwright.load import former_keys
from hexwright.load.placeholder_values import empty_record, stand_in, stand_in_for
from hexwright.load.reader_context import (
    FAULTY,
    Reader,
    Reading,
    TooManyFaults,
    Where,
    got,
    no_value,
    subject,
    tell_full,
)
from hexwright.load.record_keys import Key, Notes, is_record, keys_of, optional, plain, walk_type
from hexwright.load.scalar_readers import ID, choice_reader, scalar_reader
from hexwright.load.value_spans import Path, list_name
from hexwright.load.yaml_examples import as_list, example_of, example_record
from hexwright.load.yaml_tree import Listing, Node, Table, Text
from hexwright.support.message_wording import listed, nearest, quote, with_article, words_of

T = TypeVar("T")


def build(cls: type[T], tree: Node, path: Path, reading: Reading, **given: str) -> T | None:
    """Read a tree into a dataclass; None if anything in the file is faulty.

    `given` holds fields that aren't in the file, such as a scenario's id from its file name.
    """
    value = build_in_part(cls, tree, path, reading, **given)
    return None if reading.report.failed else value


def build_in_part(cls: type[T], tree: Node | None, path: Path, reading: Reading, **given: str) -> T:
    """Read as much of a tree as possible, with placeholders for the rest; None stands for invalid YAML.

    Values replaced by placeholders are listed in `reading.unread`.
    """
    where = Where(reading.source.file.rpartition("/")[2], is_file=True)
    value: Any = FAULTY
    if tree is not None:
        reading.spans.put(path, reading.span(tree), Span(reading.source.file))
        try:
            value = _read_record(cls, tree, path, where, reading, given)
        except TooManyFaults:
            tell_full(reading.report, Span(reading.source.file))
    if value is FAULTY:
        reading.unread.add(path)
        value = empty_record(cls, **given)
    found: T = value
    return found


@cache
def _reader(hint: Any, notes: Notes) -> Reader:
    """Return the reader for a type."""
    bare, inner = plain(hint)
    notes = inner.over(notes)
    bare, nullable = optional(bare)

    read: Reader = walk_type(
        bare,
        record=lambda cls: _record_reader(cls),
        sequence=lambda item, keyed: _keyed_reader(item) if keyed else _list_reader(item, notes),
        fixed=lambda items: _fixed_reader(items, notes),
        table=lambda key, value: _table_reader(key, value, notes),
        choice=lambda choices: choice_reader(choices),
        union=lambda members: _union_reader(members, notes),
        scalar=lambda kind, _name: scalar_reader(kind, notes),
        keyed=notes.keyed,
    )
    example = notes.doc.example if notes.doc else ""

    def read_or_refuse_null(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        if isinstance(node, Text) and node.is_null:
            if nullable:
                return None
            return no_value(node, path, where, reading, example)
        return read(node, path, where, reading)

    return read_or_refuse_null


_UNSAID = "docs/reference/data-format.md lists rules that can't be expressed yet"


# Records -----------------------------------------------------------------------------------------


def _record_reader(cls: type) -> Reader:
    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        last = path[-1]
        words = f"{words_of(cls.__name__)} {last + 1}" if isinstance(last, int) else quote(last)
        return _read_record(cls, node, path, Where(words, where, kind=words_of(cls.__name__)), reading, {})

    return read


@cache
def _readers_of(cls: type) -> dict[str, Reader]:
    return {name: _reader(key.type, key.notes) for name, key in keys_of(cls).items()}


def _read_record(
    cls: type, node: Node, path: Path, where: Where, reading: Reading, given: dict[str, str]
) -> Any:
    keys, readers = keys_of(cls), _readers_of(cls)
    if not isinstance(node, Table):
        return _no_record(cls, node, path, where, reading, given)
    values: dict[str, Any] = dict(given)
    meant: set[str] = set()
    for name in node.refused:
        reading.unread.add((*path, name))
    for name, (key_node, value_node) in node.entries.items():
        at = (*path, name)
        key = keys.get(name)
        if key is None or name in given:
            reading.unread.add(at)
            hint = former_keys.now(cls.__name__, name) or _unknown_hint(
                name,
                keys,
                given,
                node,
                meant,
                reading.homes if where.is_file else {},
                _UNSAID if reading.source.file.endswith("/rules.yaml") else "",
            )
            message = f"unknown key {quote(name)} in "
            reading.fault("K002", f"{message}{where}", key_node, hint, _cause(message, where))
            continue
        reading.spans.put(at, reading.span(value_node), reading.span(key_node))
        if key.default == "" and isinstance(value_node, Text) and value_node.quoted and not value_node.text:
            values[name] = ""
            continue
        value = readers[name](value_node, at, where, reading)
        if value is FAULTY:
            reading.unread.add(at)
            value = stand_in_for(key)
        values[name] = value
    for name in meant:
        reading.unread.add((*path, name))
    unsaid = {name: key for name, key in keys.items() if name not in values}
    for name, key in unsaid.items():
        values[name] = _absent(name, key, path, where, reading, meant.union(node.refused))
    return cls(**values)


def _no_record(
    cls: type, node: Node, path: Path, where: Where, reading: Reading, given: dict[str, str]
) -> Any:
    wanted = ", ".join(name for name, key in keys_of(cls).items() if key.required and name not in given)
    if where.is_file:
        hint = f"start with the keys {wanted}, each as 'key: value' on a line of its own"
    else:
        hint = f"write, for example, {example_record(cls)}"
    cause = f"{list_name(path)} must contain mappings" if path and isinstance(path[-1], int) else ""
    return reading.fault("K003", f"{where} must be a mapping, got {got(node)}", node, hint, cause)


def _absent(name: str, key: Key, path: Path, where: Where, reading: Reading, told: Set[str]) -> Any:
    """Return the value of a missing key, reporting a required one unless it is in `told`."""
    taken = reading.taken.get(path)
    if taken is not None and name not in taken.own:
        if not reading.unread.sound((*taken.path, name)):
            reading.unread.add((*path, name))
        return getattr(taken.record, name)
    if key.required:
        reading.unread.add((*path, name))
        if name not in told:
            example = example_of(key)
            message = f"key {quote(name)} is missing in "
            reading.fault_at(
                "K001",
                f"{message}{where}",
                reading.spans.key(*path),
                f"write, for example, {name}: {example}" if example else _purpose(key),
                _cause(message, where),
            )
    return stand_in_for(key)


def _cause(message: str, where: Where) -> str:
    return f"{message}{with_article(where.kind)}" if where.kind else ""


def _purpose(key: Key) -> str:
    return f"its meaning: {key.notes.doc.text}" if key.notes.doc else ""


def _unknown_hint(
    name: str,
    keys: Mapping[str, Key],
    given: dict[str, str],
    node: Table,
    meant: set[str],
    homes: Mapping[str, str],
    unsaid: str,
) -> str:
    if name in given:
        return "delete it: the name is already given by the key or file name"
    free = [known for known in keys if known not in given and known not in node.entries]
    close = nearest(name, free)
    if close is not None:
        meant.add(close)
        return f"did you mean {quote(close)}?"
    if name in homes:
        return f"it belongs in {homes[name]}"
    value = node.entries[name][1]
    if " " in name and isinstance(value, Text) and value.is_null:
        return "between { and } a comma starts the next key: put quotes around a text that contains a comma"
    known = [known for known in keys if known not in given]
    return f"known keys: {listed(known, 'and')}{'; ' + unsaid if unsaid else ''}"


def _keyed_reader(item: Any) -> Reader:
    """Read `{id: entry}` into a tuple of entries with a field `id`."""
    cls, _ = plain(item)
    noun = words_of(cls.__name__)
    form = keys_of(cls)["id"].notes.pattern or ID

    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        if not isinstance(node, Table):
            return reading.fault(
                "K003",
                f"{subject(path, where)} must be a mapping from id to {noun}, got {got(node)}",
                node,
                f"write each {noun} as 'id:' with its keys below",
            )
        entries: list[Any] = []
        folded: dict[str, str] = {}
        if node.refused:
            # A duplicate id was meant to be another one, which is unknown.
            reading.unread.misname(path)
        for name, (key_node, value_node) in node.entries.items():
            at = (*path, name)
            reading.spans.put(at, reading.span(value_node), reading.span(key_node))
            inner = Where(f"{noun} {quote(name)}", kind=noun)
            if not re.fullmatch(form.regex, name):
                reading.unread.misname(path)
                reading.fault(
                    "K010", f"{quote(name)} can't be the id of a {noun}", key_node, f"use {form.words}"
                )
            twin = folded.setdefault(name.casefold(), name)
            if twin != name:
                reading.unread.misname(path)
                reading.fault(
                    "K011",
                    f"the ids {quote(twin)} and {quote(name)} differ only in case",
                    key_node,
                    "rename one of them, because some file systems don't distinguish case",
                )
            if isinstance(value_node, Text) and value_node.is_null:
                wanted = ", ".join(k.name for k in keys_of(cls).values() if k.required and k.name != "id")
                entry: Any = reading.fault(
                    "K008", f"{inner} has no value", key_node, f"write the keys {wanted} below it, indented"
                )
            else:
                entry = _read_record(cls, value_node, at, inner, reading, {"id": name})
            if entry is FAULTY:
                reading.unread.add(at)
                entry = empty_record(cls, id=name)
            entries.append(entry)
        return tuple(entries)

    return read


# Lists and tables --------------------------------------------------------------------------------


def _list_reader(item: Any, notes: Notes) -> Reader:
    read_item = _reader(item, Notes(None, False, None, notes.range, notes.pattern))
    bare = optional(plain(item)[0])[0]
    example = (notes.doc.example if notes.doc else "") or (
        f"[{example_record(bare)}]" if is_record(bare) else ""
    )
    fallback = f"write, for example, {example}" if example else "put the entries between [ and ]"

    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        if notes.one_or_more and isinstance(node, Text):
            node = Listing((node,), node.line, node.column)
        if not isinstance(node, Listing):
            return reading.fault(
                "K003",
                f"{subject(path, where)} must be a list, got {got(node)}",
                node,
                (as_list(node.text, item, notes) if isinstance(node, Text) else "") or fallback,
            )
        values: list[Any] = []
        put = reading.spans.put
        for position, child in enumerate(node.items):
            at = (*path, position)
            put(at, reading.span(child))
            value = read_item(child, at, where, reading)
            if value is FAULTY:
                reading.unread.add(at)
                value = stand_in(item)
            values.append(value)
        return tuple(values)

    return read


def _fixed_reader(items: tuple[Any, ...], notes: Notes) -> Reader:
    readers = [_reader(item, Notes(None, False, None, notes.range, notes.pattern)) for item in items]

    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        if not isinstance(node, Listing) or len(node.items) != len(readers):
            entries = "entry" if isinstance(node, Listing) and len(node.items) == 1 else "entries"
            count = f"{len(node.items)} {entries}" if isinstance(node, Listing) else got(node)
            return reading.fault(
                "K003", f"{subject(path, where)} must be a list of {len(readers)} entries, got {count}", node
            )
        values: list[Any] = []
        for position, (child, read_item) in enumerate(zip(node.items, readers, strict=True)):
            at = (*path, position)
            reading.spans.put(at, reading.span(child))
            values.append(read_item(child, at, where, reading))
        return FAULTY if FAULTY in values else tuple(values)

    return read


def _table_reader(key_type: Any, value_type: Any, notes: Notes) -> Reader:
    read_key = _reader(key_type, Notes())
    read_value = _reader(value_type, Notes(None, False, None, notes.range, notes.pattern))
    example = notes.doc.example if notes.doc else ""

    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        if not isinstance(node, Table):
            return reading.fault(
                "K003",
                f"{subject(path, where)} must be a mapping, got {got(node)}",
                node,
                f"write, for example, {example}" if example else "write 'key: value' lines below it",
            )
        values: dict[Any, Any] = {}
        for name in node.refused:
            reading.unread.add((*path, name))
        for name, (key_node, value_node) in node.entries.items():
            at = (*path, name)
            reading.spans.put(at, reading.span(value_node), reading.span(key_node))
            key = read_key(key_node, at, where, reading)
            value = read_value(value_node, at, where, reading)
            if key is FAULTY or value is FAULTY:
                reading.unread.add(at)
            if key is not FAULTY:
                values[key] = stand_in(value_type) if value is FAULTY else value
        return values

    return read


def _union_reader(members: tuple[Any, ...], notes: Notes) -> Reader:
    """Try the members in order; choices and numbers should come before text."""
    readers = [_reader(member, notes) for member in members]

    def read(node: Node, path: Path, where: Where, reading: Reading) -> Any:
        attempts: list[Report] = []
        for reader in readers:
            report = Report()
            value = reader(node, path, where, Reading(reading.source, report, reading.spans))
            if not report.failed:
                return value
            attempts.append(report)
        # The attempt that got furthest is most likely what was meant.
        best = max(attempts, key=lambda r: max((d.span.line, d.span.column) for d in r if d.span))
        reading.report.extend(best)
        return FAULTY

    return read
