"""Check that the rules tell each ruling of the ledger, in its own section."""

from __future__ import annotations

from builder.load.check import Check
from builder.wording import guess, listed, quote


def check_rulings(check: Check) -> None:
    """Report marks that lead to no ruling of their section, and rulings that no mark tells."""
    rules = check.game.rules
    if not check.sound("rules", "summary") or not check.sound("ledger"):
        return
    before = len(check.report)
    decided = [case.id for case in check.game.ledger.cases if case.ruling]
    for rule in rules.summary:
        own = [case for case in decided if rules.section(case) is rule]
        for name in rule.rulings:
            if name not in own:
                _misplaced(check, rule.id, name, own, decided)
    untold = check.game.untold()
    if untold and len(check.report) == before:
        named = listed([case.id for case in untold], "and")
        check.report.warning(
            "R007",
            f"the rules don't tell how {named} {'was' if len(untold) == 1 else 'were'} decided",
            check.spans.key("ledger", "cases", untold[0].id),
            f"write 'Ruling[{untold[0].id}]: ...' into the text of its section under 'summary'",
        )


def _misplaced(check: Check, rule: str, name: str, own: list[str], decided: list[str]) -> None:
    span = check.spans.value("rules", "summary", rule, "text")
    home = check.game.rules.section(name) if name in decided else None
    if home is not None:
        hint = f"tell it under {quote(home.id)}"
    else:
        hint = guess(name, own, f"rulings of {rule}") if own else f"no case of {rule} has a ruling"
    check.error("R006", f"{quote(rule)} tells the ruling {quote(name)}, which is none of its own", span, hint)
