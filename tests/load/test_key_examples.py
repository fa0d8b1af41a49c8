"""The example of a key, which the data format and messages show, is a value that the loader accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import make_dataclass
from typing import get_type_hints

import pytest

from hexwright.diagnostics.diagnostic import DiagnosticReport
from hexwright.load.format_documentation import record_types_in
from hexwright.load.json_schema import KINDS, SPECS
from hexwright.load.reader_context import ReaderContext
from hexwright.load.record_keys import keys_of
from hexwright.load.record_readers import build_record
from hexwright.load.value_spans import ValueSpans
from hexwright.load.yaml_tree import SourceFile, parse


def _records() -> Iterator[type]:
    """Yield every record of the data format once."""
    waiting: list[type] = [*KINDS.values(), *SPECS.values()]
    seen: set[type] = set()
    while waiting:
        record = waiting.pop()
        if record not in seen:
            seen.add(record)
            yield record
            waiting += [inner for key in keys_of(record).values() for inner in record_types_in(key.type)]


EXAMPLES = {
    f"{record.__name__}.{name}": (record, name, key.notes.doc.example)
    for record in _records()
    for name, key in keys_of(record).items()
    if key.notes.doc is not None and key.notes.doc.example
}


@pytest.mark.parametrize("key", sorted(EXAMPLES))
def test_an_example_can_be_read(key: str) -> None:
    record, name, example = EXAMPLES[key]
    alone = make_dataclass("Alone", [(name, get_type_hints(record, include_extras=True)[name])])
    source, report = SourceFile("example.yaml", f"{name}: {example}\n".encode()), DiagnosticReport()
    tree = parse(source, report)
    assert tree is not None
    build_record(alone, tree, (), ReaderContext(source, report, ValueSpans()))
    assert [found.message for found in report.diagnostics] == []
