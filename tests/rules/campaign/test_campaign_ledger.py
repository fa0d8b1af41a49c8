"""The ledger of Moscow Embattled names what exists, and each rule and option has its case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from tests.rules.campaign.camp import ROOT, game
from validators.rules.ledger import check_ledger, totals


def _read(path: str) -> str | None:
    file = ROOT / path
    return file.read_text("utf-8") if file.is_file() else None


def cited(entry: object) -> Iterator[str]:
    """Yield every rule that a declaration cites."""
    if isinstance(entry, tuple):
        for part in entry:
            yield from cited(part)
    elif is_dataclass(entry):
        for field in fields(entry):
            value = getattr(entry, field.name)
            if field.name.endswith("rule"):
                if value:
                    yield value
            else:
                yield from cited(value)


def test_every_case_names_functions_and_tests_that_exist() -> None:
    assert [str(fault) for fault in check_ledger(game(), _read)] == []
    found = totals(game())
    assert found.cases == found.implemented == found.tested > 95


def test_every_rule_that_the_data_cite_is_a_case() -> None:
    cases = {case.id for case in game().rules.ledger}
    assert set(cited(game().rules)) <= cases


def test_every_heading_of_the_summary_has_cases() -> None:
    cases = {case.id.partition(".")[0] for case in game().rules.ledger}
    told = {rule.id for rule in game().rules.summary} - {"overview"}
    assert told <= cases


def test_every_option_has_a_case() -> None:
    options = {option.id for option in game().rules.options}
    assert options == {name for case in game().rules.ledger for name in case.option}
