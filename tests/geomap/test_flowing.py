"""Rivers of a draft run from source to mouth, however their layers were drawn and cut."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from hexwright.model.ids import Hexside
from tests.geomap import drawing
from tests.geomap.river_geojson import RIVERS

WEST, SPRING, EAST = (29.9, 50.3), (30.5, 50.31), (31.1, 50.3)


def eastward(folder: Path, *pieces: drawing.Line, name: str = "A", more: drawing.Line = ()) -> bool:
    """Return whether the river of a name, drawn in such pieces, is written from west to east."""
    lines = [drawing.line(name, piece) for piece in pieces]
    lines += [drawing.line("Main", more)] if more else []
    made = drawing.draft(folder, {"rivers.geojson": drawing.collection(*lines)}, RIVERS)
    (sides,) = (line.hexsides for line in made.hexmap.hexsides[0].lines if line.name == name)
    first, last = (made.field.layout.hexside(Hexside.parse(side))[0] for side in (sides[0], sides[-1]))
    assert abs(first.x - last.x) > 10
    return first.x < last.x


def test_a_river_across_the_map_flows_as_it_was_drawn(tmp_path: Path) -> None:
    assert eastward(tmp_path, [WEST, SPRING, EAST])
    assert not eastward(tmp_path, [EAST, SPRING, WEST])


@pytest.mark.parametrize("gap", [0.0, 0.02])
def test_a_river_flows_as_most_of_its_pieces_were_drawn(tmp_path: Path, gap: float) -> None:
    upper, lower = (30.2 - gap, 50.3), (30.2, 50.3)
    assert eastward(tmp_path, [WEST, upper], [lower, EAST])
    assert not eastward(tmp_path, [upper, WEST], [EAST, lower])
    assert eastward(tmp_path, [upper, WEST], [lower, EAST])


def test_a_river_rises_on_land_and_leaves_the_map(tmp_path: Path) -> None:
    assert eastward(tmp_path, [SPRING, EAST])
    assert eastward(tmp_path, [EAST, SPRING])
    assert not eastward(tmp_path, [WEST, SPRING])


def test_a_tributary_ends_in_its_river(tmp_path: Path) -> None:
    main = [(30.8, 49.9), (30.8, 50.7)]
    joint = (30.79, 50.3)
    assert eastward(tmp_path, [SPRING, joint], more=main)
    assert eastward(tmp_path, [joint, SPRING], more=main)


def test_a_river_ends_in_a_lake(tmp_path: Path) -> None:
    ring = [[30.7, 50.2], [31.1, 50.2], [31.1, 50.4], [30.7, 50.4], [30.7, 50.2]]
    lakes = drawing.collection(drawing.feature("Lake", "Polygon", [ring]))
    spec = RIVERS + "waters:\n  lake: {name: Lake, sources: [{file: lakes.geojson}]}\n"
    river = drawing.line("A", [(30.75, 50.3), (30.3, 50.3)])
    made = drawing.draft(
        tmp_path, {"rivers.geojson": drawing.collection(river), "lakes.geojson": lakes}, spec
    )
    ((line,),) = (feature.lines for feature in made.hexmap.hexsides if feature.id == "river")
    first, last = (
        made.field.layout.hexside(Hexside.parse(side))[0] for side in (line.hexsides[0], line.hexsides[-1])
    )
    assert first.x < last.x
