"""The kind of a list that has a length: in the script it is an array."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Row: TypeAlias = list[T]
"""So many values, of which each may change. What grows is a `list`, what stays as it is a `Sequence`."""
