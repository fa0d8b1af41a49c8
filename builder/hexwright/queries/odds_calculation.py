"""Calculate a battle by odds: from modifiers and strengths to the column.

Units are numbers, and sets of units are bit sets like sets of hexes. Results are codes and numbers; other
code puts them into words. Fractions are in lowest terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwright.geometry.hex_board import Hexes

Unit = int
Units = Hexes


class Ratio(NamedTuple):
    """A fraction in lowest terms; a whole number has the denominator 1."""

    over: int
    under: int


class Scale(NamedTuple):
    """The columns of a combat table."""

    differs: bool
    """Whether columns are by differential; otherwise by odds."""
    least: Sequence[Ratio]
    """The lowest value of each column, in ascending order."""


class Clause(NamedTuple):
    """The definition of a modifier."""

    asks: str
    """How many attackers must meet the criteria: `all`, `one`, or `each` if it applies only to those that
    do.
    """
    anywhere: bool
    """Whether attackers must meet the criteria against only one of the defenders."""
    attack: Ratio
    """The factor of attack strength; a denominator of 0 stands for no factor."""
    defence: Ratio
    columns: int
    die: int
    most: Sequence[int]
    """The highest column permitted, by table; empty if there is no limit."""
    table: int
    """The number of the table to use; 0 is the main table."""


Met = tuple[Unit, Units]
"""A defender, and the attackers that meet the criteria against it."""


class Instance(NamedTuple):
    """A modifier that may apply to a battle, with the units that meet its criteria."""

    clause: Clause
    facing: Sequence[Units]
    """For each defender, the attackers that meet the criteria against it; empty if criteria don't depend
    on it.
    """
    met: Sequence[Met]
    """The defenders that meet the criteria."""


class Count(NamedTuple):
    """One change of a battle by a modifier."""

    number: int
    part: str
    """`attack`, `defence`, `table`, `columns`, `die` or `most`."""
    units: Units
    """The units whose strength is multiplied; empty for all units."""


Force = tuple[Unit, Ratio]
"""The number of a unit, and its printed strength."""
Factor = tuple[Units, Ratio]
"""A set of units, and the factor of their strengths."""


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """The parameters of all battles of a game."""

    scales: Sequence[Scale]
    """The columns of the game's combat tables, the main table first."""
    attack: str
    """The rounding of fractions: `kept`, `dropped` or `raised`."""
    defence: str
    each: bool
    """Whether each unit is rounded separately; otherwise the sum is rounded."""
    most_columns: int
    """The maximum total column shift; negative if unlimited."""
    most_die: int
    cuts_first: bool
    """Whether odds beyond the table count as its last or, if battles are fought there, first column before
    any shift.
    """
    below_first: bool
    """Whether battles below the first column are fought in it."""
    surrenders: bool
    """Whether defenders without strength are defeated whatever the die roll."""


class Reckoning(NamedTuple):
    """The result of the calculation. Columns are counted from 1; 0 and less are below the first."""

    attack: Ratio
    defence: Ratio
    counted: Sequence[Count]
    """The changes that apply, in order."""
    factors: Sequence[Factor]
    table: int
    printed: int
    """The column before any shift."""
    reached: int
    """The column after the shift, even if the table has no such column."""
    level: int
    """The final column; below the first, the attack has no effect."""
    columns: int
    """The column shift."""
    die: int
    """The die roll modifier."""
    cut_columns: bool
    """Whether the shift was limited."""
    cut_die: bool
    helpless: bool
    """Whether the result is certain because the defence has no strength."""


# Fractions ----------------------------------------------------------------------------------------


def common(one: int, other: int) -> int:
    """Return the greatest common divisor of two numbers."""
    found, rest = one, other
    while rest > 0:
        before = rest
        rest = found % rest
        found = before
    return found


def lowest(over: int, under: int) -> Ratio:
    """Reduce a fraction to lowest terms."""
    most = common(over, under)
    return Ratio(over // most, under // most)


def product(one: Ratio, other: Ratio) -> Ratio:
    """Return the product of two fractions."""
    over, under = one.over * other.over, one.under * other.under
    return Ratio(over, 1) if under == 1 else lowest(over, under)


def summed(one: Ratio, other: Ratio) -> Ratio:
    """Return the sum of two fractions."""
    most = common(one.under, other.under)
    less, more = other.under // most, one.under // most
    return lowest(one.over * less + other.over * more, one.under * less)


def rounded(one: Ratio, how: str) -> Ratio:
    """Round a fraction; `how` is `kept` (no rounding), `dropped` (down) or `raised` (up)."""
    if one.under == 1 or how == "kept":
        return one
    return Ratio((one.over + one.under - 1) // one.under if how == "raised" else one.over // one.under, 1)


def strength_of_all(forces: Sequence[Force], factors: Sequence[Factor], how: str, each: bool) -> Ratio:
    """Return the sum of strengths, multiplied and rounded."""
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
    """Return the product of all factors that apply to a unit's strength."""
    found = Ratio(1, 1)
    for fit, times in factors:
        if fit >> unit & 1:
            found = product(found, times)
    return found


# Columns ------------------------------------------------------------------------------------------


def column_of(scale: Scale, attack: Ratio, defence: Ratio) -> int:
    """Return the column of a battle before any shift.

    For each whole number by which odds exceed the last column, the column is one higher, because shifts to
    the left start from there. A defence of 0 gives the last column. Differentials end with the last column.
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
    """Limit a sum of modifiers to `most` in either direction; a negative `most` is no limit."""
    return number if most < 0 else max(-most, min(most, number))


# Criteria -----------------------------------------------------------------------------------------


def agreed(instance: Instance, attackers: Units) -> Units:
    """Return the attackers that meet a modifier's criteria against all defenders, or against any if
    `anywhere`.
    """
    anywhere = instance.clause.anywhere
    fit: Hexes = 0 if anywhere else attackers
    for facing in instance.facing:
        fit = fit | facing if anywhere else fit & facing
    return fit


def is_enough(asks: str, fit: Units, attackers: Units) -> bool:
    """Return whether enough attackers meet a modifier's criteria."""
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
    """Calculate a battle: apply the modifiers and find the column."""
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
    begun = min(printed, last) if measures.cuts_first else printed
    if measures.cuts_first and measures.below_first:
        begun = max(begun, 1)
    level = min(begun + moved, last)
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
