"""No name overlaps a name, a track, a fort or a symbol, or leaves the map: counted on all maps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace
from hexwright.render.map.names.label_engine import LabelOffer, choose_offers, overlapping
from hexwright.render.map.names.label_ground import BitRaster
from hexwright.render.map.names.name_placement import NameStyle, PlacedName, straight_name
from hexwright.render.theme import THEMES
from tests.render.map.boards import CASES, GAMES, sheet
from tests.render.map.label_counts import box_quad, label_faults, overlap

_LARGE = [pytest.param(case, marks=pytest.mark.slow) for case in ("letters", "campaign")]
every_map = pytest.mark.parametrize("case", [*dict.fromkeys((*GAMES, *CASES)), *_LARGE])


@every_map
def test_no_name_overlaps_a_name_a_track_a_fort_or_a_symbol_or_leaves_the_map(case: str) -> None:
    assert label_faults(sheet(case).board) == {}


@every_map
def test_no_letter_of_a_curved_name_runs_into_the_one_before_it(case: str) -> None:
    crowded = [
        (label.text, one.text + other.text)
        for label in sheet(case).board.labels
        for one, other in pairwise(label.pieces)
        if len(one.text) == len(other.text) == 1
        and one.at.distance(other.at)
        < 0.4 * (label.lettering.width(one.text) + label.lettering.width(other.text))
    ]
    assert crowded == []


@pytest.mark.parametrize("case", ["2022", *_LARGE])
def test_each_fortified_line_of_a_game_has_its_name_on_the_map(case: str) -> None:
    board = sheet(case).board
    places = {place.name for place in board.view.hexmap.places}
    named = {line.name.upper() for line in board.fortified_lines if line.name and line.name not in places}
    assert named <= {label.text for label in board.labels if label.id.startswith("work:")}


@pytest.mark.slow
def test_names_of_lines_are_among_the_hexes_and_start_lines_are_named_again_and_again() -> None:
    """Where counters fill hexes, half a hex at the edge would be the freest place, and the least useful."""
    board = sheet("campaign").board
    beyond, rivers = set(), 0
    for label in board.labels:
        if label.id.startswith("river:"):
            rivers += 1
            inside = [board.view.layout.hex_at(box.centre) is not None for box in label.boxes]
            if sum(inside) < len(inside) / 2:
                beyond.add(label.text)
    assert rivers > 40
    assert len(beyond) <= 0.15 * rivers, beyond
    for front in board.front_lines:
        long = sum(a.distance(b) for a, b in pairwise(front.line))
        named = sum(label.id.startswith(f"front:{front.id}-") for label in board.labels)
        assert long / named < 250, front.id


def _name(text: str, x: float) -> PlacedName:
    style = NameStyle(FontFace.SERIF, 3.0, THEMES["classic"].place_name)
    return straight_name(text, (text,), style, Point(x, 10.0), 0.5)


def test_a_name_with_few_positions_is_placed_before_one_with_many() -> None:
    stuck = [LabelOffer(0.0, _name("Rzhev", 10.0))]
    free = [LabelOffer(0.0, _name("Klin", 10.0)), LabelOffer(3.0, _name("Klin", 40.0))]
    chosen = choose_offers([free, stuck], 1.0)
    assert [offer.label.pieces[0].at.x for offer in chosen if offer.label] == [40.0, 10.0]
    assert overlapping(chosen) == set()


def test_a_name_that_may_be_omitted_gives_way() -> None:
    needed = [LabelOffer(0.0, _name("Rzhev", 10.0))]
    optional = [LabelOffer(0.0, _name("Volga", 11.0)), LabelOffer(9.0, None)]
    assert [offer.label is None for offer in choose_offers([optional, needed], 1.0)] == [True, False]


def test_names_that_cannot_avoid_each_other_are_told() -> None:
    crowded = [[LabelOffer(0.0, _name("Rzhev", 10.0))], [LabelOffer(0.0, _name("Klin", 11.0))]]
    assert overlapping(choose_offers(crowded, 1.0)) == {1}


def test_a_raster_measures_boxes_strokes_and_turned_rectangles() -> None:
    raster = BitRaster(Box(0, 0, 30, 30))
    raster.fill_box(Box(3, 3, 6, 6))
    assert raster.area(Box(0, 0, 30, 30)) == pytest.approx(36)
    assert raster.meets(Box(8, 8, 5, 5))
    assert not raster.meets(Box(9.3, 9.3, 5, 5))
    turned = (Point(6, 3), Point(9, 6), Point(6, 9), Point(3, 6))
    assert raster.spans_area(raster.spans(turned)) == pytest.approx(18, abs=1.5)
    raster.fill(raster.stroke([Point(20, y / 2) for y in range(61)], 2.0))
    assert raster.area(Box(15, 0, 15, 30)) == pytest.approx(60, abs=3)


def test_overlapping_rectangles_are_found_however_they_are_turned() -> None:
    turned = (Point(5, 0), Point(10, 5), Point(5, 10), Point(0, 5))
    assert overlap(turned, box_quad(Box(4, 4, 2, 2)))
    assert not overlap(turned, box_quad(Box(0, 0, 2, 2)))
