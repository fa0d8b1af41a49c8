"""Late pictures encoded in threads, a few ahead of the one that is written.

Decoding and compressing release Python's lock, so that two cores need half the time. A document with hundreds
of pictures never holds more than a few, which together have a limited number of pixels.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

from hexwright.render.pdf_pictures import EncodedPicture, LatePicture

_THREADS: Final = min(4, os.cpu_count() or 1)
_AHEAD: Final = 2 * _THREADS
_MOST_PIXELS: Final = 4_000_000
"""The pixels of the pictures that are encoded at the same time or wait to be written; a larger one is encoded
when it is written.
"""


@contextmanager
def decoding_threads() -> Iterator[ThreadPoolExecutor]:
    """Provide threads that decode pictures, one for each core; at the end, what isn't begun is left out."""
    with warnings.catch_warnings(), ThreadPoolExecutor(_THREADS) as pool:
        # Decoders silence warnings each for itself, which threads may undo in another order.
        warnings.simplefilter("ignore")
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


class PicturesAhead:
    """The late pictures of a document, in the order in which they are written.

    `watch`, if any, is called with the number of each picture and the number of all.
    """

    def __init__(self) -> None:
        self.watch: Callable[[int, int], None] | None = None
        self._waiting: deque[LatePicture] = deque()
        self._begun: deque[tuple[LatePicture, Future[EncodedPicture] | None]] = deque()
        self._count = 0
        self._written = 0
        self._pool: ThreadPoolExecutor | None = None

    def add(self, picture: LatePicture) -> None:
        """Add the next picture."""
        self._waiting.append(picture)
        self._count += 1

    @contextmanager
    def running(self) -> Iterator[None]:
        """Provide threads for `encoded`."""
        with decoding_threads() as pool:
            self._pool = pool
            try:
                yield
            finally:
                self._pool = None

    def encoded(self, picture: LatePicture) -> EncodedPicture:
        """Return a picture that is being written, and begin with those after it."""
        self._begin()
        self._written += 1
        if self.watch is not None:
            self.watch(self._written, self._count)
        if not self._begun or self._begun[0][0] is not picture:
            return picture.encode()
        _, future = self._begun.popleft()
        found = future.result() if future is not None else picture.encode()
        self._begin()
        return found

    def _begin(self) -> None:
        while self._pool is not None and self._waiting and len(self._begun) < _AHEAD:
            picture = self._waiting[0]
            ahead = 0 < picture.pixels <= _MOST_PIXELS
            together = sum(one.pixels for one, future in self._begun if future is not None)
            if ahead and together + picture.pixels > _MOST_PIXELS:
                break
            self._waiting.popleft()
            self._begun.append((picture, self._pool.submit(picture.encode) if ahead else None))
