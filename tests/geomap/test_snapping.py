"""Whatever the layers hold: rivers hang together without loop or stub, paths touch, no town is lost."""

from __future__ import annotations

import math
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.geomap import naive

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from tests.geomap import drawing
from tests.geomap.river_geojson import RIVERS

ORIENTATIONS = st.sampled_from(["flat", "pointy"])
RAILS = "ways:\n  rail: {name: Railway, art: rail, sources: [{file: rails.geojson}]}\n"
TOWNS = "towns:\n  town: {sources: [{file: towns.csv}], importance: size}\n"


@st.composite
def winding(draw: st.DrawFn) -> list[tuple[float, float]]:
    """Draw a line that winds through the window, never turning back sharply."""
    x, y = draw(st.floats(30.1, 30.9)), draw(st.floats(50.08, 50.52))
    heading = draw(st.floats(0, 2 * math.pi))
    points = [(x, y)]
    for turn in draw(st.lists(st.floats(-0.9, 0.9), min_size=6, max_size=25)):
        heading += turn
        x, y = x + 0.04 * math.cos(heading), y + 0.026 * math.sin(heading)
        points.append((round(x, 4), round(y, 4)))
    return points


@settings(max_examples=12)
@given(winding(), ORIENTATIONS)
def test_a_river_is_one_run_of_hexsides_without_a_loop(
    points: list[tuple[float, float]], orientation: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(
            Path(folder),
            {"rivers.geojson": drawing.collection(drawing.line("A", points))},
            RIVERS,
            orientation,
        )
    grid = naive.require_sound(made.hexmap)
    for sides in naive.sides_of(made.hexmap, "river").values():
        assert len(naive.parts(grid, sides)) == 1
        assert naive.loops(grid, sides) == 0
        assert max(naive.corner_counts(grid, sides).values()) <= 2
        assert all(naive.meet(grid, a, b) for a, b in pairwise(sides)), "in order from end to end"


@settings(max_examples=10)
@given(winding(), st.lists(st.tuples(st.floats(0.1, 0.9), winding()), max_size=3), ORIENTATIONS)
def test_tributaries_end_in_their_rivers_and_close_no_loop(
    main: list[tuple[float, float]],
    others: list[tuple[float, list[tuple[float, float]]]],
    orientation: str,
) -> None:
    features = [drawing.line("Main", main)]
    for number, (share, points) in enumerate(others):
        # Each is moved so that it begins on the main river.
        x, y = main[int(share * (len(main) - 1))]
        dx, dy = x - points[0][0], y - points[0][1]
        moved = [(px + dx, py + dy) for px, py in points]
        features.append(drawing.line(f"Tributary {number}", moved[::-1]))
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(
            Path(folder), {"rivers.geojson": drawing.collection(*features)}, RIVERS, orientation
        )
    grid = naive.require_sound(made.hexmap)
    lines = naive.sides_of(made.hexmap, "river")
    for sides in lines.values():
        assert len(sides) >= 1
    main_sides = lines.get("main")
    if main_sides is not None:
        own = set(main_sides)
        assert naive.loops(grid, own) == 0


@settings(max_examples=10)
@given(
    winding(),
    st.lists(st.tuples(st.floats(30.05, 30.95), st.floats(50.05, 50.55), st.integers(0, 9)), max_size=40),
    ORIENTATIONS,
)
def test_railways_run_through_touching_hexes_and_each_town_has_one(
    points: list[tuple[float, float]], towns: list[tuple[float, float, int]], orientation: str
) -> None:
    table = "name,lat,lon,size\n" + "".join(
        f"T{n},{y:.4f},{x:.4f},{size}\n" for n, (x, y, size) in enumerate(towns)
    )
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(
            Path(folder),
            {"rails.geojson": drawing.collection(drawing.line("Main", points)), "towns.csv": table},
            RAILS + TOWNS,
            orientation,
        )
    naive.require_sound(made.hexmap)
    assert sorted(place.name for place in made.hexmap.places) == sorted(f"T{n}" for n in range(len(towns)))
    for town in made.towns:
        own = made.field.hex_near(town.x, town.y)
        if town.hex != own:
            rival = next(other for other in made.towns if other.hex == own)
            assert rival.importance >= town.importance, "the more important has the hex"


def test_a_bend_is_followed_however_near_its_arms_come() -> None:
    """A hairpin four hexes deep whose arms lie two hexes apart is not cut short."""
    points = [(30.2, 50.30), (30.6, 50.30), (30.66, 50.34), (30.6, 50.39), (30.2, 50.39)]
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(
            Path(folder), {"rivers.geojson": drawing.collection(drawing.line("Bend", points))}, RIVERS
        )
    (sides,) = naive.sides_of(made.hexmap, "river").values()
    assert len(sides) > 20
    assert not made.moved


def test_two_arms_that_meet_do_not_become_one_river_that_turns_back() -> None:
    arms = [
        drawing.line("Fork", [(30.2, 50.45), (30.5, 50.3)]),
        drawing.line("Fork", [(30.2, 50.15), (30.5, 50.3)]),
        drawing.line("Fork", [(30.5, 50.3), (30.9, 50.3)]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(Path(folder), {"rivers.geojson": drawing.collection(*arms)}, RIVERS)
    grid = naive.require_sound(made.hexmap)
    every = [side for sides in naive.sides_of(made.hexmap, "river").values() for side in sides]
    assert len(naive.parts(grid, every)) == 1
    assert naive.loops(grid, every) == 0
    counts = naive.corner_counts(grid, every)
    assert sorted(counts.values()).count(1) == 3, "three ends: no stub"


def test_two_railways_side_by_side_become_one() -> None:
    rails = [
        drawing.line("North", [(30.1, 50.30), (30.9, 50.30)]),
        drawing.line("South", [(30.1, 50.28), (30.6, 50.285), (30.7, 50.15)]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(Path(folder), {"rails.geojson": drawing.collection(*rails)}, RAILS)
    naive.require_sound(made.hexmap)
    shared = [one.path[0] for one in made.hexmap.lines[0].lines]
    assert len(shared) == 2
    north, south = (set(one.path) for one in made.hexmap.lines[0].lines)
    assert len(north & south) == 1, "the second begins where it leaves the first"


def test_a_lake_fills_hexes_and_a_narrow_one_becomes_hexsides() -> None:
    lakes = [
        drawing.feature(
            "Round", "Polygon", [[[30.3, 50.2], [30.5, 50.2], [30.5, 50.32], [30.3, 50.32], [30.3, 50.2]]]
        ),
        drawing.feature(
            "Long", "Polygon", [[[30.6, 50.4], [30.9, 50.42], [30.9, 50.425], [30.6, 50.405], [30.6, 50.4]]]
        ),
    ]
    spec = "waters:\n  lake: {name: Lake, hexsides: Lake, sources: [{file: lakes.geojson}]}\n"
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(Path(folder), {"lakes.geojson": drawing.collection(*lakes)}, spec)
    naive.require_sound(made.hexmap)
    lake = next(kind for kind in made.hexmap.terrain if kind.id == "lake")
    area = 14.3 * 13.35
    assert abs(len(lake.hexes) - area / (5 * 5 * 0.866)) <= 3
    assert set(naive.sides_of(made.hexmap, "lake")) >= {"long"}
    assert [feature.art for feature in made.hexmap.hexsides] == ["lake"]


def test_ground_takes_the_hexes_of_which_it_has_its_share() -> None:
    west = drawing.feature("W", "Polygon", [[[29, 49], [30.5, 49], [30.5, 51], [29, 51], [29, 49]]])
    samples = "lat,lon,wood\n" + "".join(
        f"{50 + y / 50:.3f},{30 + x / 40:.3f},{int(y >= 15)}\n" for x in range(-2, 43) for y in range(-2, 33)
    )
    spec = """\
  wood:
    name: Wood
    art: forest
    found:
      - {areas: {file: west.geojson}, samples: {file: wood.csv, at_least: {wood: 1}}}
"""
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(
            Path(folder), {"west.geojson": drawing.collection(west), "wood.csv": samples}, spec
        )
    naive.require_sound(made.hexmap)
    wood = set(next(kind for kind in made.hexmap.terrain if kind.id == "wood").hexes)
    for hex_id in made.field.hexes:
        x, y = made.field.degrees(*(lambda p: (p.x, p.y))(made.field.layout.centre(hex_id)))
        if abs(x - 30.5) > 0.04 and abs(y - 50.29) > 0.03:
            assert (hex_id in wood) == (x < 30.5 and y > 50.29), hex_id


@pytest.mark.parametrize(("front", "east"), [("w", False), ("e", True)])
def test_a_fortified_hexside_names_the_hex_in_front_last(front: str, east: bool) -> None:
    wall = drawing.line("Wall", [(30.5, 50.1), (30.5, 50.5)])
    layer = "{name: Wall, drawn: hexsides, front: FRONT, sources: [{file: wall.geojson}]}"
    spec = f"fronts:\n  wall: {layer}\n".replace("FRONT", front)
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(Path(folder), {"wall.geojson": drawing.collection(wall)}, spec)
    naive.require_sound(made.hexmap)
    (run,) = made.hexmap.hexsides[0].lines
    centre = made.field.layout.centre
    leans = 0.0
    for side in run.hexsides:
        behind, before = side.split("/")
        leans += centre(before).x - centre(behind).x  # type: ignore[arg-type]
    assert (leans > 0) == east


def test_a_start_line_is_a_row_of_touching_hexes_from_edge_to_edge() -> None:
    start = drawing.line("Start", [(30.5, 49.5), (30.45, 50.3), (30.55, 51.0)])
    spec = "fronts:\n  start: {name: Start, drawn: hexes, sources: [{file: start.geojson}]}\n"
    with tempfile.TemporaryDirectory() as folder:
        made = drawing.draft(Path(folder), {"start.geojson": drawing.collection(start)}, spec)
    grid = naive.require_sound(made.hexmap)
    row = made.hexmap.features[0].groups[0].hexes
    assert all(grid.adjacent(a, b) for a, b in pairwise(row))
    assert {grid.position(row[0])[1], grid.position(row[-1])[1]} == {1, made.hexmap.grid.rows}
