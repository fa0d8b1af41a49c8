"""Names of regions and lakes: spread over their hexes, clear of towns and tracks, or omitted and told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from hexwright.model.hex_map import Region
from hexwright.model.ids import HexId
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.names.name_placement import PlacedName
from hexwright.render.map.sheet.map_sheet_drawing import sheet_layers
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.render.theme import THEMES
from tests.render.map.boards import game
from tests.render.map.label_counts import label_faults


@cache
def laid_out(*regions: Region) -> MapLayers:
    """Return the map of the toy game with regions, laid out."""
    toy = game("toy-bridge")
    toy = replace(toy, hexmap=replace(toy.hexmap, regions=regions))
    return sheet_layers(toy, THEMES["classic"], plan_sheet(toy))


def region(hexes: Iterable[str], name: str = "Long Moor", kind: str = "land") -> Region:
    """Return a region of these hexes."""
    return Region("moor", name, tuple(map(HexId, hexes)), "water" if kind == "water" else "land")


def named(layers: MapLayers) -> PlacedName:
    """Return the name of the region."""
    return next(label for label in layers.labels if label.id == "region:moor")


NORTH = ("A1", "B1", "C1", "D1", "E1")


@pytest.mark.parametrize("kind", ["land", "water"])
def test_letters_stand_on_the_hexes_of_their_region(kind: str) -> None:
    layers = laid_out(region(NORTH, kind=kind))
    label = named(layers)
    assert label.text == ("Long Moor" if kind == "water" else "LONG MOOR")
    hexes = [layers.view.layout.hex_at(piece.at) for piece in label.pieces]
    assert set(hexes) <= {HexId(name) for name in NORTH}
    assert label_faults(layers) == {}


def test_letters_are_spread_over_a_wide_region_and_close_on_a_narrow_one() -> None:
    wide, narrow = named(laid_out(region(NORTH))), named(laid_out(region(NORTH[:2])))
    assert wide.lettering.spacing / wide.lettering.size > 2 * narrow.lettering.spacing / narrow.lettering.size


def test_a_region_without_room_is_omitted_and_told() -> None:
    long = "The Very Long Moor Beyond the Bridge Over the River"
    layers = laid_out(region(["C3"], long))
    assert "region:moor" not in {label.id for label in layers.labels}
    assert long in layers.unplaced_names


def test_a_name_of_a_region_moves_no_name_of_a_place_from_the_map() -> None:
    without = laid_out()
    everywhere = laid_out(region(without.view.layout.grid))
    assert {label.id for label in without.labels} <= {label.id for label in everywhere.labels}


def test_the_name_of_a_region_that_is_mostly_forest_stands_on_trees() -> None:
    toy = game("toy-bridge")
    row, moor = ("A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2", "E2"), region(NORTH)
    hexes = tuple(map(HexId, row))
    terrain = [replace(kind, hexes=()) for kind in toy.hexmap.terrain if kind.art != "forest"]
    woods = replace(next(kind for kind in toy.hexmap.terrain if kind.art == "forest"), hexes=hexes[5:])
    moor = replace(moor, hexes=hexes)
    toy = replace(toy, hexmap=replace(toy.hexmap, regions=(moor,), terrain=(*terrain, woods)))
    layers = sheet_layers(toy, THEMES["classic"], plan_sheet(toy))
    stands = [layers.view.layout.hex_at(piece.at) for piece in named(layers).pieces]
    assert sum(hex_id in woods.hexes for hex_id in stands) > 0.8 * len(stands)
