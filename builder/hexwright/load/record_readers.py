"""Build the model's dataclasses from a tree, and collect all errors.

A reader is created once for each type and cached. It takes a node and returns a value, or `INVALID_VALUE`
after adding an error to the report. The reader of the container then uses a placeholder and marks the path as
unread, so that one invalid value doesn't discard the whole entry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, get_origin

from hexwright.diagnostics.diagnostic import DiagnosticReport, Span
from hexwright.load import former_keys
from hexwright.load.placeholder_values import placeholder_for_key, placeholder_record, placeholder_value
from hexwright.load.reader_context import (
    INVALID_VALUE,
    EntryContext,
    Reader,
    ReaderContext,
    TooManyErrors,
    describe_node,
    report_missing_value,
    report_too_many_errors,
    value_label,
)
from hexwright.load.record_keys import (
    KeyAnnotations,
    RecordKey,
    is_record,
    keys_of,
    split_annotations,
    split_optional,
    walk_type,
)
from hexwright.load.scalar_readers import ID, choice_reader, scalar_reader
from hexwright.load.table_records import table_reader
from hexwright.load.value_spans import Path, list_name
from hexwright.load.yaml_examples import example_record_yaml, example_yaml, list_example
from hexwright.load.yaml_tree import YamlMapping, YamlNode, YamlScalar, YamlSequence
from hexwright.support.message_wording import (
    class_name_words,
    join_with_or,
    nearest_word,
    quote,
    with_article,
)

T = TypeVar("T")


def build_record(cls: type[T], tree: YamlNode, path: Path, reading: ReaderContext, **given: str) -> T | None:
    """Read a tree into a dataclass; return None if the file has errors.

    `given` contains fields that aren't in the file, such as a scenario's id from its file name.
    """
    value = build_partial_record(cls, tree, path, reading, **given)
    return None if reading.report.has_errors else value


def build_partial_record(
    cls: type[T], tree: YamlNode | None, path: Path, reading: ReaderContext, **given: str
) -> T:
    """Read as much of a tree as possible, with placeholders for the rest; the tree is None for invalid YAML.

    `reading.unread` lists the values replaced by placeholders.
    """
    where = EntryContext(reading.source.file.rpartition("/")[2], is_file=True)
    value: Any = INVALID_VALUE
    if tree is not None:
        reading.spans.add(path, reading.span(tree), Span(reading.source.file))
        try:
            value = _read_record(cls, tree, path, where, reading, given)
        except TooManyErrors:
            report_too_many_errors(reading.report, Span(reading.source.file))
    if value is INVALID_VALUE:
        reading.unread.add(path)
        value = placeholder_record(cls, **given)
    found: T = value
    return found


@cache
def _reader(hint: Any, notes: KeyAnnotations) -> Reader:
    """Return the reader for a type."""
    bare, inner = split_annotations(hint)
    notes = inner.inside(notes)
    bare, nullable = split_optional(bare)

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
    if notes.from_table:
        read = table_reader(read, bare, notes.keyed)
    example = notes.doc.example if notes.doc else ""

    def read_or_refuse_null(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if isinstance(node, YamlScalar) and node.is_null:
            if nullable:
                return None
            return report_missing_value(node, path, where, reading, example)
        return read(node, path, where, reading)

    return read_or_refuse_null


_UNSAID = "docs/reference/data-format.md lists rules that can't be expressed yet"


# Records -----------------------------------------------------------------------------------------


def _record_reader(cls: type) -> Reader:
    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        last = path[-1]
        words = f"{class_name_words(cls.__name__)} {last + 1}" if isinstance(last, int) else quote(last)
        return _read_record(
            cls, node, path, EntryContext(words, where, kind=class_name_words(cls.__name__)), reading, {}
        )

    return read


def read_key(cls: type, name: str, node: YamlNode, reading: ReaderContext) -> Any:
    """Return the value of one key of a record, read from a node; errors are added to the report."""
    return _readers_of(cls)[name](node, (name,), EntryContext(reading.source.file, is_file=True), reading)


@cache
def _readers_of(cls: type) -> dict[str, Reader]:
    return {name: _reader(key.type, key.notes) for name, key in keys_of(cls).items()}


def _read_record(
    cls: type, node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext, given: dict[str, str]
) -> Any:
    keys, readers = keys_of(cls), _readers_of(cls)
    if not isinstance(node, YamlMapping):
        return _no_record(cls, node, path, where, reading, given)
    values: dict[str, Any] = dict(given)
    meant: set[str] = set()
    node = _with_brackets(node, keys, path, where, reading)
    for name in node.invalid_keys:
        reading.unread.add((*path, name))
    for name, (key_node, value_node) in node.entries.items():
        at = (*path, name)
        key = keys.get(name)
        if key is None or name in given:
            reading.unread.add(at)
            hint = former_keys.current_key(cls, name) or _unknown_hint(
                name,
                keys,
                given,
                node,
                meant,
                reading.homes if where.is_file else {},
                _UNSAID if reading.source.file.endswith("/rules.yaml") else "",
            )
            message = f"unknown key {quote(name)} in "
            reading.add_error("K002", f"{message}{where}", key_node, hint, _cause(message, where))
            continue
        reading.spans.add(at, reading.span(value_node), reading.span(key_node))
        if (
            key.default == ""
            and isinstance(value_node, YamlScalar)
            and value_node.quoted
            and not value_node.text
        ):
            values[name] = ""
            continue
        value = readers[name](value_node, at, where, reading)
        if value is INVALID_VALUE:
            reading.unread.add(at)
            value = placeholder_for_key(key)
        values[name] = value
    for name in meant:
        reading.unread.add((*path, name))
    unsaid = {name: key for name, key in keys.items() if name not in values}
    for name, key in unsaid.items():
        values[name] = _absent(name, key, path, where, reading, meant.union(node.invalid_keys))
    return cls(**values)


def _with_brackets(
    node: YamlMapping, keys: Mapping[str, RecordKey], path: Path, where: EntryContext, reading: ReaderContext
) -> YamlMapping:
    """Return a mapping in which a list without brackets, such as "{units: a, b, c}", is a list; report it and
    text with commas once.

    The parser takes what follows the first comma for keys without values.
    """
    entries = dict(node.entries)
    for first, rest in _commas(node, keys):
        value = node.entries[first][1]
        kind = split_optional(keys[first].type)[0]
        if get_origin(kind) is tuple and not keys[first].notes.keyed and isinstance(value, YamlScalar):
            told = f"{value_label((*path, first), where)} is a list without brackets"
            reading.add_error("K003", told, value, f"write [{', '.join([value.text, *rest])}]")
            items = tuple(node.entries[name][0] for name in rest)
            entries[first] = (node.entries[first][0], YamlSequence((value, *items), value.line, value.column))
        elif kind is str:
            told = f"unknown key {quote(rest[0])} in {where}"
            hint = (
                "put quotes around text that contains a comma: between { and }, a comma starts the next key"
            )
            reading.add_error("K002", told, node.entries[rest[0]][0], hint)
        else:
            continue
        for name in rest:
            del entries[name]
            reading.unread.add((*path, name))
    return replace(node, entries=entries)


def _commas(node: YamlMapping, keys: Mapping[str, RecordKey]) -> list[tuple[str, list[str]]]:
    """Return each key of a record whose value is followed by unknown keys without values, with those."""
    runs: list[tuple[str, list[str]]] = []
    for name, (_, value) in node.entries.items():
        empty = isinstance(value, YamlScalar) and not value.text and not value.quoted
        if name in keys:
            runs.append((name, []))
        elif runs and empty:
            runs[-1][1].append(name)
    return [(name, rest) for name, rest in runs if rest]


def _no_record(
    cls: type, node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext, given: dict[str, str]
) -> Any:
    wanted = ", ".join(name for name, key in keys_of(cls).items() if key.required and name not in given)
    if where.is_file:
        hint = f"write the keys {wanted}, each as 'key: value' on a separate line"
    else:
        hint = f"write, for example, {example_record_yaml(cls)}"
    cause = f"{list_name(path)} must contain mappings" if path and isinstance(path[-1], int) else ""
    return reading.add_error(
        "K003", f"{where} must be a mapping, got {describe_node(node)}", node, hint, cause
    )


def _absent(
    name: str, key: RecordKey, path: Path, where: EntryContext, reading: ReaderContext, told: Set[str]
) -> Any:
    """Return the value of a missing key; report it if it is required, unless `told` contains it."""
    taken = reading.inherited.get(path)
    if taken is not None and name not in taken.own:
        if not reading.unread.was_read_whole((*taken.path, name)):
            reading.unread.add((*path, name))
        return getattr(taken.record, name)
    if key.required:
        reading.unread.add((*path, name))
        if name not in told:
            example = example_yaml(key)
            message = f"key {quote(name)} is missing in "
            reading.add_error_at(
                "K001",
                f"{message}{where}",
                reading.spans.key(*path),
                f"write, for example, {name}: {example}" if example else _purpose(key),
                _cause(message, where),
            )
    return placeholder_for_key(key)


def _cause(message: str, where: EntryContext) -> str:
    return f"{message}{with_article(where.kind)}" if where.kind else ""


def _purpose(key: RecordKey) -> str:
    return f"meaning of the key: {key.notes.doc.text}" if key.notes.doc else ""


def _unknown_hint(
    name: str,
    keys: Mapping[str, RecordKey],
    given: dict[str, str],
    node: YamlMapping,
    meant: set[str],
    homes: Mapping[str, str],
    unsaid: str,
) -> str:
    if name in given:
        return "delete this key: the id is already given by the entry's key or the file's name"
    free = [known for known in keys if known not in given and known not in node.entries]
    close = nearest_word(name, free)
    if close is not None:
        meant.add(close)
        return f"did you mean {quote(close)}?"
    if name in homes:
        return f"move this key to {homes[name]}"
    known = [known for known in keys if known not in given]
    return f"known keys: {join_with_or(known, 'and', every=True)}{'; ' + unsaid if unsaid else ''}"


def _keyed_reader(item: Any) -> Reader:
    """Return a reader that converts `{id: entry}` to a tuple of entries with a field `id`."""
    cls, _ = split_annotations(item)
    noun = class_name_words(cls.__name__)
    form = keys_of(cls)["id"].notes.pattern or ID

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlMapping):
            return reading.add_error(
                "K003",
                f"{value_label(path, where)} must be a mapping from id to {noun}, got {describe_node(node)}",
                node,
                f"write each {noun} as 'id:' with its keys below",
            )
        entries: list[Any] = []
        folded: dict[str, str] = {}
        if node.invalid_keys:
            # A duplicate id was meant to be another one, which is unknown.
            reading.unread.add_bad_ids(path)
        for name, (key_node, value_node) in node.entries.items():
            at = (*path, name)
            reading.spans.add(at, reading.span(value_node), reading.span(key_node))
            inner = EntryContext(f"{noun} {quote(name)}", kind=noun)
            if not re.fullmatch(form.regex, name):
                reading.unread.add_bad_ids(path)
                reading.add_error(
                    "K010", f"{quote(name)} can't be the id of a {noun}", key_node, f"use {form.words}"
                )
            twin = folded.setdefault(name.casefold(), name)
            if twin != name:
                reading.unread.add_bad_ids(path)
                reading.add_error(
                    "K011",
                    f"the ids {quote(twin)} and {quote(name)} differ only in case",
                    key_node,
                    "rename one of the two, because some file systems don't distinguish case",
                )
            if isinstance(value_node, YamlScalar) and value_node.is_null:
                wanted = ", ".join(k.name for k in keys_of(cls).values() if k.required and k.name != "id")
                entry: Any = reading.add_error(
                    "K008",
                    f"{inner} has no value",
                    key_node,
                    f"write the keys {wanted} below this line, indented",
                )
            else:
                entry = _read_record(cls, value_node, at, inner, reading, {"id": name})
            if entry is INVALID_VALUE:
                reading.unread.add(at)
                entry = placeholder_record(cls, id=name)
            entries.append(entry)
        return tuple(entries)

    return read


# Lists and tables --------------------------------------------------------------------------------


def _list_reader(item: Any, notes: KeyAnnotations) -> Reader:
    read_item = _reader(item, KeyAnnotations(None, False, None, notes.range, notes.pattern))
    bare = split_optional(split_annotations(item)[0])[0]
    example = (notes.doc.example if notes.doc else "") or (
        f"[{example_record_yaml(bare)}]" if is_record(bare) else ""
    )
    fallback = f"write, for example, {example}" if example else "put the entries between [ and ]"

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if notes.one_or_more and isinstance(node, YamlScalar):
            node = YamlSequence((node,), node.line, node.column)
        if not isinstance(node, YamlSequence):
            return reading.add_error(
                "K003",
                f"{value_label(path, where)} must be a list, got {describe_node(node)}",
                node,
                (list_example(node.text, item, notes) if isinstance(node, YamlScalar) else "") or fallback,
            )
        values: list[Any] = []
        put = reading.spans.add
        for position, child in enumerate(node.items):
            at = (*path, position)
            put(at, reading.span(child))
            value = read_item(child, at, where, reading)
            if value is INVALID_VALUE:
                reading.unread.add(at)
                value = placeholder_value(item)
            values.append(value)
        return tuple(values)

    return read


def _fixed_reader(items: tuple[Any, ...], notes: KeyAnnotations) -> Reader:
    readers = [_reader(item, KeyAnnotations(None, False, None, notes.range, notes.pattern)) for item in items]

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlSequence) or len(node.items) != len(readers):
            entries = "entry" if isinstance(node, YamlSequence) and len(node.items) == 1 else "entries"
            count = f"{len(node.items)} {entries}" if isinstance(node, YamlSequence) else describe_node(node)
            return reading.add_error(
                "K003",
                f"{value_label(path, where)} must be a list of {len(readers)} entries, got {count}",
                node,
            )
        values: list[Any] = []
        for position, (child, read_item) in enumerate(zip(node.items, readers, strict=True)):
            at = (*path, position)
            reading.spans.add(at, reading.span(child))
            values.append(read_item(child, at, where, reading))
        return INVALID_VALUE if INVALID_VALUE in values else tuple(values)

    return read


def _table_reader(key_type: Any, value_type: Any, notes: KeyAnnotations) -> Reader:
    read_key = _reader(key_type, KeyAnnotations())
    read_value = _reader(value_type, KeyAnnotations(None, False, None, notes.range, notes.pattern))
    example = notes.doc.example if notes.doc else ""

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        if not isinstance(node, YamlMapping):
            return reading.add_error(
                "K003",
                f"{value_label(path, where)} must be a mapping, got {describe_node(node)}",
                node,
                f"write, for example, {example}" if example else "write 'key: value' lines below it",
            )
        values: dict[Any, Any] = {}
        for name in node.invalid_keys:
            reading.unread.add((*path, name))
        for name, (key_node, value_node) in node.entries.items():
            at = (*path, name)
            reading.spans.add(at, reading.span(value_node), reading.span(key_node))
            key = read_key(key_node, at, where, reading)
            value = read_value(value_node, at, where, reading)
            if key is INVALID_VALUE or value is INVALID_VALUE:
                reading.unread.add(at)
            if key is not INVALID_VALUE:
                values[key] = placeholder_value(value_type) if value is INVALID_VALUE else value
        return values

    return read


def _union_reader(members: tuple[Any, ...], notes: KeyAnnotations) -> Reader:
    """Return a reader that tries the members in order; choices and numbers should come before strings."""
    readers = [_reader(member, notes) for member in members]

    def read(node: YamlNode, path: Path, where: EntryContext, reading: ReaderContext) -> Any:
        attempts: list[DiagnosticReport] = []
        for reader in readers:
            report = DiagnosticReport()
            value = reader(node, path, where, ReaderContext(reading.source, report, reading.spans))
            if not report.has_errors:
                return value
            attempts.append(report)
        # The attempt that got furthest is most likely what was meant.
        best = max(attempts, key=lambda r: max((d.span.line, d.span.column) for d in r if d.span))
        reading.report.extend(best)
        return INVALID_VALUE

    return read
