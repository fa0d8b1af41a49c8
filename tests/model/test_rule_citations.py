"""The section of the rulebook that a refusal cites."""

from __future__ import annotations

import pytest

from hexwright.model.words.rule_citations import cited_section, sections_by_citation, with_numbers
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "moscow-embattled", "battle-of-moscow", "moscow-campaign")


@pytest.mark.parametrize("slug", GAMES)
def test_each_case_of_the_ledger_leads_to_its_section(slug: str) -> None:
    game = shipped(slug).game
    sections = sections_by_citation(game)
    for case in game.ledger.cases:
        rule = game.rules.section(case.id)
        if rule is not None and rule.audience == "all":
            for cited in (case.id, game.cite(case.id)):
                found = cited_section(f"'move x 0101' is not legal: 1 unit (x) is there ({cited})", sections)
                assert found is not None
            assert sections[case.id].id == rule.id


def test_a_refusal_cites_sections_as_the_rulebook_numbers_them() -> None:
    sections = sections_by_citation(shipped("moscow-campaign").game)
    told = with_numbers("0507 is out of reach (2 MP left): its MA is too small (movement.e)", sections)
    number = sections["movement"].number
    assert told == f"0507 is out of reach (2 MP left): its MA is too small (rule {number}, Movement)"


def test_published_numbers_stay_as_they_are() -> None:
    sections = sections_by_citation(shipped("battle-for-moscow").game)
    assert with_numbers("an enemy unit is in 0607 (3.2)", sections) == "an enemy unit is in 0607 (3.2)"


def test_a_refusal_without_a_citation_leads_nowhere() -> None:
    assert cited_section("x is not on the map (yet)", {}) is None
