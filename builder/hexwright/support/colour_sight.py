"""Show colours as colour-blind people see them, and measure how far two colours are apart.

The matrices are those of full dichromacy in linear light by Machado, Oliveira and Fernandes (2009).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

Sight = Literal["normal", "deuteranopia", "protanopia", "tritanopia"]
_Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
_Light = tuple[float, float, float]

_MATRICES: Final[Mapping[Sight, _Matrix]] = MappingProxyType(
    {
        "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.01182, 0.04294, 0.968881),
        ),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.3039),
        ),
    }
)
SIGHTS: Final = tuple(_MATRICES)
"""Normal sight, and sight without green, without red and without blue."""


@cache
def seen_colour(colour: str, sight: Sight) -> str:
    """Return a colour "#rrggbb" as it is seen."""
    return "#" + "".join(f"{round(255 * _encoded(part)):02x}" for part in _light(colour, sight))


@cache
def colour_distance(first: str, second: str, sight: Sight = "normal") -> float:
    """Return how far two colours are apart as they are seen: 2 can just be told apart side by side, 100 is
    black and white.
    """
    return math.dist(_lab(_light(first, sight)), _lab(_light(second, sight)))


def _light(colour: str, sight: Sight) -> _Light:
    """Return red, green and blue in linear light as they are seen, from 0 to 1."""
    parts = [_linear(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5)]
    red, green, blue = (
        min(1.0, max(0.0, sum(factor * part for factor, part in zip(row, parts, strict=True))))
        for row in _MATRICES[sight]
    )
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _encoded(light: float) -> float:
    return light * 12.92 if light <= 0.0031308 else 1.055 * math.pow(light, 1 / 2.4) - 0.055


def _lab(light: _Light) -> tuple[float, float, float]:
    """Return lightness and the two axes of colour of CIELAB under daylight."""
    red, green, blue = light
    x, y, z = (
        math.pow(part, 1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
