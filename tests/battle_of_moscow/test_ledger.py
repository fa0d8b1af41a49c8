"""The ledger of Battle of Moscow names what exists, and each rule has its case."""

from __future__ import annotations

from hexwright.model.rule_citations import with_rule_citations
from hexwright.rules.engine.ledger_checks import check_ledger, ledger_totals
from tests.battle_of_moscow.game import loaded
from tests.rules.ledgers import cited, read


def test_every_case_names_functions_and_tests_that_exist() -> None:
    game = loaded().game
    assert [str(fault) for fault in check_ledger(game, read)] == []
    found = ledger_totals(game)
    assert found.cases == found.implemented == found.tested > 65


def test_every_section_that_the_data_cite_has_cases() -> None:
    game = loaded().game
    sections = {case.id.partition(".")[0] for case in game.ledger.cases}
    assert {rule.partition(".")[0] for rule in cited(game.rules)} <= sections
    assert {rule.id for rule in game.rules.summary} - {"module"} == sections


def test_every_ruling_is_told_in_its_section() -> None:
    game = loaded().game
    assert [case.id for case in game.untold()] == []
    for rule in game.rules.summary:
        assert game.text_of(rule).count("[Ruling: ") == rule.text.count("Ruling[")


def test_players_read_headings_and_no_names_of_cases() -> None:
    whole = with_rule_citations(loaded().game)
    assert set(cited(whole.rules)) <= {rule.heading for rule in whole.rules.summary}
