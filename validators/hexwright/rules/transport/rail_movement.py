"""Rail movement: entrain and detrain in the course of a move, within the allowance."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import ceil

from hexwright.geometry.bitsets import members
from hexwright.rules.combat.overruns import joined
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine import unit_placement
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import ENTRAINED, Left, State, entrained_units
from hexwright.rules.engine.hints_and_citations import cite
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.unit_restrictions import halted, staying
from hexwright.rules.movement.move_legs import legs_in
from hexwright.rules.movement.movement_ways import Way
from hexwright.rules.transport.rail_capacity import room, spared, usable


def trains_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return the action by which a unit entrains or detrains now; empty if it can't."""
    if not why_not(setting, state, unit, leaves := is_entrained(state, unit)):
        return [Action("detrain" if leaves else "entrain", setting.units[unit])]
    return []


def is_entrained(state: State, unit: int) -> bool:
    """Return whether a unit is entrained."""
    return bool(state.conditions and state.conditions[unit] & ENTRAINED)


def why_not(setting: Setting, state: State, unit: int, leaves: bool) -> str:
    """Return why a unit can't entrain now (or detrain, if it `leaves` its train); empty if it can."""
    name, mode = setting.units[unit], setting.trains
    if mode is None or mode.entraining is None:
        return "nobody entrains in this game"
    if not setting.riders[state.phase] >> unit & 1:
        return f"{name} doesn't move by rail in {setting.phases[state.phase].name}"
    here = state.where[unit]
    if here < 0:
        return f"{name} is not on the map"
    if is_entrained(state, unit) != leaves:
        return f"{name} is {'not entrained' if leaves else 'entrained already'}"
    if halted(setting, state) >> unit & 1:
        return f"{name} is disrupted"
    if staying(setting, state) >> unit & 1:
        return f"{name} waits, and doesn't move yet"
    if state.battles and joined(state) >> unit & 1:
        return f"{name} takes part in an overrun that is declared"
    legs = legs_in(setting, state)
    if state.acted >> unit & 1 and unit not in legs.left:
        return f"{name} has done something else in this phase"
    side = setting.side_of[unit]
    if not usable(setting, state, side) >> here & 1:
        return f"{setting.board.ids[here]} is no hex of a line that may be used"
    if (
        not leaves
        and not (state.rode >> unit & 1 or spared(setting, state, unit))
        and room(setting, state, side) == 0
    ):
        return f"no more {setting.side_name(side)} units may be entrained in this phase"
    return "" if _left(setting, state, unit) else f"{name} hasn't the points left for it"


def object_to(setting: Setting, state: State, action: Action) -> str:
    """Return why a unit can't entrain or detrain; empty in a game without rail movement."""
    if action.unit is None or setting.trains is None or setting.trains.entraining is None:
        return ""
    unit, rule = setting.number[action.unit], setting.trains.entraining.rule
    side = setting.side(state)
    if setting.side_of[unit] != side:
        return f"{action.unit} is not {setting.side_name(side)}, whose phase it is"
    return why_not(setting, state, unit, action.kind == "detrain") + cite(rule)


def _left(setting: Setting, state: State, unit: int) -> Left:
    """Return what a unit's move has left after entraining or detraining; empty if it can't pay the cost."""
    ways = legs_in(setting, state).ways(unit)
    number, train = next((n, way) for n, way in enumerate(ways) if way.rides)
    rule = train.mode.entraining
    assert rule is not None
    whole = Fraction(train.allowance, train.parts)
    leaves = is_entrained(state, unit)
    noted = dict(state.left).get(unit)
    spent = Fraction(0)
    if noted is not None:
        going = [Fraction(n, ways[way].parts) for way, _, n in noted if n <= ways[way].allowance]
        if not going:
            return ()  # Its move is over.
        spent = min(going)
    if leaves and rule.hexes is not None:
        spent = Fraction(ceil(spent))
    spent += rule.cost(rule.detrain if leaves else rule.entrain, whole)
    if spent > whole:
        return ()
    if not leaves:
        return ((number, 0, _parts(train, spent)),)
    return tuple((n, 0, _parts(way, spent)) for n, way in enumerate(ways) if not way.rides)


def _parts(way: Way, spent: Fraction) -> int:
    """Return points in the parts of a mode; one more than its allowance if nothing of it is left."""
    return min(ceil(spent * way.parts), way.allowance + 1)


def change(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit entrained or detrained; raise IllegalAction if it can't be."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    leaves = action.kind == "detrain"
    if reason := why_not(setting, state, unit, leaves):
        raise IllegalAction(f"{action.text}: {reason}")
    assert setting.trains is not None
    assert setting.trains.entraining is not None
    left = _left(setting, state, unit)
    at = bisect_left(state.left, (unit,))
    on = at < len(state.left) and state.left[at][0] == unit
    bit = 1 << unit
    after = (unit_placement.detrained if leaves else unit_placement.entrained)(state, unit)
    return replace(
        after,
        acted=state.acted | bit,
        rode=state.rode | bit,
        left=(*state.left[:at], (unit, left), *state.left[at + on :]),
    )


def end(setting: Setting, state: State) -> State:
    """Return the state at the end of a movement phase: units that may not stay entrained detrain."""
    mode = setting.trains
    if mode is None or mode.entraining is None:
        return state
    riding = entrained_units(state) & setting.units_of[setting.side(state)]
    if mode.entraining.lasts or not riding:
        return state
    for unit in members(riding):
        state = unit_placement.detrained(state, unit)
    return replace(state, rode=state.rode | riding)
