"""Use integers as sets of small numbers: bit n is set if n is in the set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress
from operator import or_
from typing import TypeVar

T = TypeVar("T")

_SELECTORS = bytes.maketrans(b"01", b"\x00\x01")


def members(bits: int) -> Iterator[int]:
    """Yield the numbers in a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def first(bits: int) -> int:
    """Return the lowest number in a set; the set must not be empty."""
    return (bits & -bits).bit_length() - 1


def union(numbers: Iterable[int]) -> int:
    """Return the set that contains the given numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def union_of(sets: Iterable[int]) -> int:
    """Return the union of several sets."""
    return reduce(or_, sets, 0)


def select(row: Sequence[T], bits: int) -> list[T]:
    """Return the entries of a sequence whose positions are in a set, in order.

    `compress` reads the set's binary digits in reverse order, which avoids a Python loop.
    """
    return list(compress(row, bin(bits)[:1:-1].encode().translate(_SELECTORS)))
