"""Generate examples of YAML values for messages, from the model's annotations."""

from __future__ import annotations

import re
from typing import Any

from hexwright.load.record_keys import (
    KeyAnnotations,
    RecordKey,
    is_record,
    keys_of,
    reference_kind,
    split_annotations,
    split_optional,
    walk_type,
)
from hexwright.support.linear_regex import LinearRegex
from hexwright.support.message_wording import with_article

_PARTED = re.compile(r"[\s,;|]+")
_SPAN = LinearRegex(r"([\pL\pN_]+)\s*(?:-|–|\.\.|to)\s*([\pL\pN_]+)")
_SHORT = 5


def example_yaml(key: RecordKey) -> str:
    """Return an example of a key's value as YAML; "" if there is none."""
    return (key.notes.doc.example if key.notes.doc else "") or _made(key.type, key.notes)


def example_record_yaml(cls: type) -> str:
    """Return a mapping with the required keys of a record, such as "{strength: 12, ma: 6}"."""
    needed = [key for key in keys_of(cls).values() if key.required and key.name != "id"]
    needed = needed or [key for key in keys_of(cls).values() if key.name != "id"][:1]
    written = [f"{key.name}: {_within_brackets(example_yaml(key) or '…')}" for key in needed]
    return f"{{{', '.join(written)}}}"


def _within_brackets(text: str) -> str:
    """Quote a scalar if YAML requires quotes inside brackets."""
    return f'"{text}"' if re.search(r"^[^\[{\"'].*[,:#]", text) else text


def _made(hint: Any, outer: KeyAnnotations) -> str:
    bare, inner = split_annotations(hint)
    notes = inner.inside(outer)
    bare, _ = split_optional(bare)
    found: str = walk_type(
        bare,
        record=example_record_yaml,
        sequence=lambda item, keyed: "" if keyed else f"[{_made(item, KeyAnnotations()) or '…'}]",
        fixed=lambda _items: "",
        table=lambda _key, _value: "",
        choice=lambda choices: str(choices[0]),
        union=lambda _members: "",
        scalar=lambda kind, _name: "1" if kind in (int, float) else "",
        keyed=notes.keyed,
    )
    return found


def list_example(text: str, item: Any, notes: KeyAnnotations) -> str:
    """Return a hint for a string that should be a list, such as "write [red-1]"; "" for a long string."""
    bare, inner = split_annotations(item)
    bare, _ = split_optional(bare)
    if is_record(bare):
        return f"write, for example, [{example_record_yaml(bare)}]"
    parts = [part for part in _PARTED.split(text.strip()) if part]
    kind = reference_kind(bare, inner.inside(notes))
    if "," in text or ";" in text or kind is not None or all(len(part) < _SHORT for part in parts):
        span = _SPAN.fullmatch(text.strip())
        if span is not None and kind == "hex":
            return f"write {with_article('list')} of all hexes: [{span[1]}, …, {span[2]}]"
        text = ", ".join(parts)
    return f"write [{text}]" if len(text) < 60 else ""
