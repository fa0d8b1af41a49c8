"""Count the work that code does, so that tests of bounds don't depend on the speed of the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
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
