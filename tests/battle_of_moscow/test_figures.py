"""Cases of the rule text, each by the text's own figures on the real map and not by the data."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

import pytest

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply.supply_range import find_supply_shortage
from tests.battle_of_moscow.game import grid, homes, kernel, played
from tests.battle_of_moscow.plain_supply import GULF, ROUGH, ground, lines
from tests.battle_of_moscow.positions import FOOT, PANZER, SECOND, at, do
from tests.rules.positions import ends, texts

ARMY, FIELD, WEST, SOUTH = "russian-army-43", "2119", "2018", "2019"
FAR: Final = {"german": "2919 russian-army-50", "russian": "0130 german-inf-251"}
WEATHERS: Final = ("fair", "mud", "hardfrost", "snow")


def around(centre: HexId, far: int) -> list[HexId]:
    """Return the hexes at a distance in their order around a hex."""
    left = {here for here in grid() if grid().distance(centre, here) == far}
    found = [min(left)]
    while near := sorted(left & {*grid().neighbours(found[-1]).values()} - {*found}):
        found.append(near[0])
    return found


RING: Final = tuple(
    f"{here} russian-army-{number}"
    for here, number in zip(around(homes()["Klin"], 3)[::3], (3, 13, 16, 19, 20, 24), strict=True)
)
"""Russians around Klin whose zones leave no gap."""


def side_of(unit: str) -> str:
    """Return the side of a unit."""
    return str(played().counters.unit(UnitId(unit)).side)


def halves(side: str, weather: str, here: HexId, there: HexId) -> int:
    """Return the cost of a step in halves of a factor; 0 if there is none."""
    terrain, hampered = ground().get(there, "clear"), side == "german"
    if there in lines("road").get(here, ()):
        return 2 if hampered and weather in ("mud", "snow") else 1
    if terrain == "lake":
        return 2 * int(not hampered and weather == "snow" and there not in GULF)
    frozen = terrain == "swamp" and weather in ("hardfrost", "snow")
    rough = terrain in ROUGH and not frozen
    return 4 if hampered and (rough or weather in ("mud", "snow")) else 2


def walked(
    unit: str, start: str, factor: int, weather: str, zone: frozenset[HexId] = frozenset()
) -> set[str]:
    """Return the hexes to which a unit walks with so many factors, stopping in a zone."""
    side, spent = side_of(unit), {HexId(start): 0}
    waiting = [(0, HexId(start))]
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > spent[here] or (here in zone and here != start):
            continue
        for there in grid().neighbours(here).values():
            cost = halves(side, weather, here, there)
            if cost and so_far + cost <= 2 * factor and so_far + cost < spent.get(there, 999):
                spent[there] = so_far + cost
                heappush(waiting, (spent[there], there))
    return {str(here) for here in spent if here != start}


def found(unit: str, start: str, weather: str, *others: str, phase: str = "movement") -> set[str]:
    """Return the hexes to which it may move in the first impulse of its side."""
    state = build_state(
        kernel(), (f"{start} {unit}", *others), turn=1, phase=f"{side_of(unit)}-{phase}", weather=weather
    )
    return {str(here) for here in ends(state, unit, kernel())}


def degree(unit: str, start: str, weather: str) -> str:
    """Return how a unit is supplied that stands alone."""
    side, setting = side_of(unit), kernel().setting
    state = build_state(
        kernel(), (f"{start} {unit}", FAR[side]), turn=1, phase=f"{side}-movement", weather=weather
    )
    lack = find_supply_shortage(setting, state, 0 if side == "german" else 1)
    bit = 1 << setting.unit_numbers[UnitId(unit)]
    return "isolated" if lack.isolated & bit else "limited" if lack.out_of_supply & bit else "in"


FACTORS: Final = {
    FOOT: {"in": 4, "limited": 2, "isolated": 1},
    PANZER: {"in": 8, "limited": 4, "isolated": 2},
    ARMY: {"in": 3, "limited": 2, "isolated": 1},
    "russian-tanks-1": {"in": 4, "limited": 2, "isolated": 1},
    "russian-cav-1": {"in": 6, "limited": 4, "isolated": 2},
}
"""Movement factors by supply: Germans and Russian armour half and a quarter, Russians two thirds and one."""


@pytest.mark.parametrize("unit", FACTORS)
def test_units_go_as_far_as_their_factor_by_terrain_roads_weather_and_supply(unit: str) -> None:
    seen: set[tuple[str, str]] = set()
    enemy = HexId(FAR[side_of(unit)][:4])
    land = [here for here in grid() if ground().get(here) != "lake" and grid().distance(here, enemy) > 18]
    for number, here in enumerate(land[3::23]):
        weather = WEATHERS[number % 4]
        how = degree(unit, here, weather)
        assert found(unit, here, weather, FAR[side_of(unit)]) == walked(
            unit, here, FACTORS[unit][how], weather
        ), (here, weather, how)
        seen.add((how, weather))
    assert len({how for how, _ in seen}) > (unit != PANZER)
    assert {weather for _, weather in seen} == {*WEATHERS}


@pytest.mark.parametrize(
    ("mover", "other", "has"),
    [
        *(
            (FOOT, other, True)
            for other in ("army-50", "shock-1", "cav-1", "tanks-1", "fort-8", "replacement-1")
        ),
        *((FOOT, other, False) for other in ("partisans-1", "workers-1", "dropped-1")),
        *((ARMY, other, True) for other in ("inf-35", "pz-4", "mot-3", "cav-1", "sec-221")),
    ],
)
def test_who_enters_a_zone_stops(mover: str, other: str, has: bool) -> None:
    enemy = f"{'russian' if mover == FOOT else 'german'}-{other}"
    start = next(
        here
        for here in grid()
        if grid().distance(HexId(FIELD), here) == 2 and degree(mover, here, "fair") == "in"
    )
    ring = frozenset(grid().neighbours(HexId(FIELD)).values()) if has else frozenset()
    wanted = walked(mover, start, FACTORS[mover]["in"], "fair", ring)
    # Nobody ends among enemies or passes them.
    gone = walked(mover, start, FACTORS[mover]["in"], "fair", ring | {HexId(FIELD)}) - {FIELD}
    assert found(mover, start, "fair", f"{FIELD} {enemy}") == (wanted & gone) - {FIELD}


def test_german_trains_run_on_railways_free_of_enemies_and_their_zones() -> None:
    (path,) = (
        run.path
        for line in played().hexmap.lines
        if line.id == "rail"
        for run in line.lines
        if run.name == "Moscow-Smolensk-Orsha"
    )
    way = path if path[0] != homes()["Moscow"] else path[::-1]
    start, middle = way[0], way[4]
    free = do(at(f"{start} {FOOT}", FAR["german"], phase="german-movement"), f"entrain {FOOT}")
    assert {str(here) for here in way[1:7]} <= {str(here) for here in ends(free, FOOT, kernel())}
    shut = do(at(f"{start} {FOOT}", f"{middle} {ARMY}", phase="german-movement"), f"entrain {FOOT}")
    zone = {str(here) for here in (middle, *grid().neighbours(middle).values())}
    reached = {str(here) for here in ends(shut, FOOT, kernel())}
    assert str(way[2]) in reached
    assert not reached & zone
    # From within a ring of zones no track leads home: nobody entrains there.
    klin = homes()["Klin"]
    for armies in (RING, RING[:1]):
        state = at(f"{klin} {FOOT}", *armies, phase="german-movement")
        assert (f"entrain {FOOT}" in texts(state, kernel())) == (armies is not RING)


def test_who_went_by_rail_enters_no_zone_and_attacks_nobody() -> None:
    city = homes()["Tula"]
    zone = {str(here) for here in grid().neighbours(HexId(FIELD)).values()}
    near = next(here for here in lines("rail") if grid().distance(here, city) == 3 and not ground().get(here))
    foe = next(
        here
        for here in grid()
        if grid().distance(here, near) == 2 and here not in lines("rail") and grid().distance(here, city) > 3
    )
    zone = {str(here) for here in grid().neighbours(foe).values()}
    lines_ = (f"{city} {ARMY}", f"{foe} {FOOT}")
    state = do(at(*lines_, phase="russian-movement"), f"entrain {ARMY}", f"move {ARMY} {near}")
    if f"detrain {ARMY}" in texts(state, kernel()):
        state = do(state, f"detrain {ARMY}")
    assert not {str(here) for here in ends(state, ARMY, kernel())} & zone
    walks = at(f"{near} {ARMY}", f"{foe} {FOOT}", phase="russian-movement")
    assert {str(here) for here in ends(walks, ARMY, kernel())} & zone


def test_each_side_moves_twice_a_turn() -> None:
    state = at(f"0130 {FOOT}", f"2919 {ARMY}", turn=2, phase="german-arrivals")
    moved: list[str] = []
    while state.turn == 2:
        phase = str(kernel().phase(state))
        if phase.endswith("movement"):
            moved.append(phase)
        state = do(state, "end")
        if kernel().is_over(state) or kernel().legal_actions(state) == []:
            break
    assert moved == [
        "german-movement",
        "german-second-movement",
        "russian-movement",
        "russian-second-movement",
    ]


def test_russian_reinforcements_come_by_the_east_edge() -> None:
    state = at(FAR["russian"], "2919 russian-army-43", turn=2, phase="russian-arrivals")
    came = {(one.unit, one.hex) for one in kernel().legal_actions(state) if one.kind == "new"}
    east = next(edge.hexes for edge in played().hexmap.edges if edge.id == "east")
    due = {"russian-army-5", "russian-tanks-guards", "russian-para-1"}
    assert due <= {str(unit) for unit, _ in came}
    assert {here for unit, here in came if unit in due} <= {*east}


# Battles --------------------------------------------------------------------------------------------


def test_a_unit_attacks_one_hex_alone() -> None:
    state = at(f"{WEST} {FOOT}", f"{WEST} {SECOND}", f"{FIELD} {ARMY}", "2118 russian-army-50")
    state = do(state, f"attack {FOOT} {FIELD}")
    assert f"attack {FOOT} 2118" not in texts(state, kernel())


@pytest.mark.parametrize("side", ["german", "russian"])
def test_who_is_still_beside_enemies_fights_in_the_second_impulse(side: str) -> None:
    state = at(f"{WEST} {FOOT}", f"{FIELD} {ARMY}", phase=f"{side}-second-combat")
    attack = f"attack {FOOT} {FIELD}" if side == "german" else f"attack {ARMY} {WEST}"
    assert texts(state, kernel()) == [attack]


def test_doubled_defenders_cost_their_printed_factors_in_an_exchange() -> None:
    lines_ = ("0508 russian-army-55", f"0408 {PANZER}", "0408 german-pz-3", f"0608 {FOOT}")
    state = at(*lines_)
    for unit in (PANZER, "german-pz-3", FOOT):
        state = do(state, f"attack {unit} 0508")
    state = do(state, "end", "resolve 0508", 3)
    assert state.fight is not None
    assert (state.fight.result, state.fight.loss_owed) == ("EX", 3)


def test_three_attackers_go_into_a_hex_that_was_cleared() -> None:
    units = (PANZER, "german-pz-3", "german-pz-7")
    state = at(*(f"{WEST} {unit}" for unit in units), f"{FIELD} {ARMY}", f"{SOUTH} {FOOT}")
    for unit in (*units, FOOT):
        state = do(state, f"attack {unit} {FIELD}")
    state = do(state, "end", f"resolve {FIELD}", 1)
    for unit in units:
        assert f"advance {unit} {FIELD}" in texts(state, kernel())
        state = do(state, f"advance {unit} {FIELD}")
    assert f"advance {FOOT} {FIELD}" not in texts(state, kernel())
