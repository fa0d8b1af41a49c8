"""Find which parts of the data format games use: fields with a value, and each choice of a field."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from hexwright.model.game import Game

Said = tuple[str, str]
"""A field as "Class.field", with the choice that it makes or ""."""


@cache
def types_of(kind: type) -> Mapping[str, Any]:
    """Return the annotations of a dataclass."""
    return typing.get_type_hints(kind)


def sayable(kind: type = Game) -> set[Said]:
    """Return every field and every choice of the model's dataclasses."""
    found: set[Said] = set()
    waiting, seen = [kind], set[type]()
    while waiting:
        now = waiting.pop()
        if now in seen:
            continue
        seen.add(now)
        for entry in fields(now):
            name = _named(now, entry.name)
            hint = types_of(now)[entry.name]
            choices = list(_choices(hint))
            found |= {(name, choice) for choice in choices} or {(name, "")}
            waiting += classes_in(hint)
    return found


def said(value: object) -> set[Said]:
    """Return what a game, or a part of one, says: fields other than their default, and choices made."""
    found: set[Said] = set()
    for kind, entry, content in _walk(value):
        name = _named(kind, entry.name)
        choices = set(_choices(types_of(kind)[entry.name]))
        if choices:
            found |= {(name, one) for one in _texts(content) if one in choices}
        elif content != _default(entry):
            found.add((name, ""))
    return found


def _named(kind: type, field: str) -> str:
    """Return a field with the class that declares it: what several kinds of entry have in common is one."""
    known = [one for one in kind.__mro__ if is_dataclass(one) and field in {e.name for e in fields(one)}]
    return f"{known[-1].__name__}.{field}"


def _walk(value: object) -> Iterator[tuple[type, Field[Any], object]]:
    if is_dataclass(value) and not isinstance(value, type):
        for entry in fields(value):
            content = getattr(value, entry.name)
            yield type(value), entry, content
            yield from _walk(content)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _walk(one)
    elif isinstance(value, tuple):
        for one in value:
            yield from _walk(one)


def _default(entry: Field[Any]) -> object:
    if entry.default_factory is not MISSING:
        return entry.default_factory()
    return None if entry.default is MISSING else entry.default


def _texts(content: object) -> Iterator[str]:
    """Yield the texts that a field holds, keys of mappings too."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        for key, one in content.items():
            yield from (*_texts(key), *_texts(one))
    elif isinstance(content, tuple):
        for one in content:
            yield from _texts(one)


def _choices(hint: Any) -> Iterator[str]:
    """Yield the choices that an annotation offers."""
    if typing.get_origin(hint) is Literal:
        for one in typing.get_args(hint):
            yield from ([one] if isinstance(one, str) else _choices(one))
        return
    for part in typing.get_args(hint):
        yield from _choices(part)


def classes_in(hint: Any) -> Iterator[type]:
    """Yield the dataclasses in an annotation."""
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for part in typing.get_args(hint):
        yield from classes_in(part)
