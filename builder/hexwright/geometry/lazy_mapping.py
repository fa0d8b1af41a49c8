"""A mapping whose values are computed on first access."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class LazyMapping(Mapping[str, T]):
    """A mapping whose values are each computed once, on first access."""

    def __init__(self, makers: Mapping[str, Callable[[], T]]) -> None:
        """Initialize with the function that computes each value."""
        self._makers = makers
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Return the value of a key; raise KeyError for an unknown one."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._makers[name]()
        return found

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the keys."""
        return iter(self._makers)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._makers)
