"""Go through records of the data by their fields."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of a class's fields, none where it is no class of records; read once."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()
