"""Strength totals: find the units to which each modifier applies, and compute the battle by
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
"""The modifiers that can apply at the time and place, in order."""


def reckon_battle(
    setting: CompiledGame, state: State, defenders: Units, attackers: Units, at: Hex | None = None
) -> tuple[Reckoning, NumberedModifiers]:
    """Return the calculation of a battle, and the modifiers it refers to by number.

    `at` is the defenders' hex if they were overrun before.
    """
    steps, attack, defence = state.steps, setting.attack_ratios, setting.defence_ratios
    hexes = union(state.where[unit] for unit in members(defenders)) if at is None else 1 << at
    rows = [row for row in setting.modifiers.on(setting.moment(state)) if row.asked.hexes & hexes]
    found = reckoned(
        setting.measures,
        [_modifier_instance(setting, state, row, defenders, attackers, at) for row in rows],
        attackers,
        defenders,
        [(unit, attack[unit][steps[unit]]) for unit in members(attackers)],
        [(unit, defence[unit][steps[unit]]) for unit in members(defenders)],
    )
    return found, rows


def as_strength(ratio: Ratio) -> Strength:
    """Return a strength in the form that states store."""
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
    """Return a modifier with the units that meet its criteria; units overrun before have no strength any
    more.
    """
    facing = _attackers_facing(setting, state, row.asked, defenders, attackers, at) if row.faces else ()
    met = (
        _defenders_met(setting, state, row.asked, defenders, attackers) if row.defends and at is None else ()
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
    """Return, for each defender, the attackers that meet the criteria where they face it."""
    found: list[Units] = []
    able, where, gone = -1, state.where, setting.gone(state)
    for unit in members(defenders):
        here = where[unit] if at is None else at
        if not (asked.hexes >> here & 1 and asked.enemies >> unit & 1):
            found.append(0)
        elif asked.anyone:
            found.append(attackers)
        else:
            if able < 0:
                able = filter_by_unit_state(setting, state, asked, attackers & asked.units)
            found.append(asked.coming(where, able, here, gone))
    return tuple(found)


def _defenders_met(
    setting: CompiledGame, state: State, asked: CompiledCriteria, defenders: Units, attackers: Units
) -> tuple[Met, ...]:
    """Return the defenders that meet the criteria, each with the attackers whose step into its hex does."""
    them, where, gone = attackers & asked.enemies, state.where, setting.gone(state)
    return tuple(
        (unit, asked.coming(where, them, where[unit], gone))
        for unit in members(filter_by_unit_state(setting, state, asked, defenders & asked.units))
        if asked.hexes >> where[unit] & 1
    )


def filter_by_unit_state(setting: CompiledGame, state: State, asked: CompiledCriteria, units: Units) -> Units:
    """Return the units whose supply, zones, condition and nearby units meet the criteria."""
    when = asked.when
    if not units or not asked.standing:
        return units
    if when.condition is not None:
        units &= units_in_condition(state, when.condition)
    found = 0
    # Units that defend together may belong to two sides.
    for side in {setting.side_of[unit] for unit in members(units)}:
        own = union(unit for unit in members(units) if setting.side_of[unit] == side)
        if when.supply is not None:
            own &= supply_shortage_in_battle(setting, state, side).so(when.supply)
        if when.enemy_zoc is not None:
            own = _units_in_hexes(state, own, setting.ezoc(state, side), within=when.enemy_zoc == "in")
        found |= asked.near(setting.board, state.where, own, setting.units_of[side])
    return found


def _units_in_hexes(state: State, units: Units, hexes: int, *, within: bool) -> Units:
    return union(unit for unit in members(units) if bool(hexes >> state.where[unit] & 1) == within)
