"""Open country is quiet: few fields, more of them in rich regions, no lanes and no groves on small hexes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from statistics import mean

import pytest

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.map.ground.land_cover import cover_clear_land
from hexwright.render.map.map_view import MapView
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.recording_canvas import DrawnStamp, RecordingCanvas
from hexwright.render.theme import CLASSIC, styled_theme
from tests.shipped import shipped

both = pytest.mark.parametrize("slug", ["moscow-campaign", "battle-of-moscow"])


@cache
def _view(slug: str) -> MapView:
    played = shipped(slug).game
    planned = plan_sheet(played)
    theme = styled_theme(CLASSIC, played)
    return MapView(played.hexmap, planned.layout, planned.field, theme, played.info.sides)


def _covered(view: MapView) -> tuple[RecordingCanvas, list[HexId]]:
    filled = {h for kind in view.hexmap.terrain if kind.art != "clear" for h in kind.hexes}
    clear = [hex_id for hex_id in view.grid if hex_id not in filled]
    canvas = RecordingCanvas()
    cover_clear_land(canvas, view, clear, lambda _point: True, (), lambda _point: False)
    return canvas, clear


@cache
def _stamps(slug: str) -> tuple[dict[str, list[DrawnStamp]], list[HexId], int]:
    canvas, clear = _covered(_view(slug))
    kinds: dict[str, list[DrawnStamp]] = {"fields": [], "trees": []}
    for drawn in canvas.stamps_drawn:
        kinds["trees" if drawn.stamp.name.startswith("trees") else "fields"].append(drawn)
    return kinds, clear, len(canvas.paths)


@both
def test_fields_are_few_and_more_in_rich_regions(slug: str) -> None:
    """There were about five in every hex, everywhere."""
    view = _view(slug)
    kinds, clear, _ = _stamps(slug)
    assert 0.8 < len(kinds["fields"]) / len(clear) < 2.6
    regions: Counter[tuple[int, int]] = Counter()
    hexes: Counter[tuple[int, int]] = Counter()
    size = 5 * view.layout.hex_width
    for hex_id in clear:
        hexes[_region(view.layout.centre(hex_id), size)] += 1
    for drawn in kinds["fields"]:
        regions[_region(drawn.at, size)] += 1
    shares = sorted(regions[region] / count for region, count in hexes.items() if count > 10)
    fifth = len(shares) // 5
    assert mean(shares[-fifth:]) > 2 * mean(shares[:fifth])


def _region(at: Point, size: float) -> tuple[int, int]:
    return int(at.x // size), int(at.y // size)


@both
def test_no_trees_of_clear_hexes_stand_together_like_a_wood(slug: str) -> None:
    kinds, clear, _ = _stamps(slug)
    assert all("-tree-" in drawn.stamp.name for drawn in kinds["trees"])
    assert len(kinds["trees"]) < 5 * len(clear)
    near: Counter[tuple[int, int]] = Counter(_region(drawn.at, 6.0) for drawn in kinds["trees"])
    assert max(near.values()) <= 4


@both
def test_small_hexes_have_no_lanes_and_large_ones_have(slug: str) -> None:
    view = _view(slug)
    assert _stamps(slug)[2] == 0
    large = replace(view, layout=replace(view.layout, hex_width=24.0))
    few = list(view.grid)[:60]
    canvas = RecordingCanvas()
    cover_clear_land(canvas, large, few, lambda _point: True, (), lambda _point: False)
    assert len(canvas.paths) == 1
