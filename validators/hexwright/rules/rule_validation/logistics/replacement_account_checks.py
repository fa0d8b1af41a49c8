"""Replacement account checks: whether replacement points are received and can be spent."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import Account, ReplacementRules
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.logistics.supply_checks import check_source_ownership
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import join_with_or, quote


def check_accounts(game: Game) -> Iterator[UnplayableRule]:
    """Yield points that no account receives, and accounts that never receive or pay points."""
    rules = {rule.side: rule for rule in game.rules.replacements}
    for number, entry in enumerate(game.oob.replacements):
        if entry.side not in rules:
            continue
        ids = tuple(one.id for one in rules[entry.side].accounts)
        if (entry.account is None and not ids) or entry.account in ids:
            continue
        at: Path = ("oob", "replacements", number)
        if not ids:
            told = f"replacement points go to account '{entry.account}', but {entry.side} has no accounts"
            hint = (
                "leave 'account' out, or write the account under 'accounts' of 'replacements' in rules.yaml"
            )
        else:
            told = f"{entry.side} has replacement accounts, but these points name no account"
            hint = f"write 'account': {join_with_or(ids)}"
        yield UnplayableRule("P006", told, hint, (*at, "account"), at_table=entry.account is None)
    for number, rule in enumerate(game.rules.replacements):
        saved = next((one for one in rule.accounts if one.accumulates), None)
        if saved is not None and rule.deductions:
            told = (
                f"account '{saved.id}' of {rule.side} accumulates points, but 'deductions' can't "
                "handle accumulated points"
            )
            hint = "leave 'accumulates' out of all accounts of the side, or leave 'deductions' out"
            at = ("rules", "replacements", number, "accounts", saved.id, "accumulates")
            yield UnplayableRule("P006", told, hint, at)
        for position, levy in enumerate(rule.deductions):
            at = ("rules", "replacements", number, "deductions", position)
            yield from unused_criteria(levy, f"'deductions' of {rule.side}", levy.unused, at)
        yield from _replacement_unit_faults(
            game, rule, ("rules", "replacements", number, "replacement_units")
        )
        for account in rule.accounts:
            yield from _account_faults(
                game, rule, account, ("rules", "replacements", number, "accounts", account.id)
            )


def _replacement_unit_faults(game: Game, rule: ReplacementRules, at: Path) -> Iterator[UnplayableRule]:
    """Yield replacement units that can't pay for any unit, or whose location after they are spent is
    undefined.
    """
    if not rule.replacement_units:
        return
    who = f"'replacement_units' of {rule.side}"
    if lacking := sorted(
        {*rule.replacement_units} - {u.unit_class for u in game.counters.units if u.side == rule.side}
    ):
        told = f"{who}: {rule.side} has no unit of class {quote(lacking[0])}"
        yield UnplayableRule("P006", told, f"remove {quote(lacking[0])}", at)
    if lost := sorted({*rule.replacement_units} & {*rule.not_replaceable}):
        told = f"{who}: units of class {quote(lost[0])} leave the game when they leave the map"
        yield UnplayableRule(
            "P006", told, f"remove {quote(lost[0])} from 'replacement_units' or 'not_replaceable'", at
        )
    if not rule.may_stack:
        told = f"{who}: new units appear in the hexes of replacement units, but may not stack with them"
        yield UnplayableRule("P006", told, "write 'may_stack: true', or leave 'replacement_units' out", at)
    if rule.may_give_up_units:
        told = f"{who}: replacement units can't pay for units that are given up"
        yield UnplayableRule("P006", told, "leave 'replacement_units' or 'may_give_up_units' out", at)


def _account_faults(
    game: Game, rule: ReplacementRules, account: Account, at: Path
) -> Iterator[UnplayableRule]:
    who = f"account '{account.id}' of {rule.side}"
    if not any(one.side == rule.side and one.account == account.id for one in game.oob.replacements):
        hint = f"write '- {{side: {rule.side}, account: {account.id}, …}}' under 'replacements' in oob.yaml"
        yield UnplayableRule("P006", f"{who} never receives points", hint, at)
    comes = {one.unit_class for one in game.counters.units if one.side == rule.side}
    if account.classes and not comes & {*account.classes} & {*(rule.classes or comes)}:
        told = f"{who}: no unit of its classes can be brought in with replacements"
        yield UnplayableRule(
            "P006", told, f"write classes of units that {rule.side} can replace", (*at, "classes")
        )
    for number, share in enumerate(account.reductions):
        yield from unused_criteria(share, f"{who}: 'reductions'", share.unused, (*at, "reductions", number))
    yield from check_source_ownership(game, who, account.places, at)
