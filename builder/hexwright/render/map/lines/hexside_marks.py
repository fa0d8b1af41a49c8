"""Draw what follows or crosses hexsides beside water: cliffs, slopes, walls, hedges, trenches, crossings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import HexsideArt, HexsideFeature, HexsideLine
from hexwright.model.ids import Hexside
from hexwright.render.canvas import Box, Canvas, Path, Segment, Style, walk_polyline
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.hex_regions import combine_paths
from hexwright.render.map.lines.river_lines import join_hexsides
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import Line, cut_corners, offset_polyline, resample
from hexwright.render.map.stable_noise import stable_share
from hexwright.render.theme import Theme

_PITCH: Final = 0.35
"""The distance of the points of an edge, in mm on a 24 mm hex."""
_REACH: Final = 2.6
"""Half the length of a crossing, in mm on a 24 mm hex."""

Painted = Iterator[tuple[Path, Style]]


@dataclass(frozen=True, slots=True)
class HexsideEdge:
    """A chain of hexsides with a mark along it. The hexes written first lie to the left of the direction."""

    id: str
    name: str
    art: HexsideArt
    line: Line


@dataclass(frozen=True, slots=True)
class HexsideCrossing:
    """A mark across the middle of a hexside; `way` has a length of 1."""

    art: HexsideArt
    at: Point
    way: Point

    def box(self, unit: float) -> Box:
        """Return the box that the mark covers."""
        reach = _REACH * unit
        return Box(self.at.x - reach, self.at.y - reach, 2 * reach, 2 * reach)


def trace_hexside_edges(view: MapView, features: Iterable[HexsideFeature]) -> tuple[HexsideEdge, ...]:
    """Return the marks along hexsides."""
    return tuple(
        HexsideEdge(
            line.id if n == 0 else f"{line.id}-{n}",
            "" if n else line.lettered or line.name,
            feature.art,
            course,
        )
        for feature in features
        if feature.art in _EDGES
        for line in view.hexside_lines(feature)
        for n, course in enumerate(_courses(view, line))
    )


def trace_hexside_crossings(view: MapView, features: Iterable[HexsideFeature]) -> tuple[HexsideCrossing, ...]:
    """Return the marks across hexsides."""
    found = []
    for feature in features:
        for line in view.hexside_lines(feature) if feature.art in _CROSSINGS else ():
            for one, two in map(Hexside.facing, line.hexsides):
                a, b = view.ends(Hexside.between(one, two))
                size = a.distance(b)
                way = Point((b.y - a.y) / size, (a.x - b.x) / size)
                found.append(HexsideCrossing(feature.art, a.towards(b, 0.5), way))
    return tuple(found)


def _courses(view: MapView, line: HexsideLine) -> Iterator[Line]:
    """Yield the chains of a line's hexsides, so directed that the hexes written first lie to the left."""
    behind = {Hexside.parse(written): Hexside.facing(written)[0] for written in line.hexsides}
    fronts = {view.ends(side): view.layout.centre(first) for side, first in behind.items()}
    for points in join_hexsides(view, list(behind)):
        course = resample(cut_corners(points, 2), _PITCH * view.art_scale_of_hex)
        left = 0.0
        for (a, b), centre in fronts.items():
            middle = a.towards(b, 0.5)
            n = min(range(len(course) - 1), key=lambda i: course[i].distance(middle))
            if course[n].distance(middle) > a.distance(b) / 2:
                continue
            ahead, aside = course[n + 1] - course[n], centre - middle
            left += ahead.x * aside.y - ahead.y * aside.x
        # Down is positive, so the left of a direction has a negative cross product.
        yield course if left <= 0 else course[::-1]


def draw_hexside_edges(canvas: Canvas, view: MapView, edges: Sequence[HexsideEdge]) -> None:
    """Paint the marks along hexsides."""
    for art, draw in _EDGES.items():
        runs = [edge for edge in edges if edge.art == art]
        if runs:
            with canvas.group(f"hexsides:{art}"):
                for edge in runs:
                    for path, style in draw(view.theme, edge, view.art_scale_of_hex):
                        canvas.path(path, style)


def draw_hexside_crossings(canvas: Canvas, view: MapView, crossings: Sequence[HexsideCrossing]) -> None:
    """Paint the marks across hexsides, below roads and railways that use them."""
    for art, draw in _CROSSINGS.items():
        marks = [crossing for crossing in crossings if crossing.art == art]
        if marks:
            with canvas.group(f"hexsides:{art}"):
                for mark in marks:
                    for path, style in draw(view.theme, mark, view.art_scale_of_hex):
                        canvas.path(path, style)


# ---- Along hexsides ---------------------------------------------------------------------------------


def _ticks(line: Line, step: float, unit: float) -> Iterator[tuple[int, Point, Point, Point]]:
    """Yield number, place, direction and the direction to the right, every `step` mm."""
    for n, (at, heading) in enumerate(walk_polyline(line, step * unit)):
        turn = math.radians(heading)
        yield n, at, Point(math.cos(turn), math.sin(turn)), Point(-math.sin(turn), math.cos(turn))


def _wedges(edge: HexsideEdge, unit: float, step: float, wide: float, lengths: tuple[float, float]) -> Path:
    """Return wedges that point to the right, down the slope."""
    wedges = []
    for n, at, along, aside in _ticks(edge.line, step, unit):
        long = lengths[n % 2] * (0.85 + 0.3 * stable_share(edge.id, n)) * unit
        half = along.scaled(wide / 2 * unit)
        wedges.append(Path.line([at - half, at + half, at + aside.scaled(long)], closed=True))
    return combine_paths(wedges)


def _cliff(theme: Theme, edge: HexsideEdge, unit: float) -> Painted:
    rock = mix_colours(theme.rock, theme.ink, 0.45)
    shade = offset_polyline(edge.line, 0.75 * unit)
    yield Path.line(shade), Style(stroke=rock, width=1.5 * unit, opacity=0.16)
    yield _wedges(edge, unit, 0.95, 0.75, (1.75, 1.15)), Style(fill=rock)
    yield Path.line(edge.line), Style(stroke=rock, width=0.55 * unit, join="round", cap="round")


def _slope(theme: Theme, edge: HexsideEdge, unit: float) -> Painted:
    yield (
        _wedges(edge, unit, 1.25, 0.42, (2.0, 1.3)),
        Style(fill=mix_colours(theme.hills_mark, theme.ink, 0.2)),
    )


def _wall(theme: Theme, edge: HexsideEdge, unit: float) -> Painted:
    whole = Path.line(edge.line)
    stone = mix_colours(theme.built_up, theme.panel, 0.55)
    yield whole, Style(stroke=theme.ink, width=1.15 * unit, join="round", cap="butt")
    yield whole, Style(stroke=stone, width=0.75 * unit, join="round", cap="butt")
    joints = [
        Path.line([at - aside.scaled(0.4 * unit), at + aside.scaled(0.4 * unit)])
        for _, at, _, aside in _ticks(edge.line, 1.3, unit)
    ]
    yield combine_paths(joints), Style(stroke=theme.ink, width=0.16 * unit)


def _hedge(theme: Theme, edge: HexsideEdge, unit: float) -> Painted:
    bodies, shadows, lights = [], [], []
    for n, at, _, aside in _ticks(edge.line, 0.95, unit):
        size = (0.62 + 0.24 * stable_share(edge.id, n, "size")) * unit
        place = at + aside.scaled((stable_share(edge.id, n, "off") - 0.5) * 0.5 * unit)
        shadows.append(Path.ellipse(place + Point(0.22 * unit, 0.28 * unit), size))
        bodies.append(Path.ellipse(place, size))
        lights.append(Path.ellipse(place - Point(0.2 * unit, 0.24 * unit), size * 0.45))
    dark = mix_colours(theme.forest_mark, theme.ink, 0.25)
    yield combine_paths(shadows), Style(fill=dark, opacity=0.45)
    yield combine_paths(bodies), Style(fill=theme.forest_mark, stroke=dark, width=0.1 * unit)
    yield combine_paths(lights), Style(fill=theme.forest_mark_light)


def _trench(theme: Theme, edge: HexsideEdge, unit: float) -> Painted:
    corners: list[Point] = []
    for n, at, along, aside in _ticks(edge.line, 1.5, unit):
        near = aside.scaled((0.62 if n % 2 else -0.62) * unit)
        corners += [at - along.scaled(0.45 * unit) + near, at + along.scaled(0.45 * unit) + near]
    if len(corners) < 2:
        return
    whole = Path.line(corners)
    yield whole, Style(stroke=theme.panel, width=1.05 * unit, join="miter", opacity=0.7)
    yield whole, Style(stroke=theme.fort, width=0.5 * unit, join="miter")


# ---- Across hexsides --------------------------------------------------------------------------------


def _bridge(theme: Theme, mark: HexsideCrossing, unit: float) -> Painted:
    """Yield a deck between two parapets with wings."""
    along, aside = mark.way.scaled(unit), Point(-mark.way.y, mark.way.x).scaled(unit)
    deck = Path.line([mark.at - along.scaled(1.7), mark.at + along.scaled(1.7)])
    yield deck, Style(stroke=theme.panel, width=2.3 * unit)
    bars = []
    for side in (-1.15, 1.15):
        wing = side * 1.5
        bars.append(
            Path.line(
                [
                    mark.at - along.scaled(2.2) + aside.scaled(wing),
                    mark.at - along.scaled(1.6) + aside.scaled(side),
                    mark.at + along.scaled(1.6) + aside.scaled(side),
                    mark.at + along.scaled(2.2) + aside.scaled(wing),
                ]
            )
        )
    yield combine_paths(bars), Style(stroke=theme.ink, width=0.42 * unit, join="round", cap="round")


def _ford(theme: Theme, mark: HexsideCrossing, unit: float) -> Painted:
    """Yield two rows of stones."""
    along, aside = mark.way.scaled(unit), Point(-mark.way.y, mark.way.x).scaled(unit)
    stones = [
        Path.ellipse(mark.at + along.scaled(-1.8 + 0.9 * n) + aside.scaled(side), 0.34 * unit)
        for side in (-0.65, 0.65)
        for n in range(5)
    ]
    yield combine_paths(stones), Style(fill=theme.panel, stroke=theme.ink, width=0.2 * unit)


def _ferry(theme: Theme, mark: HexsideCrossing, unit: float) -> Painted:
    """Yield a broken line across, and a boat seen from the side in its middle."""
    way = Path.line([mark.at - mark.way.scaled(3.2 * unit), mark.at + mark.way.scaled(3.2 * unit)])
    yield way, Style(stroke=theme.ink, width=0.32 * unit, dash=(0.7 * unit, 0.45 * unit))
    x, y = mark.at.x, mark.at.y
    hull = Path(
        (
            Segment("M", (Point(x - 1.5 * unit, y - 0.1 * unit),)),
            Segment("L", (Point(x + 1.5 * unit, y - 0.1 * unit),)),
            Segment("L", (Point(x + 0.95 * unit, y + 0.8 * unit),)),
            Segment("L", (Point(x - 0.95 * unit, y + 0.8 * unit),)),
            Segment("Z"),
        )
    )
    cabin = Path.rectangle(Box(x - 0.6 * unit, y - 0.8 * unit, 1.2 * unit, 0.7 * unit))
    paper = Style(stroke=theme.panel, width=0.55 * unit, join="round")
    yield combine_paths([hull, cabin]), paper
    yield combine_paths([hull, cabin]), Style(fill=theme.ink)


_EDGES: Final[Mapping[HexsideArt, Callable[[Theme, HexsideEdge, float], Painted]]] = MappingProxyType(
    {"slope": _slope, "cliff": _cliff, "wall": _wall, "hedge": _hedge, "trench": _trench}
)
_CROSSINGS: Final[Mapping[HexsideArt, Callable[[Theme, HexsideCrossing, float], Painted]]] = MappingProxyType(
    {"bridge": _bridge, "ford": _ford, "ferry": _ferry}
)
__all__ = [
    "HexsideCrossing",
    "HexsideEdge",
    "draw_hexside_crossings",
    "draw_hexside_edges",
    "trace_hexside_crossings",
    "trace_hexside_edges",
]
