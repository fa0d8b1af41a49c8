"""The ledger of Moscow Embattled names existing functions and tests; each rule and option has a case."""

from __future__ import annotations

from hexwright.rules.engine.ledger_checks import check_ledger, ledger_totals
from tests.rules.campaign.camp import game
from tests.rules.ledgers import cited, read


def test_every_case_names_functions_and_tests_that_exist() -> None:
    assert [str(fault) for fault in check_ledger(game(), read)] == []
    found = ledger_totals(game())
    assert found.cases == found.implemented == found.tested > 95


def test_every_rule_that_the_data_cite_is_a_case() -> None:
    cases = {case.id for case in game().ledger.cases}
    assert set(cited(game().rules)) <= cases


def test_every_heading_of_the_summary_has_cases() -> None:
    cases = {case.id.partition(".")[0] for case in game().ledger.cases}
    told = {rule.id for rule in game().rules.summary} - {"overview"}
    assert told <= cases


def test_every_option_has_a_case() -> None:
    options = {option.id for option in game().rules.options}
    assert options == {name for case in game().ledger.cases for name in case.option}
