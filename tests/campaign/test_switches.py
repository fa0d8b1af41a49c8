"""With any rule switched off that the module enforces, a test that its row of the ledger names fails."""

from __future__ import annotations

import pytest

from tests.campaign.game import SLUG
from tests.campaign.switches import SWITCHES
from tests.rules.switching import FAILED, enforced, misfits, outcome


def test_every_enforced_rule_can_be_switched_off() -> None:
    assert {*SWITCHES} == {*enforced(SLUG)}


def test_switches_fit_the_files_of_the_game() -> None:
    assert misfits(SLUG) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(SWITCHES))
def test_the_row_of_a_rule_names_a_test_that_finds_it_missing(case: str) -> None:
    ended, told = outcome(SLUG, case, enforced(SLUG)[case])
    assert ended == FAILED, told
