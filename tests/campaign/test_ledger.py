"""The ledger of The Moscow Campaign names what exists, and each rule and option has its case."""

from __future__ import annotations

from hexwright.model.rule_citations import with_rule_citations
from hexwright.render.counters.counter_face import layout_of
from hexwright.render.counters.layout_pictures import DRAWINGS
from hexwright.rules.engine.ledger_checks import check_ledger, ledger_totals
from tests.campaign.game import loaded
from tests.rules.ledgers import cited, read


def test_every_case_names_functions_and_tests_that_exist() -> None:
    game = loaded().game
    assert [str(fault) for fault in check_ledger(game, read)] == []
    found = ledger_totals(game)
    assert found.cases == found.implemented == found.tested > 95


def test_every_section_that_the_data_cite_has_cases() -> None:
    game = loaded().game
    sections = {case.id.partition(".")[0] for case in game.ledger.cases}
    assert {rule.partition(".")[0] for rule in cited(game.rules)} <= sections
    assert {rule.id for rule in game.rules.summary} - {"module"} <= sections


def test_every_option_has_a_case() -> None:
    game = loaded().game
    assert {option.id for option in game.rules.options} == {
        name for case in game.ledger.cases for name in case.option
    }


def test_every_ruling_is_told_in_its_section() -> None:
    game = loaded().game
    assert [case.id for case in game.untold()] == []
    for rule in game.rules.summary:
        assert game.text_of(rule).count("[Ruling: ") == rule.text.count("Ruling[")


def test_notes_on_paper_have_a_marker_or_a_sentence() -> None:
    game = loaded().game
    told = " ".join(game.text_of(rule) for rule in game.rules.summary)
    for word, sign in (
        ("disrupted", "lie face down"),
        ("destroyed hexside", "the arrow of the marker points to it"),
    ):
        assert word in told.lower()
        assert sign in told
    (destroyed,) = (marker for marker in game.counters.markers if marker.id == "destroyed")
    arrow = next(part for part in layout_of(game, destroyed, 0).parts if part.of == "moved")
    assert DRAWINGS[arrow.of].about == "an arrow"
    assert arrow.box is not None
    assert arrow.box[0] + arrow.box[2] > 14, "it points to the counter's edge"


def test_players_read_headings_and_no_names_of_cases() -> None:
    whole = with_rule_citations(loaded().game)
    assert set(cited(whole.rules)) <= {rule.heading for rule in whole.rules.summary}
