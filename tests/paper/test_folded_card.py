"""The folded player aid: which cards a game has, and what its panels hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexwright.model.words.rule_tables import tables_by_section
from hexwright.paper.folded_card import Card, folded_cards, tables_without_room
from hexwright.paper.paper_sizes import A4, PAPERS, Paper
from hexwright.paper.player_aids import paper_charts
from hexwright.paper.print_settings import PrintSettings
from tests.paper.sheets import game_of
from tests.paper.test_page_measures import GAMES, aids

SETTINGS = PrintSettings()


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
    assert "crt" in german.charts - soviet.charts
    assert "crt-soviet" in soviet.charts - german.charts


@pytest.mark.parametrize("name", GAMES)
def test_costs_limits_and_modifiers_stand_on_every_card_or_on_the_pages_of_charts(name: str) -> None:
    game, made = game_of(name), cards(name)
    titles = {mark.get_title() for mark in aids(name).get_toc() if mark.level == 1}
    apart = tables_without_room(game, made)
    assert titles >= {*apart}
    assert name not in ("battle-for-moscow", "moscow-campaign") or not apart
    rows = {row for table in apart.values() for row in table.rows}
    for table in (table for found in tables_by_section(game).values() for table in found):
        modifiers = table.head[0] == "Modifier"
        if modifiers or table.subject in ("Movement", "Zones of control", "Stacking"):
            words = "Modifier" if modifiers else repr(table.rows)
            on_cards = all(any(words in shown for shown in card.names) for card in made)
            assert on_cards or rows >= {*table.rows}


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
