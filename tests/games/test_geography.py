"""Rivers and railways of the four maps lie as they do in the land, and none ends in the open."""

from __future__ import annotations

from itertools import chain

import pytest

from hexwright.model.hex_map import HexMap
from hexwright.model.ids import HexId, Hexside
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")


def _sides(hexmap: HexMap, name: str) -> list[tuple[HexId, HexId]]:
    """Return the hexsides of a river, as the hexes on its banks."""
    lines = (line for feature in hexmap.hexsides for line in feature.lines if line.name == name)
    return [Hexside.facing(side) for line in lines for side in line.hexsides]


def _banks(hexmap: HexMap, name: str) -> frozenset[HexId]:
    return frozenset(chain.from_iterable(_sides(hexmap, name)))


@pytest.mark.parametrize("slug", GAMES)
def test_no_river_railway_or_road_ends_in_open_land(slug: str) -> None:
    found = [one.message for one in shipped(slug).diagnostics if one.code in ("M024", "M025")]
    assert found == []


@pytest.mark.parametrize("slug", ["battle-of-moscow", "moscow-campaign"])
def test_the_river_through_kirov_is_the_bolva(slug: str) -> None:
    hexmap = shipped(slug).game.hexmap
    kirov = next(place.hex for place in hexmap.places if place.name == "Kirov")
    assert kirov in _banks(hexmap, "Bolva")
    assert kirov not in _banks(hexmap, "Desna")


def test_desna_and_nerussa_meet_and_do_not_cross() -> None:
    hexmap = shipped("moscow-embattled").game.hexmap
    desna, nerussa = (set(_sides(hexmap, name)) for name in ("Desna", "Nerussa"))
    assert not desna & nerussa
    assert _banks(hexmap, "Desna") & _banks(hexmap, "Nerussa")
