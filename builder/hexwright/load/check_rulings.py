"""Check that the rules mark each ruling of the ledger in its section, and don't repeat its text."""

from __future__ import annotations

import dataclasses
from typing import Any

from hexwright.load.check_context import CheckContext
from hexwright.load.value_spans import Path
from hexwright.support.message_wording import did_you_mean, join_with_or, quote


def check_rulings(check: CheckContext) -> None:
    """Report marks without a ruling in their section, unmarked rulings, and citations of unknown rules."""
    rules = check.game.rules
    if not check.was_read_whole("rules", "summary") or not check.was_read_whole("ledger"):
        return
    for attribute in ("rules", "charts", "scenarios"):
        _cited(check, getattr(check.game, attribute), (attribute,))
    before = len(check.report)
    decided = [case.id for case in check.game.ledger.cases if case.ruling]
    for rule in rules.summary:
        own = [case for case in decided if rules.section(case) is rule]
        for name in rule.rulings:
            if name not in own:
                _misplaced(check, rule.id, name, own, decided)
        if rule.worded_rulings:
            name = rule.worded_rulings[0]
            check.error(
                "R009",
                f"rule {quote(rule.id)} repeats the text of the ruling {quote(name)}",
                check.spans.value("rules", "summary", rule.id, "text"),
                f"write only 'Ruling[{name}]' here, and the text as 'ruling' of the case in ledger.yaml",
            )
    untold = check.game.untold()
    if untold and len(check.report) == before:
        named = join_with_or([case.id for case in untold], "and")
        check.report.warning(
            "R007",
            f"the rules don't show the {'ruling' if len(untold) == 1 else 'rulings'} on {named}",
            check.spans.key("ledger", "cases", untold[0].id),
            f"write 'Ruling[{untold[0].id}]' in the text of the rule's section under 'summary'",
        )


def _cited(check: CheckContext, value: Any, path: Path) -> None:
    """Warn of every cited rule that has no section in the rule text."""
    if isinstance(value, tuple):
        for position, entry in enumerate(value):
            _cited(check, entry, (*path, getattr(entry, "id", position)))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            part = getattr(value, field.name)
            if not isinstance(part, str):
                _cited(check, part, (*path, field.name))
            elif field.name.endswith("rule") and part and check.game.rules.section(part) is None:
                known = [rule.id for rule in check.game.rules.summary]
                if not known or check.unread.covers((*path, field.name)):
                    continue
                check.report.warning(
                    "R008",
                    f"{quote(field.name)} cites rule {quote(part)}, which doesn't exist",
                    check.spans.value(*path, field.name),
                    f"{did_you_mean(part, known, 'rules')} (see 'summary' in rules.yaml)",
                )


def _misplaced(check: CheckContext, rule: str, name: str, own: list[str], decided: list[str]) -> None:
    span = check.spans.value("rules", "summary", rule, "text")
    home = check.game.rules.section(name) if name in decided else None
    if home is not None:
        hint = f"move the mark to the section {quote(home.id)}"
    else:
        hint = (
            did_you_mean(name, own, f"rulings of {rule}")
            if own
            else f"delete the mark: no case of {rule} has a ruling"
        )
    check.error(
        "R006",
        f"section {quote(rule)} marks {quote(name)}, which is not a ruling of this section",
        span,
        hint,
    )
