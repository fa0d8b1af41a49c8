"""Record which values of a game couldn't be read.

All errors in all files are reported together. A game is therefore checked as far as it could be read, and
checks must not rely on placeholders.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexwright.load.value_spans import Path


@dataclass(slots=True)
class UnreadValues:
    """The paths of values that couldn't be read or that refer to unknown entries."""

    _spoilt: set[Path] = field(default_factory=set)
    _around: set[Path] = field(default_factory=set)
    _misnamed: set[Path] = field(default_factory=set)

    def add(self, path: Path) -> None:
        """Record a value that couldn't be read."""
        if path not in self._spoilt:
            self._spoilt.add(path)
            self._around.update(path[:length] for length in range(len(path)))

    def add_bad_ids(self, path: Path) -> None:
        """Record a list of entries in which an id is invalid; unknown references may mean that entry."""
        self._misnamed.add(path)

    def knows_ids(self, path: Path) -> bool:
        """Return whether the ids of these entries are known."""
        return path not in self._misnamed and not self.covers(path)

    def covers(self, path: Path) -> bool:
        """Return whether a value, or a container of it, couldn't be read."""
        return bool(self._spoilt) and any(path[:length] in self._spoilt for length in range(len(path) + 1))

    def was_read_whole(self, path: Path) -> bool:
        """Return whether a value was read completely, including its containers and parts."""
        return path not in self._around and not self.covers(path)
