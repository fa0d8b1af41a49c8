"""Create placeholders for values that couldn't be read, so that the other values can be checked."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hexwright.load.record_keys import (
    KeyAnnotations,
    RecordKey,
    keys_of,
    split_annotations,
    split_optional,
    walk_type,
)

_NO_TEXT = "?"


def placeholder_for_key(key: RecordKey) -> Any:
    """Return the placeholder for a key: its default, or the lowest value of its type."""
    return _placeholder_of_type(key.type, key.notes) if key.required else key.default


def placeholder_value(hint: Any) -> Any:
    """Return the placeholder for a value of a type."""
    return _placeholder_of_type(*split_annotations(hint))


def placeholder_record(cls: type, **given: Any) -> Any:
    """Return a record with the fields `given`, and placeholders for all others."""
    return cls(**{name: given.get(name, placeholder_for_key(key)) for name, key in keys_of(cls).items()})


@cache
def _placeholder_of_type(hint: Any, outer: KeyAnnotations) -> Any:
    bare, inner = split_annotations(hint)
    notes = inner.inside(outer)
    bare, nullable = split_optional(bare)
    if nullable:
        return None
    return walk_type(
        bare,
        record=placeholder_record,
        sequence=lambda _item, _keyed: (),
        fixed=lambda items: tuple(
            _placeholder_of_type(item, KeyAnnotations(range=notes.range)) for item in items
        ),
        table=lambda _key, _value: {},
        choice=lambda choices: choices[0],
        union=lambda members: _placeholder_of_type(members[0], notes),
        scalar=lambda kind, _name: _scalar(kind, notes),
        keyed=notes.keyed,
    )


def _scalar(kind: type, notes: KeyAnnotations) -> Any:
    if kind is bool:
        return False
    example = notes.doc.example.strip("'\"") if notes.doc else ""
    if kind is not str:
        low, high = (notes.range.low, notes.range.high) if notes.range else (1, 1)
        usual = float(example) if re.fullmatch(r"\d+(\.\d+)?", example) else 1
        return kind(min(max(low, usual), high))
    # A value with a required form, such as a colour, is used in that form.
    return example if notes.pattern and re.fullmatch(notes.pattern.regex, example) else _NO_TEXT
