"""Tiles of a map in memory: those used last, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock

TileName = tuple[int, int, int, frozenset[str]]
"""Level, column and row of a tile, and the layers that it leaves out."""


class TileStore:
    """Keeps tiles. Beyond its limit those used longest ago go first. Threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._tiles: OrderedDict[TileName, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get_or_make(self, name: TileName, make: Callable[[], bytes]) -> bytes:
        """Return a tile; it is made if it isn't kept."""
        with self._lock:
            if name in self._tiles:
                self._tiles.move_to_end(name)
                return self._tiles[name]
        made = make()
        self.update([(name, made)])
        return made

    def update(self, tiles: Iterable[tuple[TileName, bytes]]) -> None:
        """Keep tiles that are made already, the one used last at the end."""
        with self._lock:
            for name, made in tiles:
                self._bytes += len(made) - len(self._tiles.pop(name, b""))
                self._tiles[name] = made
            while self._bytes > self._most:
                self._bytes -= len(self._tiles.popitem(last=False)[1])

    def items(self) -> list[tuple[TileName, bytes]]:
        """Return all tiles with their names, the one used last at the end."""
        with self._lock:
            return list(self._tiles.items())
