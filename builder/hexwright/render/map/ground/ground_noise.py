"""Compute smooth noise over the sheet, from hashes only: the same place always has the same value.

The lattice of the noise hangs on the sheet, so a part of a map has the noise of the whole map.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import shake_128
from typing import TYPE_CHECKING, Final

from hexwright.render.canvas import Box

if TYPE_CHECKING:
    from PIL import Image

_COLUMNS: Final = 4096
"""The number of values in a row of the lattice; the first ones lie to the left of the sheet."""
_LEFT: Final = 512


@lru_cache(maxsize=512)
def _row(seed: str, row: int) -> bytes:
    return shake_128(f"{seed}:{row}".encode()).digest(_COLUMNS)


@lru_cache(maxsize=1 << 14)
def share_of(*key: object) -> float:
    """Return a number from 0 (inclusive) to 1 (exclusive) that depends only on the key."""
    text = "\x1f".join(map(str, key))
    return int.from_bytes(shake_128(text.encode()).digest(6), "big") / 2**48


class Noise:
    """Noise from about -1 to 1 whose bumps are about `wave` mm wide; finer octaves are half as wide."""

    def __init__(self, seed: str, wave: float, octaves: int = 1, gain: float = 0.5) -> None:
        self._octaves = tuple((f"{seed}{n}", wave / 2**n, gain**n) for n in range(octaves))

    def at(self, x: float, y: float) -> float:
        """Return the noise at a point, in mm of the sheet."""
        total = 0.0
        for seed, wave, weight in self._octaves:
            across, down = x / wave, y / wave
            column, row = math.floor(across), math.floor(down)
            s, t = across - column, down - row
            s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
            above, below = _row(seed, row), _row(seed, row + 1)
            n = column + _LEFT
            top = above[n] + (above[n + 1] - above[n]) * s
            foot = below[n] + (below[n + 1] - below[n]) * s
            total += weight * ((top + (foot - top) * t) / 127.5 - 1)
        return total


def noise_picture(box: Box, size: tuple[int, int], seed: str, wave: float) -> Image.Image:
    """Return noise over a box as a picture of whole numbers (mode L): 0 to 255 instead of -1 to 1."""
    from PIL import Image

    first, top = math.floor(box.x / wave) - 3, math.floor(box.y / wave) - 3
    columns, rows = math.ceil(box.right / wave) + 4 - first, math.ceil(box.bottom / wave) + 4 - top
    data = b"".join(_row(seed, top + n)[first + _LEFT : first + _LEFT + columns] for n in range(rows))
    lattice = Image.frombytes("L", (columns, rows), data)
    left, upper = box.x / wave - first + 0.5, box.y / wave - top + 0.5
    part = (left, upper, left + box.width / wave, upper + box.height / wave)
    return lattice.resize(size, Image.Resampling.BICUBIC, box=part)
