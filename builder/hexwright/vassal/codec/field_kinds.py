"""Field kinds: how values are encoded as tokens and parsed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hexwright.vassal.codec import sequence_encoder
from hexwright.vassal.codec.field_values import Colour, KeyCommand, java_double, java_int
from hexwright.vassal.codec.sequence_encoder import CodecError

T = TypeVar("T")


def _instance(value: T, of: type[T]) -> T:
    if not isinstance(value, of):
        raise CodecError("", value, f"the value isn't of type {of.__name__}")
    return value


class FieldKind(Generic[T]):
    """The encoder and parser for one kind of field. Most kinds use exactly one token.

    ``parse`` raises ValueError for text of another kind. ``format`` raises CodecError for a value that can't
    be encoded.
    """

    name = "text"

    def parse(self, text: str) -> T:
        """Parse a value from one token."""
        raise NotImplementedError

    def format(self, value: T) -> str:
        """Encode a value as one token."""
        raise NotImplementedError

    def read(self, tokens: Sequence[str], at: int) -> tuple[T, int]:
        """Return the value that starts at ``tokens[at]``, and the index of the next unread token."""
        return self.parse(tokens[at]), at + 1

    def write(self, value: T) -> tuple[str, ...]:
        """Return the tokens that encode a value."""
        return (self.format(value),)


class TextKind(FieldKind[str]):
    """Arbitrary text. ``name`` is its meaning in VASSAL."""

    def __init__(self, name: str = "text") -> None:
        self.name = name

    def parse(self, text: str) -> str:
        return text

    def format(self, value: str) -> str:
        return _instance(value, str)


class ChoiceKind(FieldKind[str]):
    """One word from a fixed list. Any other word is invalid."""

    name = "choice"

    def __init__(self, *options: str) -> None:
        self.options = options

    def parse(self, text: str) -> str:
        if text not in self.options:
            raise ValueError(f"not one of {', '.join(self.options)}")
        return text

    def format(self, value: str) -> str:
        if value not in self.options:
            raise CodecError("", value, f"the value isn't one of {', '.join(self.options)}")
        return value


class IntegerKind(FieldKind[int]):
    """A 32-bit integer."""

    name = "integer"

    def parse(self, text: str) -> int:
        return java_int(text)

    def format(self, value: int) -> str:
        if not -(2**31) <= value < 2**31:
            raise CodecError("", value, "the value is too large or too small for a 32-bit integer")
        return str(int(value))


class RealKind(FieldKind[float]):
    """A decimal number."""

    name = "number"

    def parse(self, text: str) -> float:
        if not text or text.strip().lower().lstrip("+-") in ("nan", "inf", "infinity") or "_" in text:
            raise ValueError("not a number")
        return float(text)

    def format(self, value: float) -> str:
        return java_double(value)


class BooleanKind(FieldKind[bool]):
    """A boolean. VASSAL reads every word other than "true" as false."""

    name = "boolean"

    def parse(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError("neither true nor false")
        return text == "true"

    def format(self, value: bool) -> str:
        if not isinstance(value, bool):
            raise CodecError("", value, "the value is neither true nor false")
        return "true" if value else "false"


class KeyKind(FieldKind["KeyCommand | None"]):
    """An optional key command."""

    name = "key"

    def parse(self, text: str) -> KeyCommand | None:
        return KeyCommand.decode(text)

    def format(self, value: KeyCommand | None) -> str:
        return "" if value is None else _instance(value, KeyCommand).encode()


class KeysKind(FieldKind["tuple[KeyCommand, ...]"]):
    """A list of key commands. Old modules wrote the letters of Ctrl keys without separators."""

    name = "keys"

    def parse(self, text: str) -> tuple[KeyCommand, ...]:
        if text.find(",") <= 0:
            return tuple(key for letter in text if (key := KeyCommand.decode(letter)) is not None)
        keys = (KeyCommand.decode(token) for token in sequence_encoder.decode(text, ",") if token)
        return tuple(key for key in keys if key is not None)

    def format(self, value: tuple[KeyCommand, ...]) -> str:
        return sequence_encoder.encode([_instance(key, KeyCommand).encode() for key in value], ",")


class ColourKind(FieldKind["Colour | None"]):
    """An optional colour."""

    name = "colour"

    def parse(self, text: str) -> Colour | None:
        return Colour.decode(text)

    def format(self, value: Colour | None) -> str:
        return "" if value is None else _instance(value, Colour).encode()


class StringsKind(FieldKind["tuple[str, ...]"]):
    """A list of strings in one token. An empty list and a list of one empty string have the same encoding."""

    def __init__(self, delimiter: str = ",", name: str = "list") -> None:
        self.delimiter = delimiter
        self.name = name

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(sequence_encoder.decode(text, self.delimiter)) if text else ()

    def format(self, value: tuple[str, ...]) -> str:
        return sequence_encoder.encode(value, self.delimiter)


class RemainingKind(FieldKind["tuple[str, ...]"]):
    """All remaining tokens, as a list of strings."""

    def __init__(self, name: str = "list") -> None:
        self.name = name

    def read(self, tokens: Sequence[str], at: int) -> tuple[tuple[str, ...], int]:
        return tuple(tokens[at:]), len(tokens)

    def write(self, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(value)


@dataclass(frozen=True)
class CountedKind(FieldKind["tuple[Any, ...]"]):
    """A count followed by that many values of kind ``item``, each of which takes ``width`` tokens.

    If the width is 1, the result contains the values themselves. Otherwise it contains a tuple for each
    value.
    """

    item: FieldKind[Any]
    width: int = 1
    name = "list"

    def read(self, tokens: Sequence[str], at: int) -> tuple[tuple[Any, ...], int]:
        try:
            count = java_int(tokens[at])
        except ValueError:
            count = 0
        end = at + 1 + max(count, 0) * self.width
        values = [self.item.parse(token) for token in tokens[at + 1 : end]]
        if self.width == 1:
            return tuple(values), min(end, len(tokens))
        groups = range(0, len(values) - self.width + 1, self.width)
        return tuple(tuple(values[i : i + self.width]) for i in groups), min(end, len(tokens))

    def write(self, value: tuple[Any, ...]) -> tuple[str, ...]:
        flat = value if self.width == 1 else [part for group in value for part in group]
        return (str(len(value)), *(self.item.format(part) for part in flat))
