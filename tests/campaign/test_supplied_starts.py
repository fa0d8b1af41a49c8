"""As each scenario of The Moscow Campaign begins, all units are in supply that can be."""

from __future__ import annotations

from functools import cache

import pytest

from hexwright.geometry.bitsets import members
from hexwright.geometry.territory_hexes import feature_hexes
from hexwright.model.ids import HexId
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.supply.supply_range import find_supply_shortage, hexes_in_supply
from tests.campaign.game import loaded

SCENARIOS = [scenario.id for scenario in loaded().game.scenarios]
# Who covers hexes of the start line which nobody could cover who is in supply, by where he stands.
BEYOND: dict[str, dict[str, str]] = {
    "september": {"0815": "soviet-rd-251"},
    "november": {},
    "december": {"3401": "soviet-rd-119", "3502": "soviet-rd-247", "5649": "soviet-rd-307"},
}


@cache
def kernel(scenario: str) -> RulesEngine:
    return RulesEngine(loaded().game, scenario)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_units_begin_in_supply_but_those_that_stand_beyond_it(scenario: str) -> None:
    rules = kernel(scenario)
    setting, state = rules.setting, rules.set_up(1)
    out = {
        str(setting.board.ids[state.locations[unit]]): str(setting.units[unit])
        for side in range(len(setting.sides))
        for unit in members(find_supply_shortage(setting, state, side).out_of_supply)
    }
    assert out == BEYOND[setting.scenario.feature_groups["start-line"]]


@pytest.mark.parametrize("scenario", ["scenario-01", "scenario-21"])
def test_who_begins_out_of_supply_covers_what_nobody_in_supply_could(scenario: str) -> None:
    rules = kernel(scenario)
    setting, state = rules.setting, rules.set_up(1)
    board, name = setting.board, setting.scenario.feature_groups["start-line"]
    east, line = board.features[f"soviet-{name}"], feature_hexes(board, "start-line", name)
    beyond = board.bits(map(HexId, BEYOND[name]))
    fed = hexes_in_supply(setting, state, setting.sides.index("soviet")) & east
    others = state.occupied[setting.sides.index("soviet")] & ~beyond
    for here in members(beyond):
        alone = board.near[here] & line & ~board.around(others)
        assert alone, "others cover all that it does"
        assert not all(board.near[hex_] & fed for hex_ in members(alone))
