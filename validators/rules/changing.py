"""Make and change slotted values with many fields in a part of the time that the standard functions take.

Play makes several states an action; the standard constructor of a frozen value finds each field anew by its
name, and the standard function for changes looks at each field in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")


def quick(kind: type[T]) -> type[T]:
    """Decorate a frozen, slotted dataclass whose defaults are values: its constructor sets the slots at once.

    It takes what the standard one takes, and raises TypeError for what that refuses.
    """
    known: dict[str, Any] = {}
    head, body = ["self"], []
    for field in fields(kind):  # type: ignore[arg-type]
        assert field.init
        assert field.default_factory is MISSING
        known[f"put_{field.name}"] = kind.__dict__[field.name].__set__
        known[f"usual_{field.name}"] = field.default
        head.append(field.name if field.default is MISSING else f"{field.name}=usual_{field.name}")
        body.append(f"    put_{field.name}(self, {field.name})")
    # Written out as the standard library writes it: only names of fields stand in it.
    exec(f"def __init__({', '.join(head)}):\n" + "\n".join(body), known)
    kind.__init__ = known["__init__"]  # type: ignore[method-assign]
    return kind


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(value, /, **changes):
        """Return a value with some of its fields changed."""
        read, numbers = _plan(type(value))
        parts = list(read(value))
        for name, part in changes.items():
            parts[numbers[name]] = part
        return type(value)(*parts)


@cache
def _plan(kind: type[Any]) -> tuple[Callable[[object], tuple[object, ...]], Mapping[str, int]]:
    """Return how all fields of a kind of value are read at once, and the place of each by its name."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: number for number, name in enumerate(names)}
