"""Memory is returned when reference cycles are collected, though Python's collector is paused."""

from __future__ import annotations

import gc
import weakref

from hexwright.support.process_memory import release_memory
from hexwright.support.progress_stages import garbage_collection_paused


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


def test_what_a_caller_froze_stays_frozen_when_collecting_goes_on() -> None:
    gc.freeze()
    with garbage_collection_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count()


def test_nothing_stays_frozen_when_collecting_goes_on() -> None:
    gc.unfreeze()
    try:
        with garbage_collection_paused():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert not gc.get_freeze_count()
    finally:
        gc.freeze()
