"""Supply phase: supply flights, losses, disruption, and which isolated units survive."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, together
from hexwright.model.ids import UnitId
from hexwright.rules.air.air_missions import fly, hungry, legal_flights
from hexwright.rules.air.air_narration import tell_flight
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import timely
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.narration import unit_in_hex
from hexwright.rules.engine.phase_module import Deed, Procedure, Stage
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.unit_placement import disrupt, eliminate, lose_step
from hexwright.rules.supply.supply_attrition import Group, choices, groups, left_behind, lost


def judged(setting: Setting, state: State) -> int:
    """Return the side whose supply the phase tests."""
    phase = setting.phases[state.phase]
    return setting.sides.index(phase.of or phase.side)


def begin_supply(setting: Setting, state: State) -> State:
    """Return the state at the start of a supply phase, with supply flights first if any are possible."""
    if legal_flights(setting, state, judged(setting, state)):
        return replace(state, stage="supply-flight")
    return judge(setting, state)


def legal_supply_flights(setting: Setting, state: State) -> list[Action]:
    """Return the possible supply flights, and the action to end them."""
    return [*legal_flights(setting, state, judged(setting, state)), END]


def end_flights(setting: Setting, state: State, action: Action) -> State:
    """Return the state with all supply flights made."""
    return judge(setting, state)


# Losses ---------------------------------------------------------------------------------------------


def cut_off(setting: Setting, state: State) -> list[int]:
    """Return the units of the side that are out of supply."""
    return list(members(hungry(setting, state, judged(setting, state))))


def room(setting: Setting, state: State, number: int, side: int) -> int:
    """Return how many disrupted units of a side may survive out of supply in a hex."""
    now = setting.moment(state)
    for entry, so in setting.survivals:
        mine = not entry.side or setting.sides[side] in entry.side
        if mine and so.hexes >> number & 1 and timely(entry, now, setting.options):
            return entry.most
    return 0


def doomed(setting: Setting, state: State) -> dict[int, list[int]]:
    """Return, by hex, the units out of supply that were already disrupted."""
    found: dict[int, list[int]] = {}
    for unit in cut_off(setting, state):
        if state.conditions[unit] & DISRUPTED:
            found.setdefault(state.where[unit], []).append(unit)
    return dict(sorted(found.items()))


def contested(setting: Setting, state: State) -> list[int]:
    """Return the candidates in the first hex for which the owner must still choose survivors."""
    side = judged(setting, state)
    for number, units in doomed(setting, state).items():
        kept = sum(state.acted >> unit & 1 for unit in units)
        if kept < room(setting, state, number, side) < len(units):
            return [unit for unit in units if not state.acted >> unit & 1]
    return []


def wasting(setting: Setting, state: State) -> list[Group]:
    """Return the groups that suffer losses together in a phase; empty if each unit suffers on its own."""
    rules = setting.game.rules.supply
    if rules is None or rules.group is None:
        return []
    return groups(setting, state, judged(setting, state), rules.group)


def legal_survivors(setting: Setting, state: State) -> list[Action]:
    """Return the choices of the next unit to survive, or to be lost."""
    open_to = [unit for group in wasting(setting, state) for unit in choices(setting, state, group)]
    if open_to:
        return [Action("lose", setting.units[unit]) for unit in sorted(open_to)]
    return [Action("keep", setting.units[unit]) for unit in contested(setting, state)]


def choose(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit chosen to survive, or to be lost."""
    assert action.unit is not None
    if action not in legal_survivors(setting, state):
        raise IllegalAction(f"{action.text}: it isn't among those of whom one is chosen")
    return judge(setting, replace(state, acted=state.acted | 1 << setting.number[action.unit]))


def judge(setting: Setting, state: State) -> State:
    """Return the state after supply has been determined, or with survivors still to be chosen."""
    rules = setting.game.rules.supply
    if rules is not None and rules.loss == "group":
        return _wasted(setting, state)
    if rules is not None and rules.loss != "disrupted":
        before = state
        for unit in _starving(setting, state, rules.grace):
            if rules.loss == "eliminated":
                state = eliminate(setting, state, unit)
            else:
                state, _ = lose_step(setting, state, unit)
        return replace(_counted(setting, state, cut_off(setting, before), rules.grace), stage="done")
    if contested(setting, state):
        return replace(state, stage="isolation")
    side = judged(setting, state)
    # All at the same time: a loss here doesn't open or close a supply line for another unit.
    out, dead = cut_off(setting, state), 0
    for number, units in doomed(setting, state).items():
        spare = room(setting, state, number, side) >= len(units)
        dead |= sum(1 << unit for unit in units if not spare and not state.acted >> unit & 1)
    for unit in out:
        if not dead >> unit & 1 and not state.conditions[unit] & DISRUPTED:
            state = disrupt(state, unit)
    for unit in members(dead):
        state = eliminate(setting, state, unit)
    return replace(state, stage="done")


def _wasted(setting: Setting, state: State) -> State:
    """Return the state without the groups' losses, or with one more unit to be chosen."""
    found = wasting(setting, state)
    if any(choices(setting, state, group) for group in found):
        return replace(state, stage="isolation")
    before, gone = state, together(lost(group, state) for group in found)
    for unit in members(gone):
        state = eliminate(setting, state, unit)
    assert setting.game.rules.supply is not None
    rule = setting.game.rules.supply.group
    left = left_behind(setting, before, state, gone, rule) if rule is not None and rule.remnants else state
    return replace(left, stage="done")


def told_lost(setting: Setting, state: State, action: Action) -> str:
    """Return a sentence about the unit chosen to be lost."""
    return f"{unit_in_hex(setting, state, action.unit or UnitId(''))} is to be lost for want of supply."


def _starving(setting: Setting, state: State, grace: int) -> list[int]:
    """Return the units out of supply whose grace period is over."""
    gone_without = dict(state.hungry)
    return [unit for unit in cut_off(setting, state) if gone_without.get(unit, 0) >= grace]


def _counted(setting: Setting, state: State, out: list[int], grace: int) -> State:
    """Return the state with this phase counted for the units that were out of supply in it."""
    if not grace:
        return state
    side, before = judged(setting, state), dict(state.hungry)
    others = {unit: count for unit, count in before.items() if setting.side_of[unit] != side}
    own = {unit: min(before.get(unit, 0) + 1, grace) for unit in out if state.where[unit] >= 0}
    return replace(state, hungry=tuple(sorted((others | own).items())))


PROCEDURE = Procedure(
    opens={"supply": begin_supply},
    homes={"supply": "supply-flight"},
    stages=(
        Stage(
            "supply-flight",
            "who flies supplies to whom",
            {"fly": Deed(fly, ("unit", "hex"), tell_flight), "end": Deed(end_flights)},
            legal_supply_flights,
        ),
        Stage(
            "isolation",
            "who holds out, or is lost, without supply",
            {"keep": Deed(choose, ("unit",)), "lose": Deed(choose, ("unit",), told_lost)},
            legal_survivors,
            decider=judged,
        ),
    ),
)
