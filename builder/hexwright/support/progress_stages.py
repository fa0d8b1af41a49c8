"""Track the stages of long work, with their durations, and notify an observer."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol


class ProgressListener(Protocol):
    """An observer of progress."""

    def stage(self, name: str) -> None:
        """Report that a stage begins."""


@dataclass(frozen=True, slots=True)
class TimedStage:
    """A finished stage and its duration in seconds."""

    name: str
    seconds: float


@dataclass(slots=True)
class StageTimer:
    """A timer of the stages of one run, which reports each stage to an observer as it begins."""

    watch: ProgressListener | None = None
    finished: list[TimedStage] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the code inside the context as a stage."""
        if self.watch is not None:
            self.watch.stage(name)
        started = time.perf_counter()
        yield
        self.finished.append(TimedStage(name, time.perf_counter() - started))


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Suspend Python's cyclic garbage collection, which would scan a map's million small values.

    This saves a tenth of a build's time. Drawing and compiling create no reference cycles, so no memory is
    leaked.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            if not gc.get_freeze_count():
                # Existing objects are frozen, so that the collector doesn't start by scanning them all.
                # Where a caller froze its own, as tests do, they stay frozen.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
