"""Arrange the lines about rules as tables: costs of movement, modifiers of battles, and what else counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import lines_by_rule
from hexwright.model.words.rule_lines import (
    AllowanceRow,
    CostRow,
    ModifierRow,
    RuleLine,
    StackRow,
    SupplyRow,
    TableRow,
    ToldAbove,
)

_COMMUNICATION: Final = "Communication"
"""The subject of supply lines that serve arrivals and replacements alone."""
CONDITION: Final = "Condition"
MODIFIERS: Final = ("Modifier", CONDITION, "Effect")
"""The head of a table of modifiers."""
HEX_ENTERED: Final = "Hex entered"
CIRCUMSTANCES, ALLOWANCE = "Units or conditions", "Allowance"
UNITS: Final = "Units"
"""The heads of the first columns of tables of costs, allowances and stacks, and of the allowances."""
_TITLES: Final = {
    "Supplied by": "Supply by cities",
    "Units by rail in a phase": "Rail capacity",
    "Scored by": "Victory points",
}
"""The titles of tables whose first column says something else."""


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of one section: its subject, head and rows, and the relative widths of its columns."""

    subject: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    merged: bool = False
    """Whether columns after the first share a cell if they say the same."""
    lines: bool = False
    """Whether its rows are lines without figures."""
    title: str = ""
    """What the table is for, in a word or two."""
    sentences: tuple[str, ...] = ()
    """The words of the rules in place of its rows."""


def tables_by_section(game: Game) -> Mapping[str, tuple[RuleTable, ...]]:
    """Return the tables of each section of the rules; "" for lines that cite none."""
    return {
        section: tuple(
            table
            for subject, lines in subjects.items()
            for table in _tables(
                _COMMUNICATION if subject == "Supply" and communicates_only(game) else subject,
                lines,
                game.rules.movement[0].name if game.rules.movement else "",
            )
        )
        for section, subjects in lines_by_rule(game).items()
    }


def rulebook_tables(game: Game) -> Mapping[str, tuple[RuleTable, ...]]:
    """Return the tables that the rulebook has in each section.

    If the summary tells all, lines without figures and tables of one row are left out. The modifiers of
    battles are one table then, in the section about battles. A chart that awards points replaces the tables
    of victory.
    """
    tables = tables_by_section(game)
    if not game.rules.complete_summary:
        return tables
    modifiers = {name: table for name, found in tables.items() for table in found if table.head == MODIFIERS}
    most = max(modifiers, key=lambda name: len(modifiers[name].rows), default="")
    home = combat_rule(game) or most
    rows = _by_name(joined_effects(row for table in modifiers.values() for row in table.rows))
    awarded = any(chart.awards for chart in game.charts.victory)
    found = {
        name: [
            table
            for table in several
            if not (table.lines or table.head == MODIFIERS or (awarded and table.subject == "Victory"))
            and len(table.rows) > 1
        ]
        for name, several in tables.items()
    }
    if modifiers:
        found.setdefault(home, []).append(replace(modifiers[most], rows=rows))
    return {name: tuple(several) for name, several in found.items() if several}


def rows_together(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return rows with those of the same name together, and the name in the first of them alone."""
    sorted_rows = _by_name(rows)
    names = ("", *(row[0] for row in sorted_rows))
    return tuple(
        ("", *row[1:]) if row[0] == name else row for name, row in zip(names, sorted_rows, strict=False)
    )


def combat_rule(game: Game) -> str:
    """Return the section of the rules about battles; an empty string if none is known."""
    combat = game.rules.odds_combat
    cited = [one.rule for one in combat.modifiers]
    if combat.retreat is not None:
        cited.insert(0, combat.retreat.rule)
    return next((section.id for rule in cited if (section := game.rules.section(rule)) is not None), "")


def communicates_only(game: Game) -> bool:
    """Whether supply lines serve arrivals and replacements alone: no unit suffers from lack of supply."""
    rules = game.rules
    paces = (pace for mode in rules.movement for pace in mode.allowance_modifiers)
    asking = (*(rules.combat.modifiers if rules.combat is not None else ()), *paces)
    return rules.out_of_supply is None and all(one.supply is None for one in asking)


def _tables(subject: str, lines: tuple[RuleLine, ...], usual: str) -> Iterator[RuleTable]:
    """Yield the tables of a subject; the way of moving is named where it isn't the `usual` one."""
    found = _sorted(lines)
    for mode in dict.fromkeys(mode for mode, _ in found.costs):
        yield _cost_table(subject, [row for row in found.costs if row[0] == mode], usual)
    if found.allowances:
        yield _allowance_table(subject, found.allowances, usual)
    if found.stacks:
        rows = tuple((_capital(row.units), row.most) for row in found.stacks)
        yield RuleTable(subject, (UNITS, "In a hex"), rows, (54.0, 16.0), title="Stacking limits")
    if found.modifiers:
        joined = _alike_as_one(found.modifiers)
        told = _by_name(
            joined_effects((_capital(row.name), _capital(row.when), row.effect) for row in joined)
        )
        title = "Combat modifiers" if subject == "Battles" else f"{subject}: modifiers"
        yield RuleTable(subject, MODIFIERS, told, (19.0, 34.0, 17.0), title=title)
    if found.supplies:
        table = _supply_table(subject, found.supplies)
        yield replace(table, lines=subject == _COMMUNICATION)
    for head in dict.fromkeys(row.head for row in found.others):
        alike = [row for row in found.others if row.head == head]
        cells = tuple(tuple(map(_capital, row.cells)) for row in alike)
        yield RuleTable(subject, head, cells, alike[0].shares, title=_TITLES.get(head[0], head[0]))
    if not found.rest:
        return
    several, only = _modes(found.rest, usual)
    if several:
        yield RuleTable(subject, (subject, ""), tuple(_once(found.rest)), (17.0, 53.0), lines=True)
    else:
        texts = tuple((text,) for _, text in found.rest)
        yield RuleTable(subject, (only or subject,), texts, (70.0,), lines=True)


def _alike_as_one(rows: Iterable[ModifierRow]) -> Iterator[ModifierRow]:
    """Yield modifiers; those with the same name and effect are one row."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in rows:
        found.setdefault((row.name, row.effect), {})[row.when] = None
    for (name, effect), conditions in found.items():
        yield ModifierRow(name, _joined_conditions([*conditions]), effect)


_EXCEPTION: Final = ", except "


def _joined_conditions(conditions: Sequence[str]) -> str:
    """Return conditions as one; an exception that all have stands once, at the end."""
    ends = {one.partition(_EXCEPTION)[2] for one in conditions}
    if len(conditions) < 2 or len(ends) > 1 or "" in ends:
        return "; ".join(conditions)
    heads = "; ".join(one.partition(_EXCEPTION)[0] for one in conditions)
    return f"{heads}{_EXCEPTION}{ends.pop()}"


def joined_effects(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows of modifiers; those with the same name and condition are one with both effects."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for name, when, effect in rows:
        found.setdefault((name, when), {})[effect] = None
    return tuple((name, when, ", ".join(effects)) for (name, when), effects in found.items())


def _by_name(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows with those of one name together."""
    found: dict[str, dict[tuple[str, ...], None]] = {}
    for row in rows:
        found.setdefault(row[0], {})[row] = None
    return tuple(row for alike in found.values() for row in alike)


@dataclass(slots=True)
class _Rows:
    """The rows of each table, and the lines without figures; some with their ways of moving."""

    costs: list[tuple[str, CostRow]] = field(default_factory=list)
    allowances: list[tuple[str, AllowanceRow]] = field(default_factory=list)
    stacks: list[StackRow] = field(default_factory=list)
    modifiers: list[ModifierRow] = field(default_factory=list)
    supplies: list[SupplyRow] = field(default_factory=list)
    others: list[TableRow] = field(default_factory=list)
    rest: list[tuple[str, str]] = field(default_factory=list)


def _sorted(lines: tuple[RuleLine, ...]) -> _Rows:
    found = _Rows()
    for line in lines:
        match line.row:
            case CostRow():
                found.costs.append((line.mode, line.row))
            case AllowanceRow():
                found.allowances.append((line.mode, line.row))
            case StackRow():
                found.stacks.append(line.row)
            case ModifierRow():
                found.modifiers.append(line.row)
            case SupplyRow():
                found.supplies.append(line.row)
            case TableRow():
                found.others.append(line.row)
            case ToldAbove():
                pass
            case None:
                found.rest.append((line.mode, _capital(line.sentence)))
    return found


_NOTHING: Final = "–"


def _supply_table(subject: str, rows: list[SupplyRow]) -> RuleTable:
    """Return the table of supply, a column for each side; a cell that is the same for all is printed once."""
    sides = tuple(dict.fromkeys(row.side for row in rows))
    told: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        for about, text in row.cells:
            told.setdefault(about, {}).setdefault(row.side, []).append(text)
    cells = tuple(
        (about, *(_capital("; ".join(by_side.get(side, [_NOTHING]))) for side in sides))
        for about, by_side in told.items()
    )
    first = max(16.0, 1.8 * len(subject))
    share = (70.0 - first) / len(sides)
    shares = (first, *(share for _ in sides))
    return RuleTable(subject, (subject, *sides), cells, shares, merged=True, title=f"{subject} lines")


def _modes(rows: Sequence[tuple[str, object]], usual: str) -> tuple[bool, str]:
    """Return whether each row names its way of moving, and the unusual way that the head names instead."""
    modes = {mode for mode, _ in rows}
    if len(modes) > 1:
        return True, ""
    (only,) = modes
    return False, "" if only == usual else only


def _allowance_table(subject: str, rows: list[tuple[str, AllowanceRow]], usual: str) -> RuleTable:
    """Return the table of changed allowances; its head says how all are rounded, if all are alike."""
    ways = {row.rounding for _, row in rows if row.allowance.startswith(("×", "÷"))}
    alike = ways.pop() if len(ways) == 1 else ""
    head = f"{ALLOWANCE}, rounded {alike}" if alike else ALLOWANCE
    several, only = _modes(rows, usual)
    told = tuple(
        (
            _of_mode(mode if several and mode != usual else "", row.when),
            f"{row.allowance}, rounded {row.rounding}" if row.rounding and not alike else row.allowance,
        )
        for mode, row in rows
    )
    title = f"{only}: allowance" if only else "Movement allowances"
    return RuleTable(subject, (only or CIRCUMSTANCES, head), told, (48.0, 22.0), title=title)


def _cost_table(subject: str, costs: list[tuple[str, CostRow]], usual: str) -> RuleTable:
    """Return the table of costs of one way of moving, without empty columns."""
    (mode, _), *_ = costs = _exceptions_first(costs)
    ground = f"{mode}: {HEX_ENTERED.lower()}" if mode not in ("", usual) else HEX_ENTERED
    costly = "Movement costs" if subject == "Movement" else f"{subject}: costs"
    title = costly if mode in ("", usual) else mode
    rows = tuple((_capital(row.ground), row.price, _capital(row.when)) for _, row in costs)
    if any(when for *_, when in rows):
        return RuleTable(subject, (ground, "MP", CONDITION), rows, (24.0, 13.0, 33.0), title=title)
    return RuleTable(subject, (ground, "MP"), tuple(row[:2] for row in rows), (58.0, 12.0), title=title)


def _exceptions_first(costs: list[tuple[str, CostRow]]) -> list[tuple[str, CostRow]]:
    """Return the rows with the costs that a ground always has below those that it has at times.

    Of several costs the last counts, so the exceptions are read from the last.
    """
    alike: dict[tuple[str, str], list[tuple[str, CostRow]]] = {}
    for mode, row in costs:
        alike.setdefault((mode, row.ground), []).append((mode, row))
    found: list[tuple[str, CostRow]] = []
    for rows in alike.values():
        (mode, first), *exceptions = rows
        if exceptions and not first.when and all(row.when for _, row in exceptions):
            rows = [*reversed(exceptions), (mode, replace(first, when="otherwise"))]
        found += rows
    return found


def _of_mode(mode: str, text: str) -> str:
    return f"{mode}: {_capital(text)}" if mode else _capital(text)


def _once(rows: list[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """Yield rows with the name of each way of moving only where it begins."""
    before: str | None = None
    for mode, text in rows:
        yield ("" if mode == before else mode), text
        before = mode


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
