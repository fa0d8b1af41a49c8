"""Remember which values of a game couldn't be read.

All faults of all files are told at once. So a game is checked as far as it could be read, and of what
stands in for the rest nothing may be concluded.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexwright.load.value_spans import Path


@dataclass(slots=True)
class Unread:
    """The values that couldn't be read, or name something that isn't there, by path."""

    _spoilt: set[Path] = field(default_factory=set)
    _around: set[Path] = field(default_factory=set)
    _misnamed: set[Path] = field(default_factory=set)

    def add(self, path: Path) -> None:
        """Note a value that couldn't be read."""
        if path not in self._spoilt:
            self._spoilt.add(path)
            self._around.update(path[:length] for length in range(len(path)))

    def misname(self, path: Path) -> None:
        """Note entries one of which has an id that it can't keep, so that another name may be meant by it."""
        self._misnamed.add(path)

    def names(self, path: Path) -> bool:
        """Tell whether the ids of these entries are known."""
        return path not in self._misnamed and not self.covers(path)

    def covers(self, path: Path) -> bool:
        """Tell whether a value, or something that it is part of, couldn't be read."""
        return bool(self._spoilt) and any(path[:length] in self._spoilt for length in range(len(path) + 1))

    def sound(self, path: Path) -> bool:
        """Tell whether a value was read whole, with all that it is part of and all its parts."""
        return path not in self._around and not self.covers(path)
