"""Look things up that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Looked(Mapping[str, T]):
    """What is known by name, each made once and only if somebody asks for it."""

    def __init__(self, makers: Mapping[str, Callable[[], T]]) -> None:
        """Take what makes each."""
        self._makers = makers
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Return what has a name; raise KeyError for an unknown one."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._makers[name]()
        return found

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self._makers)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._makers)
