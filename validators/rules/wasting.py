"""Find what groups of units out of supply lose together, and who of them it must be."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from builder.geometry.bits import members, union
from builder.geometry.steps import reached
from builder.model.supplying import GroupLoss
from validators.rules.circumstances import Units
from validators.rules.communication import lacking
from validators.rules.setting import Setting
from validators.rules.state import State, Strength


class Group(NamedTuple):
    """Units out of supply in hexes that touch, from one to the next."""

    units: Units
    owed: int
    """The points that it loses."""
    doomed: Units
    """Those without whom the others don't come to that."""


def groups(setting: Setting, state: State, side: int, rule: GroupLoss) -> list[Group]:
    """Return the groups of a side's units that lose together, by their first unit."""
    lack = lacking(setting, state, side)
    left = [
        unit
        for unit in members(lack.isolated if rule.supply == "isolated" else lack.out)
        if not rule.classes or setting.class_of[unit] in rule.classes
    ]
    held, found = union(state.where[unit] for unit in left), list[Group]()
    while left:
        hexes = reached(setting.board.around, 1 << state.where[left[0]], held)
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
    """Return the strength of units on the map, printed in defence."""
    return sum(setting.defences[unit][state.steps[unit]] for unit in members(units))


def lost(group: Group, state: State) -> Units:
    """Return who of a group is lost so far: chosen, or needed for what it owes."""
    return group.units & (group.doomed | state.acted)


def still_owed(setting: Setting, state: State, group: Group) -> Strength:
    """Return how many points of a group must still be chosen; 0 or less where enough are."""
    return group.owed - worth(setting, state, lost(group, state))


def choices(setting: Setting, state: State, group: Group) -> list[int]:
    """Return the units of a group of which one more must be chosen; none where enough are."""
    if still_owed(setting, state, group) <= 0:
        return []
    left = group.units & ~lost(group, state)
    return [unit for unit in members(left) if worth(setting, state, 1 << unit)]
