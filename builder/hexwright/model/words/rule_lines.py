"""Lines about rules, and the rows of tables that say the same in figures.

The words of a rule make both from its record, so a table never depends on how a sentence is worded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from hexwright.support.plain_numbers import FRACTION_SIGNS


@dataclass(frozen=True, slots=True)
class CostRow:
    """The movement points that a hex or step costs, and for whom and when."""

    ground: str
    price: str
    when: str


@dataclass(frozen=True, slots=True)
class AllowanceRow:
    """A changed movement allowance, whom and when it is for, and how it is rounded."""

    when: str
    allowance: str
    rounding: str = ""


@dataclass(frozen=True, slots=True)
class StackRow:
    """The units of which a hex may hold so many."""

    units: str
    most: str


@dataclass(frozen=True, slots=True)
class ModifierRow:
    """A modifier of battles: its name, when it applies, and its effect, such as "1L" or "−2 DRM"."""

    name: str
    when: str
    effect: str


@dataclass(frozen=True, slots=True)
class SupplyRow:
    """What a line says about a side's supply: subjects, such as "Range", each with a few words."""

    side: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table of its own kind: the table's head, the row's cells, and its columns' relative widths.

    Rows of one table have the same head.
    """

    head: tuple[str, ...]
    cells: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ToldAbove:
    """A line whose content the row before it includes."""


Row = CostRow | AllowanceRow | StackRow | ModifierRow | SupplyRow | TableRow | ToldAbove


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line about a rule, and its row in a table if it has figures to compare."""

    sentence: str
    row: Row | None = None
    mode: str = ""
    """The way of moving that the line is about, if the game has several."""

    def __str__(self) -> str:
        """Return the line as it stands outside of tables."""
        return f"{self.mode}: {self.sentence}" if self.mode else self.sentence


def circumstances(effect: str, when: Iterable[str]) -> str:
    """Return a sentence with its circumstances in brackets, if there are any."""
    found = ", ".join(when)
    return f"{effect} ({found})" if found else effect


def condition(
    places: Sequence[str], times: Sequence[str], units: Sequence[str], rest: Sequence[str] = ()
) -> str:
    """Return circumstances as a cell of a table: "German units in mud", "Defenders in hills, except workers".

    Units stand before their hex and the time, and exceptions behind these.
    """
    if not units or (len(units) > 1 and not units[1].startswith(_ALL)):
        return ", ".join((*places, *times, *units, *rest))
    who, _, lacking = units[0].partition(_EXCEPT)
    but = (f"except {lacking}",) if lacking else ()
    before, where = _placed(who, places)
    others = (_if_all(one) for one in units[1:])
    return ", ".join((*before, " ".join((where, *times)), *but, *others, *rest))


_ALL: Final = "all attackers "
_EXCEPT: Final = " except "
_ATTACKING: Final = "attacking "
_DEFENDING: Final = "defending "


def _placed(who: str, places: Sequence[str]) -> tuple[Sequence[str], str]:
    """Return units and hex: "panzers attacking into forest", "defenders in hills"; or the hex before."""
    where = " ".join(places)
    into = where.replace("in ", "into ", 1) if where.startswith("in ") else where
    if not where:
        return (), who
    if who.startswith(_ATTACKING):
        return (), f"{who.removeprefix(_ATTACKING)} attacking {into}"
    if who.endswith(_ATTACKING.strip()):
        return (), f"{who} {into}"
    if who.startswith(_DEFENDING):
        return (), f"{who.removeprefix(_DEFENDING)} defending {where}"
    if "defenders" in who.split():
        return (), f"{who} {where}"
    return places, who


def _if_all(attackers: str) -> str:
    """Return "if all attack across a river" for "all attackers across a river"."""
    return f"if all attack {attackers.removeprefix(_ALL)}"


def figure(number: str | Fraction) -> str:
    """Return a number with a fraction that fonts have as one character: "2", "½", "5/2"."""
    return FRACTION_SIGNS.get(Fraction(number), str(number))


def times_figure(number: str | Fraction) -> str:
    """Return a factor as tables print it: "÷ 2" for a half, "÷ 4" for a quarter, "× ⅔", or "0"."""
    times = Fraction(number)
    if times.numerator == 1 < times.denominator:
        return f"÷ {times.denominator}"
    return f"× {figure(times)}" if times else "0"
