"""Return unused memory of this process to the operating system."""

from __future__ import annotations

import ctypes
import gc


def release_memory() -> None:
    """Collect reference cycles, and return freed memory to the system where its C library can do it."""
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return  # Only glibc keeps freed memory so.
    trim(0)
