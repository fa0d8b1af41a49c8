"""Make the sounds of the module as WAV files, in whole numbers: the same bytes on every machine."""

from __future__ import annotations

import io
import struct
import wave
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from hexwright.vassal.codec.buildfile.components import BooleanPreference

SOUNDS: Final = "Sounds"
"""The name of the preference, and of the property that contains it."""
_RATE: Final = 44100
"""Samples per second. Java plays this rate, in mono with 16 bits, on every system."""
_LOUD: Final = 9000
"""The largest sample, of 32767."""


def sound_preference() -> BooleanPreference:
    """Return the player's preference that switches the sounds on and off."""
    return BooleanPreference.new(
        name=SOUNDS, tab="Sounds", desc="Sounds of phases, dice and refusals", default=True
    )


@cache
def sound_files() -> Mapping[str, bytes]:
    """Return the sounds as WAV, keyed by file name in the module: a new phase, dice, and a refusal."""
    files = {
        "sounds/phase.wav": _wav([*_tone(84, 2600), *_tone(63, 4400)]),
        "sounds/dice.wav": _wav([sample for pause in (900, 1500, 700, 2200) for sample in _knock(pause)]),
        "sounds/refused.wav": _wav([*_tone(250, 3200), *_tone(280, 4200)]),
    }
    return MappingProxyType(files)


def _tone(period: int, length: int) -> Iterator[int]:
    """Yield the samples of a soft tone that dies away: a triangle of `period` samples."""
    for n in range(length):
        phase = n % period
        triangle = 4 * _LOUD * min(phase, period - phase) // period - _LOUD
        begin = min(n, 200)
        yield triangle * (length - n) ** 2 // length**2 * begin // 200


def _knock(pause: int) -> Iterator[int]:
    """Yield the samples of a die that hits the table, and of a pause after it."""
    noise, length = 12345 + pause, 500
    for n in range(length):
        noise = (noise * 1103515245 + 12345) % 2**31
        yield ((noise >> 15) % (2 * _LOUD) - _LOUD) * (length - n) ** 3 // length**3
    yield from (0 for _ in range(pause))


def _wav(samples: list[int]) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return out.getvalue()
