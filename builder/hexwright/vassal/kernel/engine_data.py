"""Write values of the rules engine as JSON, for the translated rules engine to read.

`judge/DataReader.java` says what each form means. The same value always gives the same text.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, get_args, get_type_hints

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


def decoded(text: str, types: Mapping[str, type]) -> Any:
    """Return a value from JSON; `types` has the classes that it may have, by name.

    Raises ValueError for data of another form, or of another class.
    """
    try:
        return _Decoder(types).value(json.loads(text))
    except (TypeError, KeyError, IndexError, RecursionError) as fault:
        raise ValueError(f"the data of the rules engine can't be read: {fault}") from fault


class _Decoder:
    """Decodes one value: objects are made as `judge/DataReader.java` makes them."""

    def __init__(self, types: Mapping[str, type]) -> None:
        self._types = types
        self._objects: list[Any] = []

    def value(self, form: Any) -> Any:
        """Return a value from its form."""
        if isinstance(form, list):
            return [self.value(part) for part in form]
        if not isinstance(form, dict):
            return form
        if "v" in form:
            return self._object(form)
        (tag, content), *more = form.items()
        if more:
            raise ValueError(f"'{tag}' stands with other keys")
        return self._plain(tag, content)

    def _plain(self, tag: str, content: Any) -> Any:
        match tag:
            case "i":
                return int(content, 16)
            case "f":
                return float(content)
            case "q":
                return Fraction(int(content[0]), int(content[1]))
            case "b":
                return bytes.fromhex(content)
            case "t":
                return tuple(self.value(content))
            case "s":
                return frozenset(self.value(content))
            case "d":
                parts = self.value(content)
                return dict(zip(parts[::2], parts[1::2], strict=True))
            case "r":
                return self._objects[content]
        raise ValueError(f"there is no form '{tag}'")

    def _object(self, form: Mapping[str, Any]) -> Any:
        if "n" in form:
            return self._types[form["n"]](*self.value(form["v"]))
        kind = self._types[form["o"]]
        number = len(self._objects)
        self._objects.append(None)
        names = [field.name for field in dataclasses.fields(kind)]
        values = self.value(form["v"])
        self._objects[number] = kind(**dict(zip(names, values, strict=False)))
        return self._objects[number]


def classes_within(kind: type) -> frozenset[type]:
    """Return a dataclass and all dataclasses that its fields may hold, however deep."""
    found: set[type] = set()
    waiting: list[Any] = [kind]
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint) and hint not in found:
            found.add(hint)
            waiting += _kept_hints(hint)
    return frozenset(found)


def _kept_hints(kind: type) -> Iterator[Any]:
    """Yield the types of a dataclass's fields, except its caches."""
    kept = _kept_fields(kind)
    for base in kind.__mro__:
        declared = {name: hint for name, hint in inspect.get_annotations(base).items() if name in kept}
        # `get_type_hints` takes all of a class or nothing, and types of caches may not be known as the
        # program runs.
        part = type(base.__name__, (), {"__annotations__": declared, "__module__": base.__module__})
        yield from get_type_hints(part).values()
