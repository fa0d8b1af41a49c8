"""Say why an action isn't legal, with the number of the rule that stands against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from builder.model.ids import HexId, UnitId
from validators.rules.communication import in_communication
from validators.rules.movement import Field, movers
from validators.rules.protocol import Action
from validators.rules.replacement import entry_hexes, restorable
from validators.rules.setting import Setting
from validators.rules.state import POOL, State
from validators.rules.wording import near

Reason = Callable[[Setting, State, Action], str]


def objection(
    setting: Setting, state: State, action: Action, legal: Iterable[Action], own: Reason | None = None
) -> tuple[str, str]:
    """Return why an action can't be taken, and a hint; `legal` lists what can.

    `own` gives the reason for actions that a procedure knows best.
    """
    for unit in (action.unit, action.target):
        if unit is not None and unit not in setting.number:
            return f"there is no unit '{unit}'", near(unit, setting.units)
    for hex_id in (action.hex, *action.through):
        if hex_id is not None and hex_id not in setting.board.index:
            return f"hex '{hex_id}' is not on the map", near(hex_id, tuple(setting.board.index))
    kinds = sorted({other.kind for other in legal}) or ["roll"]
    if action.kind not in kinds and own is None:
        phase = setting.phases[state.phase].name
        return f"'{action.kind}' is not possible now, in {phase}", f"possible: {', '.join(kinds)}"
    reason = own(setting, state, action) if own is not None else ""
    if own is None and action.unit is not None:
        unit_number = setting.number[action.unit]
        match action.kind:
            case "move":
                reason = _move(setting, state, unit_number, action.hex)
            case "attack":
                reason = _attack(setting, state, unit_number, action.target)
            case "new":
                reason = _new(setting, state, unit_number, action.hex)
            case "restore" | "designate":
                reason = _restore(setting, state, unit_number, action.kind)
            case "retreat":
                reason = "a retreat ends two hexes away, through no EZOC and no enemy, in an empty hex (3.3)"
    return f"'{action.text}' is not legal" + (f": {reason}" if reason else ""), ""


def _whose(setting: Setting, state: State, unit: int) -> str:
    side = setting.side(state)
    name = setting.units[unit]
    if setting.side_of[unit] != side:
        return f"{name} is not {setting.sides[side]}, whose phase it is"
    if state.where[unit] < 0:
        return f"{name} is not on the map"
    return ""


def _move(setting: Setting, state: State, unit: int, target: HexId | None) -> str:
    name = setting.units[unit]
    if whose := _whose(setting, state, unit):
        return whose
    if state.acted >> unit & 1:
        return f"{name} has moved in this phase (3.2)"
    if unit not in movers(setting, state):
        return f"{name} may not move in {setting.phases[state.phase].name} (3.2)"
    assert target is not None
    number = setting.board.index[target]
    field = Field.of(setting, state, setting.side_of[unit])
    if field.enemies >> number & 1:
        return f"an enemy unit stands in {target} (3.2)"
    if setting.limited and field.friends >> number & 1 and state.where[unit] != number:
        return f"stacking: {setting.units[setting.unit_at(state, number)]} stands in {target}, limit 1 (3.2)"
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1]
    lines = [mode.along for mode in modes if mode.along is not None]
    if len(lines) == len(modes):
        here = state.where[unit]
        if not any(setting.board.links[line][here] for line in lines):
            return f"{name} doesn't stand on a railway (3.2)"
        if field.ezoc >> number & 1:
            return f"{target} is in an EZOC, which rail movement never enters (3.2)"
    return f"{target} is out of {name}'s reach: allowance, EZOC or the way through enemies forbid it (3.2)"


def _attack(setting: Setting, state: State, unit: int, target: UnitId | None) -> str:
    name = setting.units[unit]
    if whose := _whose(setting, state, unit):
        return whose
    if state.acted >> unit & 1:
        return f"{name} attacks already; a unit attacks once a phase (3.3)"
    assert target is not None
    other = setting.number[target]
    if setting.side_of[other] == setting.side_of[unit]:
        return f"{target} is no enemy of {name}"
    return f"{name} doesn't stand beside {target} (3.3)"


def _new(setting: Setting, state: State, unit: int, target: HexId | None) -> str:
    name, side = setting.units[unit], setting.side(state)
    if setting.side_of[unit] != side:
        return f"{name} is not {setting.sides[side]}, whose phase it is"
    if state.where[unit] != POOL:
        return f"{name} doesn't wait as a replacement (3.6, 3.7)"
    assert target is not None
    number = setting.board.index[target]
    if any(hexes >> number & 1 for hexes in state.occupied):
        return f"{target} is occupied (3.7)"
    if not entry_hexes(setting, state, side, setting.board.every) >> number & 1:
        return f"{target} is neither on the own edge nor a city of the side (3.7)"
    return f"{target} is not in communication (3.7)"


def _restore(setting: Setting, state: State, unit: int, kind: str) -> str:
    name, side = setting.units[unit], setting.side(state)
    if whose := _whose(setting, state, unit):
        return whose
    if state.acted >> unit & 1:
        return f"{name} took a replacement in this phase (3.7)"
    if kind == "restore" and state.steps[unit] == 1:
        return f"{name} is at full strength (3.7)"
    linked = in_communication(setting, state, side)
    if kind == "restore" and unit in restorable(setting, state, side, linked):
        return ""
    return "" if linked >> state.where[unit] & 1 else f"{name} is not in communication (3.7)"
