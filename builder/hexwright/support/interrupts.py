"""Defer Ctrl-C while code runs that can't be interrupted cleanly."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Raise KeyboardInterrupt for Ctrl-C only after the code inside the context.

    Libraries in C turn an interrupt during their import into an ImportError.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received = False

    def note(*_: object) -> None:
        nonlocal received
        received = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if received:
        raise KeyboardInterrupt
