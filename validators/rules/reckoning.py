"""Reckon what a battle by odds comes to: strengths multiplied, columns moved, the die raised or lowered."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Final, NamedTuple

from builder.geometry.bits import members, pick, union
from builder.model.modifying import Fractions, Rounding
from validators.rules.circumstances import Circumstance, Units
from validators.rules.communication import supplied
from validators.rules.modifiers import Compiled, Counted
from validators.rules.setting import Setting
from validators.rules.state import State

Strength = int | Fraction


class Reckoned(NamedTuple):
    """What a battle comes to once all modifiers have counted."""

    attack: Strength
    defence: Strength
    columns: int
    die: int
    counted: tuple[Counted, ...]
    limits: tuple[str, ...]
    """Which sums of modifiers were cut, in words."""


def reckon(setting: Setting, state: State, target: int, attackers: Units) -> Reckoned:
    """Return what a battle comes to."""
    here, steps, printed = state.where[target], state.steps, setting.strengths
    factors: dict[int, Fraction] = {}
    counted: list[Counted] = []
    multiplied, columns, die = _WHOLE, 0, 0
    phase = setting.phases[state.phase].id
    for row in setting.modifiers.on(phase, setting.weather_now(state), state.turn):
        if not row.asked.hexes >> here & 1:
            continue
        if row.attack is not None and (fit := _attackers(setting, state, row, target, attackers)):
            for unit in members(fit):
                factors[unit] = factors.get(unit, _WHOLE) * row.attack
            units = () if fit == attackers else _names(setting, fit)
            counted.append(row.does["attack"]._replace(units=units))
        if row.defence is not None and _defends(setting, state, row, target, attackers):
            multiplied *= row.defence
            counted.append(row.does["defence"])
        if row.moves and _attackers(setting, state, row, target, attackers, together=True):
            columns += row.modifier.columns
            die += row.modifier.die
            counted += row.moves
    combat = setting.combat
    moved, faces = _within(columns, combat.most_columns), _within(die, combat.most_die)
    limits = () if moved == columns else (f"no more than {combat.most_columns} in all",)
    if faces != die:
        limits = (*limits, f"no more than {combat.most_die} to the die in all")
    rule = combat.fractions
    defence: Strength = printed[target][steps[target]]
    if multiplied is not _WHOLE:
        defence = _total([defence * multiplied], rule.defence, rule)
    attack: Strength = 0
    if factors:
        multiples = [printed[u][steps[u]] * factors.get(u, _WHOLE) for u in members(attackers)]
        attack = _total(multiples, rule.attack, rule)
    else:
        for unit in members(attackers):
            attack += printed[unit][steps[unit]]
    return Reckoned(attack, defence, moved, faces, tuple(counted), limits)


_WHOLE: Final = Fraction(1)


def _within(number: int, most: int | None) -> int:
    """Keep a sum within what all modifiers together may do."""
    return number if most is None else max(-most, min(most, number))


# Who is as a row asks ------------------------------------------------------------------------------


def _attackers(
    setting: Setting, state: State, row: Compiled, target: int, attackers: Units, *, together: bool = False
) -> Units:
    """Return the attackers for whom a row counts; `together` asks of all of them as one."""
    asked = row.asked
    if asked.anyone:
        return attackers
    if not asked.enemies >> target & 1:
        return 0
    fit = asked.coming(state.where, attackers & asked.units, state.where[target])
    fit = _standing(setting, state, asked, fit)
    asks = row.modifier.asks
    if asks == "each" and not together:
        return fit
    return attackers if fit == attackers or (asks == "one" and fit) else 0


def _defends(setting: Setting, state: State, row: Compiled, target: int, attackers: Units) -> bool:
    """Tell whether a row multiplies the strength of the defender."""
    asked = row.asked
    if not asked.units >> target & 1 or not _standing(setting, state, asked, 1 << target):
        return False
    fit = asked.coming(state.where, attackers & asked.enemies, state.where[target])
    return fit == attackers or (row.modifier.asks == "one" and bool(fit))


def _standing(setting: Setting, state: State, asked: Circumstance, units: Units) -> Units:
    """Return those of some units of a side whose supply and zones are as it asks."""
    when = asked.when
    if not units or (when.supply is None and when.zone is None):
        return units
    side = setting.side_of[next(members(units))]
    if when.supply is not None:
        units = _in(state, units, supplied(setting, state)[side], within=when.supply == "in")
    if when.zone is not None:
        units = _in(state, units, setting.ezoc(state, side), within=when.zone == "in")
    return units


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
