"""Count the work that code does, so that tests of bounds don't depend on the speed of the machine."""

from __future__ import annotations

import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any


def lines_run(action: Callable[[], object]) -> int:
    """Run an action and return how many lines of hexwright's code it ran."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if "hexwright" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def assert_linear(work: Callable[[int], int], size: int) -> None:
    """Check that four times the input takes at most five times the work."""
    once, four_times = work(size), work(4 * size)
    assert four_times <= 5 * once, f"{size}: {once} steps, {4 * size}: {four_times} steps"


@dataclass(slots=True)
class Work:
    """Work that was counted: lines of ours that ran, by function, and the bytes that they allocated.

    Of what a line allocates and frees again, the largest amount at one time counts. So a copy of the whole
    input in each turn of a loop is seen, a search through it is not.
    """

    lines: Counter[str] = field(default_factory=Counter)
    allocated: int = 0


def work_of(action: Callable[[], object]) -> Work:
    """Run an action and count the work of hexwright's code and of what it calls."""
    work = Work()
    names: dict[CodeType, str] = {}
    held = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal held
        if event == "line":
            work.lines[names[frame.f_code]] += 1
            now, peak = tracemalloc.get_traced_memory()
            work.allocated += max(0, peak - held)
            tracemalloc.reset_peak()
            held = now
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code not in names:
            _, ours, path = code.co_filename.removesuffix(".py").rpartition("/hexwright/")
            name = f"{path.replace('/', '.')}.{code.co_qualname.replace('.<locals>', '')}"
            names[code] = name if ours else ""
        return line if names[code] else None

    before = sys.gettrace()
    tracemalloc.start()
    sys.settrace(call)
    try:
        action()
    finally:
        sys.settrace(before)
        tracemalloc.stop()
    return work
