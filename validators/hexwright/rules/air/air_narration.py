"""Air narration: describe air missions in sentences."""

from __future__ import annotations

from hexwright.rules.air.air_readiness import current, enemy_asked
from hexwright.rules.air.air_strike_dice import strike_dice
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.narration import hex_name, unit_name
from hexwright.rules.engine.rules_protocol import Action


def tell_strike(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about a strike."""
    return _mission(setting, action, "strikes")


def tell_support(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about support of an attack."""
    return _mission(setting, action, "flies to support the attack on")


def tell_flight(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about a supply flight."""
    return _mission(setting, action, "flies supplies to")


def _mission(setting: Setting, action: Action, what: str) -> str:
    assert action.unit is not None
    assert action.hex is not None
    return f"{unit_name(setting, action.unit)} {what} {hex_name(setting, action.hex)}."


def tell_interception(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about an interception."""
    assert action.unit is not None
    assert action.target is not None
    return f"{unit_name(setting, action.unit)} intercepts {unit_name(setting, action.target)}."


def tell_pass(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence that says nobody intercepts."""
    told = f"Nobody else intercepts {_flier(setting, state)}" if _tried(state) else "Nobody intercepts"
    if len(setting.sides) == 2:
        return f"{told}."
    asked = setting.sides[enemy_asked(setting, state)]
    return f"{told} for {setting.game.info.side(asked).plural}."


def _tried(state: State) -> bool:
    return state.missions[-1].kind == "intercept"


def _flier(setting: Setting, state: State) -> str:
    return unit_name(setting, setting.units[current(state).unit])


def tell_interception_roll(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about the result of an interception die roll."""
    mission, chaser = current(state), state.missions[-1].unit
    side = setting.side_of[mission.unit]
    rule = setting.flights.rules[side]
    match rule.intercepted[str(action.roll)]:
        case "prevented":
            what = f"{_flier(setting, state)} turns back"
        case "out":
            what = f"{_flier(setting, state)} is out until turn {state.turn + rule.out}"
        case "interceptor-out":
            back = state.turn + setting.flights.rules[setting.side_of[chaser]].out
            what = f"{unit_name(setting, setting.units[chaser])} is out until turn {back}"
        case _:
            what = "the interception fails"
    return f"The die shows {action.roll}: {what}."


def tell_strike_roll(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about the hits of a strike."""
    number, dice = strike_dice(setting, state, current(state))
    pool = f"{dice} {'die' if dice == 1 else 'dice'} hitting on {number}-6"
    hits = "no hit" if not action.roll else f"{action.roll} {'hit' if action.roll == 1 else 'hits'}"
    return f"{_flier(setting, state)}, {pool}, scores {hits}."


def tell_strike_loss(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about the unit that takes a hit of a strike."""
    assert action.unit is not None
    return f"{unit_name(setting, action.unit)} takes a hit from the air."
