"""Rail movement: entrain and detrain as part of a move, at a cost in movement points."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import ceil

from hexwright.geometry.bitsets import members
from hexwright.rules.combat.overruns import units_in_overruns
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine import unit_placement
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import ENTRAINED, MovementLeft, State, entrained_units
from hexwright.rules.engine.hints_and_citations import cite_rule
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_restrictions import disrupted_units_that_stay, units_unable_to_move
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_ways import MovementWay
from hexwright.rules.transport.rail_capacity import (
    is_exempt_from_capacity,
    rail_capacity_left,
    usable_train_hexes,
)


def train_actions_of(setting: CompiledGame, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit may entrain or detrain now; an empty list if there is none."""
    if not explain_no_entrainment(setting, state, unit, leaves := is_entrained(state, unit)):
        return [Action("detrain" if leaves else "entrain", setting.units[unit])]
    return []


def is_entrained(state: State, unit: int) -> bool:
    """Return whether a unit is entrained."""
    return bool(state.conditions and state.conditions[unit] & ENTRAINED)


def explain_no_entrainment(setting: CompiledGame, state: State, unit: int, leaves: bool) -> str:
    """Return the reason why a unit can't entrain (or detrain, if `leaves` is true) now; an empty string if it
    can.
    """
    name, mode = setting.units[unit], setting.train_mode
    if mode is None or mode.entraining is None:
        return "this game has no rail movement"
    if not setting.units_able_to_entrain[state.phase] >> unit & 1:
        return f"{name} may not move by rail in {setting.phases[state.phase].name}"
    here = state.locations[unit]
    if here < 0:
        return f"{name} is not on the map"
    if is_entrained(state, unit) != leaves:
        return f"{name} is {'not entrained' if leaves else 'already entrained'}"
    if disrupted_units_that_stay(setting, state) >> unit & 1:
        return f"{name} is disrupted and may not move"
    if units_unable_to_move(setting, state) >> unit & 1:
        return f"{name} may not move yet"
    if state.battles and units_in_overruns(state) >> unit & 1:
        return f"{name} takes part in a declared overrun"
    legs = legs_of_state(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return f"{name} has already acted in this phase"
    side = setting.side_of[unit]
    if not usable_train_hexes(setting, state, side) >> here & 1:
        return f"{setting.board.ids[here]} isn't on a line that may be used"
    if (
        not leaves
        and not (state.used_trains >> unit & 1 or is_exempt_from_capacity(setting, state, unit))
        and rail_capacity_left(setting, state, side) == 0
    ):
        return f"no more {setting.side_name(side)} units may be entrained in this phase"
    return "" if _allowance_after_change(setting, state, unit) else f"{name} has too few MP left"


def entrainment_violation(setting: CompiledGame, state: State, action: Action) -> str:
    """Return the reason why a unit can't entrain or detrain; an empty string in a game without
    rail movement.
    """
    if action.unit is None or setting.train_mode is None or setting.train_mode.entraining is None:
        return ""
    unit, rule = setting.unit_numbers[action.unit], setting.train_mode.entraining.rule
    side = setting.side(state)
    if setting.side_of[unit] != side:
        return f"{action.unit} doesn't belong to the phasing side, {setting.side_name(side)}"
    return explain_no_entrainment(setting, state, unit, action.kind == "detrain") + cite_rule(rule)


def _allowance_after_change(setting: CompiledGame, state: State, unit: int) -> MovementLeft:
    """Return the movement left to a unit after it entrains or detrains; empty if it can't pay the cost."""
    ways = legs_of_state(setting, state).ways(unit)
    number, train = next((n, way) for n, way in enumerate(ways) if way.is_for_entrained)
    rule = train.mode.entraining
    assert rule is not None
    whole = train.whole_allowance
    leaves = is_entrained(state, unit)
    noted = dict(state.movement_left).get(unit)
    spent = Fraction(0)
    if noted is not None:
        going = [Fraction(n, ways[way].parts_per_point) for way, _, n in noted if n <= ways[way].allowance]
        if not going:
            return ()  # Its move is over.
        spent = min(going)
    if leaves and rule.hexes_per_mp is not None:
        spent = Fraction(ceil(spent))
    spent += rule.cost(rule.detrain if leaves else rule.entrain, whole)
    if spent > whole:
        return ()
    if not leaves:
        return ((number, 0, _points_to_parts(train, spent)),)
    return tuple(
        (n, 0, _points_to_parts(way, spent)) for n, way in enumerate(ways) if not way.is_for_entrained
    )


def _points_to_parts(way: MovementWay, spent: Fraction) -> int:
    """Convert the movement points spent to a mode's parts of a point.

    The result is limited to one more than the allowance, which means that nothing is left.
    """
    return min(ceil(spent * way.parts_per_point), way.allowance + 1)


def entrain_or_detrain(setting: CompiledGame, state: State, action: Action) -> State:
    """Return the state after a unit has entrained or detrained; raise IllegalAction if that
    isn't possible.
    """
    assert action.unit is not None
    unit = setting.unit_numbers[action.unit]
    leaves = action.kind == "detrain"
    if reason := explain_no_entrainment(setting, state, unit, leaves):
        raise IllegalAction(f"{action.text}: {reason}")
    assert setting.train_mode is not None
    assert setting.train_mode.entraining is not None
    left = _allowance_after_change(setting, state, unit)
    at = bisect_left(state.movement_left, (unit,))
    on = at < len(state.movement_left) and state.movement_left[at][0] == unit
    bit = 1 << unit
    after = (unit_placement.detrain_unit if leaves else unit_placement.entrain_unit)(state, unit)
    return replace(
        after,
        acted=state.acted | bit,
        used_trains=state.used_trains | bit,
        movement_left=(*state.movement_left[:at], (unit, left), *state.movement_left[at + on :]),
    )


def detrain_at_phase_end(setting: CompiledGame, state: State) -> State:
    """Return the state at the end of a movement phase, after units that may not stay entrained have
    detrained.
    """
    mode = setting.train_mode
    if mode is None or mode.entraining is None:
        return state
    riding = entrained_units(state) & setting.unit_sets_by_side[setting.side(state)]
    if mode.entraining.may_stay_entrained or not riding:
        return state
    for unit in members(riding):
        state = unit_placement.detrain_unit(state, unit)
    return replace(state, used_trains=state.used_trains | riding)
