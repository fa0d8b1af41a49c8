"""The ledger's cases of fire combat name existing functions and tests, and every rule has its case."""

from __future__ import annotations

from hexwright.rules.engine.ledger_checks import check_ledger
from tests.rules.fire.table import game
from tests.rules.ledgers import cited, read


def test_every_case_of_fire_combat_names_functions_and_tests_that_exist() -> None:
    assert [str(fault) for fault in check_ledger(game(), read)] == []


def test_every_rule_that_fire_cites_is_a_case() -> None:
    cases = {case.id for case in game().ledger.cases}
    found = set(cited(game().rules.fire))
    assert len(found) > 15
    assert found <= cases
