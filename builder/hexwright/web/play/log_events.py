"""The log: one entry for each action, in the rules engine's own words."""

from __future__ import annotations

from hexwright.rules.combat.battle_odds import lookup_result, odds_of_fight
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.web.play.json_values import Json


def log_event(rules: RulesEngine, number: int, before: State, action: Action, after: State) -> Json:
    """Return the log's entry for an action: its words, and what it changed."""
    setting = rules.setting
    event: Json = {
        "n": number,
        "turn": before.turn,
        "phase": rules.phase(before),
        "stage": before.stage,
        "side": setting.sides[setting.side(before)],
        "by": rules.active_side(before),
        "kind": action.kind,
        "say": rules.describe(before, action),
        "action": action.text,
        "lost": _losses(rules, before, after),
    }
    if action.kind == "roll":
        event |= _roll(rules, before, action)
    if action.unit is not None:
        event["unit"] = action.unit
        here = before.locations[setting.unit_numbers[action.unit]]
        if here >= 0:
            event["from"] = setting.board.ids[here]
    if action.hex is not None:
        event["to"] = action.hex
    return event


def _roll(rules: RulesEngine, before: State, action: Action) -> Json:
    """Return the dice of a roll, and its result if it is that of a battle by odds."""
    found: Json = {"dice": list(action.rolls) if action.rolls else [action.roll]}
    if before.stage == "roll" and before.fight is not None:
        fought = odds_of_fight(rules.setting, before, before.fight)
        found["result"] = lookup_result(rules.setting, fought, action.roll)
        found["odds"] = fought.final_odds
    return found


def _losses(rules: RulesEngine, before: State, after: State) -> list[Json]:
    """Return the units that lost steps or left the map, each with its step now; 0 if it is off the map."""
    found = []
    for number, unit in enumerate(rules.setting.units):
        gone = before.locations[number] >= 0 and after.locations[number] < 0
        if gone or (after.locations[number] >= 0 and after.steps[number] > before.steps[number]):
            found.append({"unit": unit, "step": 0 if gone else after.steps[number]})
    return found
