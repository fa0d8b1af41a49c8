"""Cover the land: woods in forests and a few outside, reeds, stones, dunes, farms and lanes in clear hexes.

Everything is placed by hashes of its place, so the same map is always covered alike, and a change of one hex
changes nothing far from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import shake_128
from typing import Final, NamedTuple

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Terrain, TerrainArt
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Path, Stamp, Stamped, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.farm_stamps import farm_stamps
from hexwright.render.map.ground.ground_noise import Noise, share_of
from hexwright.render.map.ground.marsh_stamps import (
    drift_stamps,
    dune_stamps,
    hill_stamps,
    slope_stamps,
    stone_stamps,
    swamp_stamps,
)
from hexwright.render.map.ground.tree_stamps import tree_stamps
from hexwright.render.map.hex_regions import PolygonArea, combine_paths
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line
from hexwright.render.theme import Theme

IsFreePoint = Callable[[Point], bool]
"""A function that returns whether a point is free of text, lines and symbols."""


class Spot(NamedTuple):
    """A point of the lattice, with three numbers from 0 to 1 by its hash."""

    at: Point
    luck: float
    kind: float


def texture_scale(view: MapView) -> float:
    """Return the scale of trees, fields and reeds relative to a map with 14 mm hexes.

    It grows more slowly than the hex, because a tree on a large hex must still look like a tree.
    """
    return max(0.6, min(1.6, math.pow(view.layout.hex_width / 14, 0.75)))


_FADED: Final = 0.5
"""How far the marks of land fade into its ground on small hexes, from 0 to 1."""
_FADED_WOODS: Final = 0.35
"""How far trees of woods fade, whose ground is no less green."""


def faded(view: MapView, ground: Colour, most: float = _FADED) -> Theme:
    """Return the theme of marks on a ground: on small hexes they fade into it, since numbers and hexsides
    are as fine as they are.
    """
    theme, share = view.theme, most * view.smallness
    if theme.look.marks != "painted" or not share:
        return theme
    return replace(
        theme,
        forest=mix_colours(theme.forest, ground, share),
        jungle=mix_colours(theme.jungle, ground, share),
        crops=mix_colours(theme.crops, ground, share),
        forest_mark=mix_colours(theme.forest_mark, ground, share),
        forest_mark_light=mix_colours(theme.forest_mark_light, ground, share),
        hills_mark=mix_colours(theme.hills_mark, ground, share),
        built_up_mark=mix_colours(theme.built_up_mark, ground, share),
        rock=mix_colours(theme.rock, ground, share),
        ink=mix_colours(theme.ink, ground, share),
    )


_FEWER_HOUSES: Final = 0.5
"""The share of villages that small hexes do without."""
_FIELDS: Final = (0.15, 3.6)
"""The number of farms of a hex where the land is poor, and how many more it has where it is rich."""
_CELLS: Final = 2048
_LEFT: Final = 256


@lru_cache(maxsize=64)
def _row(seed: str, row: int) -> bytes:
    return shake_128(f"{seed}:{row}".encode()).digest(_CELLS * 4)


def lattice(
    box: Box, pitch: float, seed: str, jitter: float = 0.7, area: PolygonArea | None = None
) -> Iterator[Spot]:
    """Yield the points of a jittered lattice within a box, upper ones first. It hangs on the sheet.

    Points that can't be in an `area` may be left out.
    """
    tall = pitch * 0.87
    first, last = math.floor(box.x / pitch) - 1, math.ceil(box.right / pitch) + 1
    for row in range(math.floor(box.y / tall), math.ceil(box.bottom / tall) + 1):
        lucks = _row(seed, row)
        shift = 0.5 * (row % 2)
        for column in range(first, last):
            n = 4 * (column + _LEFT)
            x = (column + shift + jitter * (lucks[n] / 255 - 0.5)) * pitch
            y = (row + jitter * (lucks[n + 1] / 255 - 0.5)) * tall
            if area is not None and not area.may_hold(x, y):
                continue
            yield Spot(Point(x, y), lucks[n + 2] / 256, lucks[n + 3] / 256)


def _pick(stamps: Sequence[Stamp], luck: float) -> Stamp:
    return stamps[int(luck * len(stamps))]


def cover_terrain(
    canvas: Canvas, view: MapView, kind: Terrain, rings: Sequence[Line], free: IsFreePoint
) -> None:
    """Draw the vegetation or stones of a kind of terrain within its outlines."""
    if (cover := _COVERS.get(kind.art)) is not None and rings:
        canvas.stamps(list(cover(view, kind, PolygonArea(rings), free)))


def _woods(view: MapView, kind: Terrain, area: PolygonArea, free: IsFreePoint) -> Iterator[Stamped]:
    """Yield clumps of trees: dense with glades, and smaller ones at the edge."""
    theme, unit = faded(view, view.theme.ground(kind.art), _FADED_WOODS), texture_scale(view)
    density = theme.look.trees
    if density <= 0:
        return
    jungle = kind.art == "jungle"
    full, small = (tree_stamps(theme, size, unit, jungle) for size in ("wood", "edge"))
    thick = Noise("thicket", 6.0 * unit, 2)
    pitch = 2.35 * unit / math.sqrt(min(1.6, max(0.25, density)))
    reach = 1.15 * unit
    for spot in lattice(view.visible_field.inset(-pitch), pitch, "woods", area=area):
        at = spot.at
        if at not in area:
            continue
        if spot.luck > 1.42 + 0.75 * thick.at(at.x, at.y) * (0.6 if jungle else 1.0) or not free(at):
            continue
        deep = all(
            Point(at.x + dx * reach, at.y + dy * reach) in area
            for dx, dy in ((1.0, 0.2), (-1.0, 0.2), (0.0, 0.9), (0.0, -0.9))
        )
        yield _pick(full if deep else small, spot.kind), at


def _scattered(
    make: Callable[[Theme, float], Sequence[Stamp]], pitch: float, weight: str, seed: str, patchy: float
) -> Callable[[MapView, Terrain, PolygonArea, IsFreePoint], Iterator[Stamped]]:
    """Return a cover of stamps on a lattice of `pitch` mm; `patchy` is how far noise thins them out."""

    def cover(view: MapView, kind: Terrain, area: PolygonArea, free: IsFreePoint) -> Iterator[Stamped]:
        unit = texture_scale(view)
        density = float(getattr(view.theme.look, weight))
        if density <= 0:
            return
        stamps, patches = make(view.theme, unit), Noise(seed, 6.0 * unit)
        step = pitch * unit / math.sqrt(density)
        for spot in lattice(view.visible_field.inset(-step), step, seed, area=area):
            at = spot.at
            if at in area and spot.luck < 0.86 + patchy * patches.at(at.x, at.y) and free(at):
                yield _pick(stamps, spot.kind), at

    return cover


def _hill_marks(view: MapView, kind: Terrain, area: PolygonArea, free: IsFreePoint) -> Iterator[Stamped]:
    """Yield hillocks, unless hills are shaded; shaded hills have some bushes."""
    look = view.theme.look
    if look.marks != "painted":
        pitch = 4.2 if look.marks == "inked" else 6.2
        yield from _scattered(hill_stamps, pitch, "hills", "hillocks", 0.3)(view, kind, area, free)
        return
    unit = texture_scale(view)
    stamps = tree_stamps(view.theme, "bush", unit)
    grove = Noise("heights", 8.0 * unit, 2)
    for spot in lattice(view.visible_field.inset(-unit), 1.9 * unit, "hill-bushes", area=area):
        at = spot.at
        if spot.luck >= 0.17 + 0.9 * max(0.0, grove.at(at.x, at.y) - 0.28):
            continue
        if at in area and free(at):
            yield _pick(stamps, spot.kind), at


_Cover = Callable[[MapView, Terrain, PolygonArea, IsFreePoint], Iterable[Stamped]]
_REEDS = _scattered(swamp_stamps, 2.5, "swamp", "reeds", 0.55)
_COVERS: Final[dict[TerrainArt, _Cover]] = {
    "forest": _woods,
    "jungle": _woods,
    "swamp": _REEDS,
    "marsh": _scattered(swamp_stamps, 3.4, "swamp", "sedge", 0.5),
    "hills": _hill_marks,
    "rough": _scattered(stone_stamps, 3.6, "hills", "stones", 0.35),
    "sand": _scattered(dune_stamps, 4.6, "hills", "dunes", 0.3),
    "snow": _scattered(drift_stamps, 4.0, "hills", "drifts", 0.3),
    "slope": _scattered(slope_stamps, 3.4, "hills", "slopes", 0.1),
}


# Clear land ---------------------------------------------------------------------------------------


class _Village(NamedTuple):
    at: Point
    stamp: Stamp


def cover_clear_land(
    canvas: Canvas,
    view: MapView,
    hexes: Iterable[HexId],
    free: IsFreePoint,
    tracks: Sequence[Line],
    wet: Callable[[Point], bool],
) -> None:
    """Draw farms, villages and single trees in hexes without other terrain.

    On small hexes there are no lanes, which would be taken for roads.
    """
    look = view.theme.look
    open_hexes = set(hexes)
    villages = list(_villages(view, sorted(open_hexes), free)) if look.fields > 0 else []
    canvas.stamps([(village.stamp, village.at) for village in villages])
    if villages and not view.smallness:
        lanes = list(_lanes(view, [village.at for village in villages], tracks, wet))
        if lanes:
            colour = mix_colours(view.theme.land, view.theme.built_up_mark, 0.62)
            width = 0.15 * texture_scale(view)
            style = Style(stroke=colour, width=width, dash=(3.6 * width, 2.2 * width))
            canvas.path(combine_paths(lanes), style)
    if look.marks == "painted" and look.trees > 0:
        canvas.stamps(list(_single_trees(view, open_hexes, villages, free)))


def _villages(view: MapView, hexes: Sequence[HexId], free: IsFreePoint) -> Iterator[_Village]:
    """Yield farms with or without a village: more of them where the land is rich."""
    theme, unit = faded(view, view.theme.land), texture_scale(view)
    with_houses, fields = (farm_stamps(theme, unit, village) for village in (True, False))
    rich = Noise("wealth", 52.0 * unit, 2)
    hex_width = view.layout.hex_width
    room = (hex_width / 14 / unit) ** 2 * theme.look.fields
    for hex_id in hexes:
        c = view.layout.centre(hex_id)
        wealth = max(0.0, min(1.0, 0.5 + 0.9 * rich.at(c.x, c.y)))
        count = int(room * (_FIELDS[0] + _FIELDS[1] * wealth**1.5) + share_of("farms", hex_id))
        for n in range(count):
            angle = math.tau * (share_of("farm", hex_id) + n / count + 0.1 * share_of("farm", hex_id, n, "a"))
            far = 0.43 * hex_width * math.sqrt(0.1 + 0.85 * share_of("farm", hex_id, n, "r"))
            at = Point(c.x + far * math.cos(angle), c.y + far * math.sin(angle))
            if not view.visible_field.inset(-4 * unit).overlaps(Box(at.x, at.y, 0.01, 0.01)) or not free(at):
                continue
            inhabited = share_of("farm", hex_id, n, "village") < 0.6 * (1 - _FEWER_HOUSES * view.smallness)
            yield _Village(at, _pick(with_houses if inhabited else fields, share_of("farm", hex_id, n)))


class _PointIndex:
    """Points by cells of the sheet, for finding the nearest one."""

    _CELL = 6.0

    def __init__(self, points: Iterable[Point]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}
        for point in points:
            self.add(point)

    def add(self, point: Point) -> None:
        self._cells.setdefault((int(point.x // self._CELL), int(point.y // self._CELL)), []).append(point)

    def near(self, point: Point, far: float) -> list[Point]:
        """Return the points at most `far` away, nearest first."""
        reach = math.ceil(far / self._CELL)
        column, row = int(point.x // self._CELL), int(point.y // self._CELL)
        found = [
            (away, other)
            for x in range(column - reach, column + reach + 1)
            for y in range(row - reach, row + reach + 1)
            for other in self._cells.get((x, y), ())
            if (away := other.distance(point)) <= far
        ]
        return [other for _, other in sorted(found, key=lambda pair: (pair[0], pair[1].x, pair[1].y))]


_LANE_BEND: Final = 0.08
"""How far a lane bends aside at most, as a share of its length."""


def _lanes(
    view: MapView, villages: Sequence[Point], tracks: Sequence[Line], wet: Callable[[Point], bool]
) -> Iterator[Path]:
    """Yield lanes, nearly straight and never over water, from each village to the nearest road, town or
    earlier village.
    """
    unit = texture_scale(view)
    goals = _PointIndex(point for line in tracks for point in line[::4])
    for place in view.hexmap.places:
        if place.kind != "name":
            goals.add(view.layout.centre(place.hex))
    for start in villages:
        near = goals.near(start, 9.5 * unit)[:5]
        goals.add(start)
        for goal in near:
            if goal.distance(start) < 1.6 * unit:
                break
            luck = share_of("lane", round(100 * start.x), round(100 * start.y))
            lane = _lane(start, goal, _LANE_BEND * (2 * luck - 1))
            if not any(wet(point) for point in lane):
                yield Path.smooth(lane)
                break


def _lane(start: Point, goal: Point, bend: float) -> list[Point]:
    way = goal - start
    side = Point(-way.y, way.x).scaled(bend)
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    return [start + way.scaled(s) + side.scaled(math.sin(math.pi * s)) for s in shares]


_LONE_TREES: Final = 0.03
"""The share of the places for trees in clear land that have one."""


def _single_trees(
    view: MapView, hexes: set[HexId], villages: Sequence[_Village], free: IsFreePoint
) -> Iterator[Stamped]:
    """Yield trees of clear land, each alone: several together would be taken for light woods."""
    theme, unit = faded(view, view.theme.land), texture_scale(view)
    trees = tree_stamps(theme, "tree", unit)
    farms = _PointIndex(village.at for village in villages)
    for spot in lattice(view.visible_field.inset(-unit), 1.8 * unit, "groves"):
        at = spot.at
        if spot.luck >= _LONE_TREES * theme.look.trees or view.layout.hex_at(at) not in hexes or not free(at):
            continue
        if farms.near(at, 1.3 * unit):
            continue
        yield _pick(trees, (spot.kind * 7) % 1.0), at
