"""Each ruling of a game is printed and marked in the section of its rule."""

from __future__ import annotations

import pytest

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import RuleText
from tests.rules.campaign.camp import game as embattled
from tests.rules.positions import game

TOLD = {"battle-for-moscow": game, "moscow-embattled": embattled}


@pytest.mark.parametrize("slug", sorted(TOLD))
def test_every_ruling_is_told_in_its_section(slug: str) -> None:
    made: Game = TOLD[slug]()
    assert [case.id for case in made.untold()] == []


@pytest.mark.parametrize("slug", sorted(TOLD))
def test_every_mark_names_its_case(slug: str) -> None:
    made: Game = TOLD[slug]()
    for rule in made.rules.summary:
        assert made.text_of(rule).count("[Ruling: ") == rule.text.count("Ruling[")


def test_readers_of_a_rule_see_no_names_of_cases() -> None:
    rule = RuleText("1", "Moving", "Move. Ruling[1.a, 1.b]\n\nDive. Ruling[1.c]: fly.")
    assert rule.rulings == ("1.a", "1.b", "1.c")
    assert rule.worded_rulings == ("1.c",)
    told = rule.text_for_readers({"1.a": "Swim.", "1.b": "Or wade.", "1.c": "Fall."})
    assert told == "Move. [Ruling: Swim. Or wade.]\n\nDive. [Ruling: Fall.] fly."


def test_a_case_belongs_to_the_longest_heading_it_begins_with() -> None:
    rules = game().rules
    assert [rule.id for case in ("3.2.rail", "2.1.size", "8") if (rule := rules.section(case))] == [
        "3.2",
        "2",
        "8",
    ]
    assert rules.section("none.such") is None
