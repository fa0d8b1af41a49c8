"""Make stamps of farmland: a patch of small fields in several tones, with or without a village in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Colour, Path, Stamp, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import share_of
from hexwright.render.map.ground.polygon_cutting import Ring, cut_polygon
from hexwright.render.theme import Theme

_PATCHES: Final = 20
_FIELD: Final = 1.3
"""The area of a field in mm², on a hex of 14 mm."""


@lru_cache(maxsize=16)
def farm_stamps(theme: Theme, unit: float, village: bool = True) -> Sequence[Stamp]:
    """Return patches of fields; with `village`, there are houses in the middle."""
    made = []
    for n in range(_PATCHES):
        seed = f"farm{n}{village}"
        radius = 1.55 + 1.35 * share_of(seed, "size")
        outline = _oval(seed, radius)
        turn = math.pi * share_of(seed, "turn")
        parts = [*_fields(theme, seed, outline, turn, unit)]
        if village:
            parts.append(_houses(theme, seed, turn, unit))
        name = f"{'farm' if village else 'fields'}-{n}-{round(unit * 1000)}"
        made.append(Stamp(name, tuple(parts), (radius * 1.6 + 0.2) * unit))
    return tuple(made)


def _oval(seed: str, radius: float) -> Ring:
    """Return a lumpy oval."""
    long = math.pi * share_of(seed, "long")
    found = []
    for n in range(14):
        angle = math.tau * n / 14
        far = radius * (0.88 + 0.24 * share_of(seed, "edge", n)) * (1 + 0.26 * math.cos(2 * (angle - long)))
        found.append(Point(far * math.cos(angle), far * math.sin(angle)))
    return found


def _fields(theme: Theme, seed: str, outline: Ring, turn: float, unit: float) -> Iterator[tuple[Path, Style]]:
    land, crops, green = theme.land, theme.crops, theme.forest_mark_light
    tones = [
        crops,
        mix_colours(land, crops, 0.6),
        mix_colours(land, green, 0.55),
        mix_colours(land, green, 0.3),
        mix_colours(land, theme.hills_mark, 0.26),
    ]
    by_tone: dict[Colour, list[Ring]] = {}
    furrows: list[Path] = []
    for key, ring in cut_polygon(outline, turn, seed, _FIELD, 0.045):
        if share_of(key, "fallow") < 0.17:
            continue
        tone = tones[int(share_of(key, "tone") * len(tones))]
        by_tone.setdefault(tone, []).append(ring)
        if share_of(key, "plough") < 0.14:
            furrows += _furrows(ring, turn, unit)
    for tone, rings in sorted(by_tone.items()):
        yield _shapes(rings, unit), Style(fill=tone)
    if furrows:
        yield _joined(furrows), Style(stroke=mix_colours(crops, theme.rock, 0.55), width=0.06 * unit)


def _furrows(ring: Ring, turn: float, unit: float) -> Iterator[Path]:
    along = Point(math.cos(turn), math.sin(turn))
    across = Point(-along.y, along.x)
    depths = [p.x * across.x + p.y * across.y for p in ring]
    at = min(depths) + 0.16
    while at < max(depths) - 0.1:
        ends = []
        for a, b, low, high in zip(ring, [*ring[1:], ring[0]], depths, [*depths[1:], depths[0]], strict=True):
            if (low < at) != (high < at):
                ends.append(a.towards(b, (at - low) / (high - low)))
        if len(ends) == 2:
            yield Path.line([p.scaled(unit) for p in ends])
        at += 0.24


def _houses(theme: Theme, seed: str, turn: float, unit: float) -> tuple[Path, Style]:
    """Return houses on both sides of a bent lane."""
    count = 4 + int(5 * share_of(seed, "houses"))
    way = turn + 1.2 * (share_of(seed, "lane") - 0.5)
    along, across = Point(math.cos(way), math.sin(way)), Point(-math.sin(way), math.cos(way))
    shapes = []
    for n in range(count):
        far = (n - (count - 1) / 2) * 0.31 + 0.12 * (share_of(seed, n, "far") - 0.5)
        off = (0.2 if n % 2 else -0.2) + 0.1 * (share_of(seed, n, "off") - 0.5) + 0.06 * far * far
        long, wide = 0.14 + 0.07 * share_of(seed, n, "long"), 0.1 + 0.03 * share_of(seed, n, "wide")
        middle = along.scaled(far) + across.scaled(off)
        shapes.append(
            [
                middle + along.scaled(x * long) + across.scaled(y * wide)
                for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
        )
    return _shapes(shapes, unit), Style(fill=mix_colours(theme.built_up_mark, theme.ink, 0.45))


def _shapes(rings: Sequence[Ring], unit: float) -> Path:
    return _joined([Path.line([p.scaled(unit) for p in ring], closed=True) for ring in rings])


def _joined(paths: Sequence[Path]) -> Path:
    return Path(tuple(segment for path in paths for segment in path.segments))
