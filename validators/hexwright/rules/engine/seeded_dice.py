"""Seeded dice: roll dice from a seed in the state, so that the same seed and actions give the same game.

The generator is SplitMix64 (Steele, Lea and Flood, 2014), evaluated at a counter. A state therefore needs
only the seed and the number of rolls so far.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def random_word(seed: int, count: int) -> int:
    """Return 64 random bits for a seed and the number of dice rolled before."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


def throw_die(seed: int, count: int, sides: int) -> int:
    """Return a number from 1 to `sides`; for common dice, the probabilities are equal to within 2**-60."""
    return (random_word(seed, count) * sides >> 64) + 1
