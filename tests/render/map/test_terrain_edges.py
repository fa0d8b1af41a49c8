"""Nobody doubts of what terrain a hex is: edges keep near hexsides, off numbers, and end at rivers."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Terrain
from hexwright.model.ids import Hexside
from hexwright.render.map.hex_regions import joined_outlines
from hexwright.render.map.hexes.hex_numbers import number_inks
from hexwright.render.map.hexes.terrain_areas import terrain_area, terrain_edge
from hexwright.render.map.lines.river_lines import trace_rivers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import distance_to
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import CLASSIC, styled_theme
from tests.shipped import shipped

SLUGS = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")
every_game = pytest.mark.parametrize("slug", SLUGS)


@cache
def _view(slug: str) -> MapView:
    played = shipped(slug).game
    planned = plan_sheet(played)
    theme = styled_theme(CLASSIC, played)
    view = MapView(played.hexmap, planned.layout, planned.field, theme, played.info.sides)
    return replace(view, banks=tuple(river.line for river in trace_rivers(view, view.hexmap.hexsides)))


def _woods(view: MapView) -> list[Terrain]:
    return [kind for kind in view.hexmap.terrain if kind.art == "forest" and kind.hexes]


@every_game
def test_no_number_of_a_clear_hex_stands_in_the_trees(slug: str) -> None:
    view = _view(slug)
    for kind in _woods(view):
        area, wooded = terrain_area(view, kind), set(kind.hexes)
        inside = [
            hex_id
            for hex_id, ink in number_inks(view).items()
            if hex_id not in wooded
            and any(
                Point(x, y) in area for x in (ink.x, ink.centre.x, ink.right) for y in (ink.y, ink.bottom)
            )
        ]
        assert len(inside) <= len(wooded) // 100, inside


@every_game
def test_woods_reach_less_than_a_quarter_of_a_hexside_beyond_their_hexes(slug: str) -> None:
    """Along rivers they reach as far as the river, whose bends say where its hexside is."""
    view = _view(slug)
    side = view.layout.radius
    for kind in _woods(view):
        sides = [(*ring, ring[0]) for ring in joined_outlines(view, kind.hexes)]
        rivers = [point for line in view.banks for point in line[::3]]
        near = {(int(p.x // side), int(p.y // side)) for p in rivers}
        for ring in terrain_edge(view, kind):
            for point in ring[::5]:
                cell = int(point.x // side), int(point.y // side)
                beside = any((cell[0] + x, cell[1] + y) in near for x in (-1, 0, 1) for y in (-1, 0, 1))
                if not beside:
                    assert (
                        min(distance_to(point, outline) for outline in _near(sides, point, side))
                        < 0.25 * side
                    )


def _near(sides: list[tuple[Point, ...]], point: Point, far: float) -> list[tuple[Point, Point]]:
    """Return the hexsides of outlines near a point."""
    return [
        (a, b)
        for ring in sides
        for a, b in pairwise(ring)
        if min(abs(a.x - point.x), abs(b.x - point.x)) < 2 * far
        and min(abs(a.y - point.y), abs(b.y - point.y)) < 2 * far
    ]


@every_game
def test_woods_end_at_the_bank_of_a_river(slug: str) -> None:
    """On the other bank, a little beyond the water, there are none."""
    view = _view(slug)
    beyond, near = 0.14 * view.layout.radius, 0.3 * view.layout.radius
    banks: dict[tuple[int, int], list[Point]] = {}
    for point in (point for river in view.banks for point in river):
        banks.setdefault((int(point.x // near), int(point.y // near)), []).append(point)
    for kind in _woods(view):
        area, wooded = terrain_area(view, kind), set(kind.hexes)
        for feature in view.hexmap.hexsides:
            if feature.art != "river":
                continue
            for line in view.hexside_lines(feature):
                for side in map(Hexside.parse, line.hexsides):
                    pair = (side.first, side.second)
                    if sum(hex_id in wooded for hex_id in pair) != 1:
                        continue
                    clear = next(hex_id for hex_id in pair if hex_id not in wooded)
                    a, b = view.ends(side)
                    away = view.layout.centre(clear) - a.towards(b, 0.5)
                    out = away.scaled(beyond / math.hypot(away.x, away.y))
                    middle = a.towards(b, 0.5)
                    x, y = int(middle.x // near), int(middle.y // near)
                    cells = ((x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1))
                    around = (point for cell in cells for point in banks.get(cell, ()))
                    course = [point for point in around if point.distance(middle) < near]
                    wrong = [point for point in course if point + out in area]
                    assert len(wrong) <= 0.1 * len(course), side


@every_game
def test_a_city_keeps_to_its_hexes(slug: str) -> None:
    view = _view(slug)
    for kind in view.hexmap.terrain:
        if kind.art == "city" and kind.hexes:
            rivers = [point for line in view.banks for point in line]
            for point in (point for ring in terrain_edge(view, kind) for point in ring):
                if view.layout.hex_at(point) not in kind.hexes:
                    outlines = [(*ring, ring[0]) for ring in joined_outlines(view, kind.hexes)]
                    assert (
                        min(distance_to(point, ring) for ring in outlines) < 0.3
                        or min(point.distance(at) for at in rivers) < 0.7
                    )
