"""The map of Battle of Moscow, drafted and then kept by hand, shows the country as it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexwright.model.ids import HexId, Hexside
from tests.battle_of_moscow.game import grid, groups, homes, loaded

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from hexwright.geomap.projected_hexes import ProjectedHexes, project_hexes
from hexwright.geomap.spec_loading import read_spec
from tests.geomap.moscow_region import kilometres

SPEC = Path(__file__).parents[2] / "data" / "geography" / "leningrad-voronezh-1941" / "battle-of-moscow.yaml"

COAST = ["0206", "0207", "0307", "0406", "0407", "0502", "0605", "0707", "0902", "0907", "1105", "1702"]
COAST_OF_WATER = ["0206", "0307", "0406", "0502", "0902"]

# Latitude and longitude as any atlas has them; not from the layers.
TOWNS = {
    "Leningrad": (59.94, 30.31),
    "Moscow": (55.75, 37.62),
    "Voronezh": (51.67, 39.20),
    "Kursk": (51.73, 36.19),
    "Orel": (52.97, 36.07),
    "Tula": (54.19, 37.62),
    "Bryansk": (53.25, 34.37),
    "Kalinin": (56.86, 35.90),
    "Kaluga": (54.51, 36.26),
    "Smolensk": (54.78, 32.05),
    "Vyazma": (55.21, 34.30),
    "Rzhev": (56.26, 34.33),
    "Tikhvin": (59.65, 33.53),
    "Novgorod": (58.52, 31.28),
    "Velikie Luki": (56.34, 30.53),
    "Yaroslavl": (57.63, 39.87),
    "Ryazan": (54.63, 39.74),
    "Vologda": (59.22, 39.88),
    "Vladimir": (56.13, 40.41),
    "Yelets": (52.62, 38.50),
    "Gomel": (52.44, 30.98),
    "Vitebsk": (55.19, 30.21),
    "Rybinsk": (58.05, 38.85),
    "Cherepovets": (59.13, 37.91),
    "Mogilev": (53.91, 30.34),
    "Staraya Russa": (57.99, 31.36),
    "Luga": (58.74, 29.85),
    "Volkhov": (59.92, 32.33),
    "Bologoye": (57.88, 34.05),
    "Ostashkov": (57.15, 33.11),
    "Valdai": (57.98, 33.25),
    "Roslavl": (53.95, 32.86),
    "Mozhaisk": (55.50, 36.03),
    "Volokolamsk": (56.04, 35.96),
    "Klin": (56.33, 36.73),
    "Serpukhov": (54.92, 37.41),
    "Kolomna": (55.08, 38.78),
    "Lodeynoye Pole": (60.73, 33.55),
    "Mtsensk": (53.28, 36.57),
    "Trubchevsk": (52.58, 33.77),
}

# In order, from one end to the other.
WAYS = {
    ("rail", "Moscow-Leningrad"): ["Moscow", "Klin", "Kalinin", "Bologoye", "Chudovo", "Leningrad"],
    ("rail", "Moscow-Smolensk-Orsha"): ["Moscow", "Mozhaisk", "Gzhatsk", "Vyazma", "Smolensk", "Orsha"],
    ("rail", "Moscow-Tula-Orel-Kursk-Belgorod"): ["Moscow", "Serpukhov", "Tula", "Orel", "Kursk"],
    ("rail", "Leningrad-Vologda"): ["Leningrad", "Volkhov", "Tikhvin", "Babayevo", "Cherepovets", "Vologda"],
    ("road", "Moscow-Leningrad road"): ["Moscow", "Klin", "Kalinin", "Torzhok", "Valdai", "Novgorod"],
    ("road", "Moscow-Voronezh road"): ["Moscow", "Kashira", "Yefremov", "Yelets", "Voronezh"],
}
RIVERS = {
    "Volga": ["Rzhev", "Kalinin", "Rybinsk", "Yaroslavl"],
    "Oka": ["Orel", "Kaluga", "Serpukhov", "Kolomna", "Ryazan"],
    "Dnepr": ["Dorogobuzh", "Smolensk", "Orsha", "Mogilev"],
    "Volkhov": ["Novgorod", "Chudovo", "Kirishi", "Volkhov"],
    "Desna": ["Bryansk", "Trubchevsk", "Novgorod-Seversky"],
    "Svir": ["Lodeynoye Pole"],
    "Moskva": ["Mozhaisk", "Moscow", "Kolomna"],
    "Western Dvina": ["Vitebsk"],
}


@cache
def field() -> ProjectedHexes:
    """Return the hexes with their places on the earth."""
    return project_hexes(read_spec(SPEC, SPEC.name))


def test_the_map_has_the_hexes_of_its_spec() -> None:
    assert field().hexes.hexes == grid().hexes
    assert loaded().game.hexmap.km_per_hex == pytest.approx(27.4)


def test_the_best_known_towns_stand_within_a_hex_of_their_places() -> None:
    assert len(TOWNS) == 40
    far = {}
    for name, place in TOWNS.items():
        centre = field().layout.centre(homes()[name])
        longitude, latitude = field().degrees(centre.x, centre.y)
        far[name] = kilometres(place, (latitude, longitude))
    assert {name: km for name, km in far.items() if km > 27.4} == {}


@pytest.mark.parametrize("way", WAYS)
def test_towns_stand_in_the_right_order_along_their_way(way: tuple[str, str]) -> None:
    (lines,) = (feature.lines for feature in loaded().game.hexmap.lines if feature.id == way[0])
    path = [hex_id for line in lines if line.name == way[1] for hex_id in line.path]
    places = [path.index(homes()[name]) for name in WAYS[way] if homes()[name] in path]
    assert len(places) >= len(WAYS[way]) - 1
    assert places in (sorted(places), sorted(places, reverse=True))


@pytest.mark.parametrize("river", RIVERS)
def test_towns_stand_beside_their_river(river: str) -> None:
    (lines,) = (feature.lines for feature in loaded().game.hexmap.hexsides if feature.id == "river")
    sides = [Hexside.parse(side) for line in lines if line.name == river for side in line.hexsides]
    banks = {hex_id for side in sides for hex_id in (side.first, side.second)}
    for name in RIVERS[river]:
        near = {homes()[name], *grid().neighbours(homes()[name]).values()}
        assert near & banks, f"{name} lies on the {river}"


def test_forts_stand_where_the_rules_have_them() -> None:
    forts = groups("fort")
    assert homes()["Moscow"] in forts["moscow"]
    city = homes()["Leningrad"]
    ring = set(grid().neighbours(city).values())
    assert city in forts["leningrad"]
    assert set(forts["leningrad"]) - {city} <= ring
    [half] = (one for one in loaded().game.hexmap.hexsides if one.id == "half-fort")
    for line, town in zip(half.lines, ("Volokolamsk", "Mozhaisk", "Maloyaroslavets", "Tula"), strict=True):
        assert len(line.hexsides) == 3
        assert all(homes()[town] in side.split("/") for side in line.hexsides)


def test_lakes_and_the_gulf_are_no_land() -> None:
    [lake] = (one for one in loaded().game.hexmap.terrain if one.art == "lake")
    assert not set(lake.hexes) & set(homes().values())
    for key in ("key", "fort"):
        assert not set(lake.hexes) & {hex_id for hexes in groups(key).values() for hex_id in hexes}


def test_no_way_and_no_front_leads_over_water() -> None:
    # Units enter a road hex, and end there, whatever terrain it passes through.
    [lake] = (one for one in loaded().game.hexmap.terrain if one.art == "lake")
    ways = {hex_id for kind in loaded().game.hexmap.lines for run in kind.lines for hex_id in run.path}
    assert not set(lake.hexes) & ways
    assert not set(lake.hexes) & {hex_id for hexes in groups("front-line").values() for hex_id in hexes}


def test_coast_hexes_are_land_but_for_five() -> None:
    """The map draws shores as they are; the rules name the coast hexes that count as water."""
    terrain = {hex_id: loaded().game.hexmap.terrain_of(HexId(hex_id)).id for hex_id in COAST}
    assert [hex_id for hex_id, kind in terrain.items() if kind == "lake"] == COAST_OF_WATER
    (ruling,) = (case.ruling for case in loaded().game.ledger.cases if case.id == "movement.coast")
    assert [hex_id for hex_id in COAST_OF_WATER if hex_id not in ruling] == []
