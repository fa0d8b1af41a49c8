"""Random streams: random choices that are the same in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hexwright.rules.engine.seeded_dice import random_word

T = TypeVar("T")


class RandomStream:
    """A stream of random choices that starts from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0

    def integer_below(self, limit: int) -> int:
        """Return a random integer from 0 to `limit` - 1."""
        value = random_word(self.seed, self.drawn)
        self.drawn += 1
        return value * limit >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items at random. Raises IndexError if there are no items."""
        return items[self.integer_below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.integer_below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return pool

    def fraction(self) -> float:
        """Return a random number from 0 (inclusive) to 1 (exclusive)."""
        return self.integer_below(1 << 53) / (1 << 53)


def derived_seed(seed: int, *path: int) -> int:
    """Return a separate seed for one part of a larger run, such as game 17 of a series."""
    for step in path:
        seed = random_word(seed ^ 0xA5A5A5A5A5A5A5A5, step)
    return seed
