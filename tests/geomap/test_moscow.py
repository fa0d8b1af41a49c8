"""The country around Moscow in 1941, drafted from data/geography/moscow-1941, is where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.geomap import naive

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from hexwright.geomap.map_draft import MapDraft, draft_map
from hexwright.geomap.spec_loading import read_spec
from hexwright.model.ids import HexId
from tests.geomap import drawing
from tests.geomap.moscow_region import RAILWAYS, RIVERS, TOWNS, kilometres

SPEC = Path(__file__).parents[2] / "data" / "geography" / "moscow-1941" / "moscow.yaml"


@pytest.fixture(scope="module")
def moscow() -> MapDraft:
    """Draft the map once."""
    return draft_map(read_spec(SPEC, "moscow.yaml"), drawing.Quiet())


def hexes_of(draft: MapDraft) -> dict[str, HexId]:
    """Return the hex of each town."""
    return {place.name: place.hex for place in draft.hexmap.places}


@pytest.mark.slow
def test_the_forty_best_known_towns_stand_within_a_hex_of_their_places(moscow: MapDraft) -> None:
    assert len(TOWNS) == 40
    homes = hexes_of(moscow)
    far = {}
    for name, place in TOWNS.items():
        centre = moscow.field.layout.centre(homes[name])
        longitude, latitude = moscow.field.degrees(centre.x, centre.y)
        far[name] = kilometres(place, (latitude, longitude))
    assert {name: km for name, km in far.items() if km > 9.6} == {}


@pytest.mark.parametrize("railway", RAILWAYS)
def test_towns_stand_in_the_right_order_along_their_railway(railway: str, moscow: MapDraft) -> None:
    homes = hexes_of(moscow)
    path = next(way.hexes for way in moscow.ways if way.course.name == railway)
    places = [path.index(homes[name]) for name in RAILWAYS[railway]]
    assert places in (sorted(places), sorted(places, reverse=True))
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("river", RIVERS)
def test_towns_stand_in_the_right_order_along_their_river(river: str, moscow: MapDraft) -> None:
    homes = hexes_of(moscow)
    run = max((one for one in moscow.rivers if one.course.name == river), key=lambda one: len(one.way))
    corners = [moscow.net.corners[n] for n in run.way]
    order = []
    for name in RIVERS[river]:
        centre = moscow.field.layout.centre(homes[name])
        nearest = min(range(len(corners)), key=lambda n: corners[n].distance(centre))
        assert corners[nearest].distance(centre) < 1.2 * 9.6, f"{name} lies on the {river}"
        order.append(nearest)
    assert order == sorted(order)


def test_no_town_is_lost_and_each_has_its_own_hex(moscow: MapDraft) -> None:
    layer = (SPEC.parent / "towns.csv").read_text("utf-8").splitlines()[1:]
    (told,) = (one for one in moscow.spec.report if one.code == "D023")
    beside = int(told.message.split()[0])
    assert len(moscow.hexmap.places) + beside == len(layer)


def test_the_draft_is_sound_and_its_rivers_close_no_loop_but_that_of_the_canal(moscow: MapDraft) -> None:
    grid = naive.require_sound(moscow.hexmap)
    rivers = naive.sides_of(moscow.hexmap, "river")
    lakes = [side for run in naive.sides_of(moscow.hexmap, "lake").values() for side in run]
    canal = rivers.pop("moscow-volga-canal")
    natural = [side for run in rivers.values() for side in run] + lakes
    assert naive.loops(grid, natural) == 0
    # From the Volga across the Klyazma to the Moskva: without it these are apart.
    assert naive.loops(grid, natural + canal) <= 2


def test_moscow_is_three_or_four_hexes_and_a_fifth_of_the_map_is_forest(moscow: MapDraft) -> None:
    kinds = {kind.id: len(kind.hexes) for kind in moscow.hexmap.terrain}
    assert kinds["city"] in (3, 4)
    assert 0.18 < kinds["forest"] / len(moscow.field.hexes) < 0.27


def test_little_is_moved_far(moscow: MapDraft) -> None:
    assert max(one.hexes for one in moscow.moved) < 1.5
    assert sum(one.what == "left out" for one in moscow.moved) <= 8
