"""Describe replacement accounts, for booklet and help."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.replacement_record import Account
from hexwright.model.words.criteria_words import exception_texts, time_texts
from hexwright.support.message_wording import join_with_and


def rule_sentences(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the lines about replacement accounts, each with its rule."""
    classes = {one.id: one.name for one in game.counters.classes}
    for rule in game.rules.replacements:
        side = game.info.side(rule.side).name
        for account in rule.accounts:
            who = f"{side} replacements for {account.name}"
            yield account.rule or rule.rule, f"{who} pay {account_text(game, account)}"
            if account.accumulates:
                yield account.rule or rule.rule, f"{who}: unused points are saved"
            for share in account.reductions:
                line = f"{who}: multiplied by {share.multiply}, rounded down{_when(game, share)}"
                yield share.rule or account.rule or rule.rule, line
        if rule.replacement_units:
            kinds = join_with_and([classes.get(one, one) for one in rule.replacement_units], "and")
            pay = "each pays one point of a new unit in its hex, before accounts do, and returns to its box"
            line = f"{side} units of class {kinds} on the map are stored replacements: {pay}"
            yield rule.rule, f"{line}; none pays in the phase in which it arrived"
        for levy in rule.deductions:
            spared = " from accounts that receive all their points" if levy.full_accounts_only else ""
            lost = f"{levy.points} are lost, chosen by the side{spared}{_when(game, levy)}"
            line = f"{side} replacements: {lost}"
            yield levy.rule or rule.rule, line


def _when(game: Game, entry: Criteria) -> str:
    """Return the criteria of an entry as a suffix of its description; "" if it always applies."""
    return "".join(f", {words}" for words in (*time_texts(game, entry), *exception_texts(game, entry)))


def account_text(game: Game, account: Account) -> str:
    """Return the units and hexes that an account pays for."""
    classes = {one.id: one.name for one in game.counters.classes}
    places = {one.id: one.name for one in game.hexmap.places}
    edges = {one.id: one.name for one in game.hexmap.edges}
    whom = [classes.get(one, one) for one in account.classes]
    where = [
        *(f"on the {edges.get(one, one)}" for one in account.edge),
        *(f"in {places.get(one, one)}" for one in account.places),
        *((f"in {join_with_and(account.hexes, 'or')}",) if account.hexes else ()),
    ]
    who = f"for units of class {join_with_and(whom, 'or')}" if whom else "for units of any class"
    return f"{who} {join_with_and(where, 'or') if where else 'wherever new units arrive'}"
