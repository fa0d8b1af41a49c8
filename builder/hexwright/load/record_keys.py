"""Inspect how YAML writes a dataclass of the model: its keys, types and annotations."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

from hexwright.model.key_annotations import (
    Doc,
    FromTable,
    Keyed,
    OneOrMore,
    OptionsOf,
    Pattern,
    Range,
    Reference,
)

NAMED_KINDS: Mapping[str, str] = {
    "HexId": "hex",
    "UnitId": "unit",
    "SideId": "side",
    "BoxId": "box",
    "PhaseId": "phase",
}
"""NewTypes of `hexwright.model.ids` whose values are references."""


@dataclass(frozen=True, slots=True)
class KeyAnnotations:
    """The annotations of a type."""

    doc: Doc | None = None
    keyed: bool = False
    reference: str | None = None
    range: Range | None = None
    pattern: Pattern | None = None
    one_or_more: bool = False
    options_of: str | None = None
    from_table: bool = False

    def inside(self, outer: KeyAnnotations) -> KeyAnnotations:
        """Merge with the annotations of the surrounding type; in a conflict, the inner annotations apply."""
        return KeyAnnotations(
            self.doc or outer.doc,
            self.keyed or outer.keyed,
            self.reference or outer.reference,
            self.range or outer.range,
            self.pattern or outer.pattern,
            self.one_or_more or outer.one_or_more,
            self.options_of or outer.options_of,
            self.from_table or outer.from_table,
        )


@dataclass(frozen=True, slots=True)
class RecordKey:
    """One key of a mapping: one field of a dataclass."""

    name: str
    type: Any
    required: bool
    default: Any
    notes: KeyAnnotations


def split_annotations(hint: Any) -> tuple[Any, KeyAnnotations]:
    """Split a type hint into the bare type and its annotations."""
    notes = KeyAnnotations()
    while get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        for extra in extras:
            name, value = _annotation(extra)
            if name and not (name == "doc" and notes.doc):
                notes = dataclasses.replace(notes, **{name: value})
        hint = inner
    return hint, notes


_MARKS: Mapping[type, str] = {Keyed: "keyed", OneOrMore: "one_or_more", FromTable: "from_table"}
_NOTES: Mapping[type, str] = {Doc: "doc", Range: "range", Pattern: "pattern"}


def _annotation(extra: Any) -> tuple[str, Any]:
    """Return the field of `KeyAnnotations` that an annotation sets, and its value; "" for none."""
    if isinstance(extra, Reference):
        return "reference", extra.kind
    if isinstance(extra, OptionsOf):
        return "options_of", extra.file
    kind: type = type(extra)
    return (_MARKS[kind], True) if kind in _MARKS else (_NOTES.get(kind, ""), extra)


@cache
def inherited_keys(cls: type) -> frozenset[str]:
    """Return the keys that a dataclass inherits."""
    base = base_record(cls)
    return frozenset() if base is None else frozenset(field.name for field in dataclasses.fields(base))


def base_record(cls: type) -> type | None:
    """Return the dataclass from which a dataclass inherits, or None."""
    base = cls.__bases__[0]
    return base if dataclasses.is_dataclass(base) else None


@cache
def keys_of(cls: type) -> Mapping[str, RecordKey]:
    """Return the keys that YAML may have for a dataclass, in order, including `id` if it has one.

    Inherited keys come last.
    """
    # Inherited hints are read once for all subclasses: some thirty records have criteria.
    hints = {name: hint for base in reversed(cls.__mro__) for name, hint in _own_hints(base).items()}
    keys: dict[str, RecordKey] = {}
    for field in sorted(dataclasses.fields(cls), key=lambda field: field.name in inherited_keys(cls)):
        bare, notes = split_annotations(hints[field.name])
        default: Any = field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        keys[field.name] = RecordKey(field.name, bare, default is MISSING, default, notes)
    return keys


@cache
def _own_hints(cls: type) -> Mapping[str, Any]:
    """Return the type hints declared in the class itself."""
    return inspect.get_annotations(cls, eval_str=True)


def reference_kind(hint: Any, notes: KeyAnnotations) -> str | None:
    """Return the kind of entry to which strings of a bare type refer, or None."""
    return notes.reference or NAMED_KINDS.get(getattr(hint, "__name__", ""))


def is_record(hint: Any) -> bool:
    """Return whether a bare type is one of the model's dataclasses."""
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def split_optional(hint: Any) -> tuple[Any, bool]:
    """Split `X | None` into X and True; a union of several types stays a union."""
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    members = [member for member in get_args(hint) if member is not NoneType]
    has_none = len(members) < len(get_args(hint))
    if len(members) == 1:
        return members[0], has_none
    return Union[tuple(members)], has_none  # noqa: UP007 - built at run time


def walk_type(
    hint: Any,
    *,
    record: Callable[[type], Any],
    sequence: Callable[[Any, bool], Any],
    fixed: Callable[[tuple[Any, ...]], Any],
    table: Callable[[Any, Any], Any],
    choice: Callable[[tuple[Any, ...]], Any],
    union: Callable[[tuple[Any, ...]], Any],
    scalar: Callable[[type, str], Any],
    keyed: bool = False,
) -> Any:
    """Call the handler for the kind of a bare, non-optional type; raise TypeError for any other type.

    `scalar` gets the Python type and the name of the NewType around it, or "" without a NewType.
    """
    name = ""
    while isinstance(hint, NewType):
        name = name or hint.__name__
        hint = hint.__supertype__
    origin, args = get_origin(hint), get_args(hint)
    if is_record(hint):
        return record(hint)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return sequence(args[0], keyed)
    if origin is tuple:
        return fixed(args)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return table(args[0], args[1])
    if origin is Literal:
        return choice(args)
    if origin in (Union, UnionType):
        return union(args)
    if hint in (str, int, float, bool):
        return scalar(hint, name)
    raise TypeError(f"the data format can't express the type {hint!r}")
