"""What an attack costs both sides on average: it is fought out with every throw of the dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hexwright.rules.combat.battle_odds import odds_of_fight
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, IllegalAction
from hexwright.web.play.json_values import Json

_MOST_ACTIONS = 60
"""The number of actions after which a battle isn't followed any further."""


def mean_losses(rules: RulesEngine, state: State, battle: Battle) -> list[Json]:
    """Return the steps that each side loses on average in a battle; nothing if that can't be told.

    Where a side chooses its losses or its retreat, the first choice is taken; the number of steps seldom
    depends on it.
    """
    alone = replace(state, battles=(battle,), stage="resolve")
    begun = [
        action
        for action in rules.legal_actions(alone)
        if action.kind == "resolve" and not action.column and not action.ignoring
    ]
    return losses_of_fight(rules, rules.apply(alone, begun[0])) if len(begun) == 1 else []


def losses_of_fight(rules: RulesEngine, fight: State) -> list[Json]:
    """Return the steps that each side loses on average in the battle whose dice are due.

    Cadres, which take the place of eliminated units, are counted apart.
    """
    setting = rules.setting
    if fight.fight is None or fight.stage != "roll":
        return []
    table, _ = setting.tables[odds_of_fight(setting, fight, fight.fight).table]
    lost = dict.fromkeys(range(len(setting.sides)), Fraction(0))
    cadres = dict(lost)
    for roll, share in table.chances.items():
        after = _fought_out(rules, fight, roll)
        if after is None:
            return []
        for unit, side in enumerate(setting.side_of):
            if fight.locations[unit] >= 0:
                lost[side] += share * (_steps(rules, fight, unit) - _steps(rules, after, unit))
            elif after.locations[unit] >= 0:
                cadres[side] += share
    return [
        {
            "side": setting.sides[side],
            "steps": round(float(steps), 2),
            "cadres": round(float(cadres[side]), 2),
        }
        for side, steps in lost.items()
    ]


def _fought_out(rules: RulesEngine, state: State, roll: int) -> State | None:
    """Return the position after a battle in which the dice show `roll`; None if it takes too long."""
    try:
        state = rules.apply(state, rules.parse(state, f"roll {roll}"))
        for _ in range(_MOST_ACTIONS):
            if state.fight is None or rules.is_over(state):
                return state
            if rules.active_side(state) == CHANCE:
                return None
            actions = rules.legal_actions(state)
            passing = [one for one in actions if one.kind in ("hold", "pass", "end", "stay")]
            state = rules.apply(state, (passing or actions)[0])
    except IllegalAction:
        return None
    return None


def _steps(rules: RulesEngine, state: State, unit: int) -> int:
    """Return the number of steps that a unit has left on the map."""
    if state.locations[unit] < 0:
        return 0
    return len(rules.setting.game.counters.units[unit].steps) - state.steps[unit] + 1
