"""Arrange the lines about rules as tables: costs of movement, modifiers of battles, and what else counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from hexwright.model.game import Game
from hexwright.model.words.all_rule_words import by_rule
from hexwright.support.linear_regex import LinearRegex

_WHEN: Final = LinearRegex(r"^(.*?)(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?$")
_COST: Final = LinearRegex(
    r"^a (?:hex|step) (?:in |entered )?(.*?) (?:costs (.*)|isn't allowed|can't be entered)$"
)
_MODIFIER: Final = LinearRegex(
    r"^(.*?):? ((?:attack|defence) (?:halved|doubled|tripled|cancelled|multiplied by \S+)"
    r"|\d+[LR]|[+-]\d+ (?:DRM|to each die)|at most \S+|dice divided by \d+)$"
)
_ALLOWANCE: Final = LinearRegex(
    r"^the allowance is (?:(halved|doubled|tripled|multiplied by [\d/]+)(?:, rounded (down|up))?"
    r"|(\d+(?: more| less)?))( .*)?$"
)
_STACK: Final = LinearRegex(r"^at most (\d+(?: points?)?) of (.*) may stay in a hex(?:, (.*))?$")
_EFFECTS: Final = {"halved": "÷ 2", "doubled": "× 2", "tripled": "× 3", "cancelled": "0"}

_FRACTION: Final = LinearRegex(r"\d+/\d+")
_FRACTIONS: Final = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}


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
        section: tuple(table for subject, lines in subjects.items() for table in _tables(subject, lines))
        for section, subjects in by_rule(game).items()
    }


@dataclass(slots=True)
class _Rows:
    """The rows of the tables about one subject of a section."""

    costs: list[tuple[str, str, str, str]] = field(default_factory=list)
    allowances: list[tuple[str, str, str, str]] = field(default_factory=list)
    """The way of moving, circumstances, the allowance under them, and how it is rounded."""
    stacks: list[tuple[str, ...]] = field(default_factory=list)
    modifiers: list[tuple[str, ...]] = field(default_factory=list)
    rest: list[tuple[str, str]] = field(default_factory=list)

    def add(self, subject: str, line: str) -> None:
        """Add what a line says to the table in which it belongs."""
        mode, after = _mode(line) if subject == "Movement" else ("", line)
        what, when = _split(after)
        cost = _COST.match(what) if subject == "Movement" else None
        allowance = _ALLOWANCE.match(what) if subject == "Movement" else None
        effect = _MODIFIER.match(what) if subject == "Battles" else None
        stack = _STACK.match(line) if subject == "Stacking" else None
        if cost:
            price = _fractions((cost[2] or "–").replace(" MP more", " more").replace(" MP", ""))
            self.costs.append((mode, _capital(cost[1]), price, _capital(when)))
        elif allowance:
            who = ", ".join(filter(None, (when, (allowance[4] or "").strip())))
            share = _sign(f" {allowance[1]}").strip() if allowance[1] else allowance[3]
            self.allowances.append((mode, _capital(who) or "All units", share, allowance[2] or ""))
        elif stack:
            whom = stack[2].removeprefix("the ")
            self.stacks.append((f"{whom}, {stack[3]}" if stack[3] else whom, stack[1]))
        elif effect:
            self.modifiers.append((_capital(effect[1]), _capital(when), _sign(effect[2])))
        else:
            self.rest.append((mode, _capital(after)))


def _tables(subject: str, lines: tuple[str, ...]) -> Iterator[RuleTable]:
    rows = _Rows()
    for line in lines:
        rows.add(subject, line)
    if rows.costs:
        yield _cost_table(subject, rows.costs)
    if rows.allowances:
        yield _allowance_table(subject, rows.allowances)
    if rows.stacks:
        yield RuleTable(subject, ("Units", "In a hex"), tuple(rows.stacks), (54.0, 16.0))
    if rows.modifiers:
        yield RuleTable(
            subject, ("Modifier", "Applies if", "Effect"), tuple(rows.modifiers), (19.0, 34.0, 17.0)
        )
    if rows.rest and len({mode for mode, _ in rows.rest}) > 1:
        yield RuleTable(subject, (subject, ""), tuple(_once(rows.rest)), (17.0, 53.0))
    elif rows.rest:
        yield RuleTable(subject, (subject,), tuple((text,) for _, text in rows.rest), (70.0,))


def _allowance_table(subject: str, rows: list[tuple[str, str, str, str]]) -> RuleTable:
    """Return the table of changed allowances; its head says how all are rounded, if all are alike."""
    several = len({mode for mode, *_ in rows}) > 1
    ways = {rounding for *_, share, rounding in rows if share.startswith(("×", "÷"))}
    alike = ways.pop() if len(ways) == 1 else ""
    head = f"Allowance, rounded {alike}" if alike else "Allowance"
    told = tuple(
        (
            f"{mode}: {who}" if several and mode else who,
            f"{share}, rounded {rounding}" if rounding and not alike else share,
        )
        for mode, who, share, rounding in rows
    )
    return RuleTable(subject, ("Units and circumstances", head), told, (48.0, 22.0))


def _mode(line: str) -> tuple[str, str]:
    """Return the way of moving that a line begins with, if any, and what the line says about it."""
    mode, colon, after = line.partition(": ")
    return (mode, after) if colon and len(mode) < 40 else ("", line)


def _cost_table(subject: str, costs: list[tuple[str, str, str, str]]) -> RuleTable:
    """Return the table of costs, with the ways of moving if there are several, and without empty columns."""
    several = len({mode for mode, *_ in costs}) > 1
    rows = [
        (f"{mode}: {where}" if several and mode else where, price, who) for mode, where, price, who in costs
    ]
    if any(who for *_, who in rows):
        return RuleTable(subject, ("Hex entered", "MP", "Who and when"), tuple(rows), (25.0, 11.0, 34.0))
    return RuleTable(subject, ("Hex entered", "MP"), tuple(row[:2] for row in rows), (58.0, 12.0))


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
    return _fractions(effect.replace("multiplied by", "×").replace("divided by", "÷").replace("-", "−"))


def _fractions(figure: str) -> str:
    """Return a figure with the fractions that fonts have as one character."""
    return _FRACTION.sub(lambda found: _FRACTIONS.get(found[0], found[0]), figure)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
