"""Arrange the lines about rules as tables: costs of movement, modifiers of battles, and what else counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import by_rule
from hexwright.support.linear_regex import LinearRegex

_WHEN: Final = LinearRegex(r"^(.*?)(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?$")
_COST: Final = LinearRegex(r"^a (?:hex|step) (?:in |entered )?(.*?) (?:costs (.*)|(isn't allowed))$")
_MODIFIER: Final = LinearRegex(
    r"^(.*?):? ((?:attack|defence) (?:halved|doubled|tripled|cancelled|multiplied by \S+)"
    r"|\d+[LR]|[+-]\d+ (?:DRM|to each die)|at most \S+|dice divided by \d+)$"
)
_EFFECTS: Final = {"halved": "÷ 2", "doubled": "× 2", "tripled": "× 3", "cancelled": "0"}


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of one section: its head, its rows, and the relative widths of its columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]


def tables_by_section(game: Game) -> Mapping[str, tuple[RuleTable, ...]]:
    """Return the tables of each section of the rules; "" for lines that cite none."""
    return {
        section: tuple(table for subject, lines in subjects.items() for table in _tables(subject, lines))
        for section, subjects in by_rule(game).items()
    }


def _tables(subject: str, lines: tuple[str, ...]) -> Iterator[RuleTable]:
    costs: list[tuple[str, str, str, str]] = []
    modifiers: list[tuple[str, ...]] = []
    rest: list[tuple[str, str]] = []
    for line in lines:
        mode, after = _mode(line) if subject == "Movement" else ("", line)
        what, when = _split(after)
        cost = _COST.match(what) if subject == "Movement" else None
        effect = _MODIFIER.match(what) if subject == "Battles" else None
        if cost:
            price = (cost[2] or "–").replace(" MP more", " more").replace(" MP", "")
            costs.append((mode, _capital(cost[1]), price, _capital(when)))
        elif effect:
            modifiers.append((_capital(effect[1]), _capital(when), _sign(effect[2])))
        else:
            rest.append((mode, _capital(after)))
    if costs:
        yield _cost_table(costs)
    if modifiers:
        yield RuleTable(("Modifier", "Applies if", "Effect"), tuple(modifiers), (19.0, 34.0, 17.0))
    if rest and len({mode for mode, _ in rest}) > 1:
        yield RuleTable((subject, ""), tuple(_once(rest)), (17.0, 53.0))
    elif rest:
        yield RuleTable((subject,), tuple((text,) for _, text in rest), (70.0,))


def _mode(line: str) -> tuple[str, str]:
    """Return the way of moving that a line begins with, if any, and what the line says about it."""
    mode, colon, after = line.partition(": ")
    return (mode, after) if colon and len(mode) < 40 else ("", line)


def _cost_table(costs: list[tuple[str, str, str, str]]) -> RuleTable:
    """Return the table of costs, with the ways of moving if there are several, and without empty columns."""
    several = len({mode for mode, *_ in costs}) > 1
    rows = [
        (f"{mode}: {where}" if several and mode else where, price, who) for mode, where, price, who in costs
    ]
    if any(who for *_, who in rows):
        return RuleTable(("Hex entered", "MP", "Who and when"), tuple(rows), (25.0, 11.0, 34.0))
    return RuleTable(("Hex entered", "MP"), tuple(row[:2] for row in rows), (58.0, 12.0))


def _once(rows: list[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """Yield rows with the name of each way of moving only where it begins."""
    before: str | None = None
    for mode, text in rows:
        yield ("" if mode == before else mode), text
        before = mode


def _split(line: str) -> tuple[str, str]:
    """Return the effect of a line and its circumstances, which stand in brackets at its end."""
    found = _WHEN.match(line)
    return (found[1], found[2] or "") if found else (line, "")


def _sign(effect: str) -> str:
    """Return an effect as tables print it: "attack ÷ 2", "1L", "−2 DRM"."""
    for word, sign in _EFFECTS.items():
        effect = effect.replace(f" {word}", f" {sign}")
    return effect.replace("multiplied by", "×").replace("divided by", "÷").replace("-", "−")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
