"""Change a value: `dataclasses.replace` for slotted values with many fields, in half its time.

Play makes several states an action, and the standard function looks at each field in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

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
