"""Map exits: units leave the map in a movement phase and score points for it."""

from __future__ import annotations

from hexwright.model.rules.victory_record import Exit
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.criteria_tests import counts
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import GONE, State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import remove
from hexwright.rules.engine.unit_restrictions import staying
from hexwright.rules.movement.move_legs import legs_in


def way_out(setting: Setting, state: State, unit: int) -> Exit | None:
    """Return the entry by which a unit may exit the map from its hex, regardless of the cost."""
    if state.where[unit] < 0:
        return None
    return next((entry for entry, asked in setting.exits if counts(setting, state, asked, unit)), None)


def exit_of(setting: Setting, state: State, unit: int) -> Exit | None:
    """Return the entry by which a unit may exit the map now, in the current movement phase."""
    entry = way_out(setting, state, unit) if setting.victory.exits else None
    if entry is None or staying(setting, state) >> unit & 1:
        return None
    if any(battle.attackers >> unit & 1 for battle in state.battles):
        return None  # It takes part in an overrun.
    legs = legs_in(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return None  # It has done something else instead of a move.
    return entry if legs.spares(unit, entry.cost) else None


def exits_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit exits the map; empty if it may not."""
    return [Action("exit", setting.units[unit])] if exit_of(setting, state, unit) is not None else []


def leave_map(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit off the map and its points counted."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    entry = exit_of(setting, state, unit)
    if entry is None:
        raise IllegalAction(f"{action.text}: it can't leave the map now")
    points = entry.worth(setting.strengths[unit][state.steps[unit]])
    side = setting.side_of[unit]
    had = state.exited or (0,) * len(setting.sides)
    gone = remove(setting, state, unit, GONE)
    return replace(
        gone,
        acted=state.acted | 1 << unit,
        exited=tuple(n + points * (other == side) for other, n in enumerate(had)),
        seized=tuple(entry for entry in state.seized if entry[0] != unit),
        left=tuple(entry for entry in state.left if entry[0] != unit),
    )


def exited(state: State, side: int) -> int:
    """Return a side's points for its units that exited the map."""
    return state.exited[side] if state.exited else 0
