"""Players see a rule's number or heading, and never the id of a case."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from hexwright.model.enforcement_ledger import Case, Ledger
from hexwright.model.game import Game
from hexwright.model.rule_citations import with_rule_citations
from hexwright.model.rules.rules_record import RuleText
from hexwright.rules.engine.ledger_checks import ledger_rows
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.vassal.enforcement.script import script
from hexwright.vassal.enforcement.tables.lookups import words
from tests.rules.campaign.camp import game as embattled
from tests.rules.campaign.camp import rules as embattled_rules
from tests.rules.ledgers import cited
from tests.rules.positions import game
from tests.rules.positions import rules as moscow_rules

GAMES: dict[str, tuple[Callable[[], Game], Callable[[], RulesEngine]]] = {
    "battle-for-moscow": (game, moscow_rules),
    "moscow-embattled": (embattled, embattled_rules),
}
every_game = pytest.mark.parametrize("slug", sorted(GAMES))


def names(made: Game) -> list[str]:
    """Return the ids of cases that aren't numbers."""
    return [case.id for case in made.ledger.cases if re.search(r"[a-z]", case.id)]


@every_game
def test_every_rule_that_the_data_cite_is_a_number_or_a_heading(slug: str) -> None:
    made = GAMES[slug][0]()
    looked_up = {rule.number or rule.heading for rule in made.rules.summary}
    looked_up |= {case.heading for case in made.ledger.cases}
    whole = with_rule_citations(made)
    assert (
        set(cited((whole.rules.fire, whole.rules.movement, whole.rules.replacements, whole.rules.air)))
        <= looked_up
    )
    assert {scenario.setup_rule for scenario in whole.scenarios} <= looked_up


@every_game
def test_every_case_is_looked_up_by_a_number_or_a_heading(slug: str) -> None:
    made = GAMES[slug][0]()
    told = {row[0] for row in ledger_rows(made)}
    assert not told & set(names(made))
    assert all(heading[:1].isupper() or heading[:1].isdigit() for heading in told)


@every_game
def test_the_reference_cites_what_players_look_up(slug: str) -> None:
    setting = GAMES[slug][1]().setting
    assert not set(cited((setting.game.rules.fire, setting.game.rules.movement, setting.victory))) & set(
        names(setting.game)
    )


@every_game
def test_no_text_of_the_module_names_a_case(slug: str) -> None:
    made = with_rule_citations(GAMES[slug][0]())
    held = [script(made, 150), words(made)]
    dotted = [name for name in names(made) if "." in name and not name[0].isdigit()]
    for name in dotted:
        assert not any(
            re.search(rf"[\s\u241e\u241f\"]{re.escape(name)}[\s\u241e\u241f\"]", text) for text in held
        ), name


def test_a_case_is_cited_by_its_own_heading_before_that_of_its_section() -> None:
    made = embattled()
    assert made.cite("movement.road") == "Road Bonus"
    assert made.cite("movement.mud") == "Operational Movement"
    assert game().cite("3.3") == game().cite("3.3.EX-limit") == "3.3"
    assert made.cite("none such") == "none such"


def test_without_a_heading_the_title_of_the_section_is_cited() -> None:
    made = embattled()
    bare = Case("supply.line", "Lines", (), ())
    assert (
        with_ledger(made, RuleText("supply", "Supply lines", "x"), bare).cite("supply.line") == "Supply lines"
    )


def with_ledger(made: Game, rule: RuleText, case: Case) -> Game:
    return replace(made, rules=replace(made.rules, summary=(rule,)), ledger=Ledger((case,)))
