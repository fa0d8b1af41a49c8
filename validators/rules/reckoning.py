"""Reckon what a battle by odds comes to: strengths multiplied, columns moved, the die raised or lowered."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Final, NamedTuple

from builder.geometry.bits import members, pick, union
from builder.geometry.board import Hex
from builder.model.modifying import Fractions, Rounding
from validators.rules.circumstances import Circumstance, Units
from validators.rules.communication import lacking_in_battle
from validators.rules.modifiers import Compiled, Counted, Limit
from validators.rules.setting import Setting
from validators.rules.state import State, Strength, disrupted_units, entrained_units


class Reckoned(NamedTuple):
    """What a battle comes to once all modifiers have counted."""

    attack: Strength
    defence: Strength
    columns: int
    die: int
    counted: tuple[Counted, ...]
    limits: tuple[Limit, ...]
    """Which sums of modifiers were cut."""
    worth: tuple[tuple[int, Fraction], ...]
    """By unit: what its strength is multiplied by, where that isn't 1."""
    table: str
    """The combat table that is read, "" for the usual one."""
    most: tuple[str, ...] = ()
    """Heads of columns, in none higher than which the battle is fought."""


def reckon(
    setting: Setting, state: State, defenders: Units, attackers: Units, at: Hex | None = None
) -> Reckoned:
    """Return what a battle comes to; `at` is where the defenders stood, if they were overrun before."""
    steps = state.steps
    hexes = union(state.where[unit] for unit in members(defenders)) if at is None else 1 << at
    factors: dict[int, Fraction] = {}
    counted: list[Counted] = []
    columns, die, table, most = 0, 0, "", tuple[str, ...]()
    phase = setting.phases[state.phase].id
    weather, so = setting.weather_now(state), setting.situations_now(state)
    for row in setting.modifiers.on(phase, weather, state.turn, so):
        if not row.asked.hexes & hexes:
            continue
        if row.attack is not None and (fit := _attackers(setting, state, row, defenders, attackers, at)):
            for unit in members(fit):
                factors[unit] = factors.get(unit, _WHOLE) * row.attack
            units = () if fit == attackers else _names(setting, fit)
            counted.append(row.does["attack"]._replace(units=units))
        fit = 0
        if at is None and row.defence is not None:
            fit = _defenders(setting, state, row, defenders, attackers)
        if fit and row.defence is not None:
            for unit in members(fit):
                factors[unit] = factors.get(unit, _WHOLE) * row.defence
            units = () if fit == defenders else _names(setting, fit)
            counted.append(row.does["defence"]._replace(units=units))
        if row.together and _attackers(setting, state, row, defenders, attackers, at, together=True):
            if row.modifier.table is not None and not table:
                table = row.modifier.table
                counted.append(row.does["table"])
            columns += row.modifier.columns
            die += row.modifier.die
            most += (row.modifier.most,) if row.modifier.most is not None else ()
            counted += row.moves
    combat = setting.combat
    moved, faces = _within(columns, combat.most_columns), _within(die, combat.most_die)
    limits: list[Limit] = []
    if moved != columns:
        limits.append(Limit("columns", f"no more than {combat.most_columns} in all"))
    if faces != die:
        limits.append(Limit("die", f"no more than {combat.most_die} to the die in all"))
    rule = combat.fractions

    def sum_of(units: Units, printed: Sequence[Sequence[Strength]], rounding: Rounding) -> Strength:
        held = [printed[unit][steps[unit]] for unit in members(units)]
        if all(isinstance(one, int) for one in held) and not any(u in factors for u in members(units)):
            return sum(held)
        multiples = (one * factors.get(u, _WHOLE) for u, one in zip(members(units), held, strict=True))
        return _total([Fraction(one) for one in multiples], rounding, rule)

    attack = sum_of(attackers, setting.strengths, rule.attack)
    defence = sum_of(defenders, setting.defences, rule.defence)
    worth = tuple(sorted(factors.items()))
    return Reckoned(attack, defence, moved, faces, tuple(counted), tuple(limits), worth, table, most)


_WHOLE: Final = Fraction(1)


def _within(number: int, most: int | None) -> int:
    """Keep a sum within what all modifiers together may do."""
    return number if most is None else max(-most, min(most, number))


# Who is as a row asks ------------------------------------------------------------------------------


def _attackers(
    setting: Setting,
    state: State,
    row: Compiled,
    defenders: Units,
    attackers: Units,
    at: Hex | None = None,
    *,
    together: bool = False,
) -> Units:
    """Return the attackers for whom a row counts; `together` asks of all of them as one."""
    asked, one = row.asked, row.modifier.defenders == "one"
    fit = 0 if one else attackers
    for unit in members(defenders):
        here = state.where[unit] if at is None else at
        if not (asked.hexes >> here & 1 and asked.enemies >> unit & 1):
            facing = 0
        elif asked.anyone:
            facing = attackers
        else:
            facing = asked.coming(state.where, attackers & asked.units, here, setting.gone(state))
        fit = fit | facing if one else fit & facing
    fit = standing(setting, state, asked, fit)
    asks = row.modifier.asks
    if asks == "each" and not together:
        return fit
    return attackers if fit == attackers or (asks == "one" and fit) else 0


def _defenders(setting: Setting, state: State, row: Compiled, defenders: Units, attackers: Units) -> Units:
    """Return the defenders whose strength a row multiplies."""
    asked, found = row.asked, 0
    for unit in members(standing(setting, state, asked, defenders & asked.units)):
        here = state.where[unit]
        if asked.hexes >> here & 1:
            fit = asked.coming(state.where, attackers & asked.enemies, here, setting.gone(state))
            if fit == attackers or (row.modifier.asks == "one" and fit):
                found |= 1 << unit
    return found


def standing(setting: Setting, state: State, asked: Circumstance, units: Units) -> Units:
    """Return those of some units whose supply, zones, condition and company are as it asks."""
    when = asked.when
    if not units or not asked.standing:
        return units
    if when.condition is not None:
        so = entrained_units(state) if when.condition.endswith("entrained") else disrupted_units(state)
        units &= so if when.condition in ("disrupted", "entrained") else ~so
    found = 0
    # Those who defend together may be of two sides.
    for side in {setting.side_of[unit] for unit in members(units)}:
        own = union(unit for unit in members(units) if setting.side_of[unit] == side)
        if when.supply is not None:
            own &= lacking_in_battle(setting, state, side).so(when.supply)
        if when.zone is not None:
            own = _in(state, own, setting.ezoc(state, side), within=when.zone == "in")
        found |= asked.near(setting.board, state.where, own, setting.units_of[side])
    return found


def _in(state: State, units: Units, hexes: int, *, within: bool) -> Units:
    return union(unit for unit in members(units) if bool(hexes >> state.where[unit] & 1) == within)


def _names(setting: Setting, units: Units) -> tuple[str, ...]:
    return tuple(setting.game.counters.unit(unit).name for unit in pick(setting.units, units))


# Fractions -----------------------------------------------------------------------------------------


def _total(strengths: list[Fraction], rounding: Rounding, rule: Fractions) -> Strength:
    """Return a sum of strengths, their fractions kept, dropped or raised, each by itself or all together."""
    if rule.each:
        return sum(_rounded(strength, rounding) for strength in strengths)
    return _rounded(sum(strengths, Fraction(0)), rounding)


def _rounded(strength: Fraction, rounding: Rounding) -> Strength:
    if rounding == "kept":
        return strength
    return floor(strength) if rounding == "dropped" else ceil(strength)
