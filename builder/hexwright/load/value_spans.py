"""Record the source location of each value of a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexwright.diagnostics.diagnostic import Span
from hexwright.support.message_wording import quote

Path = tuple[str | int, ...]
"""The path to a value through the attributes of `Game`, ids and list indices: ("counters", "units",
"german-4", "steps", 0, "ma").
"""


def list_name(path: Path) -> str:
    """Return the name of the list that contains a value, for errors shared by its entries: "'hexes' in
    'wood'".
    """
    *outer, name, _ = path
    owner = next((part for part in reversed(outer) if isinstance(part, str)), "")
    return f"{quote(str(name))} in {quote(owner)}" if owner else quote(str(name))


@dataclass(slots=True)
class ValueSpans:
    """The source location of every key and value, by path.

    A path that isn't in the file, such as that of a default, has the source location of its nearest
    container.
    """

    _values: dict[Path, Span] = field(default_factory=dict)
    _keys: dict[Path, Span] = field(default_factory=dict)
    _shared: dict[Path, Path] = field(default_factory=dict)

    def add(self, path: Path, value: Span, key: Span | None = None) -> None:
        """Record the source location of a value, and of its key if it has one."""
        self._values[path] = value
        if key is not None:
            self._keys[path] = key

    def alias(self, path: Path, other: Path) -> None:
        """Use the source locations below the path `other` for everything below `path`."""
        self._shared[path] = other

    def value(self, *path: str | int) -> Span:
        """Return the source location of a value."""
        return self._find(path, self._values)

    def key(self, *path: str | int) -> Span:
        """Return the source location of a value's key; for a value in a list, return that of the value
        itself.
        """
        return self._find(path, self._keys)

    def _find(self, path: Path, first: dict[Path, Span]) -> Span:
        for length in range(len(path), 0, -1) if self._shared else ():
            if path[:length] in self._shared:
                path = (*self._shared[path[:length]], *path[length:])
                break
        while path:
            found = first.get(path) or self._values.get(path)
            if found is not None:
                return found
            path, first = path[:-1], self._keys
        return self._values.get((), Span(""))

    def __contains__(self, path: Path) -> bool:
        return path in self._values

    def __len__(self) -> int:
        return len(self._values)
