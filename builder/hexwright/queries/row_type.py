"""Row type: a list of fixed length, which is an array in the script."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Row: TypeAlias = list[T]
"""A fixed number of values, each of which may change. A `list` can grow, and a `Sequence` doesn't change."""
