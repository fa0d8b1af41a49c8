"""The folded player aid: which cards a game has, and what its panels hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pypdfium2.raw as pdfium_c
import pytest

from hexwright.model.charts import TextTable
from hexwright.model.words.rule_tables import MODIFIERS, RuleTable, rows_together, tables_by_section
from hexwright.paper.aids.folded_card import (
    MARGIN,
    Card,
    _limits_by_section,
    _modifier_table,
    _titled,
    folded_cards,
    table_sentences,
    tables_without_room,
)
from hexwright.paper.aids.player_aids import paper_charts
from hexwright.paper.columns.chart_grid import PaperChart
from hexwright.paper.columns.rulebook_blocks import Typesetter
from hexwright.paper.columns.rulebook_grid import rulebook_grid
from hexwright.paper.pages.page_margins import FOOT
from hexwright.paper.pages.paper_sizes import A4, PAPERS, Paper
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.charts.chart_tables import Table
from hexwright.render.charts.hit_table_chart import overview_chart
from hexwright.render.pdf_document import POINTS
from hexwright.render.recording_canvas import RecordingCanvas
from tests.paper.sheets import game_of
from tests.paper.test_page_measures import GAMES, aids, aids_of

SETTINGS = PrintSettings()
PANEL = min(A4.width, A4.height) - 2 * MARGIN
"""The height in mm of a panel."""


@cache
def cards(name: str, paper: Paper = A4) -> tuple[Card, ...]:
    game = game_of(name)
    return folded_cards(game, SETTINGS, paper_charts(game, SETTINGS), paper)


@pytest.mark.parametrize("name", GAMES)
def test_a_card_has_the_sequence_of_play_and_its_combat_results(name: str) -> None:
    for card in cards(name):
        inside = [panel.charts for panel in card.panels[:2]]
        assert "sequence" in inside[0]
        assert any(chart.startswith(("crt", "hits")) for chart in inside[1])
        assert "tec" in card.charts or name == "moscow-embattled"  # Its chart is taller than a panel.


def test_a_side_with_its_own_combat_results_has_its_own_card() -> None:
    assert [card.side for card in cards("battle-for-moscow")] == [None]
    german, soviet = cards("moscow-campaign")
    assert (german.side, soviet.side) == game_of("moscow-campaign").info.sides
    for card, own, other in ((german, "crt", "crt-soviet"), (soviet, "crt-soviet", "crt")):
        fought = next(item for _, item in card.panels[1].items if item.chart == own)
        # A defender needs the attacker's table: its results alone, since both tables share their meaning.
        (table,) = (item for panel in card.panels for _, item in panel.items if item.chart == other)
        assert table.height < 0.75 * fought.height


NUMBERS = {"4": "four", "6": "six", "9": "nine"}
"""The limits of units by rail, as the rules write them."""


def single_effects(tables: Sequence[RuleTable]) -> set[tuple[str, ...]]:
    """Return the rows of tables, a row for each effect of modifiers."""
    return {
        (*row[:-1], effect)
        for table in tables
        for row in table.rows
        for effect in (row[-1].split(", ") if table.head[0] == "Modifier" else row[-1:])
    }


@pytest.mark.parametrize("name", GAMES)
def test_costs_limits_and_modifiers_stand_on_every_card_or_on_the_pages_of_charts(name: str) -> None:
    game, made = game_of(name), cards(name)
    titles = {mark.get_title() for mark in aids(name).get_toc() if mark.level == 1}
    apart = tables_without_room(game, made)
    assert titles >= {*apart}
    assert name not in ("battle-for-moscow", "moscow-campaign") or not apart
    rows = single_effects([*apart.values()])
    in_words = {section: table for section, table in _limits_by_section(game) if table.sentences}
    kept = {repr(table.rows) for _, table in _limits_by_section(game)}
    for section, table in ((key, table) for key, found in tables_by_section(game).items() for table in found):
        modifiers = table.head[0] == "Modifier"
        if section in in_words and repr(table.rows) not in kept and len(table.head) == 2:
            # The words of the section give the same limits, and stand on the card or apart.
            told = " ".join(in_words[section].sentences)
            assert all(f" {NUMBERS[row[1]]} " in told for row in table.rows)
            table = in_words[section]
        if modifiers or table.subject in ("Movement", "Zones of control", "Stacking"):
            words = "Modifier" if modifiers else repr(table.rows)
            on_cards = all(any(words in shown for shown in card.names) for card in made)
            assert on_cards or rows >= single_effects([table])


def test_small_paper_has_no_folded_card() -> None:
    assert cards("battle-for-moscow", PAPERS["a5"]) == ()


def test_no_chart_of_a_card_is_printed_again_on_the_pages_of_charts() -> None:
    titles = [mark.get_title() for mark in aids("battle-of-moscow").get_toc() if mark.level == 1]
    assert len(titles) == len(set(titles))


def test_a_table_that_the_list_of_scenarios_repeats_is_left_to_the_rules() -> None:
    game = game_of("moscow-campaign")
    titles = {mark.get_title() for mark in aids("moscow-campaign").get_toc()}
    (repeated,) = (table for table in game.charts.text_tables if not table.aids)
    assert repeated.name not in titles
    assert repeated.name in {chart.title for chart in paper_charts(game, SETTINGS).values()}


def test_modifiers_that_charts_show_give_way_where_not_all_fit() -> None:
    game = game_of("battle-for-moscow")
    many = tuple(
        replace(one, name=f"{one.name} {n}") for one in game.rules.odds_combat.modifiers for n in range(9)
    )
    odds = replace(game.rules.odds_combat, modifiers=many)
    full = replace(game, rules=replace(game.rules, combat=odds))
    charts = paper_charts(game, SETTINGS)
    (some,), (fewer,) = (folded_cards(one, SETTINGS, charts, A4) for one in (game, full))
    assert len(some.panels[1].items) == 2
    assert fewer.panels[1].items[0][1].chart == "crt"


@pytest.mark.parametrize("name", GAMES)
def test_tables_of_a_card_have_titles_and_none_has_one_row(name: str) -> None:
    game = game_of(name)
    for table in tables_without_room(game, ()).values():
        told = table_sentences(table)
        assert bool(told) == (table.lines or (len(table.rows) == 1 and table.head[0] != "Modifier"))
        assert all(text.endswith((".", "!", "?")) for text in told)
        names = [row[0] for row in rows_together(table.rows) if row[0]]
        assert len(names) == len({*names}) or told
    setter = Typesetter(rulebook_grid(A4, imposed=False), SETTINGS.theme, frozenset())
    for _, table in _limits_by_section(game):
        canvas = RecordingCanvas()
        for item in _titled(setter, table, 120.0):
            item.draw(canvas, 0.0, 0.0)  # type: ignore[arg-type]
        assert table.title
        assert canvas.texts[0].text == table.title


def test_many_conditions_of_rail_movement_are_told_in_the_words_of_the_rules() -> None:
    for name, words in (
        ("battle-of-moscow", "On each turn six German and four Russian units may move any distance"),
        ("moscow-campaign", "Only Soviet units may move by rail. At most nine may be entrained in a phase"),
    ):
        told = [
            text
            for _, table in _limits_by_section(game_of(name))
            if table.title == "Rail movement"
            for text in table_sentences(table)
        ]
        assert any(words in text for text in told)
        assert not any("Ruling[" in text for text in told)


def test_lines_of_several_ways_of_moving_are_sentences() -> None:
    (told,) = (
        table_sentences(table) for _, table in _limits_by_section(game_of("battle-for-moscow")) if table.lines
    )
    assert told[1:] == ("Rail movement: only along a railway.", "Enemy zones of control may not be entered.")


def test_supply_lines_are_among_the_charts_where_there_is_room() -> None:
    titles = {mark.get_title() for mark in aids("battle-of-moscow").get_toc() if mark.level == 1}
    assert {"Supply lines", "Supply by cities", "Replacements"} <= titles
    assert len(aids("battle-of-moscow")) == 7


@pytest.mark.parametrize("name", GAMES)
def test_panels_are_filled_by_larger_or_more_charts(name: str) -> None:
    for card in cards(name):
        for panel in card.panels[:3]:
            high = panel.scale * max(at.y + item.height for at, item in panel.items)
            assert 0.78 * PANEL <= high <= PANEL + 1e-6, [item.name for _, item in panel.items]


def test_parts_of_a_panel_stand_clear_of_each_other() -> None:
    for card in (card for name in GAMES for card in cards(name)):
        for panel in card.panels:
            for (at, item), (below, other) in combinations(panel.items, 2):
                apart = at.y + item.height <= below.y or (at.x != below.x and item.half and other.half)
                assert apart, (item.name, other.name)


def test_some_modifiers_send_players_to_the_tables_with_the_others() -> None:
    game = game_of("moscow-campaign")
    (every,) = _modifier_table(game, True)
    (some,) = _modifier_table(game, False)
    assert len(some.rows) < len(every.rows)
    assert every.head == MODIFIERS
    assert some.head[1] == "Condition (terrain and weather: see their tables)"


@pytest.mark.parametrize("name", GAMES)
def test_tables_by_themselves_have_the_titles_of_players(name: str) -> None:
    game = game_of(name)
    every = tables_without_room(game, ())
    assert not [title for title in every if "hex entered" in title.lower() or title.endswith(": units")]
    assert "Combat modifiers" in every or not game.rules.combat
    assert all(
        table.head[0] in ("Hex entered", title) or len(table.head) > 1 for title, table in every.items()
    )
    assert not [table.head for table in every.values() if ": " in table.head[0]]


def test_the_movement_of_partisans_is_told_under_its_name() -> None:
    every = tables_without_room(game_of("battle-of-moscow"), ())
    assert "Movement of partisans" in every
    # Both cost the same.
    assert "Movement of partisans and Russian supplies: cost of each hex" in every
    assert "Special units" not in every


@pytest.mark.parametrize("name", GAMES)
def test_small_paper_has_the_tables_of_a_card_and_no_chart_below_the_foot(name: str) -> None:
    game = game_of(name)
    made = aids_of(game, replace(SETTINGS, paper=PAPERS["a5"]))
    titles = {mark.get_title() for mark in made.get_toc() if mark.level == 1}
    assert titles >= {*tables_without_room(game, ())}
    for number in range(len(made)):
        texts = [one for one in made[number].get_objects() if one.type == pdfium_c.FPDF_PAGEOBJ_TEXT]
        low = {round(one.get_bounds()[1]) for one in texts if one.get_bounds()[3] < (FOOT - 1.0) * POINTS}
        assert len(low) <= 2, (number, low)


def test_a_table_of_one_column_needs_no_head() -> None:
    chart = overview_chart(TextTable("limits", "Railways", (), (("Only along a railway",),)))
    (block,) = chart.blocks
    assert isinstance(block, Table)
    assert (block.head, len(block.rows)) == ((), 1)


@pytest.mark.parametrize("name", GAMES)
def test_cards_cite_no_letters_that_are_printed_nowhere(name: str) -> None:
    lettered = re.compile(r"\([A-Z](?:, ?[A-Z])*\)")
    pages = [document_page.get_textpage().get_text_range() for document_page in aids(name)]
    # The list of scenarios has letters of orders of battle, which are told beside it.
    pages = [page for page in pages if "Sequence of play" in page or "Terrain effects" in page]
    assert pages
    assert [found for page in pages for found in lettered.findall(page)] == []


@pytest.mark.parametrize("name", ["battle-for-moscow", "battle-of-moscow", "moscow-campaign"])
@pytest.mark.parametrize("scale", [0.92, 1.0, 1.05])
def test_columns_of_combat_results_have_one_width_and_readable_letters(name: str, scale: float) -> None:
    """The columns with the longest results were half as wide again as the first ones."""
    width = (max(A4.width, A4.height) / 2 - 2 * MARGIN) / scale
    charts = paper_charts(game_of(name), SETTINGS)
    found = [chart for key, chart in charts.items() if key.startswith("crt")]
    assert found
    for chart in found:
        table = PaperChart(chart, width).blocks[0]
        assert isinstance(table, Table)
        die, *odds = (share * width / sum(table.shares) for share in table.shares)
        assert max(odds) - min(odds) < 0.01
        assert die >= table.rows[0][0].drawing_size[0]
        seen = RecordingCanvas()
        table.draw(seen, SETTINGS.theme, Box(0.0, 0.0, width, table.height(width)))
        assert min(text.size for text in seen.texts) * scale >= 6.5 * 25.4 / 72
