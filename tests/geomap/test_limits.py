"""Limits on shapes hold before the work begins that grows faster than a layer's file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.diagnostics.diagnostic import Diagnostic, InputError

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

import shapely

from hexwright.geomap import crossing_limits, terrain_sampling, town_placement
from hexwright.geomap.map_draft import draft_map
from hexwright.geomap.spec_loading import read_spec
from hexwright.support.file_limits import raise_limits
from tests.geomap import drawing

FOREST = """\
  forest: {name: Forest, art: forest, found: [{areas: {file: shapes.geojson}}]}
"""
LAKE = "waters:\n  lake: {name: Lake, share: 0.5, sources: [{file: shapes.geojson}]}\n"
RIVER = "rivers:\n  river: {name: River, sources: [{file: shapes.geojson}]}\n"


@pytest.fixture(autouse=True)
def limits_as_they_are() -> Iterator[None]:
    yield
    raise_limits(1)


def star(points: int) -> list[list[float]]:
    """Return a ring whose edges all cross near its middle."""
    step = 2 * math.pi * (points // 2) / points
    ring = [[30.5 + 0.2 * math.cos(n * step), 50.3 + 0.2 * math.sin(n * step)] for n in range(points)]
    return [*ring, ring[0]]


def round_area(points: int, x: float = 30.5, y: float = 50.3, radius: float = 0.2) -> list[list[float]]:
    """Return a ring whose edges don't cross."""
    turns = [2 * math.pi * n / points for n in range(points)]
    ring = [[x + radius * math.cos(turn), y + radius * math.sin(turn)] for turn in turns]
    return [*ring, ring[0]]


def refused(folder: Path, shapes: str, section: str) -> Diagnostic:
    with pytest.raises(InputError) as told:
        drawing.draft(folder, {"shapes.geojson": shapes}, section)
    (found,) = told.value.diagnostics
    assert found.code == "D029"
    return found


@pytest.mark.parametrize("section", [FOREST, LAKE])
def test_an_area_that_crosses_itself_too_often_is_refused_before_it_is_repaired(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(shapely, "make_valid", never)
    monkeypatch.setattr(shapely, "union_all", never)
    shapes = drawing.collection(drawing.feature("Star", "Polygon", [star(1001)]))
    told = refused(tmp_path, shapes, section)
    assert "feature 1 crosses itself" in told.message
    assert "hexwright --limits" in told.hint


def test_a_line_that_crosses_itself_too_often_is_refused_before_it_is_cut(tmp_path: Path) -> None:
    shapes = drawing.collection(drawing.line("Star", [(x, y) for x, y in star(1001)]))
    assert "feature 1 crosses itself" in refused(tmp_path, shapes, RIVER).message


def test_areas_that_cross_each_other_too_often_are_refused(tmp_path: Path) -> None:
    bars = []
    for number in range(300):
        y = 50.2 + 0.0001 * number
        ring = [[30.1, y], [30.9, y + 0.1], [30.9, y + 0.101], [30.1, y + 0.001], [30.1, y]]
        bars.append(drawing.feature(f"Bar {number}", "Polygon", [ring]))
    assert (
        "features of 'shapes.geojson' cross each other"
        in refused(tmp_path, drawing.collection(*bars), FOREST).message
    )


def test_few_crossings_are_repaired_and_a_large_clean_area_is_read(tmp_path: Path) -> None:
    shapes = drawing.collection(
        drawing.feature("Star", "Polygon", [star(31)]),
        drawing.feature("Round", "Polygon", [round_area(20_000)]),
    )
    made = drawing.draft(tmp_path, {"shapes.geojson": shapes}, FOREST)
    assert {kind.id for kind in made.hexmap.terrain} == {"forest", "clear"}


def test_overlaps_are_counted_in_batches_of_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    query = shapely.STRtree.query

    def counted(tree: shapely.STRtree, *given: object, **more: object) -> object:
        nonlocal most
        found = query(tree, *given, **more)
        most = max(most, len(found[0]))
        return found

    monkeypatch.setattr(shapely.STRtree, "query", counted)
    monkeypatch.setattr(crossing_limits, "_AT_ONCE", 3_000)
    assert not crossing_limits._has_few_overlaps([shapely.Polygon(star(1001))])
    assert most <= 3_000
    assert crossing_limits._has_few_overlaps([shapely.Polygon(round_area(1000))])


def test_a_feature_of_too_many_points_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crossing_limits, "MAX_FEATURE_POINTS", 100)
    shapes = drawing.collection(drawing.feature("Round", "Polygon", [round_area(100)]))
    assert "feature 1 has 101 points; the limit is 100" in refused(tmp_path, shapes, FOREST).message
    raise_limits(3)
    made = drawing.draft(tmp_path, {"shapes.geojson": shapes}, FOREST)
    assert made.hexmap.terrain


def test_points_that_long_edges_need_are_counted_before_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crossing_limits, "MAX_POINTS", 150)
    across = drawing.collection(*(drawing.line(f"L{n}", [(29, 50.3), (32, 50.3)]) for n in range(3)))
    assert "need more than 150 points" in refused(tmp_path, across, RIVER).message


def test_tests_of_points_in_areas_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrain_sampling, "MAX_PROBE_TESTS", 40_000)
    one = drawing.feature("Round", "Polygon", [round_area(20)])
    assert drawing.draft(tmp_path, {"shapes.geojson": drawing.collection(one)}, FOREST).hexmap.terrain
    told = refused(tmp_path, drawing.collection(*([one] * 20)), FOREST)
    assert "need more than 40,000 tests of points" in told.message


def test_towns_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(town_placement, "MAX_TOWNS", 1)
    files = {"towns.csv": "name,lat,lon\nA,50.3,30.5\nB,50.31,30.7\n"}
    path = drawing.write(tmp_path, files, "towns:\n  town: {sources: [{file: towns.csv}]}\n")
    with pytest.raises(InputError, match="there are 2 towns; the limit is 1"):
        draft_map(read_spec(path, "spec.yaml"), drawing.Quiet())
