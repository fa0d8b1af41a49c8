"""Reckon a battle by odds: for whom modifiers count, strengths as they are multiplied, and the column.

Units are numbered, and sets of them are as those of hexes. What is told of a battle is codes and numbers;
words are made of them elsewhere. Fractions are in lowest measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwright.geometry.hex_board import Hexes

Unit = int
Units = Hexes


class Ratio(NamedTuple):
    """A whole number, or a fraction in lowest measures."""

    over: int
    under: int


class Scale(NamedTuple):
    """The columns of a combat table."""

    differs: bool
    """Whether they go by attack less defence; else by attack to defence."""
    least: Sequence[Ratio]
    """From what on each counts, in rising order."""


class Clause(NamedTuple):
    """What a modifier says."""

    asks: str
    """How many attackers must be as it says: `all`, `one`, or `each` for those alone that are."""
    anywhere: bool
    """Whether one defender suffices whom they face so."""
    attack: Ratio
    """What it multiplies the strength of attackers by; under 0 where it doesn't."""
    defence: Ratio
    columns: int
    die: int
    most: Sequence[int]
    """By table the column in which the battle is fought at most; nothing where it says none."""
    table: int
    """The table by which it is fought; 0 for the usual one."""


Met = tuple[Unit, Units]
"""A defender, and the attackers who come to it as a modifier says."""


class Instance(NamedTuple):
    """A modifier whose time and place it is, and who is as it says."""

    clause: Clause
    facing: Sequence[Units]
    """By defender the attackers who are so where they face it; nothing where that is all the same."""
    met: Sequence[Met]
    """Defenders who are so themselves."""


class Count(NamedTuple):
    """Something that one of some modifiers does to the battle."""

    number: int
    part: str
    """`attack`, `defence`, `table`, `columns`, `die` or `most`."""
    units: Units
    """Whose strength alone it multiplies; none where it is that of all."""


Force = tuple[Unit, Ratio]
"""A unit, and its strength as printed."""
Factor = tuple[Units, Ratio]
"""Some units, and what the strength of each is multiplied by."""


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What all battles of a game are reckoned by."""

    scales: Sequence[Scale]
    """Those of its combat tables, the usual one first."""
    attack: str
    """What becomes of fractions: `kept`, `dropped` or `raised`."""
    defence: str
    each: bool
    """Whether that is done unit by unit; else to the sum."""
    most_columns: int
    """How many columns all modifiers together move it; less than nothing for any number."""
    most_die: int
    cuts_first: bool
    """Whether odds beyond the last column count as that before anything moves them."""
    below_first: bool
    """Whether what lies below the first column is fought in that."""
    surrenders: bool
    """Whether who has no strength in defence is beaten whatever the die."""


class Reckoning(NamedTuple):
    """What a battle comes to; columns are counted from 1, and less lies below the first."""

    attack: Ratio
    defence: Ratio
    counted: Sequence[Count]
    """What counts, in order."""
    factors: Sequence[Factor]
    table: int
    printed: int
    """The column before anything moves it."""
    reached: int
    """The column that it is moved to, whatever the table has."""
    level: int
    """The column in which it is fought; it has no effect below the first."""
    columns: int
    """How far it is moved."""
    die: int
    """What is added to the die."""
    cut_columns: bool
    """Whether modifiers would have moved it further."""
    cut_die: bool
    helpless: bool
    """Whether its result is certain, since nobody defends."""


# Fractions ----------------------------------------------------------------------------------------


def common(one: int, other: int) -> int:
    """Return the greatest number that divides both."""
    found, rest = one, other
    while rest > 0:
        before = rest
        rest = found % rest
        found = before
    return found


def lowest(over: int, under: int) -> Ratio:
    """Return a fraction in lowest terms."""
    most = common(over, under)
    return Ratio(over // most, under // most)


def product(one: Ratio, other: Ratio) -> Ratio:
    """Return a number times another."""
    over, under = one.over * other.over, one.under * other.under
    return Ratio(over, 1) if under == 1 else lowest(over, under)


def summed(one: Ratio, other: Ratio) -> Ratio:
    """Return the sum of two numbers."""
    most = common(one.under, other.under)
    less, more = other.under // most, one.under // most
    return lowest(one.over * less + other.over * more, one.under * less)


def rounded(one: Ratio, how: str) -> Ratio:
    """Return a number with its fraction `kept`, `dropped` or `raised`."""
    if one.under == 1 or how == "kept":
        return one
    return Ratio((one.over + one.under - 1) // one.under if how == "raised" else one.over // one.under, 1)


def strength_of_all(forces: Sequence[Force], factors: Sequence[Factor], how: str, each: bool) -> Ratio:
    """Return the sum of strengths as they are multiplied and rounded."""
    whole = 0
    rest = Ratio(0, 1)
    for unit, printed in forces:
        one = printed
        for fit, times in factors:
            if fit >> unit & 1:
                one = product(one, times)
        if each:
            one = rounded(one, how)
        if one.under == 1:
            whole += one.over
        else:
            rest = summed(rest, one)
    return rounded(Ratio(whole * rest.under + rest.over, rest.under), how)


def multiplied_by(unit: int, factors: Sequence[Factor]) -> Ratio:
    """Return what the strength of a unit is multiplied by."""
    found = Ratio(1, 1)
    for fit, times in factors:
        if fit >> unit & 1:
            found = product(found, times)
    return found


# Columns ------------------------------------------------------------------------------------------


def column_of(scale: Scale, attack: Ratio, defence: Ratio) -> int:
    """Return the column of a battle before anything moves it.

    Odds beyond the last count a column more for each whole number more, for what is moved to the left may
    come from there; against no strength they are the last. Differences end with the last.
    """
    if defence.over == 0 and not scale.differs:
        return len(scale.least)
    mine, theirs = attack.over * defence.under, defence.over * attack.under
    if scale.differs:
        mine -= theirs
        theirs = attack.under * defence.under
    column = 0
    for over, under in scale.least:
        if mine * under < over * theirs:
            return column
        column += 1
    if scale.differs:
        return column
    last = scale.least[column - 1]
    return column + mine // theirs - last.over // last.under


def within(number: int, most: int) -> int:
    """Return a sum of modifiers as far as all together may go."""
    return number if most < 0 else max(-most, min(most, number))


# Who counts ---------------------------------------------------------------------------------------


def agreed(instance: Instance, attackers: Units) -> Units:
    """Return the attackers who are as a modifier says, facing all defenders or any."""
    anywhere = instance.clause.anywhere
    fit: Hexes = 0 if anywhere else attackers
    for facing in instance.facing:
        fit = fit | facing if anywhere else fit & facing
    return fit


def is_enough(asks: str, fit: Units, attackers: Units) -> bool:
    """Tell whether so many attackers are as a modifier says as it asks for."""
    return fit == attackers or (asks == "one" and fit != 0)


def defending(instance: Instance, attackers: Units) -> Units:
    """Return the defenders whose strength a modifier multiplies."""
    found: Hexes = 0
    for unit, coming in instance.met:
        if is_enough(instance.clause.asks, coming, attackers):
            found |= 1 << unit
    return found


# The battle ---------------------------------------------------------------------------------------


def reckoned(
    measures: Measures,
    instances: Sequence[Instance],
    attackers: Units,
    defenders: Units,
    strengths: Sequence[Force],
    defences: Sequence[Force],
) -> Reckoning:
    """Return what a battle comes to."""
    counted: list[Count] = []
    factors: list[Factor] = []
    caps: list[Sequence[int]] = []
    columns, die, table = 0, 0, 0
    for number, instance in enumerate(instances):
        clause = instance.clause
        fit: Hexes = agreed(instance, attackers) if len(instance.facing) > 0 else 0
        whole = fit != 0 and is_enough(clause.asks, fit, attackers)
        if clause.attack.under > 0:
            who = fit if clause.asks == "each" else attackers if whole else 0
            if who:
                factors.append((who, clause.attack))
                counted.append(Count(number, "attack", 0 if who == attackers else who))
        if clause.defence.under > 0:
            those = defending(instance, attackers)
            if those:
                factors.append((those, clause.defence))
                counted.append(Count(number, "defence", 0 if those == defenders else those))
        if whole:
            if clause.table > 0 and table == 0:
                table = clause.table
                counted.append(Count(number, "table", 0))
            if clause.columns != 0:
                columns += clause.columns
                counted.append(Count(number, "columns", 0))
            if clause.die != 0:
                die += clause.die
                counted.append(Count(number, "die", 0))
            if len(clause.most) > 0:
                caps.append(clause.most)
                counted.append(Count(number, "most", 0))
    found = tuple(factors)
    attack = strength_of_all(strengths, found, measures.attack, measures.each)
    defence = strength_of_all(defences, found, measures.defence, measures.each)
    scale = measures.scales[table]
    last = len(scale.least)
    printed = column_of(scale, attack, defence)
    moved, faces = within(columns, measures.most_columns), within(die, measures.most_die)
    level = min((min(printed, last) if measures.cuts_first else printed) + moved, last)
    for cap in caps:
        level = min(level, cap[table])
    if measures.below_first:
        level = max(level, 1)
    helpless = measures.surrenders and defence.over == 0
    if helpless:
        level = last
    return Reckoning(
        attack,
        defence,
        tuple(counted),
        found,
        table,
        printed,
        printed + moved,
        level,
        moved,
        faces,
        moved != columns,
        faces != die,
        helpless,
    )
