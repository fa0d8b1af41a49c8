"""Games in which battles by odds disrupt units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.disruption_record import Disruption
from hexwright.model.rules.rules_record import Effect
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.vassal.compile.games import game


def toy(disruption: Disruption | None, effects: tuple[Effect, ...] = (), **more: Any) -> Game:
    """Return the toy with another disruption rule; with `effects`, every result has these effects."""
    found = game("toy-causeway")
    combat = found.rules.combat
    assert combat is not None
    done = dict.fromkeys(combat.effects, effects) if effects else combat.effects
    changed = replace(combat, effects=done, disruption=disruption, **more)
    return replace(found, rules=replace(found.rules, combat=changed))


def shaken(rules: RulesEngine, state: State) -> set[UnitId]:
    """Return the disrupted units on the map."""
    units = rules.setting.units
    return {
        unit for n, unit in enumerate(units) if state.locations[n] >= 0 and state.conditions[n] == DISRUPTED
    }


def names(rules: RulesEngine, units: int) -> set[UnitId]:
    return {unit for n, unit in enumerate(rules.setting.units) if units >> n & 1}


def standing(rules: RulesEngine, state: State) -> dict[UnitId, HexId]:
    ids = rules.setting.board.ids
    return {
        unit: ids[state.locations[n]] for n, unit in enumerate(rules.setting.units) if state.locations[n] >= 0
    }


FIELD = ("0303", "0304", "0403", "0404", "0405", "0503", "0504", "0505", "0604")
