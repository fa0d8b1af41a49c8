"""Look up the fields of data records, once for each class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; an empty tuple for any other class."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()


@cache
def field_reader(kind: type) -> Callable[[object], tuple[object, ...]]:
    """Return a function that returns the values of a record's fields, in the order of `field_names`."""
    names = field_names(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)
