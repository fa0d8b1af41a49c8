"""Memory is returned when reference cycles are collected, though Python's collector is paused."""

from __future__ import annotations

import gc
import weakref

from hexwright.support.process_memory import release_memory


class _Knot:
    def __init__(self) -> None:
        self.own = self


def test_cycles_are_collected_while_collecting_is_paused() -> None:
    gc.disable()
    try:
        knot = weakref.ref(_Knot())
        assert knot() is not None
        release_memory()
        assert knot() is None
    finally:
        gc.enable()
