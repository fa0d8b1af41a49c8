"""The rules are played on the real map as naive readings of their text play them."""

from __future__ import annotations

import pytest

from hexwright.geometry.bitsets import union_of
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.movement_record import EntryCost
from hexwright.module_state.notes import unit_notes
from hexwright.rules.combat.battle_odds import retreat_destinations
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.rules.supply.supply_range import find_supply_shortage
from hexwright.rules.transport.rail_capacity import last_movement_phase
from tests.battle_of_moscow.game import grid, groups, kernel, played


def test_battle_of_moscow_can_be_played() -> None:
    assert check_rules(played(), played().scenarios[0]) == ()


# Impulses and water -----------------------------------------------------------------------------------


def farthest(unit: str, here: str, phase: str, *others: str, turn: int = 1) -> int:
    """Return how many hexes away a unit may go at most."""
    state = build_state(kernel(), (f"{here} {unit}", *others), turn=turn, phase=phase)
    moves = kernel().actions_of(state, UnitId(unit))
    hexes = [one.hex for one in moves if one.kind == "move" and one.hex is not None]
    return max((grid().distance(HexId(here), there) for there in hexes), default=0)


def test_units_go_half_as_far_in_the_second_impulse() -> None:
    # Off the roads; 3 are halved to 1.
    german = "0130 german-inf-251"
    assert farthest("german-inf-251", "0238", "german-second-movement", "2340 russian-army-43") == 2
    assert farthest("russian-army-43", "2919", "russian-second-movement", german) == 1
    assert farthest("russian-cav-1", "3019", "russian-second-movement", german) == 3
    # Nobody goes who isn't supplied.
    assert farthest("russian-cav-1", "3004", "russian-second-movement", german) == 0


def test_nobody_walks_over_the_gulf() -> None:
    costs = next(mode for mode in played().rules.movement if mode.id == "march").costs
    frozen = [cost for cost in costs if isinstance(cost, EntryCost) and cost.weather == ("snow",)]
    assert all(cost.unless and cost.unless.feature == ("gulf",) for cost in frozen)
    lake = next(kind.hexes for kind in played().hexmap.terrain if kind.id == "lake")
    assert set(groups("gulf")["all"]) < set(lake)


@pytest.mark.parametrize("weather", ["mud", "hardfrost"])
def test_a_unit_on_a_lake_when_the_snow_ends_may_only_leave_it_for_land(weather: str) -> None:
    army, enemy, far = UnitId("russian-army-43"), UnitId("german-inf-5"), "0130 german-inf-251"
    lake = set(next(kind.hexes for kind in played().hexmap.terrain if kind.id == "lake"))
    ilmen, ladoga = HexId("0714"), HexId("0803")
    for here, shores in ((ilmen, set(grid().neighbours(ilmen).values())), (ladoga, set[HexId]())):
        assert {here, *grid().neighbours(here).values()} & lake == {
            here,
            *grid().neighbours(here).values(),
        } - shores
        state = build_state(
            kernel(), (f"{here} {army}", far), turn=5, phase="russian-movement", weather=weather
        )
        goals = {one.hex for one in kernel().actions_of(state, army) if one.kind == "move"}
        assert goals == shores
        number = kernel().setting.unit_numbers[army]
        assert (
            find_supply_shortage(kernel().setting, state, kernel().setting.side_of[number]).isolated >> number
            & 1
        )
    # It is attacked and attacks as elsewhere, and has its zone.
    lines = (f"{ilmen} {army}", f"0715 {enemy}", far)
    state = build_state(kernel(), lines, turn=5, phase="german-combat", weather=weather)
    assert [one.text for one in kernel().legal_actions(state)] == [f"attack {enemy} {ilmen}"]
    number = kernel().setting.unit_numbers[army]
    away = union_of(retreat_destinations(kernel().setting, state, number).values())
    assert away
    assert not {*kernel().setting.hex_ids(away)} & lake


def test_the_position_before_the_first_die_for_the_weather_can_be_written() -> None:
    begun = kernel().set_up(1)
    assert begun.stage == "weather-roll"
    assert last_movement_phase(kernel().setting, begun) == ""
    assert not any("Rode" in notes for notes in unit_notes(kernel().setting, begun).values())
