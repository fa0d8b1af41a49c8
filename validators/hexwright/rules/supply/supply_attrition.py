"""Supply attrition: the strength points that groups of unsupplied units lose, the units lost, and their
cadres.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from hexwright.geometry.bitsets import members, union
from hexwright.model.rules.cadre_record import GroupCadre
from hexwright.model.rules.supply_record import GroupLoss
from hexwright.queries.supply_trace import spread_within
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.criteria_tests import meets_criteria
from hexwright.rules.engine.fast_dataclasses import replace
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL, State, Strength
from hexwright.rules.engine.unit_placement import place_unit
from hexwright.rules.supply.supply_range import find_supply_shortage


class AttritionGroup(NamedTuple):
    """Unsupplied units in a connected group of hexes."""

    units: Units
    points_owed: int
    """The strength points that the group loses."""
    certain_losses: Units
    """Units that are lost whatever the owner chooses, because the other units don't have enough strength
    points.
    """


def attrition_groups_of(
    setting: CompiledGame, state: State, side: int, rule: GroupLoss
) -> list[AttritionGroup]:
    """Return the groups of a side's units that suffer losses together, ordered by first unit."""
    lack = find_supply_shortage(setting, state, side)
    left = [
        unit
        for unit in members(lack.isolated if rule.supply == "isolated" else lack.out_of_supply)
        if not rule.classes or setting.class_of[unit] in rule.classes
    ]
    held, found = union(state.locations[unit] for unit in left), list[AttritionGroup]()
    while left:
        hexes = spread_within(setting.board.around, 1 << state.locations[left[0]], held)
        own = [unit for unit in left if hexes >> state.locations[unit] & 1]
        left = [unit for unit in left if not hexes >> state.locations[unit] & 1]
        found.append(_points_owed(setting, state, own, rule))
    return found


def _points_owed(setting: CompiledGame, state: State, units: list[int], rule: GroupLoss) -> AttritionGroup:
    whole = defence_strength(setting, state, union(units))
    share = Fraction(rule.share) * whole
    owed = floor(share) if rule.rounding == "down" else ceil(share)
    doomed = union(unit for unit in units if whole - defence_strength(setting, state, 1 << unit) < owed)
    return AttritionGroup(union(units), owed, doomed)


def defence_strength(setting: CompiledGame, state: State, units: Units) -> Strength:
    """Return the total printed defence strength of units on the map."""
    return sum(setting.defences[unit][state.steps[unit]] for unit in members(units))


def group_losses(group: AttritionGroup, state: State) -> Units:
    """Return the units of a group lost so far, by choice or because their loss is certain."""
    return group.units & (group.certain_losses | state.acted)


def points_still_owed(setting: CompiledGame, state: State, group: AttritionGroup) -> Strength:
    """Return how many strength points a group must still lose; 0 or less if enough units have been chosen."""
    return group.points_owed - defence_strength(setting, state, group_losses(group, state))


def loss_choices(setting: CompiledGame, state: State, group: AttritionGroup) -> list[int]:
    """Return the units of a group from which the owner must choose the next loss; empty if enough units have
    been chosen.
    """
    if points_still_owed(setting, state, group) <= 0:
        return []
    left = group.units & ~group_losses(group, state)
    return [unit for unit in members(left) if defence_strength(setting, state, 1 << unit)]


# Cadres -----------------------------------------------------------------------------------------------


def place_group_cadres(
    setting: CompiledGame, before: State, state: State, lost: Units, rule: GroupLoss
) -> State:
    """Return the state with cadres in the hexes of units that a group has just lost."""
    # There is no choice: the order is by entry, then by hex.
    leaving = sorted(
        (number, before.locations[unit])
        for unit in members(lost)
        if (number := _cadre_entry(setting, before, unit)) >= 0
    )
    for number, here in leaving:
        unit = _first_available_cadre(setting, state, lost, rule.cadres[number], here)
        if unit >= 0:
            # The lost unit stood there, so the cadre captures nothing.
            came = place_unit(setting, state, unit, here)
            state = replace(came, owned=state.owned, captured_places=state.captured_places)
    return state


def _cadre_entry(setting: CompiledGame, state: State, unit: int) -> int:
    """Return the number of the first cadre entry that applies to a unit on the map; -1 if there is none."""
    for number, (entry, asked) in enumerate(setting.group_cadres):
        strong = defence_strength(setting, state, 1 << unit) >= entry.min_strength
        if strong and meets_criteria(setting, state, asked, unit):
            return number
    return -1


def _first_available_cadre(
    setting: CompiledGame, state: State, lost: Units, entry: GroupCadre, here: int
) -> int:
    """Return the first available cadre with room in a hex; -1 if there is none."""
    for name in entry.replaced_by:
        unit = setting.unit_numbers.get(name, -1)
        waits = unit >= 0 and state.locations[unit] in (POOL, NOT_IN_PLAY) and not lost >> unit & 1
        if waits and not setting.full_hexes(state, unit) >> here & 1:
            return unit
    return -1
