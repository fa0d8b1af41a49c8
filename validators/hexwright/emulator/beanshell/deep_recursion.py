"""Run deeply nested calls without allocating and freeing memory at each call.

CPython keeps the frames of its functions in chunks of 16 KB. A call that finds the last chunk full allocates
a new one and frees it on return. A script's closures nest hundreds of calls, so this would happen at every
other call. A large frame gets a chunk of its own size, and the calls below it use the rest of that chunk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

#: Chunk sizes are powers of two: the frame takes just over half of a 1 MB chunk, and nested calls use the
#: rest.
_SLOTS: Final = (1 << 16) + 1024


def call_with_deep_stack(work: Callable[[], T]) -> T:
    """Return the result of a function that nests calls deeply."""
    return work()


call_with_deep_stack.__code__ = call_with_deep_stack.__code__.replace(co_stacksize=_SLOTS)
