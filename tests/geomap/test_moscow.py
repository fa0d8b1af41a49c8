"""The country around Moscow in 1941, drafted from data/geography/moscow-1941, is where it is."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.geomap import naive

pytest.importorskip("shapely", reason="the extra 'geo' is not installed")
pytest.importorskip("pyproj", reason="the extra 'geo' is not installed")

from builder.geomap.draft import Draft, draft_map
from builder.geomap.spec import read_spec
from builder.model.ids import HexId
from tests.geomap import drawing

SPEC = Path(__file__).parents[2] / "data" / "geography" / "moscow-1941" / "moscow.yaml"

# Latitude and longitude as any atlas has them, to a tenth or so of a degree's sixth; not from the layers.
TOWNS = {
    "Moscow": (55.75, 37.62),
    "Kalinin": (56.86, 35.90),
    "Rzhev": (56.26, 34.33),
    "Zubtsov": (56.17, 34.58),
    "Staritsa": (56.51, 34.93),
    "Sychevka": (55.83, 34.27),
    "Bely": (55.83, 32.93),
    "Nelidovo": (56.22, 32.78),
    "Vyazma": (55.21, 34.30),
    "Gzhatsk": (55.55, 35.00),
    "Dorogobuzh": (54.92, 33.30),
    "Yartsevo": (55.07, 32.69),
    "Smolensk": (54.78, 32.05),
    "Yelnya": (54.58, 33.18),
    "Roslavl": (53.95, 32.86),
    "Spas-Demensk": (54.41, 34.02),
    "Kirov": (54.08, 34.31),
    "Yukhnov": (54.74, 35.23),
    "Sukhinichi": (54.10, 35.35),
    "Kozelsk": (54.03, 35.78),
    "Kaluga": (54.51, 36.26),
    "Maloyaroslavets": (55.01, 36.46),
    "Medyn": (54.97, 35.86),
    "Borovsk": (55.21, 36.49),
    "Mozhaisk": (55.51, 36.03),
    "Naro-Fominsk": (55.39, 36.73),
    "Volokolamsk": (56.04, 35.96),
    "Klin": (56.33, 36.73),
    "Solnechnogorsk": (56.18, 36.98),
    "Istra": (55.91, 36.86),
    "Dmitrov": (56.35, 37.52),
    "Zagorsk": (56.30, 38.13),
    "Noginsk": (55.85, 38.44),
    "Podolsk": (55.42, 37.55),
    "Serpukhov": (54.92, 37.41),
    "Kolomna": (55.09, 38.77),
    "Kashira": (54.84, 38.15),
    "Tula": (54.19, 37.62),
    "Bryansk": (53.25, 34.37),
    "Mtsensk": (53.28, 36.57),
}

RAILWAYS = {
    "Moscow-Smolensk-Orsha": ["Moscow", "Kubinka", "Mozhaisk", "Gzhatsk", "Vyazma", "Yartsevo", "Smolensk"],
    "Moscow-Leningrad": ["Moscow", "Kryukovo", "Solnechnogorsk", "Klin", "Kalinin"],
    "Moscow-Rzhev-Velikie Luki": [
        "Moscow",
        "Dedovsk",
        "Istra",
        "Volokolamsk",
        "Shakhovskaya",
        "Zubtsov",
        "Rzhev",
        "Nelidovo",
    ],
    "Moscow-Bryansk-Konotop": ["Moscow", "Naro-Fominsk", "Maloyaroslavets", "Sukhinichi", "Bryansk"],
    "Moscow-Tula-Orel-Kursk-Belgorod": ["Moscow", "Podolsk", "Serpukhov", "Tula", "Plavsk", "Mtsensk"],
    "Vyazma-Bryansk": ["Vyazma", "Kirov", "Lyudinovo", "Dyatkovo", "Bryansk"],
}

RIVERS = {
    "Volga": ["Selizharovo", "Rzhev", "Zubtsov", "Staritsa", "Kalinin"],
    "Oka": ["Belev", "Chekalin", "Kaluga", "Aleksin", "Tarusa", "Serpukhov", "Kashira", "Ozery", "Kolomna"],
    "Moskva": ["Mozhaisk", "Zvenigorod", "Moscow", "Bronnitsy", "Voskresensk", "Kolomna"],
    "Ugra": ["Znamenka", "Yukhnov", "Kaluga"],
}


@pytest.fixture(scope="module")
def moscow() -> Draft:
    """Draft the map once."""
    return draft_map(read_spec(SPEC, "moscow.yaml"), drawing.Quiet())


def hexes_of(draft: Draft) -> dict[str, HexId]:
    """Return the hex of each town."""
    return {place.name: place.hex for place in draft.hexmap.places}


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of two places given by latitude and longitude, over the sphere."""
    (y, x), (v, u) = ((math.radians(q) for q in p) for p in (a, b))
    half = math.sin((v - y) / 2) ** 2 + math.cos(y) * math.cos(v) * math.sin((u - x) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(half))


def test_the_forty_best_known_towns_stand_within_a_hex_of_their_places(moscow: Draft) -> None:
    assert len(TOWNS) == 40
    homes = hexes_of(moscow)
    far = {}
    for name, place in TOWNS.items():
        centre = moscow.field.layout.centre(homes[name])
        longitude, latitude = moscow.field.degrees(centre.x, centre.y)
        far[name] = kilometres(place, (latitude, longitude))
    assert {name: km for name, km in far.items() if km > 9.6} == {}


@pytest.mark.parametrize("railway", RAILWAYS)
def test_towns_stand_in_the_right_order_along_their_railway(railway: str, moscow: Draft) -> None:
    homes = hexes_of(moscow)
    path = next(way.hexes for way in moscow.ways if way.course.name == railway)
    places = [path.index(homes[name]) for name in RAILWAYS[railway]]
    assert places in (sorted(places), sorted(places, reverse=True))
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("river", RIVERS)
def test_towns_stand_in_the_right_order_along_their_river(river: str, moscow: Draft) -> None:
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


def test_no_town_is_lost_and_each_has_its_own_hex(moscow: Draft) -> None:
    layer = (SPEC.parent / "towns.csv").read_text("utf-8").splitlines()[1:]
    (told,) = (one for one in moscow.spec.report if one.code == "D023")
    beside = int(told.message.split()[0])
    assert len(moscow.hexmap.places) + beside == len(layer)


def test_the_draft_is_sound_and_its_rivers_close_no_loop_but_that_of_the_canal(moscow: Draft) -> None:
    grid = naive.require_sound(moscow.hexmap)
    rivers = naive.sides_of(moscow.hexmap, "river")
    lakes = [side for run in naive.sides_of(moscow.hexmap, "lake").values() for side in run]
    canal = rivers.pop("moscow-volga-canal")
    natural = [side for run in rivers.values() for side in run] + lakes
    assert naive.loops(grid, natural) == 0
    # From the Volga across the Klyazma to the Moskva: without it these are apart.
    assert naive.loops(grid, natural + canal) <= 2


def test_moscow_is_three_or_four_hexes_and_a_fifth_of_the_map_is_forest(moscow: Draft) -> None:
    kinds = {kind.id: len(kind.hexes) for kind in moscow.hexmap.terrain}
    assert kinds["city"] in (3, 4)
    assert 0.18 < kinds["forest"] / len(moscow.field.hexes) < 0.27


def test_little_is_moved_far(moscow: Draft) -> None:
    assert max(one.hexes for one in moscow.moved) < 1.5
    assert sum(one.what == "left out" for one in moscow.moved) <= 8
