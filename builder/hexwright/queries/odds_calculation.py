"""Calculate an odds or differential battle: from modifiers and strengths to the column of the combat table.

Units are numbers, and sets of units are stored as bits, like sets of hexes. Results are codes and numbers,
which other code turns into sentences. Fractions are in lowest terms.
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
    """Whether the columns are differentials instead of odds."""
    least: Sequence[Ratio]
    """The lowest value of each column, in ascending order."""


class Clause(NamedTuple):
    """The compiled definition of a modifier."""

    asks: str
    """The attackers that must meet the criteria: `all`, `one` (at least one) or `each`.

    With `each`, the modifier applies only to the attackers that meet the criteria.
    """
    anywhere: bool
    """Whether attackers must meet the criteria against at least one defender instead of all defenders."""
    attack: Ratio
    """The factor by which attack strength is multiplied; a denominator of 0 means no factor."""
    defence: Ratio
    columns: int
    die: int
    most: Sequence[int]
    """The highest permitted column of each table; empty if there is no limit."""
    table: int
    """The number of the table to use; 0 is the main table."""


Met = tuple[Unit, Units]
"""A defender, and the attackers that meet the criteria against it."""


class Instance(NamedTuple):
    """A modifier that may apply to a battle, with the units that meet the modifier's criteria."""

    clause: Clause
    facing: Sequence[Units]
    """For each defender, the attackers that meet the criteria against it.

    It is empty if the modifier only multiplies defence strengths.
    """
    met: Sequence[Met]
    """The defenders that meet the criteria, each with the attackers that meet them against it."""


class Count(NamedTuple):
    """One change that a modifier makes to a battle."""

    number: int
    part: str
    """The value that changes: `attack`, `defence`, `table`, `columns`, `die` or `most`."""
    units: Units
    """The units whose strength is multiplied; empty if all units are affected."""


Force = tuple[Unit, Ratio]
"""The number of a unit, and its printed strength."""
Factor = tuple[Units, Ratio]
"""A set of units, and the factor by which their strengths are multiplied."""


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """The combat rules of a game that apply to every battle."""

    scales: Sequence[Scale]
    """The columns of the game's combat tables, the main table first."""
    attack: str
    """The rounding of attack strength: `kept` (not rounded), `dropped` (down) or `raised` (up)."""
    defence: str
    each: bool
    """Whether each unit's strength is rounded separately, instead of the sum."""
    most_columns: int
    """The maximum total column shift; negative if there is no maximum."""
    most_die: int
    most_defence: int
    """The maximum product of the factors that raise a unit's defence strength; negative for no maximum."""
    cuts_first: bool
    """Whether odds beyond the last column are reduced to the last column before any shift.

    If `below_first` is set, odds below the first column are likewise raised to the first.
    """
    below_first: bool
    """Whether battles with odds below the first column use the first column."""
    surrenders: bool
    """Whether defenders with a strength of 0 are defeated without regard to the die roll."""


class Reckoning(NamedTuple):
    """The result of the calculation. Columns are numbered from 1; 0 or less is below the first column."""

    attack: Ratio
    defence: Ratio
    counted: Sequence[Count]
    """The changes that apply, in the order in which they were made."""
    factors: Sequence[Factor]
    table: int
    printed: int
    """The column before any shift."""
    reached: int
    """The column after the shift. It may lie outside the table."""
    level: int
    """The column on which the die is rolled; if it is below 1, the attack has no effect."""
    columns: int
    """The column shift."""
    die: int
    """The die roll modifier."""
    cut_columns: bool
    """Whether the total column shift was reduced to its maximum."""
    cut_die: bool
    cut_defence: bool
    """Whether a defender's strength was raised only by the maximum factor."""
    helpless: bool
    """Whether the result is certain because the defence strength is 0."""


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
    """Round a fraction: `kept` leaves it unchanged, `dropped` rounds down, `raised` rounds up."""
    if one.under == 1 or how == "kept":
        return one
    return Ratio((one.over + one.under - 1) // one.under if how == "raised" else one.over // one.under, 1)


def strength_of_all(forces: Sequence[Force], factors: Sequence[Factor], how: str, each: bool) -> Ratio:
    """Multiply each unit's strength by its factors and return the rounded sum."""
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


def limit_of(unit: int, factors: Sequence[Factor], most: int) -> Ratio:
    """Return the factor that reduces all factors above 1 of a unit's strength to `most` together.

    It is 1 if they don't exceed `most`, or if `most` is negative.
    """
    raised = Ratio(1, 1)
    for fit, times in factors:
        if fit >> unit & 1 and times.over > times.under:
            raised = product(raised, times)
    if most < 0 or raised.over <= most * raised.under:
        return Ratio(1, 1)
    return lowest(most * raised.under, raised.over)


# Columns ------------------------------------------------------------------------------------------


def column_of(scale: Scale, attack: Ratio, defence: Ratio) -> int:
    """Return the column of a battle before any shift.

    If odds exceed the last column, the number is higher by one for each further whole number of the odds,
    because shifts to the left begin there. A defence strength of 0 gives the last column. A differential
    never exceeds the last column.
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
    """Limit the sum of several modifiers to `most` in either direction; a negative `most` means no limit."""
    return number if most < 0 else max(-most, min(most, number))


# Criteria -----------------------------------------------------------------------------------------


def agreed(instance: Instance, attackers: Units) -> Units:
    """Return the attackers that meet a modifier's criteria against all defenders.

    If `anywhere` is set, one defender is enough.
    """
    anywhere = instance.clause.anywhere
    fit: Hexes = 0 if anywhere else attackers
    for facing in instance.facing:
        fit = fit | facing if anywhere else fit & facing
    return fit


def is_enough(asks: str, fit: Units, attackers: Units) -> bool:
    """Return whether enough attackers meet the criteria for a modifier to apply to the whole attack."""
    return fit == attackers or (asks == "one" and fit != 0)


def defending(instance: Instance, attackers: Units) -> Units:
    """Return the defenders whose strengths a modifier multiplies."""
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
    """Calculate a battle: apply the modifiers, and find the column and die roll modifier."""
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
    raising = tuple(factors)
    for unit, _ in defences:
        limit = limit_of(unit, raising, measures.most_defence)
        if limit.over < limit.under:
            factors.append((1 << unit, limit))
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
        len(found) > len(raising),
        helpless,
    )
