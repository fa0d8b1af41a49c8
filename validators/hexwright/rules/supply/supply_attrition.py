"""Supply attrition: what groups of unsupplied units lose together, which units are lost, and their cadres."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.cadre_record import GroupRemnant
from hexwright.model.rules.supply_record import GroupLoss
from hexwright.queries.supply_trace import spread_within
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.criteria_tests import counts
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import ASIDE, POOL, State, Strength
from hexwright.rules.engine.unit_placement import put
from hexwright.rules.supply.supply_range import lacking


class Group(NamedTuple):
    """Unsupplied units in a connected group of hexes."""

    units: Units
    owed: int
    """The strength points that it loses."""
    doomed: Units
    """Units that are lost in any case, because the others together don't have enough points."""


def groups(setting: Setting, state: State, side: int, rule: GroupLoss) -> list[Group]:
    """Return the groups of a side's units that suffer losses together, ordered by first unit."""
    lack = lacking(setting, state, side)
    left = [
        unit
        for unit in members(lack.isolated if rule.supply == "isolated" else lack.out)
        if not rule.classes or setting.class_of[unit] in rule.classes
    ]
    held, found = union(state.where[unit] for unit in left), list[Group]()
    while left:
        hexes = spread_within(setting.board.around, 1 << state.where[left[0]], held)
        own = [unit for unit in left if hexes >> state.where[unit] & 1]
        left = [unit for unit in left if not hexes >> state.where[unit] & 1]
        found.append(_owing(setting, state, own, rule))
    return found


def _owing(setting: Setting, state: State, units: list[int], rule: GroupLoss) -> Group:
    whole = worth(setting, state, union(units))
    share = Fraction(rule.share) * whole
    owed = floor(share) if rule.rounded == "down" else ceil(share)
    doomed = union(unit for unit in units if whole - worth(setting, state, 1 << unit) < owed)
    return Group(union(units), owed, doomed)


def worth(setting: Setting, state: State, units: Units) -> Strength:
    """Return the total printed defence strength of units on the map."""
    return sum(setting.defences[unit][state.steps[unit]] for unit in members(units))


def lost(group: Group, state: State) -> Units:
    """Return the units of a group lost so far: chosen, or lost in any case."""
    return group.units & (group.doomed | state.acted)


def still_owed(setting: Setting, state: State, group: Group) -> Strength:
    """Return how many points of a group must still be chosen; 0 or less if enough are."""
    return group.owed - worth(setting, state, lost(group, state))


def choices(setting: Setting, state: State, group: Group) -> list[int]:
    """Return the units of a group from which one more must be chosen; empty if enough are chosen."""
    if still_owed(setting, state, group) <= 0:
        return []
    left = group.units & ~lost(group, state)
    return [unit for unit in members(left) if worth(setting, state, 1 << unit)]


# Cadres -----------------------------------------------------------------------------------------------


def left_behind(setting: Setting, before: State, state: State, lost: Units, rule: GroupLoss) -> State:
    """Return the state with cadres in the hexes of units that a group has just lost."""
    # There is no choice: the order is by entry, then by hex.
    leaving = sorted(
        (number, before.where[unit])
        for unit in members(lost)
        if (number := _entry(setting, before, unit)) >= 0
    )
    for number, here in leaving:
        unit = _first(setting, state, lost, rule.remnants[number], here)
        if unit >= 0:
            # The lost unit stood there, so the cadre captures nothing.
            came = put(setting, state, unit, here)
            state = replace(came, owned=state.owned, fallen=state.fallen)
    return state


def _entry(setting: Setting, state: State, unit: int) -> int:
    """Return the number of the first cadre entry that applies to a unit on the map; -1 for none."""
    for number, (entry, asked) in enumerate(setting.group_remnants):
        strong = worth(setting, state, 1 << unit) >= entry.strength
        if strong and counts(setting, state, asked, unit):
            return number
    return -1


def _first(setting: Setting, state: State, lost: Units, entry: GroupRemnant, here: int) -> int:
    """Return the first available cadre with room in a hex; -1 if there is none."""
    for name in entry.leaves:
        unit = setting.number.get(name, -1)
        waits = unit >= 0 and state.where[unit] in (POOL, ASIDE) and not lost >> unit & 1
        if waits and not setting.full(state, unit) >> here & 1:
            return unit
    return -1
