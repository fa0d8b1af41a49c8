"""Define a list of fixed length, which is an array in the script."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Row: TypeAlias = list[T]
"""A fixed number of changeable values. A `list` can grow, and a `Sequence` can't change."""
