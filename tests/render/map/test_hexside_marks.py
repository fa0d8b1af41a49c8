"""Marks along and across hexsides, and the kinds of roads and railways."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from hexwright.model.game import Game
from hexwright.model.hex_map import (
    CrossingArt,
    HexsideArt,
    HexsideFeature,
    HexsideLine,
    LineArt,
    LookName,
    MapStyle,
)
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.lines.hexside_marks import trace_hexside_crossings, trace_hexside_edges
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers, sheet_svg
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import CLASSIC, styled_theme, theme_of_look
from tests.render.map.boards import game

EDGES = ("cliff", "slope", "wall", "hedge", "trench")
_SAMPLE = Box(0, 0, 30, 20)


def _with_hexsides(art: HexsideArt, *hexsides: str, name: str = "") -> Game:
    played = game("a new game")
    feature = HexsideFeature("marked", "Marked", art, (HexsideLine("line", hexsides, name),))
    return replace(played, hexmap=replace(played.hexmap, hexsides=(feature,)))


def _laid_out(played: Game) -> MapLayers:
    return sheet_layers(played, CLASSIC, plan_sheet(played))


@cache
def _view() -> MapView:
    return _laid_out(_with_hexsides("wall", "0301/0401")).view


def _sample(played: Game, of: str, look: LookName) -> str:
    canvas = SvgCanvas(_SAMPLE.width, _SAMPLE.height, "sample")
    draw_sample(canvas, played, theme_of_look(look), of, _SAMPLE)
    return canvas.to_svg()


@pytest.mark.parametrize("look", get_args(LookName))
def test_every_kind_of_hexside_and_line_looks_different(look: LookName) -> None:
    played = game("a new game")
    line = played.hexmap.lines[0]
    drawn = [_sample(_with_hexsides(art, "0301/0401"), "marked", look) for art in get_args(HexsideArt)]
    for art in get_args(LineArt):
        shown = replace(played, hexmap=replace(played.hexmap, lines=(replace(line, id="marked", art=art),)))
        drawn.append(_sample(shown, "marked", look))
    assert len(set(drawn)) == len(get_args(HexsideArt)) + len(get_args(LineArt))


@pytest.mark.parametrize("behind", ["0402", "0302"])
def test_a_cliff_falls_from_the_hex_that_is_written_first(behind: str) -> None:
    front = {"0402": "0302", "0302": "0402"}[behind]
    played = _with_hexsides("cliff", f"{behind}/{front}")
    (edge,) = trace_hexside_edges(_view(), played.hexmap.hexsides)
    high = _view().layout.centre(HexId(behind))
    for a, b in zip(edge.line, edge.line[1:], strict=False):
        # The high hex lies to the left, so wedges to the right point down.
        assert (b.x - a.x) * (high.y - a.y) - (b.y - a.y) * (high.x - a.x) < 0


def test_a_chain_of_hexsides_is_one_edge_with_its_high_side_to_the_left() -> None:
    grid = _view().grid
    around = list(grid.neighbours(HexId("0403")).values())
    played = _with_hexsides("slope", *(f"0403/{hex_id}" for hex_id in around[:3]))
    (edge,) = trace_hexside_edges(_view(), played.hexmap.hexsides)
    high = _view().layout.centre(HexId("0403"))
    a, b = edge.line[len(edge.line) // 2], edge.line[len(edge.line) // 2 + 1]
    assert (b.x - a.x) * (high.y - a.y) - (b.y - a.y) * (high.x - a.x) < 0


@pytest.mark.parametrize("art", get_args(CrossingArt))
def test_a_crossing_leads_from_hex_to_hex_and_no_name_covers_it(art: HexsideArt) -> None:
    played = game("a new game")
    place = played.hexmap.places[0]
    sides = [f"{place.hex}/{near}" for near in _neighbours(place.hex)][:2]
    played = _with_hexsides(art, *sides)
    board = _laid_out(played)
    marks = trace_hexside_crossings(board.view, played.hexmap.hexsides)
    assert len(marks) == len(sides)
    centre = board.view.layout.centre(place.hex)
    for mark in marks:
        out = (mark.at - centre).scaled(1 / mark.at.distance(centre))
        assert abs(out.x * mark.way.x + out.y * mark.way.y) > 0.99
    boxes = [mark.box(board.view.art_scale_of_hex) for mark in marks]
    letters = [box for label in board.labels for box in label.boxes]
    assert letters
    assert not [box for box in letters if any(box.overlaps(other) for other in boxes)]


def _neighbours(hex_id: HexId) -> list[HexId]:
    return list(_view().grid.neighbours(hex_id).values())


def test_a_named_wall_carries_its_name() -> None:
    around = [f"0403/{near}" for near in _neighbours(HexId("0403"))]
    board = _laid_out(_with_hexsides("wall", *around, name="Wall"))
    assert "WALL" in {label.text for label in board.labels}


def test_weights_of_a_style_change_roads_and_railways() -> None:
    played = game("a new game")

    def drawn(style: MapStyle) -> str:
        styled = replace(played, hexmap=replace(played.hexmap, style=style))
        return sheet_svg(styled, styled_theme(CLASSIC, styled))

    plain = MapStyle("plain")
    arts = {feature.art for feature in played.hexmap.lines}
    for art in arts & {"rail", "road"}:
        assert drawn(plain) != drawn(replace(plain, weights={art: 2.0}))  # type: ignore[dict-item]
    assert arts & {"rail", "road"}
