"""Follow a long piece of work: its stages, how long each took, and someone who watches."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol


class Watch(Protocol):
    """Someone who wants to know what is being done."""

    def stage(self, name: str) -> None:
        """Take note that a stage begins."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that is done, and the seconds it took."""

    name: str
    seconds: float


@dataclass(slots=True)
class Stages:
    """The stages of one run, told to a watch as they begin."""

    watch: Watch | None = None
    done: list[Stage] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what is done inside."""
        if self.watch is not None:
            self.watch.stage(name)
        started = time.perf_counter()
        yield
        self.done.append(Stage(name, time.perf_counter() - started))


@contextmanager
def uncollected() -> Iterator[None]:
    """Make do without the collector of cycles: a map is a million small values, and it looks at all of them.

    A tenth of a build's time. What is drawn and compiled doesn't refer back, so no memory is lost by it.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            # What is there counts as what lasts; otherwise the collector would begin by looking at all of it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
