"""What a module may do in answer to one key, all in all; the real engine would hang, or run out of memory.

A step is at most a microsecond's work. Whatever a module's data decide the length of is paid for
here, before it is done: calls, turns of loops, letters that are searched or copied, pieces that are visited.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

#: What one key, drag, button, opening or set-up may cost; a key of our own games needs a sixtieth of it.
MAX_STEPS: Final = 4_000_000
#: Texts and collections that one of them may make, in bytes, thrown away or not.
MAX_MEMORY: Final = 192 << 20
#: Seconds of the processor, should the steps have been reckoned wrong.
MAX_SECONDS: Final = 8.0
#: After so many steps the clock is looked at.
_ROUND: Final = 20_000
#: Letters that are searched or copied in one step.
_LETTERS: Final = 6


class ExhaustedError(Exception):
    """Tell that a module did more than it may; `where` is the trait or button at work."""

    def __init__(self, amount: str) -> None:
        super().__init__(amount)
        self.amount = amount
        self.where = ""

    def at(self, where: str) -> None:
        """Name who was at work, unless someone further in is named."""
        self.where = self.where or where

    def __str__(self) -> str:
        where = f": {self.where}" if self.where else ""
        return f"the module's script was stopped after {self.amount}{where}"


class Budget:
    """Count what is spent of steps, bytes and seconds; `left` are the steps until the clock is looked at."""

    __slots__ = ("_end", "_limits", "left", "memory", "steps")

    def __init__(
        self, steps: int = MAX_STEPS, memory: int = MAX_MEMORY, seconds: float = MAX_SECONDS
    ) -> None:
        self._limits = steps, memory, seconds
        self.begin()

    def begin(self) -> None:
        """Begin anew, for another key."""
        steps, self.memory, seconds = self._limits
        self.left = min(_ROUND, steps)
        self.steps = steps - self.left
        self._end = time.process_time() + seconds

    @property
    def spent(self) -> int:
        """Return the steps spent since the beginning."""
        return self._limits[0] - self.steps - self.left

    @property
    def made(self) -> int:
        """Return the bytes made since the beginning."""
        return self._limits[1] - self.memory

    def spend(self, steps: int = 1) -> None:
        """Pay for steps; raises ExhaustedError where they are not left."""
        self.left -= steps
        if self.left < 0:
            self.more()

    def more(self) -> None:
        """Go on to the next round; raises ExhaustedError where there is none."""
        self.steps += self.left
        self.left = 0
        self.hold(0)
        if self.steps < 0:
            raise ExhaustedError(f"{self._limits[0]:,} steps")
        if time.process_time() > self._end:
            self.steps = 0
            raise ExhaustedError(f"{self._limits[2]:g} seconds")
        self.left = min(_ROUND, self.steps)
        self.steps -= self.left

    def hold(self, size: int) -> None:
        """Pay for bytes; raises ExhaustedError where they are not left."""
        self.memory -= size
        if self.memory < 0:
            self.memory = 0
            raise ExhaustedError(f"{self._limits[1] >> 20} MB of texts and lists")


_current: ContextVar[Budget] = ContextVar("budget")


@contextmanager
def paying_from(budget: Budget) -> Iterator[Budget]:
    """Let everything within be paid from a budget."""
    token = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(token)


def current_budget() -> Budget:
    """Return the budget that is being spent, a new one outside of any."""
    found = _current.get(None)
    return found if found is not None else Budget()


def pay_for_steps(steps: int) -> None:
    """Pay for steps from the budget that is being spent; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        budget.left -= steps
        if budget.left < 0:
            budget.more()


def pay_for_reading(*texts: Any) -> None:
    """Pay for going through texts, whatever else there is among them; raises ExhaustedError."""
    pay_for_steps(1 + (sum(len(one) for one in texts if type(one) is str) >> _LETTERS))


def pay_for_text(text: str) -> str:
    """Pay for a new text and return it; raises ExhaustedError."""
    size = len(text)
    if size > 64:
        pay_for_letters(size, text.isascii())
    return text


def pay_for_letters(letters: int, ascii_only: bool = False) -> None:
    """Pay for a text of so many letters before it is made; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        # Short texts are many, and looked at with the next steps.
        budget.left -= letters >> _LETTERS
        budget.memory -= letters if ascii_only else 4 * letters
        if letters > 1_000:
            budget.spend(0)
            budget.hold(0)


def pay_for_entries(items: int) -> None:
    """Pay for so many new entries of collections; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        budget.spend(items >> 2)
        budget.hold(items * _ENTRY)


#: What an entry of a list with its wrapper takes.
_ENTRY: Final = 80
