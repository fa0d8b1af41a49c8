"""Run what calls deeply without taking memory from the system at each call, and giving it back.

CPython keeps the frames of its functions in chunks of 16 KB. A call that finds the last one full takes a new
chunk from the system, and gives it back as it returns: a script's closures, which call hundreds deep, do
that at every other turn. A frame that is large itself gets a chunk as large, and what it calls has the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

#: Chunks are powers of two: of one of 1 MB the frame takes a bit more than half, and calls have the rest.
_SLOTS: Final = (1 << 16) + 1024


def call_with_deep_stack(work: Callable[[], T]) -> T:
    """Return what a function returns that calls deeply."""
    return work()


call_with_deep_stack.__code__ = call_with_deep_stack.__code__.replace(co_stacksize=_SLOTS)
