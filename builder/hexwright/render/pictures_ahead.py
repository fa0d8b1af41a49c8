"""Late pictures encoded elsewhere, a few ahead of the one that is written; and threads that decode pictures.

A document with hundreds of pictures never holds more than a few, which together have a limited number of
pixels.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeAlias

from hexwright.render.pdf_pictures import EncodedPicture, LatePicture

_THREADS: Final = min(4, os.cpu_count() or 1)
_AHEAD: Final = 24
_MOST_PIXELS: Final = 4_000_000
"""A picture with more pixels is encoded when it is written."""
_MOST_PIXELS_AHEAD: Final = 16_000_000
"""The pixels of the pictures that are being encoded or wait, compressed, to be written."""

BeginEncoding: TypeAlias = Callable[[LatePicture], Callable[[], EncodedPicture]]
"""Begins to encode a picture, and returns a function that waits for the result."""


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

    `watch`, if any, is called with the number of each picture and the number of all. `begin` encodes pictures
    elsewhere; without it, each is encoded here when it is written.
    """

    def __init__(self) -> None:
        self.watch: Callable[[int, int], None] | None = None
        self.begin: BeginEncoding | None = None
        self._waiting: deque[LatePicture] = deque()
        self._begun: deque[tuple[LatePicture, Callable[[], EncodedPicture] | None]] = deque()
        self._count = 0
        self._written = 0

    def add(self, picture: LatePicture) -> None:
        """Add the next picture."""
        self._waiting.append(picture)
        self._count += 1

    def encoded(self, picture: LatePicture) -> EncodedPicture:
        """Return a picture that is being written, and begin with those after it."""
        self._begin_more()
        self._written += 1
        if self.watch is not None:
            self.watch(self._written, self._count)
        if not self._begun or self._begun[0][0] is not picture:
            return picture.encode()
        _, result = self._begun.popleft()
        found = result() if result is not None else picture.encode()
        self._begin_more()
        return found

    def _begin_more(self) -> None:
        while self.begin is not None and self._waiting and len(self._begun) < _AHEAD:
            picture = self._waiting[0]
            ahead = 0 < picture.pixels <= _MOST_PIXELS
            together = sum(one.pixels for one, result in self._begun if result is not None)
            if ahead and together + picture.pixels > _MOST_PIXELS_AHEAD:
                break
            self._waiting.popleft()
            self._begun.append((picture, self.begin(picture) if ahead else None))
