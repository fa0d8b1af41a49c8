"""Map exits: units leave the map in a movement phase and score points for doing so."""

from __future__ import annotations

from hexwright.model.rules.victory_record import Exit
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.criteria_tests import meets_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_placement import remove_unit
from hexwright.rules.engine.unit_restrictions import units_unable_to_move
from hexwright.rules.movement.move_legs import legs_of_state


def exit_entry_at(setting: CompiledGame, state: State, unit: int) -> Exit | None:
    """Return the entry of `exits` by which a unit may exit the map from its hex, ignoring the cost."""
    if state.locations[unit] < 0:
        return None
    return next(
        (entry for entry, asked in setting.exits if meets_criteria(setting, state, asked, unit)), None
    )


def available_exit(setting: CompiledGame, state: State, unit: int) -> Exit | None:
    """Return the entry of `exits` by which a unit may exit the map in the current movement phase; None if it
    may not exit.
    """
    entry = exit_entry_at(setting, state, unit) if setting.victory.exits else None
    if entry is None or units_unable_to_move(setting, state) >> unit & 1:
        return None
    if any(battle.attackers >> unit & 1 for battle in state.battles):
        return None  # It takes part in an overrun.
    legs = legs_of_state(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return None  # It has done something else instead of a move.
    return entry if legs.can_afford_exit(unit, entry.cost) else None


def exit_actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit exits the map; an empty list if it may not."""
    return [Action("exit", setting.units[unit])] if available_exit(setting, state, unit) is not None else []


def leave_map(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has exited the map, with its points counted."""
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    entry = available_exit(setting, state, unit)
    if entry is None:
        raise IllegalAction(f"{action.text}: the unit can't exit the map now")
    points = entry.worth(setting.strengths[unit][state.steps[unit]])
    side = setting.side_of[unit]
    had = state.exit_points or (0,) * len(setting.sides)
    gone = remove_unit(setting, state, unit, OUT_OF_GAME)
    return replace(
        gone,
        acted=state.acted | 1 << unit,
        exit_points=tuple(n + points * (other == side) for other, n in enumerate(had)),
        movement_left=tuple(entry for entry in state.movement_left if entry[0] != unit),
    )


def exit_points(state: State, side: int) -> int:
    """Return a side's points for its units that have exited the map."""
    return state.exit_points[side] if state.exit_points else 0
