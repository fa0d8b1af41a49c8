"""Where a river may end: in water of any kind."""

from __future__ import annotations

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.line_ends import open_river_ends
from hexwright.model.hex_map import Grid, HexMap, HexsideArt, HexsideFeature, HexsideLine, Terrain
from hexwright.model.ids import Mm
from hexwright.model.provenance import Provenance

_GRID = Grid("flat", 6, 6, "even", "{column:02}{row:02}", Mm(20.0))
_BROOK = HexsideLine("brook", ("0303/0402", "0303/0403"), "Brook", source="spring")


def _ends(*others: HexsideFeature) -> list[tuple[str, str]]:
    hexmap = HexMap(
        "Brook",
        Provenance("ruling", "test"),
        _GRID,
        (Terrain("clear", "Clear", "clear"),),
        1.0,
        hexsides=(HexsideFeature("river", "River", "river", (_BROOK,)), *others),
    )
    return [(line.id, end) for _, line, end, _ in open_river_ends(HexGrid.of(_GRID), hexmap)]


def test_a_river_that_stops_on_land_is_told() -> None:
    assert _ends() == [("brook", "mouth")]


@pytest.mark.parametrize(("art", "told"), [("lake", []), ("wall", [("brook", "mouth")])])
def test_a_river_may_end_in_broad_water_along_hexsides_but_not_at_a_wall(
    art: HexsideArt, told: list[tuple[str, str]]
) -> None:
    beyond = HexsideLine("beyond", ("0403/0304", "0304/0404"), "")
    assert _ends(HexsideFeature("other", "Other", art, (beyond,))) == told
