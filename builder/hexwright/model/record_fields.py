"""Look up the fields of data records, once for each class."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; an empty tuple for any other class."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()
