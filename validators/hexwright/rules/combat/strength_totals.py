"""Strength totals: find the units to which each modifier applies, and compute the odds with
`odds_calculation`.
"""

from __future__ import annotations

from fractions import Fraction

from hexwright.geometry.bitsets import members, union
from hexwright.geometry.hex_board import Hex
from hexwright.queries.odds_calculation import Instance, Met, Ratio, Reckoning, reckoned
from hexwright.rules.combat.combat_modifiers import CompiledModifier
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria, Units
from hexwright.rules.engine.game_state import State, Strength, units_in_condition
from hexwright.rules.supply.supply_range import supply_shortage_in_battle

NumberedModifiers = list[CompiledModifier]
"""The modifiers that can apply at the time of a battle and in its hexes, in order."""


def reckon_battle(
    setting: CompiledGame, state: State, defenders: Units, attackers: Units, at: Hex | None = None
) -> tuple[Reckoning, NumberedModifiers]:
    """Return the calculation of a battle, and the modifiers to which it refers by number.

    `at` is the defenders' hex if they have already been overrun.
    """
    steps, attack, defence = state.steps, setting.attack_ratios, setting.defence_ratios
    hexes = union(state.locations[unit] for unit in members(defenders)) if at is None else 1 << at
    rows = [
        row for row in setting.modifiers.active_at(setting.time_context(state)) if row.criteria.hexes & hexes
    ]
    found = reckoned(
        setting.odds_parameters,
        [_modifier_instance(setting, state, row, defenders, attackers, at) for row in rows],
        attackers,
        defenders,
        [(unit, attack[unit][steps[unit]]) for unit in members(attackers)],
        [(unit, defence[unit][steps[unit]]) for unit in members(defenders)],
    )
    return found, rows


def as_strength(ratio: Ratio) -> Strength:
    """Convert a ratio to the integer or fraction that is stored in states."""
    return ratio.over if ratio.under == 1 else Fraction(ratio.over, ratio.under)


# Units that meet a modifier's criteria ------------------------------------------------------------


def _modifier_instance(
    setting: CompiledGame,
    state: State,
    row: CompiledModifier,
    defenders: Units,
    attackers: Units,
    at: Hex | None,
) -> Instance:
    """Return a modifier with the units that meet its criteria.

    Units that have been overrun contribute no strength.
    """
    facing = (
        _attackers_facing(setting, state, row.criteria, defenders, attackers, at) if row.tests_facing else ()
    )
    met = (
        _defenders_met(setting, state, row.criteria, defenders, attackers)
        if row.multiplies_defence and at is None
        else ()
    )
    return Instance(row.clause, facing, met)


def _attackers_facing(
    setting: CompiledGame,
    state: State,
    asked: CompiledCriteria,
    defenders: Units,
    attackers: Units,
    at: Hex | None,
) -> tuple[Units, ...]:
    """Return, for each defender, the attackers that meet the criteria when they attack that defender."""
    found: list[Units] = []
    able, where, gone = -1, state.locations, setting.fallen_by_hex(state)
    for unit in members(defenders):
        here = where[unit] if at is None else at
        if not (asked.hexes >> here & 1 and asked.enemies >> unit & 1):
            found.append(0)
        elif asked.tests_no_unit:
            found.append(attackers)
        else:
            if able < 0:
                able = filter_by_unit_state(setting, state, asked, attackers & asked.units)
            found.append(asked.filter_by_step(where, able, here, gone))
    return tuple(found)


def _defenders_met(
    setting: CompiledGame, state: State, asked: CompiledCriteria, defenders: Units, attackers: Units
) -> tuple[Met, ...]:
    """Return each defender that meets the criteria, with the attackers whose step into the defender's hex
    meets the criteria.
    """
    them, where, gone = attackers & asked.enemies, state.locations, setting.fallen_by_hex(state)
    return tuple(
        (unit, asked.filter_by_step(where, them, where[unit], gone))
        for unit in members(filter_by_unit_state(setting, state, asked, defenders & asked.units))
        if asked.hexes >> where[unit] & 1
    )


def filter_by_unit_state(setting: CompiledGame, state: State, asked: CompiledCriteria, units: Units) -> Units:
    """Return the units in `units` whose supply, zones of control, condition and neighbours meet
    the criteria.
    """
    when = asked.record
    if not units or not asked.tests_unit_state:
        return units
    if when.condition is not None:
        units &= units_in_condition(state, when.condition)
    found = 0
    # Units that defend together may belong to two sides.
    for side in {setting.side_of[unit] for unit in members(units)}:
        own = union(unit for unit in members(units) if setting.side_of[unit] == side)
        if when.supply is not None:
            own &= supply_shortage_in_battle(setting, state, side).units_supplied_as(when.supply)
        if when.enemy_zoc is not None:
            own = _units_in_hexes(state, own, setting.ezoc_hexes(state, side), within=when.enemy_zoc == "in")
        found |= asked.filter_by_nearby_units(
            setting.board, state.locations, own, setting.unit_sets_by_side[side]
        )
    return found


def _units_in_hexes(state: State, units: Units, hexes: int, *, within: bool) -> Units:
    return union(unit for unit in members(units) if bool(hexes >> state.locations[unit] & 1) == within)
