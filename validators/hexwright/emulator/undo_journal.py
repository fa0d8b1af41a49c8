"""What has been done and how it is undone (VASSAL.build.module.BasicLogger)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Undo = Callable[[], None]
#: Letters that all steps may keep together, before the oldest are forgotten.
MAX_WEIGHT: Final = 16 << 20


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """Hold one change: how to undo it, and whether it alone makes a command."""

    undo: Undo
    counts: bool = True
    weight: int = 0
    """Letters of the texts that it keeps."""


class UndoJournal:
    """Collect changes into steps; a step is what the engine logs, and undoes, at once."""

    def __init__(self) -> None:
        self.open: list[UndoEntry] = []
        self.steps: list[list[UndoEntry]] = []
        self.held = False
        #: Whether a step is just being undone.
        self.undoing = False
        self.weight = 0
        self.pauses: list[int] = []

    def record(self, undo: Undo, counts: bool = True, weight: int = 0) -> None:
        """Add a change to the open step; `weight` are the letters of the texts that undoing it keeps."""
        if not self.held:
            self.open.append(UndoEntry(undo, counts, weight))
            self.weight += weight + 1

    def mark(self) -> int:
        """Return a place in the open step."""
        return len(self.open)

    def counted(self, mark: int) -> bool:
        """Tell whether something happened since a mark."""
        return any(entry.counts for entry in self.open[mark:])

    def close(self, mark: int = 0, whole: bool = False) -> None:
        """Make a step of what happened since a mark, if anything did; `whole` lets every entry count."""
        step = self.open[mark:]
        del self.open[mark:]
        if any(entry.counts or whole for entry in step):
            self.steps.append(step)
            if len(self.steps) > 10_000 or self.weight > MAX_WEIGHT:
                self._forget(len(self.steps) // 2)
        else:
            self.weight -= _weight(step)

    def lighten(self) -> bool:
        """Forget the older half of the steps; tell whether there were any."""
        count = (len(self.steps) + 1) // 2
        self._forget(count)
        return count > 0

    def _forget(self, count: int) -> None:
        """Forget the oldest steps."""
        for step in self.steps[:count]:
            self.weight -= _weight(step)
        del self.steps[:count]

    def undo(self) -> bool:
        """Undo the last step; tell whether there was one."""
        if not self.steps:
            return False
        step = self.steps.pop()
        self.weight -= _weight(step)
        self.take_back(step)
        return True

    # Held open by scripts -------------------------------------------------------------------------
    def cut(self, mark: int) -> list[UndoEntry]:
        """Take what happened since a mark out of the open step, and return it."""
        taken = self.open[mark:]
        del self.open[mark:]
        self.weight -= _weight(taken)
        return taken

    def paste(self, entries: list[UndoEntry]) -> None:
        """Add what was taken out to the open step again."""
        if not self.held:
            self.open += entries
            self.weight += _weight(entries)

    def pause(self) -> None:
        """Collect what happens from now on, until it is asked for (GameModule.pauseLogging)."""
        self.pauses.append(len(self.open))

    def resume(self) -> list[UndoEntry]:
        """Return what was collected since the last pause, which ends (GameModule.resumeLogging)."""
        return self.cut(self.pauses.pop()) if self.pauses else []

    def take_back(self, entries: list[UndoEntry]) -> None:
        """Undo changes that belong to no step, the last first."""
        held, self.held = self.held, True
        undoing, self.undoing = self.undoing, True
        try:
            for entry in reversed(entries):
                entry.undo()
        finally:
            self.held, self.undoing = held, undoing

    def clear(self) -> None:
        """Forget everything, as a new game does."""
        self.pauses.clear()
        self.open.clear()
        self.steps.clear()
        self.weight = 0


def _weight(step: list[UndoEntry]) -> int:
    return sum(entry.weight + 1 for entry in step)
