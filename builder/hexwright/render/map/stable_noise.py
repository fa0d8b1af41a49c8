"""Compute reproducible pseudo-random numbers by hashing keys."""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import blake2b


def stable_share(*key: object) -> float:
    """Return a number from 0 (inclusive) to 1 (exclusive) that depends only on the key parts."""
    text = "\x1f".join(map(str, key))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48


@lru_cache(maxsize=1024, typed=True)
def stable_signed(*key: object) -> float:
    """Return a number from -1 (inclusive) to 1 (exclusive) that depends only on the key parts."""
    return stable_share(*key) * 2 - 1


def smooth_noise(at: float, *key: object) -> float:
    """Return smooth noise from -1 to 1. It is interpolated between random values at integers."""
    whole = math.floor(at)
    share = at - whole
    eased = share * share * (3 - 2 * share)
    low, high = stable_signed(*key, whole), stable_signed(*key, whole + 1)
    return low + (high - low) * eased
