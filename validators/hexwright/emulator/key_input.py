"""Parse and format keys as users type them."""

from __future__ import annotations

from hexwright.inspect.analysis.key_bindings import KEY_NAMES, Identity, key_as_words, key_identity
from hexwright.vassal.codec.field_values import KeyCommand, java_int

_MODIFIERS = {"ctrl": 2, "alt": 8, "meta": 4, "shift": 1}
_CODES = {name.lower(): code for code, name in KEY_NAMES.items()}


def parse_key(given: str) -> Identity | None:
    """Return the key for an input such as 'Ctrl+F', 'keys:ctrl F', '70,130' or a name; None for no input.

    A single word is a named command, since modules use names such as Delete and Up. `named_keystroke` parses
    such a word as a keystroke.
    """
    if given.startswith("keys:"):
        words = given[5:].split()
        return _pressed(words[:-1], words[-1]) if words else None
    head, comma, tail = given.partition(",")
    if comma:
        try:
            return key_identity(KeyCommand(java_int(head), java_int(tail)))
        except ValueError:
            pass
    *modifiers, last = given[:-1].split("+") if given.endswith("++") else given.split("+")
    if modifiers:
        found = _pressed(modifiers, last or "+")
        if found is not None:
            return found
    return given or None


def named_keystroke(given: str) -> Identity | None:
    """Return the keystroke labelled with a word, such as 'Delete' or 'F2', or None."""
    return _pressed([], given)


def _pressed(modifiers: list[str], last: str) -> Identity | None:
    bits = 0
    for word in modifiers:
        bit = _MODIFIERS.get(word.strip().lower())
        if bit is None:
            return None
        bits |= bit
    code = _CODES.get(last.strip().lower(), 27 if last.strip().lower() == "escape" else 0)
    return key_identity(KeyCommand(code, bits)) if code else None


def key_words(key: Identity | None) -> str:
    """Return a key in readable form: Ctrl+F, or the name of a named key command."""
    if key is None:
        return ""
    return key if isinstance(key, str) else key_as_words(KeyCommand(*key))


def key_text(key: Identity | None) -> str | None:
    """Return a key in a form that `parse_key` and the engine driver accept."""
    return key if key is None or isinstance(key, str) else f"{key[0]},{key[1]}"
