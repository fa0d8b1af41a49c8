"""Scenarios set the owner of each place at the start, and every part of the program uses it."""

from __future__ import annotations

from dataclasses import replace

from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.vassal.compile.games import compiled_game, game, plan

SCENARIO = "the-bridge"


def taken() -> Game:
    """Return the toy whose town belongs to Red at the start of one of two scenarios."""
    toy = game("toy-bridge")
    scenarios = tuple(
        replace(each, owners={"bridgeton": SideId("red")}) if each.id == SCENARIO else each
        for each in toy.scenarios
    )
    return replace(toy, scenarios=scenarios)


def owned(changed: Game, scenario: str) -> dict[str, set[HexId]]:
    """Return the places that each side owns when the rules engine begins a scenario."""
    kernel = RulesEngine(changed, scenario)
    setting, state = kernel.setting, kernel.set_up(0)
    ids = setting.board.ids
    return {
        side: {HexId(ids[n]) for n in members(bits)}
        for side, bits in zip(setting.sides, state.owned, strict=True)
    }


def test_a_place_begins_with_the_owner_that_the_scenario_gives_it() -> None:
    assert owned(taken(), SCENARIO) == {"red": {"C3"}, "blue": {"D5"}}


def test_other_scenarios_begin_as_the_map_says() -> None:
    assert owned(taken(), "rearguard") == {"red": set(), "blue": {"C3", "D5"}}


def test_the_module_begins_as_if_the_map_said_so() -> None:
    toy = game("toy-bridge")
    places = tuple(replace(p, owner=SideId("red")) if p.id == "bridgeton" else p for p in toy.hexmap.places)
    on_map = replace(toy, hexmap=replace(toy.hexmap, places=places))
    sheet = plan("toy-bridge")
    by_scenario, by_map, unchanged = (compiled_game(each, sheet).files for each in (taken(), on_map, toy))
    name = f"{SCENARIO}.vsav"
    assert by_scenario[name] == by_map[name]
    assert by_scenario[name] != unchanged[name]
    assert by_scenario["rearguard.vsav"] == unchanged["rearguard.vsav"]
