"""One word for one thing in what players read, and cases, tables and lines of one form."""

from __future__ import annotations

import re

import pytest

from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.paper.aids.scenario_table import draw_scenario_table, scenario_rows
from hexwright.paper.aids.start_lines import start_lines
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.paper.rulebook.introduction_words import option_texts
from hexwright.render.canvas import Box
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import THEMES
from tests.paper.sheets import book, game_of, illustrated_rules, opened, shown, text_of
from tests.paper.test_page_measures import GAMES, words_of


def _read(name: str) -> str:
    """Return all words of a game's rulebook and aids."""
    rules = [words_of(one.item) for page in book(name).pages for one in page.items]
    notes = [" ".join(case.rulings) for section in book(name).sections for case in section.cases]
    aids = opened(shown(name, "aids"))
    sheets = [text_of(aids, page) for page in range(len(aids))]
    return " ".join(" ".join((*rules, *notes, *sheets)).split())


@pytest.mark.parametrize("name", GAMES)
def test_a_thing_has_one_word_in_rules_and_aids(name: str) -> None:
    told = _read(name)
    for other in (
        "farther",
        "urn track",
        "knocked out",
        "shot down",
        "eplacement points of each",
        "in Mud and",
    ):
        assert other not in told
    assert not re.search(r"\d\s%", told)
    assert "list of scenarios" not in told
    assert not re.search(r"\b[IVXL]+ Corps\b", told)


@pytest.mark.parametrize("name", GAMES)
def test_all_cases_of_a_section_have_lead_words_or_none(name: str) -> None:
    mixed = []
    for section in rulebook_sections(game_of(name)):
        leads = [bool(case.lead) for case in section.cases if case.number and not case.example]
        if len(leads) > 1 and len({*leads}) > 1:
            mixed.append((section.number, [case.number for case in section.cases if not case.lead]))
    # The introductory game names only its results and phases.
    assert mixed == [] or name == "battle-for-moscow"


def test_a_figure_stays_with_its_unit() -> None:
    assert curly("hexes of 27.4 km; 4 MP and 50 %, 3 kmh") == (
        "hexes of 27.4\u00a0km; 4\u00a0MP and 50\u00a0%, 3 kmh"
    )


def test_letters_in_brackets_stay_on_one_line() -> None:
    assert curly("France (B, U, X), later (see B, U)") == "France (B,\u00a0U,\u00a0X), later (see B, U)"
    seen = RecordingCanvas()
    for one in (one for page in book("moscow-campaign").pages for one in page.items):
        one.item.draw(seen, 0.0, 0.0)  # type: ignore[arg-type]
    assert "(B,\u00a0U,\u00a0X)" in " ".join(text.text for text in seen.texts)
    assert not [text.text for text in seen.texts if re.search(r"\([A-Z],[ A-Z,]*$", text.text)]
    game = game_of("moscow-campaign")
    rows = scenario_rows(game, start_lines(game))
    for width in range(120, 200, 5):
        seen = RecordingCanvas()
        draw_scenario_table(seen, THEMES["classic"], Box(0.0, 0.0, float(width), 0.0), rows)
        assert not [text.text for text in seen.texts if text.text.count("(") != text.text.count(")")]


def test_a_result_is_indexed_where_it_is_and_not_where_a_longer_one_is() -> None:
    entries = dict(book("moscow-campaign")._entries)
    assert entries["De, Defender eliminated"] == ["8"]
    assert "8.10" in " ".join(entries["De/Ad, Defender eliminated, attacker disrupted"])


def test_the_text_cites_the_table_of_scenarios_by_its_title() -> None:
    sentences, _ = option_texts(game_of("moscow-campaign"), "scenario chart")
    assert sentences[0].startswith("In the scenario chart, ")
    told = " ".join(words_of(one.item) for page in book("moscow-campaign").pages[:2] for one in page.items)
    assert "The scenario chart lists the 24 scenarios" in told
    assert "Soviet 1 to 3" not in _read("moscow-campaign")


def test_the_only_scenario_is_not_headed_by_the_title_of_the_game() -> None:
    told = [words_of(one.item) for one in book("battle-of-moscow").pages[0].items]
    assert not [line for line in told if line.startswith("Battle of Moscow. ")]


def test_the_head_of_a_table_of_costs_does_not_repeat_its_title() -> None:
    told = " ".join(words_of(one.item) for page in book("battle-of-moscow").pages for one in page.items)
    assert "supplies: hex entered" not in told
    assert "Movement of partisans: hex entered" not in told


@pytest.mark.parametrize("name", ["battle-of-moscow", "moscow-campaign"])
def test_the_map_of_insets_says_what_a_number_in_a_hex_means(name: str) -> None:
    aids = opened(shown(name, "aids"))
    found = [
        text_of(aids, page) for page in range(len(aids)) if "Where the insets lie" in text_of(aids, page)
    ]
    assert found
    assert all(re.search(r"in a hex: see inset \d", page) for page in found)


def test_contents_list_parts_in_the_order_in_which_they_are_read() -> None:
    rules = opened(illustrated_rules("battle-for-moscow"))
    contents = text_of(rules, 1)
    # The full turn stands across the columns, below the sections of the second one.
    assert contents.index("Later replacements") < contents.index("A full turn") < contents.index("Index")
