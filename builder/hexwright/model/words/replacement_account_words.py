"""Describe replacement accounts, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.replacement_record import Account, ReplacementRules
from hexwright.model.words.criteria_words import exception_texts, time_texts
from hexwright.model.words.kind_names import kind_text
from hexwright.model.words.rule_lines import RuleLine, TableRow, ToldAbove, times_figure
from hexwright.model.words.unit_groups import classes_text, one_of_classes_text
from hexwright.support.message_wording import join_with_and

_HEAD: Final = ("Replacements", "A turn", "For units", "Arrive")
_SHARES: Final = (19.0, 11.0, 17.0, 23.0)


def rule_sentences(game: Game) -> Iterator[tuple[str, str | RuleLine]]:
    """Yield the lines about replacement accounts, each with its rule."""
    for rule in game.rules.replacements:
        side = game.info.side(rule.side).name
        for account in rule.accounts:
            who = f"{side} replacements for {account.name}"
            told = f"{who} pay {account_text(game, account)}"
            row = TableRow(_HEAD, _cells(game, rule, account), _SHARES)
            yield account.rule or rule.rule, RuleLine(told, row)
            if account.accumulates:
                saved = RuleLine(f"{who}: unused points are saved", ToldAbove())
                yield account.rule or rule.rule, saved
            for share in account.reductions:
                reduced = f"{who}: multiplied by {share.multiply}, rounded down{_when(game, share)}"
                yield share.rule or account.rule or rule.rule, RuleLine(reduced, ToldAbove())
        yield from _kind_lines(game, rule, side)
        if rule.replacement_units:
            kinds = classes_text(game, rule.replacement_units, "and")
            pay = "each pays one point of a new unit in its hex, before accounts do, and returns to its box"
            line = f"{side} {kinds} on the map are stored replacements: {pay}"
            yield rule.rule, f"{line}; none pays in the phase in which it arrived"
        for levy in rule.deductions:
            spared = " from accounts that receive all their points" if levy.full_accounts_only else ""
            lost = f"{levy.points} are lost, chosen by the side{spared}{_when(game, levy)}"
            line = f"{side} replacements: {lost}"
            yield levy.rule or rule.rule, line


def _kind_lines(game: Game, rule: ReplacementRules, side: str) -> Iterator[tuple[str, str]]:
    """Yield the classes that may be brought in, and those of which only one may."""
    if not rule.classes or (all(account.classes for account in rule.accounts) and rule.accounts):
        return
    line = f"{side} replacements may be {classes_text(game, rule.classes)}"
    for kinds in rule.max_one_of:
        line += f"; at most one {one_of_classes_text(game, kinds)} a turn"
    never = [one for one in rule.not_replaceable if one not in rule.classes]
    yield rule.rule, line + (f"; never {classes_text(game, never)}" if never else "")


def _when(game: Game, entry: Criteria) -> str:
    """Return the criteria of an entry as a suffix of its description; "" if it always applies."""
    return "".join(f", {words}" for words in (*time_texts(game, entry), *exception_texts(game, entry)))


def account_text(game: Game, account: Account) -> str:
    """Return the units and hexes that an account pays for."""
    whom, where = classes_text(game, account.classes), _places(game, account)
    who = f"for {whom}" if whom else "for units of any class"
    return f"{who} {join_with_and(where, 'or') if where else 'wherever new units arrive'}"


def _places(game: Game, account: Account) -> list[str]:
    places = {one.id: one.name for one in game.hexmap.places}
    edges = {one.id: kind_text(game, one.name) for one in game.hexmap.edges}
    return [
        *(f"on the {edges.get(one, one)}" for one in account.edge),
        *(f"in {places.get(one, one)}" for one in account.places),
        *((f"in {join_with_and(account.hexes, 'or')}",) if account.hexes else ()),
    ]


def _cells(game: Game, rule: ReplacementRules, account: Account) -> tuple[str, ...]:
    """Return an account's row: its name, its points a turn, the units, and where they arrive."""
    side = game.info.side(rule.side).name
    whom, where = classes_text(game, account.classes), _places(game, account)
    points, first = _points(game, rule, account)
    points_told = "turn record" if points is None else str(points)
    points_told += f", from turn {first}" if first > 1 else ""
    told = join_with_and(where, "or") if where else "where reinforcements do"
    for share in account.reductions:
        whole = points is not None and (points * Fraction(share.multiply)).denominator == 1
        rounded = "" if whole else ", rounded down"
        told += f"; points {times_figure(share.multiply)}{rounded}{_when(game, share).replace(', ', ' ', 1)}"
    return (
        f"{side}: {account.name}",
        points_told,
        whom or ("any that may return" if rule.classes else "of any class"),
        f"{told}; points may be saved" if account.accumulates else told,
    )


def _points(game: Game, rule: ReplacementRules, account: Account) -> tuple[int | None, int]:
    """Return the points that an account receives on a turn, and the first turn on which it does; None and 1
    if they differ by turn or scenario.
    """
    entries = [one for one in game.oob.replacements if (one.side, one.account) == (rule.side, account.id)]
    if len(entries) != 1 or entries[0].every > 1 or entries[0].option or entries[0].scenarios:
        return None, 1
    return entries[0].points, entries[0].first_turn
