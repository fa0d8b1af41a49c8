"""The map of The Moscow Campaign, drafted and then kept by hand, shows the country as it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from hexwright.model.ids import HexId, Hexside
from tests.campaign.game import grid, loaded
from tests.geomap import naive

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from hexwright.geomap.projected_hexes import ProjectedHexes, project_hexes
from hexwright.geomap.spec_loading import read_spec
from tests.geomap.moscow_region import RAILWAYS, RIVERS, TOWNS, kilometres

SPEC = Path(__file__).parents[2] / "data" / "geography" / "moscow-1941" / "moscow-campaign.yaml"

# Beyond the forty of the smaller window: what the larger one was chosen for.
MORE = {
    "Orel": (52.97, 36.07),
    "Ryazan": (54.63, 39.74),
    "Unecha": (52.85, 32.69),
    "Yefremov": (53.15, 38.12),
}

# Downstream; what the smaller window's rivers leave out.
ALSO = {
    "Dnepr": ["Dorogobuzh", "Smolensk"],
    "Desna": ["Yelnya", "Zhukovka", "Bryansk"],
    "Nara": ["Naro-Fominsk", "Tarutino", "Serpukhov"],
    "Protva": ["Vereya", "Borovsk", "Vysokinichi"],
    "Klyazma": ["Noginsk", "Pavlovsky-Posad"],
    "Moscow-Volga canal": ["Dmitrov", "Yakhroma", "Krasnaya Polyana"],
}
FLOWS = {
    "Don": ["Stalinogorsk", "Dankov", "Lebedyan"],
    "Western Dvina": ["Andreapol", "Zapadnaya Dvina"],
}


@cache
def field() -> ProjectedHexes:
    """Return the hexes with their places on the earth."""
    return project_hexes(read_spec(SPEC, SPEC.name))


def homes() -> dict[str, HexId]:
    """Return the hex of each town."""
    return {place.name: place.hex for place in loaded().game.hexmap.places}


def test_the_map_has_the_hexes_of_its_spec() -> None:
    assert field().hexes.hexes == grid().hexes
    assert loaded().game.hexmap.grid.hex_mm >= 14
    assert loaded().game.counters.sheet.counter_mm == pytest.approx(12.7)


def test_the_best_known_towns_stand_within_a_hex_of_their_places() -> None:
    far = {}
    for name, place in (TOWNS | MORE).items():
        centre = field().layout.centre(homes()[name])
        longitude, latitude = field().degrees(centre.x, centre.y)
        far[name] = kilometres(place, (latitude, longitude))
    assert {name: km for name, km in far.items() if km > 9.6} == {}


@pytest.mark.parametrize("railway", RAILWAYS)
def test_towns_stand_in_the_right_order_along_their_railway(railway: str) -> None:
    (lines,) = (feature.lines for feature in loaded().game.hexmap.lines if feature.id == "rail")
    path = [hex_id for line in lines if line.name == railway for hex_id in line.path]
    places = [path.index(homes()[name]) for name in RAILWAYS[railway] if homes()[name] in path]
    assert len(places) >= len(RAILWAYS[railway]) - 2
    assert places in (sorted(places), sorted(places, reverse=True))


@pytest.mark.parametrize("river", RIVERS)
def test_towns_stand_beside_their_river(river: str) -> None:
    (lines,) = (feature.lines for feature in loaded().game.hexmap.hexsides if feature.id == "river")
    sides = [Hexside.parse(side) for line in lines if line.name == river for side in line.hexsides]
    banks = {hex_id for side in sides for hex_id in (side.first, side.second)}
    for name in RIVERS[river]:
        near = {homes()[name], *grid().neighbours(homes()[name]).values()}
        assert near & banks, f"{name} lies on the {river}"


def course(name: str) -> dict[tuple[float, float], set[tuple[float, float]]]:
    """Return which corners of hexes a waterway joins, with the lakes that it flows through."""
    found: dict[tuple[float, float], set[tuple[float, float]]] = {}
    for feature in loaded().game.hexmap.hexsides:
        for line in feature.lines if feature.id in ("river", "lake") else ():
            if line.name == name or feature.id == "lake":
                for side in line.hexsides:
                    ends = field().layout.hexside(Hexside.parse(side))
                    a, b = ((round(end.x, 2), round(end.y, 2)) for end in ends)
                    found.setdefault(a, set()).add(b)
                    found.setdefault(b, set()).add(a)
    return found


def passed(name: str, towns: Sequence[str]) -> list[int]:
    """Return how many hexsides of a waterway lie between its first town and each."""
    joined = course(name)
    centres = [field().layout.centre(homes()[town]) for town in towns]
    spots = [min(joined, key=lambda at: math.dist(at, (c.x, c.y))) for c in centres]
    far, todo = {spots[0]: 0}, [spots[0]]
    for at in todo:
        for other in joined[at] - far.keys():
            far[other] = far[at] + 1
            todo.append(other)
    return [far[spot] for spot in spots]


@pytest.mark.parametrize("river", [*RIVERS, *ALSO])
def test_towns_stand_in_the_right_order_along_their_waterway(river: str) -> None:
    towns = (RIVERS | ALSO)[river]
    steps = passed(river, towns)
    # Farther and farther from the first; and none lies on a branch, for what is between two adds up.
    assert steps == sorted(set(steps))
    for n, town in enumerate(towns[1:-1], start=1):
        assert steps[n] + passed(river, towns[n:])[-1] == steps[-1], town


@pytest.mark.parametrize("river", [*(RIVERS | ALSO), *FLOWS])
def test_each_river_is_written_from_source_to_mouth(river: str) -> None:
    (lines,) = (feature.lines for feature in loaded().game.hexmap.hexsides if feature.id == "river")
    longest = max((line for line in lines if line.name == river), key=lambda line: len(line.hexsides))
    ends = [field().layout.hexside(Hexside.parse(side))[0] for side in longest.hexsides]
    towns = (RIVERS | ALSO | FLOWS)[river]
    first, last = (field().layout.centre(homes()[town]) for town in (towns[0], towns[-1]))
    assert min(ends, key=first.distance) != min(ends, key=last.distance)
    assert ends.index(min(ends, key=first.distance)) < ends.index(min(ends, key=last.distance))


def test_no_river_ends_on_dry_land() -> None:
    layout, hexes = field().layout, field().hexes
    corners: dict[tuple[float, float], set[str]] = {}
    mouths = {}
    for feature in loaded().game.hexmap.hexsides:
        for line in feature.lines if feature.id in ("river", "lake") else ():
            ends = [
                {(round(end.x, 2), round(end.y, 2)) for end in layout.hexside(Hexside.parse(side))}
                for side in line.hexsides
            ]
            for corner in {corner for pair in ends for corner in pair}:
                corners.setdefault(corner, set()).add(line.id)
            if feature.id == "river" and len(ends) > 1:
                (mouths[line.id],) = ends[-1] - ends[-2]
    inside = {
        (round(corner.x, 2), round(corner.y, 2))
        for hex_id in hexes.hexes
        if len(grid().neighbours(hex_id)) == 6
        for corner in layout.corners(hex_id)
    }
    assert len(mouths) > 35
    assert [line for line, mouth in mouths.items() if mouth in inside and len(corners[mouth]) < 2] == []


def test_towns_in_a_wrong_order_are_found() -> None:
    for towns in (["Rzhev", "Selizharovo", "Kalinin"], ["Selizharovo", "Kalinin", "Staritsa"]):
        steps = passed("Volga", towns)
        assert steps != sorted(steps) or steps[1] + passed("Volga", towns[1:])[-1] != steps[-1]


def test_the_map_is_sound() -> None:
    naive.require_sound(loaded().game.hexmap)


def test_moscow_is_several_hexes_in_one_piece() -> None:
    (city,) = (kind.hexes for kind in loaded().game.hexmap.terrain if kind.id == "city")
    assert 2 <= len(city) <= 4
    assert homes()["Moscow"] in city
    assert all(any(grid().adjacent(a, b) for b in city) for a in city)


def test_there_is_room_around_moscow_and_east_of_it() -> None:
    (city,) = (kind.hexes for kind in loaded().game.hexmap.terrain if kind.id == "city")
    edges = {edge.id: edge.hexes for edge in loaded().game.hexmap.edges}
    for edge in ("north", "east", "south", "west"):
        assert min(grid().distance(a, b) for a in city for b in edges[edge]) >= 13


def test_five_fortified_lines_face_the_west() -> None:
    (lines,) = (f.lines for f in loaded().game.hexmap.hexsides if f.id == "fortified-line")
    assert len(lines) == 5
    for line in lines:
        sides = [tuple(map(HexId, side.split("/"))) for side in line.hexsides]
        assert len(sides) > 5
        # The hex behind comes first, the one in front last.
        east = sum(grid().position(a)[0] > grid().position(b)[0] for a, b in sides)
        west = sum(grid().position(a)[0] < grid().position(b)[0] for a, b in sides)
        assert east > west, line.id


def test_a_railway_crosses_the_reservoir_and_frozen_lakes_are_hexsides_alone() -> None:
    hexmap = loaded().game.hexmap
    lakes = {side for f in hexmap.hexsides if f.id == "lake" for line in f.lines for side in line.hexsides}
    steps = {
        str(Hexside.between(a, b))
        for feature in hexmap.lines
        for line in feature.lines
        for a, b in pairwise(line.path)
    }
    assert {str(Hexside.parse(side)) for side in lakes} & steps
    assert not any(kind.art == "lake" for kind in hexmap.terrain)
