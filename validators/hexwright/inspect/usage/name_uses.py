"""The kinds of names in a module, and one use of a name."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from hexwright.inspect.analysis.expression_analysis import TextAnalysis
from hexwright.inspect.analysis.key_bindings import KEY_NAMES, key_as_words, key_identity
from hexwright.vassal.codec.field_values import ALT, CTRL, META, SHIFT, KeyCommand


class NameKind(StrEnum):
    """What a name denotes."""

    PROTOTYPE = "prototype"
    PROPERTY = "property"
    KEY = "key"
    IMAGE = "image"
    MAP = "map"
    BOARD = "board"
    ZONE = "zone"
    REGION = "region"
    DECK = "deck"
    SIDE = "side"
    CLASS = "class"
    TEXT = "text"
    """Not a name, but a text that contains the name."""


class UseRole(StrEnum):
    """What a trait or component does with a name."""

    DEFINES = "defines"
    CHANGES = "changes"
    READS = "reads"
    USES = "uses"
    RESPONDS = "responds"
    SENDS = "sends"
    MENTIONS = "mentions"


class NameUse(NamedTuple):
    """One use of a name in a trait or component: `label` is the field in the Editor, `text` its content."""

    kind: NameKind
    name: str
    role: UseRole
    label: str
    text: str = ""


_MODIFIERS = {"ctrl": CTRL, "alt": ALT, "meta": META, "shift": SHIFT, "control": CTRL, "cmd": META}
_CODES = {name.casefold(): code for code, name in KEY_NAMES.items()}


def key_name(key: KeyCommand | None) -> str:
    """Return the name of a key command: its own, or its keys, such as Ctrl+F. An empty key has none."""
    if key is None or key_identity(key) is None:
        return ""
    return key.name or key_as_words(key)


def normalised_key(text: str) -> str:
    """Return the keys that a text such as "shift-ctrl f" means, as `key_name` writes them, or the text."""
    stroke = keystroke_of(text)
    return text if stroke is None else key_as_words(stroke)


def keystroke_of(text: str) -> KeyCommand | None:
    """Return the keys of the keyboard that a text such as "shift-ctrl f" means; None for a name."""
    *modifiers, last = text.replace("-", "+").replace(" ", "+").split("+") or [""]
    code = _CODES.get(last.casefold())
    if code is None or any(word.casefold() not in _MODIFIERS for word in modifiers):
        return None
    bits = 0
    for word in modifiers:
        bits |= _MODIFIERS[word.casefold()]
    return KeyCommand(code, bits)


def is_keystroke(name: str) -> bool:
    """Return whether a key's name consists of keys of the keyboard."""
    *modifiers, last = name.split("+") if not name.endswith("++") else [*name[:-2].split("+"), "+"]
    plain = last.casefold() in _CODES or last.startswith("key ")
    return plain and all(word.casefold() in _MODIFIERS for word in modifiers)


def uses_in_analysis(found: TextAnalysis, label: str, text: str) -> Iterator[NameUse]:
    """Yield the properties, maps and zones that an expression or format reads."""
    for name in found.properties:
        yield NameUse(NameKind.PROPERTY, name, UseRole.READS, label, text)
    for kind, name in found.places:
        yield NameUse(NameKind(kind), name, UseRole.USES, label, text)
