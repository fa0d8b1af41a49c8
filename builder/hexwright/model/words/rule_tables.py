"""Arrange the lines about rules as tables: costs of movement, modifiers of battles, and what else counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import lines_by_rule
from hexwright.model.words.rule_lines import AllowanceRow, CostRow, ModifierRow, RuleLine, StackRow


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of one section: its subject, head and rows, and the relative widths of its columns."""

    subject: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]


def tables_by_section(game: Game) -> Mapping[str, tuple[RuleTable, ...]]:
    """Return the tables of each section of the rules; "" for lines that cite none."""
    return {
        section: tuple(
            table
            for subject, lines in subjects.items()
            for table in _tables(
                "Communication" if subject == "Supply" and _only_communicates(game) else subject, lines
            )
        )
        for section, subjects in lines_by_rule(game).items()
    }


def _only_communicates(game: Game) -> bool:
    """Whether supply lines serve arrivals and replacements alone: no unit suffers from lack of supply."""
    rules = game.rules
    paces = (pace for mode in rules.movement for pace in mode.allowance_modifiers)
    asking = (*(rules.combat.modifiers if rules.combat is not None else ()), *paces)
    return rules.out_of_supply is None and all(one.supply is None for one in asking)


def _tables(subject: str, lines: tuple[RuleLine, ...]) -> Iterator[RuleTable]:
    costs, allowances, stacks, modifiers, rest = _sorted(lines)
    if costs:
        yield _cost_table(subject, costs)
    if allowances:
        yield _allowance_table(subject, allowances)
    if stacks:
        rows = tuple((_capital(row.units), row.most) for row in stacks)
        yield RuleTable(subject, ("Units", "In a hex"), rows, (54.0, 16.0))
    if modifiers:
        told = tuple((_capital(row.name), _capital(row.when), row.effect) for row in modifiers)
        yield RuleTable(subject, ("Modifier", "Applies if", "Effect"), told, (19.0, 34.0, 17.0))
    if rest and len({mode for mode, _ in rest}) > 1:
        yield RuleTable(subject, (subject, ""), tuple(_once(rest)), (17.0, 53.0))
    elif rest:
        yield RuleTable(subject, (subject,), tuple((text,) for _, text in rest), (70.0,))


def _sorted(
    lines: tuple[RuleLine, ...],
) -> tuple[
    list[tuple[str, CostRow]],
    list[tuple[str, AllowanceRow]],
    list[StackRow],
    list[ModifierRow],
    list[tuple[str, str]],
]:
    """Return the rows of each table, and the lines without figures; some with their ways of moving."""
    costs, allowances, stacks, modifiers, rest = [], [], [], [], []
    for line in lines:
        match line.row:
            case CostRow():
                costs.append((line.mode, line.row))
            case AllowanceRow():
                allowances.append((line.mode, line.row))
            case StackRow():
                stacks.append(line.row)
            case ModifierRow():
                modifiers.append(line.row)
            case None:
                rest.append((line.mode, _capital(line.sentence)))
    return costs, allowances, stacks, modifiers, rest


def _allowance_table(subject: str, rows: list[tuple[str, AllowanceRow]]) -> RuleTable:
    """Return the table of changed allowances; its head says how all are rounded, if all are alike."""
    ways = {row.rounding for _, row in rows if row.allowance.startswith(("×", "÷"))}
    alike = ways.pop() if len(ways) == 1 else ""
    head = f"Allowance, rounded {alike}" if alike else "Allowance"
    several = len({mode for mode, _ in rows}) > 1
    told = tuple(
        (
            _of_mode(mode if several else "", row.when),
            f"{row.allowance}, rounded {row.rounding}" if row.rounding and not alike else row.allowance,
        )
        for mode, row in rows
    )
    return RuleTable(subject, ("Units and circumstances", head), told, (48.0, 22.0))


def _cost_table(subject: str, costs: list[tuple[str, CostRow]]) -> RuleTable:
    """Return the table of costs, with the ways of moving if there are several, and without empty columns."""
    several = len({mode for mode, _ in costs}) > 1
    rows = tuple(
        (_of_mode(mode if several else "", row.ground), row.price, _capital(row.when)) for mode, row in costs
    )
    if any(when for *_, when in rows):
        return RuleTable(subject, ("Hex entered", "MP", "Who and when"), rows, (25.0, 11.0, 34.0))
    return RuleTable(subject, ("Hex entered", "MP"), tuple(row[:2] for row in rows), (58.0, 12.0))


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
