"""Make stamps of wet and of broken ground: tufts of reeds over strokes of water, stones, dunes, hachures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment, Stamp, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import share_of
from hexwright.render.theme import Theme

_VARIANTS: Final = 8
_Parts = list[tuple[Path, Style]]


def _stamped(kind: str, unit: float, reach: float, parts: Sequence[_Parts]) -> tuple[Stamp, ...]:
    scale = round(unit * 1000)
    return tuple(
        Stamp(f"{kind}-{n}-{scale}", tuple(made), reach * unit) for n, made in enumerate(parts) if made
    )


def _strokes(lines: Sequence[Sequence[tuple[float, float]]], unit: float) -> Path:
    return Path(
        tuple(
            segment
            for line in lines
            for segment in Path.line([Point(x * unit, y * unit) for x, y in line]).segments
        )
    )


@lru_cache(maxsize=16)
def swamp_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return groups of tufts with strokes of open water."""
    signs = theme.look.marks == "signs"
    made = []
    for n in range(_VARIANTS):
        blades, water = [], []
        for k in range(1 if signs else 2 + (n % 2)):
            x, y = 1.5 * (share_of("tuft", n, k, "x") - 0.5), 1.7 * (k / 2.4 - 0.4)
            size = (1.5 if signs else 0.75 + 0.3 * share_of("tuft", n, k)) * 0.95
            for j in range(5):
                lean = (j - 2) / 2
                top = size * (1 - 0.3 * abs(lean))
                blades.append([(x + 0.1 * lean, y), (x + 0.5 * lean * size, y - top)])
            half = 0.9 * size * (0.8 + 0.5 * share_of("pool", n, k))
            water.append([(x - half, y + 0.12), (x + half * 0.8, y + 0.12)])
            if k % 2 == 0:
                water.append([(x - half * 0.2, y + 0.5), (x + half * 1.2, y + 0.5)])
        wet = mix_colours(theme.water, theme.water_edge, 0.35)
        thin, thick = (0.3, 0.32) if signs else (0.12, 0.19)
        made.append(
            [
                (_strokes(water, unit), Style(stroke=wet, width=thick * unit, cap="round")),
                (_strokes(blades, unit), Style(stroke=theme.swamp_mark, width=thin * unit, cap="round")),
            ]
        )
    return _stamped("reeds", unit, 2.6, made)


@lru_cache(maxsize=16)
def hill_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return hillocks: two slopes with hachures, longer and heavier on the side away from the light."""
    made = []
    for n in range(_VARIANTS):
        wedges = []
        size = 1.5 + 0.7 * share_of("hill", n)
        count = 13 if theme.look.marks == "inked" else 8
        for k in range(count):
            angle = math.pi * (0.92 + 1.16 * (k + 0.5 * share_of("hill", n, k)) / count)
            crest = (size * math.cos(angle), size * 0.62 * math.sin(angle) + 0.55 * size)
            dark = k / count
            length = (0.42 + 0.62 * dark) * (0.8 + 0.4 * share_of("hill", n, k, "l"))
            foot = (
                crest[0] + length * math.cos(angle) * 0.75,
                crest[1] + length * (0.35 + 0.45 * abs(math.sin(angle))),
            )
            half = (0.05 + 0.1 * dark) * (1.9 if theme.look.marks == "signs" else 1.0)
            wedges.append([(crest[0] - half, crest[1]), (crest[0] + half, crest[1]), foot])
        shape = Path(
            tuple(
                s
                for wedge in wedges
                for s in Path.line([Point(x * unit, y * unit) for x, y in wedge], closed=True).segments
            )
        )
        made.append([(shape, Style(fill=theme.hills_mark))])
    return _stamped("hillock", unit, 3.6, made)


@lru_cache(maxsize=16)
def stone_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return groups of stones with a shaded side, for rough ground."""
    made = []
    lit, dark = mix_colours(theme.rough, theme.land, 0.55), mix_colours(theme.rough, theme.rock, 0.75)
    for n in range(_VARIANTS):
        faces, shades = [], []
        for k in range(2 + n % 3):
            x, y = 1.9 * (share_of("stone", n, k, "x") - 0.5), 1.7 * (share_of("stone", n, k, "y") - 0.5)
            size = 0.3 + 0.32 * share_of("stone", n, k)
            ring = [
                (
                    x + size * (0.8 + 0.3 * share_of("stone", n, k, j)) * math.cos(math.tau * j / 6),
                    y + size * 0.75 * math.sin(math.tau * j / 6),
                )
                for j in range(6)
            ]
            faces.append(ring)
            shades.append([ring[0], ring[1], ring[2], (x - 0.1 * size, y + 0.15 * size)])
        made.append(
            [
                (_rings(faces, unit), Style(fill=lit, stroke=dark, width=0.1 * unit, join="round")),
                (_rings(shades, unit), Style(fill=dark)),
            ]
        )
    return _stamped("stones", unit, 2.4, made)


@lru_cache(maxsize=16)
def dune_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return crescents of sand with grains on their lee side."""
    made = []
    colour = mix_colours(theme.sand, theme.rock, 0.55)
    for n in range(_VARIANTS):
        size = 1.0 + 0.7 * share_of("dune", n)
        ends = Point(-size * unit, 0.2 * unit), Point(size * unit, 0.1 * unit)
        tops = Point(-size * 0.5 * unit, -0.75 * size * unit), Point(size * 0.6 * unit, -0.6 * size * unit)
        crest = Path((Segment("M", (ends[0],)), Segment("C", (*tops, ends[1]))))
        grains = [
            (2.4 * size * (share_of("grain", n, k) - 0.5), 0.25 + 0.8 * share_of("grain", n, k, "y"))
            for k in range(7)
        ]
        dots = _strokes([[(x, y), (x + 0.02, y)] for x, y in grains], unit)
        made.append(
            [
                (crest, Style(stroke=colour, width=0.16 * unit, cap="round")),
                (dots, Style(stroke=colour, width=0.17 * unit, cap="round")),
            ]
        )
    return _stamped("dune", unit, 2.6, made)


@lru_cache(maxsize=16)
def drift_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return drifts of snow: short blue strokes."""
    made = []
    colour = mix_colours(theme.snow, theme.water_edge, 0.45)
    for n in range(_VARIANTS):
        lines = []
        for k in range(3):
            x, y = 1.6 * (share_of("drift", n, k, "x") - 0.5), 0.7 * (k - 1)
            half = 0.4 + 0.5 * share_of("drift", n, k)
            lines.append([(x - half, y + 0.12), (x, y - 0.08), (x + half, y)])
        made.append(
            [(_strokes(lines, unit), Style(stroke=colour, width=0.13 * unit, cap="round", join="round"))]
        )
    return _stamped("drift", unit, 2.2, made)


@lru_cache(maxsize=16)
def slope_stamps(theme: Theme, unit: float) -> Sequence[Stamp]:
    """Return rows of hachures that run downhill."""
    made = []
    colour = mix_colours(theme.rough, theme.rock, 0.8)
    for n in range(_VARIANTS):
        lines = []
        for k in range(6):
            x, length = 0.46 * (k - 2.5), 0.7 + 0.6 * share_of("slope", n, k)
            lines.append([(x, -0.6 + 0.1 * share_of("slope", n, k, "y")), (x - 0.18, -0.6 + length)])
        made.append([(_strokes(lines, unit), Style(stroke=colour, width=0.15 * unit, cap="round"))])
    return _stamped("slope", unit, 2.2, made)


def _rings(rings: Sequence[Sequence[tuple[float, float]]], unit: float) -> Path:
    return Path(
        tuple(
            segment
            for ring in rings
            for segment in Path.line([Point(x * unit, y * unit) for x, y in ring], closed=True).segments
        )
    )
