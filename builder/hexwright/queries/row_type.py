"""Define the type of a fixed-length list, which becomes an array in the module's script."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")

Row: TypeAlias = list[T]
"""A sequence of fixed length whose values may change. A plain `list` could grow, and the values of a
`Sequence` couldn't change.
"""
