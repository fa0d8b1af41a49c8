"""Lines through rows of hexes run where the hexes are."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.hex_map import Feature, FeatureGroup
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.front_lines import draw_front_lines, trace_front_lines
from hexwright.render.map.map_legend import draw_sample
from hexwright.render.map.map_view import MapView
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from tests.render.map.boards import game, plan, sheet


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
    dashes = [path.style.dash for path in canvas.paths if path.style.dash]
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
    on_map = [[round(d / p.style.width, 3) for d in p.style.dash] for p in drawn.paths if p.style.dash]
    shown = [p for p in sample.paths if p.style.dash]
    assert [[round(d / p.style.width, 3) for d in p.style.dash] for p in shown] == on_map
    assert len(on_map) == 3
    assert [p.path.box.x for p in shown] == sorted(p.path.box.x for p in shown)
    assert all(p.path.box.y < 0 and p.path.box.bottom > 9 for p in shown)
