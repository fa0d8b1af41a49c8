"""Make stamps of trees: clumps of round and pointed crowns seen from above, or signs for plainer styles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Colour, Path, Segment, Stamp, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import share_of
from hexwright.render.theme import Theme

CLUMPS: Final = 10
"""How many different clumps there are of each size."""
_CROWN: Final = 0.46
"""The mean radius of a crown, on a hex of 14 mm."""
_DEPTH: Final = 0.6
"""How dark crowns are on a hex of 14 mm, so that numbers are read among them. Larger ones are darker."""
_SIZES: Final = {"wood": (1.5, 9), "edge": (0.95, 4), "bush": (0.5, 2), "tree": (0.0, 1)}
"""The radius of each size of clump in mm, and its number of trees."""


@lru_cache(maxsize=64)
def tree_stamps(theme: Theme, size: str, unit: float, jungle: bool = False) -> Sequence[Stamp]:
    """Return different clumps of trees of one size; `unit` scales them."""
    spread, count = _SIZES[size]
    made = []
    for n in range(CLUMPS):
        trees = sorted(_trees(f"{size}{n}", spread, count), key=lambda tree: tree[0].y)
        parts = _PARTS[theme.look.marks](theme, trees, unit, jungle)
        name = f"{'jungle' if jungle else 'trees'}-{size}-{n}-{round(unit * 1000)}"
        made.append(Stamp(name, tuple(parts), (spread + 1.2) * unit))
    return tuple(made)


_Tree = tuple[Point, float, bool, str]
"""A tree: its place, its radius, whether it is a conifer, and its seed."""


def _trees(seed: str, spread: float, count: int) -> list[_Tree]:
    """Spread trees over a disc like the seeds of a sunflower, each moved a little."""
    found = []
    turn = share_of(seed, "turn")
    for n in range(count):
        angle = math.tau * (0.381966 * n + turn + 0.06 * share_of(seed, n, "a"))
        far = spread * math.sqrt((n + 0.35 * share_of(seed, n, "r")) / count)
        size = _CROWN * (0.72 + 0.5 * share_of(seed, n, "s"))
        place = Point(far * math.cos(angle), far * math.sin(angle) * 0.92)
        found.append((place, size, share_of(seed, n, "kind") < 0.22, f"{seed}{n}"))
    return found


def _painted(theme: Theme, trees: Sequence[_Tree], unit: float, jungle: bool) -> list[tuple[Path, Style]]:
    """Return shaded crowns, the farther ones below the nearer ones."""
    ground = theme.jungle if jungle else theme.forest
    depth = min(1.0, _DEPTH * unit)
    shadow = mix_colours(ground, theme.forest_mark, 0.72 * depth)
    dark = mix_colours(ground, theme.forest_mark, depth)
    mild = mix_colours(dark, theme.forest_mark_light, 0.42)
    fir = mix_colours(dark, Colour("#1f4a46"), 0.35 * depth)
    shadows = [_crown(Point(p.x + 0.3 * r, p.y + 0.4 * r), r, seed, unit) for p, r, _, seed in trees]
    parts = [(_joined(shadows), Style(fill=mix_colours(shadow, theme.rock, 0.25)))]
    middle = len(trees) // 2
    for row in (trees[:middle], trees[middle:]):
        bodies: dict[Colour, list[Path]] = {}
        for p, r, conifer, seed in row:
            tone = fir if conifer else (dark if share_of(seed, "tone") < 0.35 else mild)
            shape = _spiky(p, r, unit) if conifer else _crown(p, r, seed, unit)
            bodies.setdefault(tone, []).append(shape)
        parts += [(_joined(shapes), Style(fill=tone)) for tone, shapes in sorted(bodies.items())]
        lights = [
            _crown(Point(p.x - 0.24 * r, p.y - 0.3 * r), r * 0.5, f"{seed}l", unit, 6)
            for p, r, conifer, seed in row
            if not conifer
        ]
        if lights:
            parts.append((_joined(lights), Style(fill=theme.forest_mark_light)))
    return parts


def _inked(theme: Theme, trees: Sequence[_Tree], unit: float, jungle: bool) -> list[tuple[Path, Style]]:
    """Return outlined crowns on stems, as pens drew them."""
    fill = mix_colours(theme.jungle if jungle else theme.forest, theme.forest_mark, 0.12)
    parts: list[tuple[Path, Style]] = []
    for p, r, conifer, seed in trees[:: 2 if len(trees) > 2 else 1]:
        shape = _cone(p, r * 1.5, unit) if conifer else _crown(p, r * 1.25, seed, unit)
        parts.append((shape, Style(fill=fill, stroke=theme.forest_mark, width=0.11 * unit)))
    return parts


def _signs(theme: Theme, trees: Sequence[_Tree], unit: float, jungle: bool) -> list[tuple[Path, Style]]:
    """Return a bold cone or disc for each third tree."""
    fill = theme.forest_mark
    shapes = [
        _cone(p, r * 2.0, unit)
        if conifer or not jungle
        else Path.ellipse(Point(p.x * unit, p.y * unit), r * 1.5 * unit)
        for p, r, conifer, _ in trees[:: 4 if len(trees) > 2 else 1]
    ]
    return [(_joined(shapes), Style(fill=fill))]


_PARTS: Final = {"painted": _painted, "inked": _inked, "signs": _signs}


def _joined(paths: Sequence[Path]) -> Path:
    return Path(tuple(segment for path in paths for segment in path.segments))


def _crown(centre: Point, radius: float, seed: str, unit: float, lobes: int = 9) -> Path:
    """Return a lumpy round crown."""
    points = []
    for n in range(lobes):
        angle = math.tau * (n + 0.4 * share_of(seed, n)) / lobes
        far = radius * (0.82 + 0.3 * share_of(seed, n, "far"))
        points.append(
            Point((centre.x + far * math.cos(angle)) * unit, (centre.y + far * math.sin(angle)) * unit)
        )
    return Path.line(points, closed=True)


def _spiky(centre: Point, radius: float, unit: float) -> Path:
    """Return a conifer seen from above: a star with many points."""
    return Path.star(Point(centre.x * unit, centre.y * unit), radius * 1.02 * unit, points=7, inner=0.6)


def _cone(foot: Point, size: float, unit: float) -> Path:
    """Return a conifer seen from the side."""
    top, base = foot.y - size * 0.9, foot.y + size * 0.6
    corners = (Point(foot.x, top), Point(foot.x + size * 0.52, base), Point(foot.x - size * 0.52, base))
    first, *others = (Point(p.x * unit, p.y * unit) for p in corners)
    return Path((Segment("M", (first,)), *(Segment("L", (p,)) for p in others), Segment("Z")))
