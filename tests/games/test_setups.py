"""What the set-ups of all games must keep, read from the data; no game is named here."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.geometry.bitsets import first, members
from hexwright.load.game_loading import Project
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from tests.shipped import shipped

ROOT = Path(__file__).parents[2]


def scenarios() -> list[tuple[str, str]]:
    """Return the scenarios with combat by odds whose placement no earlier scenario has."""
    found = []
    for slug in Project(ROOT).games():
        game, seen = shipped(slug).game, set[frozenset[object]]()
        for one in game.scenarios if "odds" in game.rules.combat_kinds else ():
            placement = frozenset(one.setup.standing)
            if placement and placement not in seen:
                seen.add(placement)
                found.append((slug, one.id))
    return found


def defenceless(rules: RulesEngine, state: State) -> list[str]:
    """Return the hexes whose units any attacker would eliminate without a roll."""
    setting = rules.setting
    found: list[str] = []
    for side, own in enumerate(setting.unit_sets_by_side):
        other = first(next(units for n, units in enumerate(setting.unit_sets_by_side) if n != side))
        hexes: dict[int, int] = {}
        for unit in members(own):
            if state.locations[unit] >= 0:
                hexes[state.locations[unit]] = hexes.get(state.locations[unit], 0) | 1 << unit
        found += [
            setting.board.ids[here]
            for here, units in hexes.items()
            if not compute_odds(setting, state, units, 1 << other).defence
        ]
    return found


@pytest.mark.parametrize(("slug", "scenario"), scenarios())
def test_no_hex_of_a_set_up_is_without_defence(slug: str, scenario: str) -> None:
    rules = RulesEngine(shipped(slug).game, scenario)
    state = rules.set_up(0)
    while rules.active_side(state) == CHANCE:
        state = rules.apply(state, rules.draw(state))
    assert defenceless(rules, state) == []
