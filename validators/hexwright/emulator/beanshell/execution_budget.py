"""Limits on the work that a module may do in response to one key. VASSAL would hang or run out of memory.

A step is at most a microsecond's work. Any work whose amount depends on a module's data is charged before it
is done: calls, loop iterations, characters searched or copied, pieces visited.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

#: The limit for one key, drag, button, opened module or set-up; the most expensive keys
#: of our own games need about half of it.
MAX_STEPS: Final = 8_000_000
#: The bytes of texts and collections that one of them may create, discarded ones included.
MAX_MEMORY: Final = 192 << 20
#: A limit in seconds of processor time, in case the step costs are underestimated.
MAX_SECONDS: Final = 8.0
#: The clock is checked after this many steps.
_ROUND: Final = 20_000
#: The characters searched or copied in one step.
_LETTERS: Final = 6


class ExhaustedError(Exception):
    """The error for a module that exceeded its budget; `where` names the trait or button that was running."""

    def __init__(self, amount: str) -> None:
        super().__init__(amount)
        self.amount = amount
        self.where = ""

    def at(self, where: str) -> None:
        """Record the trait or button that was running, unless the error already names a nested one."""
        self.where = self.where or where

    def __str__(self) -> str:
        where = f": {self.where}" if self.where else ""
        return f"the module's script was stopped after {self.amount}{where}"


class Budget:
    """A budget: the steps, bytes and seconds spent so far.

    `left` is the number of steps until the clock is next checked.
    """

    __slots__ = ("_end", "_limits", "left", "memory", "steps")

    def __init__(
        self, steps: int = MAX_STEPS, memory: int = MAX_MEMORY, seconds: float = MAX_SECONDS
    ) -> None:
        self._limits = steps, memory, seconds
        self.begin()

    def begin(self) -> None:
        """Reset the budget for the next key."""
        steps, self.memory, seconds = self._limits
        self.left = min(_ROUND, steps)
        self.steps = steps - self.left
        self._end = time.process_time() + seconds

    @property
    def spent(self) -> int:
        """Return the steps spent since the budget was reset."""
        return self._limits[0] - self.steps - self.left

    @property
    def made(self) -> int:
        """Return the bytes created since the budget was reset."""
        return self._limits[1] - self.memory

    def spend(self, steps: int = 1) -> None:
        """Charge a number of steps; raises ExhaustedError if the budget is spent."""
        self.left -= steps
        if self.left < 0:
            self.next_round()

    def next_round(self) -> None:
        """Start the next round of steps; raises ExhaustedError if the budget has no more rounds."""
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
        """Charge a number of bytes; raises ExhaustedError if the budget is spent."""
        self.memory -= size
        if self.memory < 0:
            self.memory = 0
            raise ExhaustedError(f"{self._limits[1] >> 20} MB of strings and lists")


_current: ContextVar[Budget] = ContextVar("budget")


@contextmanager
def paying_from(budget: Budget) -> Iterator[Budget]:
    """Charge all work inside the `with` block to a budget."""
    token = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(token)


def current_budget() -> Budget:
    """Return the active budget, or a new one if none is active."""
    found = _current.get(None)
    return found if found is not None else Budget()


def pay_for_steps(steps: int) -> None:
    """Charge a number of steps to the active budget; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        budget.left -= steps
        if budget.left < 0:
            budget.next_round()


def pay_for_reading(*texts: Any) -> None:
    """Charge for reading the strings among the arguments; raises ExhaustedError."""
    pay_for_steps(1 + (sum(len(one) for one in texts if type(one) is str) >> _LETTERS))


def pay_for_text(text: str) -> str:
    """Charge for a new string and return it; raises ExhaustedError."""
    size = len(text)
    if size > 64:
        pay_for_letters(size, text.isascii())
    return text


def pay_for_letters(letters: int, ascii_only: bool = False) -> None:
    """Charge for a string of a given length before it is created; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        # Short texts are frequent; they are checked with the next steps.
        budget.left -= letters >> _LETTERS
        budget.memory -= letters if ascii_only else 4 * letters
        if letters > 1_000:
            budget.spend(0)
            budget.hold(0)


def pay_for_entries(items: int) -> None:
    """Charge for new entries of collections; raises ExhaustedError."""
    budget = _current.get(None)
    if budget is not None:
        budget.spend(items >> 2)
        budget.hold(items * _ENTRY)


#: The bytes of a list entry with its wrapper.
_ENTRY: Final = 80
