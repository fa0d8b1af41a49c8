"""Replacement counters of Battle of Moscow: put where factors come, they wait, defend and turn into units."""

from __future__ import annotations

from hexwright.model.ids import HexId, UnitId
from hexwright.rules.engine.game_state import POOL, State
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply.supply_range import active_capacities
from tests.battle_of_moscow.arrivals import arrivals, goals, points
from tests.battle_of_moscow.game import grid, kernel
from tests.battle_of_moscow.positions import PANZER, at, told
from tests.battle_of_moscow.supply_positions import closed

MOSCOW, LENINGRAD, VORONEZH = "2324", "0507", "2840"
COUNTERS = tuple(f"russian-replacement-{number}" for number in range(1, 9))
ARMY = "russian-army-16"
TANKS = "russian-tanks-1"


def waiting(here: str, number: int) -> tuple[str, ...]:
    """Return so many counters in a hex."""
    return tuple(f"{here} {one}" for one in COUNTERS[:number])


def where(state: State, unit: str) -> str:
    """Return the hex of a unit, or nothing."""
    place = state.locations[kernel().setting.unit_numbers[UnitId(unit)]]
    return str(kernel().setting.board.ids[place]) if place >= 0 else ""


def do(state: State, *texts: str) -> State:
    for text in texts:
        state = kernel().apply(state, kernel().parse(state, text))
    return state


def test_counters_are_put_where_factors_come_and_turn_into_units() -> None:
    state = arrivals(pool=(ARMY, *COUNTERS[:6]))
    placed = goals(state, COUNTERS[0])
    assert {MOSCOW, LENINGRAD, VORONEZH, "2943", "3143", "3110"} <= placed
    assert not {"2743", "2839", "0508"} & placed
    state = do(state, *(f"new {one} {MOSCOW}" for one in COUNTERS[:3]))
    assert points(state)["moscow"] == 1
    # What came on this turn doesn't turn into a unit on it.
    assert MOSCOW not in goals(state)
    later = arrivals(*waiting(MOSCOW, 3), turn=2, pool=(ARMY, *COUNTERS[3:]))
    spent = do(later, *(f"new {one} {VORONEZH}" for one in COUNTERS[3:6]))
    spent = do(spent, f"new {COUNTERS[6]} {MOSCOW}")
    assert points(spent)["moscow"] == 3
    # Counters go first, and factors for what is missing: three counters and one factor.
    formed = do(spent, f"new {ARMY} {MOSCOW}")
    assert points(formed)["moscow"] == 2
    assert [where(formed, one) for one in COUNTERS[:3]] == ["", "", ""]
    assert formed.locations[kernel().setting.unit_numbers[UnitId(COUNTERS[0])]] == POOL
    # For factors that are left they may be placed again.
    assert MOSCOW in goals(formed, COUNTERS[0])
    # Elsewhere they are of no use.
    assert goals(arrivals(*waiting(MOSCOW, 3), *closed(), turn=2, pool=(ARMY,))) <= placed


def test_counters_wait_for_factors_from_the_first_turn_on() -> None:
    start = kernel().set_up()
    waiting = [one for one in COUNTERS if start.locations[kernel().setting.unit_numbers[UnitId(one)]] == POOL]
    assert waiting == [*COUNTERS[2:]]
    # Leningrad's two stand there as the game begins.
    assert [where(start, one) for one in COUNTERS[:2]] == [LENINGRAD, LENINGRAD]


def test_armour_costs_its_attack_factor_in_counters() -> None:
    state = arrivals(*waiting(VORONEZH, 4), turn=2, pool=(TANKS, "russian-tanks-2"))
    rules = kernel().setting
    strength = rules.game.counters.unit(UnitId(TANKS)).steps[0]
    assert (strength.strength, strength.defence) == (3, "2")
    formed = do(state, f"new {TANKS} {VORONEZH}")
    assert [where(formed, one) for one in COUNTERS[:4]] == ["", "", "", VORONEZH]
    assert points(formed) == points(state)
    # One armoured unit a turn, whatever it is formed of.
    assert not goals(do(state, f"new {TANKS} {VORONEZH}"), "russian-tanks-2")


def test_no_more_than_six_counters_are_in_a_hex() -> None:
    state = arrivals(*waiting(MOSCOW, 6), turn=2, pool=(*COUNTERS[6:],))
    assert MOSCOW not in goals(state, COUNTERS[6])
    assert LENINGRAD in goals(state, COUNTERS[6])


def test_a_unit_has_the_supplies_of_the_counters_that_it_is_formed_of() -> None:
    weak = "russian-army-32"
    shut = (*closed(), f"{MOSCOW} german-inf-251")
    near = ("0506", "0506", "0508", "0508", "0407", "0407")
    armies = ("42", "55", "4", "11", "7", "23")
    fed = tuple(f"{here} russian-army-{one}" for here, one in zip(near, armies, strict=True))
    state = build_state(
        kernel(),
        ("0130 german-inf-5", *shut, *fed, *waiting(LENINGRAD, 2)),
        turn=2,
        phase="russian-arrivals",
        pool=(weak, ARMY, *COUNTERS[2:]),
    )
    leningrad = active_capacities(kernel().setting, state, kernel().setting.side(state))[0]
    # Eighteen for six armies, and one for each counter: no factor more comes but in place of the counters.
    assert leningrad.points_used == 20
    assert LENINGRAD not in goals(state, COUNTERS[2])
    assert LENINGRAD in goals(state, weak)
    formed = do(state, f"new {weak} {LENINGRAD}")
    assert points(formed)["leningrad"] == points(state)["leningrad"] == 2
    assert LENINGRAD not in goals(formed, COUNTERS[2])
    # An army of three would be one too many.
    assert LENINGRAD not in goals(state, ARMY)


def test_counters_never_move_and_are_doubled_in_a_city_but_not_twice() -> None:
    march = build_state(kernel(), ("0130 german-inf-251", *waiting(VORONEZH, 2)), phase="russian-movement")
    assert not [one for one in kernel().legal_actions(march) if one.unit in COUNTERS]
    for near in grid().neighbours(HexId(VORONEZH)).values():
        words = told(at(f"{near} {PANZER}", *waiting(VORONEZH, 3)), PANZER, on=VORONEZH)
        assert "city: defence doubled" in words
        assert "5:6 = 1:2" in words
    # Others are not doubled there, but by the river.
    words = told(at(f"2940 {PANZER}", f"{VORONEZH} {ARMY}"), PANZER, on=VORONEZH)
    assert "city" not in words
