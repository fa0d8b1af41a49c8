"""Write values of the rules engine as JSON, for the translated rules engine to read.

`judge/DataReader.java` says what each form means. The same value always gives the same text.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final

_EXACT: Final = 1 << 53
"""JSON's numbers are exact below this."""


def encoded(value: object, class_name: Callable[[type], str]) -> str:
    """Return a value as JSON.

    `class_name` returns the name of the translated class for a class of the engine. Raises TypeError for a
    value that the engine doesn't keep, such as a function.
    """
    return json.dumps(_Encoder(class_name).form(value), separators=(",", ":"))


class _Encoder:
    """Encodes one value: an object that comes again is referred to by its number."""

    def __init__(self, class_name: Callable[[type], str]) -> None:
        self._class_name = class_name
        self._numbers: dict[int, int] = {}

    def form(self, value: object) -> Any:
        """Return a value in the form that is written."""
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return str(value)
        if isinstance(value, int):
            return int(value) if -_EXACT < value < _EXACT else {"i": f"{value:x}"}
        if isinstance(value, float):
            return {"f": value}
        if isinstance(value, Fraction):
            return {"q": [str(value.numerator), str(value.denominator)]}
        if isinstance(value, bytes | bytearray):
            return {"b": value.hex()}
        return self._container(value)

    def _container(self, value: object) -> Any:
        if isinstance(value, tuple):
            parts = self._forms(value)
            return (
                {"n": self._class_name(type(value)), "v": parts}
                if hasattr(value, "_fields")
                else {"t": parts}
            )
        if isinstance(value, list):
            return self._forms(value)
        if isinstance(value, frozenset | set):
            return {"s": self._forms(sorted(value))}
        if isinstance(value, Mapping):
            return {"d": self._forms(part for entry in value.items() for part in entry)}
        return self._object(value)

    def _forms(self, values: Iterable[object]) -> list[Any]:
        return [self.form(value) for value in values]

    def _object(self, value: object) -> Any:
        number = self._numbers.get(id(value))
        if number is not None:
            return {"r": number}
        kind = type(value)
        names = _kept_fields(kind) if dataclasses.is_dataclass(kind) else list(vars(value))
        if not names and not dataclasses.is_dataclass(kind):
            raise TypeError(f"{kind.__name__} can't be written as data of the rules engine")
        self._numbers[id(value)] = len(self._numbers)
        return {"o": self._class_name(kind), "v": self._forms(getattr(value, name) for name in names)}


def _kept_fields(kind: type) -> list[str]:
    """Return the names of a dataclass's fields up to its first cache: what caches hold is computed anew."""
    names = []
    for field in dataclasses.fields(kind):
        if not field.repr and field.default_factory is not dataclasses.MISSING:
            break
        names.append(field.name)
    return names
