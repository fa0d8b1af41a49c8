"""The journal of changes, for undo (VASSAL.build.module.BasicLogger)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Undo = Callable[[], None]
#: The most characters that all steps may keep; beyond that, the oldest steps are dropped.
MAX_WEIGHT: Final = 16 << 20


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """One change: a function that undoes it, and whether this change alone makes an undo step."""

    undo: Undo
    counts: bool = True
    weight: int = 0
    """The number of characters that are kept to undo the change."""


class UndoJournal:
    """A journal that groups changes into steps. Each step is logged and undone as a unit."""

    def __init__(self) -> None:
        self.open: list[UndoEntry] = []
        self.steps: list[list[UndoEntry]] = []
        self.paused = False
        #: Whether a step is currently being undone.
        self.undoing = False
        self.weight = 0
        self.pauses: list[int] = []

    def record(self, undo: Undo, counts: bool = True, weight: int = 0) -> None:
        """Add a change to the open step; `weight` is the number of characters that are kept to undo it."""
        if not self.paused:
            self.open.append(UndoEntry(undo, counts, weight))
            self.weight += weight + 1

    def mark(self) -> int:
        """Return the current position in the open step."""
        return len(self.open)

    def counted(self, mark: int) -> bool:
        """Return whether any change since a mark is enough to make an undo step."""
        return any(entry.counts for entry in self.open[mark:])

    def close(self, mark: int = 0, whole: bool = False) -> None:
        """Close the open step.

        The changes since a mark become an undo step if any of them is enough to make one. With `whole`, every
        change is enough.
        """
        step = self.open[mark:]
        del self.open[mark:]
        if any(entry.counts or whole for entry in step):
            self.steps.append(step)
            if len(self.steps) > 10_000 or self.weight > MAX_WEIGHT:
                self._forget(len(self.steps) // 2)
        else:
            self.weight -= _weight(step)

    def forget_older_half(self) -> bool:
        """Drop the older half of the steps; return whether there were any steps."""
        count = (len(self.steps) + 1) // 2
        self._forget(count)
        return count > 0

    def _forget(self, count: int) -> None:
        """Drop the oldest steps."""
        for step in self.steps[:count]:
            self.weight -= _weight(step)
        del self.steps[:count]

    def undo(self) -> bool:
        """Undo the last step; return whether there was a step."""
        if not self.steps:
            return False
        step = self.steps.pop()
        self.weight -= _weight(step)
        self.take_back(step)
        return True

    # Paused by scripts ----------------------------------------------------------------------------
    def cut(self, mark: int) -> list[UndoEntry]:
        """Remove the changes since a mark from the open step, and return them."""
        taken = self.open[mark:]
        del self.open[mark:]
        self.weight -= _weight(taken)
        return taken

    def put_back(self, entries: list[UndoEntry]) -> None:
        """Return removed changes to the open step."""
        if not self.paused:
            self.open += entries
            self.weight += _weight(entries)

    def pause(self) -> None:
        """Start collecting changes separately (GameModule.pauseLogging)."""
        self.pauses.append(len(self.open))

    def resume(self) -> list[UndoEntry]:
        """End the last pause and return the changes that were collected during it
        (GameModule.resumeLogging).
        """
        return self.cut(self.pauses.pop()) if self.pauses else []

    def take_back(self, entries: list[UndoEntry]) -> None:
        """Undo changes that belong to no step, last one first."""
        held, self.paused = self.paused, True
        undoing, self.undoing = self.undoing, True
        try:
            for entry in reversed(entries):
                entry.undo()
        finally:
            self.paused, self.undoing = held, undoing

    def clear(self) -> None:
        """Drop all steps, as at the start of a new game."""
        self.pauses.clear()
        self.open.clear()
        self.steps.clear()
        self.weight = 0


def _weight(step: list[UndoEntry]) -> int:
    return sum(entry.weight + 1 for entry in step)
