"""Reckon odds, read the combat results table and find retreats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from builder.geometry.bits import together
from builder.geometry.board import Hex, Hexes
from builder.model.odds import Columns
from builder.queries.retreating import passages, retreat_from
from validators.rules.circumstances import Units
from validators.rules.modifiers import Counted
from validators.rules.reckoning import reckon
from validators.rules.setting import Setting
from validators.rules.state import Fight, State, Strength
from validators.rules.zones import unbarred


@dataclass(frozen=True, slots=True)
class Odds:
    """How a battle stands before the die is thrown."""

    attack: Strength
    """Strength of the attackers, all modifiers counted."""
    defence: Strength
    counted: tuple[Counted, ...]
    """What modifiers do to the battle, in their order."""
    limits: tuple[str, ...]
    columns: Columns
    """Those of the combat table by which it is fought."""
    first: int
    """The column before anything moves it."""
    level: int
    """The column in which the battle is fought; below 1 the attack has no effect."""
    die: int = 0
    """What is added to the die."""
    reached: int = 0
    """The column that odds and modifiers come to, before it is cut to those of the table."""
    worth: tuple[tuple[int, Fraction], ...] = ()
    """By unit: what its strength is multiplied by, where that isn't 1."""
    table: str = ""
    """The id of the combat table by which it is fought, "" for the usual one."""
    overrun: bool = False
    """Whether it is about enemies that were overrun before: the die decides, whatever they had."""

    @property
    def before(self) -> str:
        """Return the odds, or the difference, before anything moves them: "3:1", "below 1:1"."""
        return self.columns.name(self.first)

    @property
    def final(self) -> str:
        """Return the head of the column in which the battle is fought, or "below 1:1"."""
        return self.columns.name(self.level)

    @property
    def words(self) -> tuple[str, ...]:
        """Return what counts, each in the words that all tell it by, such as "river -1"."""
        return (*(one.told for one in self.counted), *self.limits)

    @property
    def text(self) -> str:
        """Return the reckoning in one line, such as "15:4 = 3:1, river -1, final 2:1"."""
        if self.overrun:
            return ", ".join((f"overrun, at {self.final}", *self.words))
        words = [f"{self.columns.reckoning(self.attack, self.defence)} = {self.before}", *self.words]
        if self.first != self.level or any(one.part == "columns" for one in self.counted):
            words.append(f"final {self.final}" if self.level >= 1 else self.final)
        return ", ".join(words)


def odds(setting: Setting, state: State, defenders: Units, attackers: Units) -> Odds:
    """Return the odds of a battle between sets of units."""
    found = reckon(setting, state, defenders, attackers)
    _, columns = setting.tables[found.table]
    highest = len(columns.heads)
    # Fractions are dropped. No strength is no defence at all.
    level = first = columns.column(found.attack, found.defence)
    if setting.cuts_odds_first:
        level = min(level, highest)
    level = min(level + found.columns, highest, *(columns.from_head(head) or 1 for head in found.most))
    if setting.combat.below == "first":
        level = max(level, 1)
    limits = tuple(one.told for one in found.limits)
    if setting.combat.undefended is not None and not found.defence:
        level, limits = highest, (*limits, f"{setting.combat.undefended} whatever the die")
    return Odds(
        found.attack,
        found.defence,
        found.counted,
        limits,
        columns,
        first,
        level,
        found.die,
        first + found.columns,
        found.worth,
        found.table,
    )


def odds_of(setting: Setting, state: State, fight: Fight) -> Odds:
    """Return the odds of the battle that is being resolved, as it is fought."""
    if fight.overrun >= 0:
        at = fight.hexes.bit_length() - 1
        return overrun_odds(setting, state, fight.defenders, fight.attackers, at, fight.overrun)
    return announced(odds(setting, state, fight.defenders, fight.attackers), fight.column)


def overrun_odds(
    setting: Setting, state: State, defenders: Units, attackers: Units, at: Hex, entry: int
) -> Odds:
    """Return the odds at which the die is thrown for enemies that were overrun in a hex."""
    found = reckon(setting, state, defenders, attackers, at)
    _, columns = setting.tables[found.table]
    # Joiners change the die, never the column.
    level = min(columns.from_head(setting.overruns[entry][0].odds) or 1, len(columns.heads))
    counted = tuple(one for one in found.counted if one.part in ("die", "table"))
    limits = tuple(one.told for one in found.limits if one.part == "die")
    return Odds(
        found.attack,
        0,
        counted,
        limits,
        columns,
        level,
        level,
        found.die,
        level,
        (),
        found.table,
        overrun=True,
    )


def announced(fought: Odds, column: int) -> Odds:
    """Return odds as they are fought in a lower column that was announced, 0 for none."""
    return replace(fought, level=column) if 0 < column < fought.level else fought


def result_of(setting: Setting, fought: Odds, roll: int) -> str:
    """Return the letters that the combat table of a battle has for a die; `roll` is what it shows."""
    if setting.combat.undefended is not None and not fought.defence and not fought.overrun:
        return setting.combat.undefended
    table, _ = setting.tables[fought.table]
    return table.row(roll + fought.die)[fought.level - 1]


def passed_by(setting: Setting, state: State, side: int) -> Hexes:
    """Return the hexes of enemies through which retreats of a side lead, though they don't end there."""
    classes = setting.combat.retreat.passed
    if not classes:
        return 0
    weak, found, barred = setting.of_classes(classes), 0, 0
    for unit, place in enumerate(state.where):
        if place >= 0 and setting.side_of[unit] != side:
            if weak >> unit & 1:
                found |= 1 << place
            else:
                barred |= 1 << place
    return found & ~barred


def barring(setting: Setting, unit: int) -> str:
    """Return whether an EZOC bars the way of a unit that retreats, as `ezoc` of a rule says it."""
    rule = setting.combat.retreat
    return "ignored" if setting.class_of[unit] in rule.unhindered else rule.ezoc


def retreats(setting: Setting, state: State, target: int) -> Mapping[int, int]:
    """Return where a unit may be made to retreat: enemy places taken on the way → end hexes.

    Empty when it can't retreat, or never does. It goes as far as the result says that is carried out, and
    between battles as far as is usual.
    """
    rule = setting.combat.retreat
    far = rule.far(state.fight.result) if state.fight is not None else rule.hexes
    if setting.class_of[target] in rule.lost:
        return {}
    start, side = 1 << state.where[target], setting.side_of[target]
    passed, full = passed_by(setting, state, side), setting.full(state, target)
    free = unbarred(setting, state, side, barring(setting, target), passed)
    tread, further = setting.tread(state, target), rule.full == "further"
    way = retreat_from(setting.board, tread, start, far, free, full, passed, further)
    foreign = setting.places & ~state.owned[side] & ~passed
    if way.ends and not foreign & together(way.layers):
        return {0: way.ends}  # Mostly there is nothing to take.
    return dict(passages(way, start, way.ends, foreign))
