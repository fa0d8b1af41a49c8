"""The ledger names every case of the rule text once, and only existing functions and tests."""

from __future__ import annotations

import re
from dataclasses import replace

from hexwright.model.enforcement_ledger import Ledger
from hexwright.rules.engine.ledger_checks import check_ledger, ledger_rows, ledger_totals
from tests.rules.ledgers import read
from tests.rules.positions import game


def test_every_entry_names_functions_and_tests_that_exist() -> None:
    assert [str(d) for d in check_ledger(game(), read)] == []


def test_every_numbered_rule_has_its_cases() -> None:
    told = {rule.id for rule in game().rules.summary} - {"1", "2", "3", "4", "9"}
    cases = {case.id for case in game().ledger.cases}
    missing = [rule for rule in told if not any(c == rule or c.startswith(f"{rule}.") for c in cases)]
    assert missing == []


def test_every_scenario_option_has_a_case() -> None:
    options = {option.id for option in game().rules.options}
    assert options == {name for case in game().ledger.cases for name in case.option}


def test_every_case_number_begins_with_a_rule_of_the_summary() -> None:
    rules = {rule.id for rule in game().rules.summary}
    for case in game().ledger.cases:
        number = re.match(r"\d+(?:\.\d+)?", case.id)
        assert number is not None
        assert number.group() in rules | {"2.1", "2.2"}


def test_missing_function_and_test_are_reported() -> None:
    case = game().ledger.cases[0]
    wrong = replace(
        case,
        functions=("hexwright.rules.movement.movement_phase.fly",),
        tests=("tests/rules/none.py::test_x",),
    )
    damaged = replace(game(), ledger=Ledger((wrong,)))
    assert [d.code for d in check_ledger(damaged, read)] == ["L002", "L004"]
    empty = replace(game(), ledger=Ledger((replace(case, functions=(), tests=()),)))
    assert [d.code for d in check_ledger(empty, read)] == ["L001", "L003"]
    stale = replace(case, tests=("tests/rules/test_battle.py::test_nothing",))
    damaged = replace(game(), ledger=Ledger((stale,)))
    assert [d.code for d in check_ledger(damaged, read)] == ["L005"]


def test_totals_count_the_cases() -> None:
    found = ledger_totals(game())
    assert found.cases == len(ledger_rows(game())) == found.implemented == found.tested
    assert sum(found.module.values()) == found.cases
