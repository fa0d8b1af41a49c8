"""Lines through rows of hexes run where the hexes are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature, FeatureGroup
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.hexes.hex_numbers import number_inks
from hexwright.render.map.lines.front_lines import (
    FrontLine,
    beside_tracks,
    draw_front_lines,
    front_width,
    trace_front_lines,
)
from hexwright.render.map.map_layers import draw_map_layers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import distance_to, polyline_length, resample
from hexwright.render.map.sheet.map_legend import draw_sample
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC, THEMES, styled_theme
from hexwright.support.colour_contrast import contrast_ratio
from tests.render.map.boards import game, plan, sheet
from tests.shipped import shipped


def view_with(*rows: tuple[str, ...]) -> tuple[MapView, Feature]:
    """Return the map of Battle for Moscow with lines through rows of hexes."""
    view = sheet("2022").board.view
    groups = tuple(
        FeatureGroup(f"line-{n}", f"Line {n}", tuple(map(HexId, row))) for n, row in enumerate(rows)
    )
    feature = Feature("start", "Start line", "front", groups)
    return replace(view, hexmap=replace(view.hexmap, features=(feature,))), feature


def test_a_line_goes_through_the_middle_of_each_of_its_hexes() -> None:
    row = ("0301", "0302", "0402", "0503", "0504")
    view, feature = view_with(row)
    (front,) = trace_front_lines(view, feature)
    for hex_id in row:
        centre = view.layout.centre(HexId(hex_id))
        assert min(point.distance(centre) for point in front.line) < 1.0
    assert {view.layout.hex_at(point) for point in front.line} <= set(row)


def test_a_gap_in_the_hexes_is_a_gap_in_the_line() -> None:
    view, feature = view_with(("0301", "0302", "0305", "0306"))
    assert len(trace_front_lines(view, feature)) == 2


def test_lines_that_share_hexes_run_beside_each_other() -> None:
    row = ("0301", "0302", "0303")
    view, feature = view_with(row, row)
    first, second = trace_front_lines(view, feature)
    assert all(a.distance(b) > 1.0 for a in first.line for b in second.line)


def test_each_line_has_dashes_of_its_own_and_one_hex_a_dot() -> None:
    view, feature = view_with(("0301", "0302"), ("0501", "0502"), ("0801",))
    canvas = RecordingCanvas()
    draw_front_lines(canvas, view, trace_front_lines(view, feature))
    dashes = [path.style.dash for path in canvas.paths if path.style.stroke == view.theme.front]
    assert len(dashes) == len(set(dashes)) == 2
    assert any(path.style.fill == view.theme.front for path in canvas.paths)


def test_the_legend_shows_every_line_of_a_feature_with_its_dashes_in_order() -> None:
    played, planned = game("campaign"), plan("campaign")
    view = MapView(
        played.hexmap,
        planned.layout,
        planned.field,
        THEMES["classic"],
        played.info.sides,
        options=played.options,
    )
    (feature,) = (f for f in played.hexmap.features if f.art == "front")
    drawn, sample = RecordingCanvas(), RecordingCanvas()
    draw_front_lines(drawn, view, trace_front_lines(view, feature))
    draw_sample(sample, played, view.theme, feature.id, Box(0, 0, 15, 9))
    lines = [p for p in drawn.paths if p.style.stroke == view.theme.front]
    shown = [p for p in sample.paths if p.style.stroke == view.theme.front]
    on_map = [[round(d / p.style.width, 3) for d in p.style.dash] for p in lines]
    assert [[round(d / p.style.width, 3) for d in p.style.dash] for p in shown] == on_map
    assert len(on_map) == 3
    assert [p.path.box.x for p in shown] == sorted(p.path.box.x for p in shown)
    assert all(p.path.box.y < 0 and p.path.box.bottom > 9 for p in shown)


@pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])
def test_start_lines_pass_the_usual_places_of_hex_numbers(slug: str) -> None:
    played = shipped(slug).game
    planned = plan_sheet(played)
    view = MapView(played.hexmap, planned.layout, planned.field, styled_theme(CLASSIC, played))
    inks = number_inks(view)
    half = front_width(view) / 2
    struck = set()
    for feature in played.hexmap.features:
        if feature.art == "front":
            for front in trace_front_lines(view, feature):
                for at in resample(front.line, 0.25):
                    hex_id = view.layout.hex_at(at)
                    around = Box(at.x - half, at.y - half, 2 * half, 2 * half)
                    if hex_id is not None and hex_id in inks and inks[hex_id].overlaps(around):
                        struck.add(hex_id)
    assert struck == set()


def test_three_lines_beside_each_other_are_drawn_whole_and_numbers_keep_off_them() -> None:
    """All run south and then southeast, with a railway nearly beneath them."""
    row = ("0501", "0502", "0503", "0504", "0604", "0704", "0805", "0905", "0906", "0907")
    played = game("2022")
    groups = tuple(FeatureGroup(f"line-{n}", "", tuple(map(HexId, row))) for n in range(3))
    feature = Feature("start", "Start line", "front", groups)
    features = tuple(f for f in played.hexmap.features if f.art not in ("fortification", "front"))
    shown = replace(played, hexmap=replace(played.hexmap, features=(*features, feature)))
    board = sheet_layers(shown, CLASSIC, plan_sheet(shown))
    canvas = RecordingCanvas()
    draw_map_layers(canvas, board)
    texts = [text for text in canvas.texts if text.groups == ("map", "hex-numbers")]
    half = front_width(board.view) / 2
    for text in texts:
        ink = Box(text.box.x, text.box.y, text.box.width, text.at.y - text.box.y).inset(0.1 - half)
        for front in board.front_lines:
            met = [
                p for p in resample(front.line, 0.3) if ink.x < p.x < ink.right and ink.y < p.y < ink.bottom
            ]
            assert met == [], text.text
    names = [box for label in board.labels for box in label.boxes]
    drawn = [
        path for path in canvas.paths if path.groups[-1] == "fronts" and path.style.stroke == CLASSIC.front
    ]
    assert len(drawn) == len(board.front_lines) >= 3
    for path, front in zip(drawn, board.front_lines, strict=True):
        painted = sum(polyline_length(points) for points, _ in path.path.flattened(1))
        named = sum(
            any(box.inset(-0.6).holds(Box(p.x, p.y, 0, 0)) for box in names)
            for p in resample(front.line, 0.1)
        )
        assert painted >= polyline_length(front.line) - 0.1 * named - 1.0
        assert (path.style.opacity, path.style.width) == (1.0, 1.0)


def test_beds_of_railways_lie_below_start_lines_and_their_ties_above() -> None:
    board = sheet("2022").board
    feature = Feature(
        "f", "F", "front", (FeatureGroup("g", "G", tuple(map(HexId, ("0501", "0502", "0503")))),)
    )
    board = replace(board, front_lines=trace_front_lines(board.view, feature))
    canvas = RecordingCanvas()
    draw_map_layers(canvas, board)
    fronts = [path.order for path in canvas.paths if path.groups[-1] == "fronts"]
    rails = [path for path in canvas.paths if path.groups[-1] == "rails"]
    beds = [path.order for path in rails if path.style.stroke == CLASSIC.rail_bed]
    lines = [path.order for path in rails if path.style.stroke == CLASSIC.rail]
    assert max(beds) < min(fronts) <= max(fronts) < min(lines)


@pytest.mark.parametrize("ground", ["land", "forest", "water", "built_up", "swamp", "hills"])
def test_a_start_line_stands_out_from_its_rim_and_from_every_ground(ground: str) -> None:
    assert contrast_ratio(CLASSIC.front, CLASSIC.halo) > 6
    assert contrast_ratio(CLASSIC.front, getattr(CLASSIC, ground)) > 3


def _front(*points: Point) -> FrontLine:
    return FrontLine("front", "", resample(points, 1.0), 0)


def test_a_line_swings_aside_of_a_railway_in_its_direction_and_crosses_others_straight() -> None:
    view = sheet("2022").board.view
    track = resample([Point(20, 30), Point(90, 30)], 0.5)
    beside, across, aslant = (
        _front(Point(20, 31), Point(90, 31)),
        _front(Point(50, 10), Point(50, 50)),
        _front(Point(20, 28), Point(90, 33)),
    )
    moved = beside_tracks(view, [beside, across, aslant], [track])
    assert min(distance_to(point, track) for point in moved[0].line[8:-8]) > 2.2
    assert moved[1:] == (across, aslant)
