"""The help pages contain everything that the data say, and show every letter as it is."""

from __future__ import annotations

import dataclasses
import re

import pytest
from lxml import etree, html

from hexwright.model.words.rule_tables import rows_together, rulebook_tables
from hexwright.model.words.rulebook_cases import rulebook_sections
from hexwright.render.charts.chart_html import chart_html
from hexwright.render.rule_figure import RuleFigure
from hexwright.vassal.enforcement import switch
from hexwright.vassal.module import key_commands
from hexwright.vassal.module import property_names as prop
from hexwright.vassal.module.help_pages import data_origins, help_menu, help_pages, told_scenarios
from hexwright.vassal.module.hex_descriptions import MIDDLE, START, hex_description_table, hex_descriptions
from hexwright.vassal.module.module_compiler import compile_module
from hexwright.vassal.module.module_pieces import ModulePieces
from hexwright.vassal.module.setup_titles import setup_titles, title_for_a_first_game
from hexwright.vassal.module.turn_counter import status_button
from tests.shipped import shipped
from tests.vassal.compile.games import GAMES, ROOT, game, plan


def seen(markup: str) -> str:
    """Return the text of a page's HTML as a reader sees it."""
    return etree.tostring(html.fromstring(markup), method="text", encoding="unicode")


def page(slug: str, name: str) -> str:
    """Return the text of a page as a reader sees it."""
    made = next(p for p in help_pages(game(slug)) if p.file == f"help/{name}.html")
    return " ".join(seen(made.html).split())


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_rule_and_every_credit_is_told(slug: str) -> None:
    for rule in game(slug).rules.summary:
        assert f"{rule.number} {rule.title}".strip() in page(slug, "rules")
        assert game(slug).text_of(rule).split()[0] in page(slug, "rules")
    for credit in game(slug).info.credits:
        for name in credit.names:
            assert name in page(slug, "credits")


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_space_follows_each_sentence_of_the_page_of_rules(slug: str) -> None:
    assert re.search(r"[a-z]\.A refusal", page(slug, "rules")) is None
    assert ". A refusal cites the section" in page(slug, "rules")


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_contents_lead_to_sections_and_references_to_sections_and_cases(slug: str) -> None:
    made = next(p for p in help_pages(game(slug)) if p.file == "help/rules.html")
    tree = html.fromstring(made.html)
    anchors = [link.get("name") for link in tree.iter("a") if link.get("name")]
    links = [href.removeprefix("#") for link in tree.iter("a") if (href := link.get("href"))]
    sections = [link.get("name") for head in tree.iter("h2") for link in head.iter("a")]
    assert len(anchors) == len(set(anchors))
    assert links[: len(sections)] == sections
    assert set(links) <= set(anchors)
    cases = [case.number for section in rulebook_sections(game(slug)) for case in section.cases]
    assert {f"rule-{number}" for number in cases if number} <= set(anchors)


def test_the_rules_have_the_tables_of_the_rulebook() -> None:
    made = next(p for p in help_pages(game("battle-for-moscow")) if p.file == "help/rules.html")
    rows = [
        ["".join(map(str, cell.itertext())) for cell in row] for row in html.fromstring(made.html).iter("tr")
    ]
    for tables in rulebook_tables(game("battle-for-moscow")).values():
        for table in tables:
            assert [*table.head] in rows
            assert all([*row] in rows for row in rows_together(table.rows))


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_whatever_was_reconstructed_is_marked_so(slug: str) -> None:
    marked = [origin for origin in data_origins(game(slug)) if origin.status.startswith("reconstructed")]
    assert marked
    for origin in marked:
        assert origin.what in page(slug, "provenance")


def test_every_key_a_player_can_press_is_listed() -> None:
    listed = page("battle-for-moscow", "keys")
    for row in (*key_commands.PIECE_KEYS, *key_commands.WINDOW_KEYS):
        assert row.text in listed


def test_letters_that_mean_something_in_html_are_shown_as_they_are() -> None:
    toy = game("toy-bridge")
    changed = dataclasses.replace(toy, info=dataclasses.replace(toy.info, description="<b>1 & 2</b> {{ x }}"))
    made = next(p for p in help_pages(changed) if p.file == "help/start.html")
    assert "<b>1 & 2</b> {{ x }}" in seen(made.html)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_viewer_knows_the_ground_of_every_hex(slug: str) -> None:
    table, words = hex_description_table(game(slug)), hex_descriptions(game(slug))
    for place in game(slug).hexmap.places:
        assert place.name in words[place.hex]
        row = table.split(f"{START}{place.hex}{MIDDLE}")[1].split(START)[0]
        assert row == words[place.hex]


def test_the_contract_names_every_property_and_key_that_others_may_use() -> None:
    contract = (ROOT / "docs" / "reference" / "module-contract.md").read_text(encoding="utf-8")
    inner = {
        prop.MAP_LAYER,
        prop.INVISIBLE,
        prop.NO_STACK,
        prop.SIDE_PLURAL,
    }
    inner |= {prop.SENT_X, prop.SENT_Y, prop.FULL_STRENGTH}
    names = {value for name, value in vars(prop).items() if name.isupper() and isinstance(value, str)}
    for name in names - inner:
        assert f"`{name}`" in contract
    for key in (
        key_commands.NEXT_PHASE,
        key_commands.PHASE_BEGINS,
        key_commands.PHASE_CHANGED,
        key_commands.TURN_OVER,
        key_commands.TO_POOL,
    ):
        assert f"`{key.name}`" in contract


@pytest.mark.parametrize(
    "slug", ["battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled"]
)
def test_help_and_prompt_name_a_short_set_up_for_a_first_game(slug: str) -> None:
    found = shipped(slug).game
    title = title_for_a_first_game(found)
    button = status_button(found).text_
    start = next(page.html for page in help_pages(found) if page.file == "help/start.html")
    assert bool(title) == (len(found.scenarios) > 1)
    assert ("for a first game" in button) == bool(title)
    if title:
        assert title in setup_titles(found)
        assert title in button
        assert f"For a first game choose {title}: no other" in seen(start)


def test_each_letter_in_a_title_of_the_campaign_is_explained_by_its_description() -> None:
    for scenario in shipped("moscow-campaign").game.scenarios:
        *_, letters = scenario.title.partition(" (")
        assert letters.rstrip(")").split(", ") == re.findall(r"\(([A-Z])\)", scenario.description)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_one_page_explains_how_the_rules_are_kept(slug: str) -> None:
    told = page(slug, "enforcement")
    for word in (
        "Strict",
        "Assist",
        "Off",
        "Begin the game",
        "Score",
        "Next phase",
        "Back one phase",
        "Undo",
    ):
        assert word in told
    for row in key_commands.rule_keys(game(slug)):
        assert row.text in told


def test_a_game_whose_moves_nobody_watches_says_so_on_its_button_and_its_page() -> None:
    toy = game("toy-bridge")
    loose = dataclasses.replace(toy, rules=dataclasses.replace(toy.rules, movement=(), combat=None))
    assert switch.toolbar_menu(loose).tooltip.startswith("Rules of the set-up: ")
    made = next(p for p in help_pages(loose) if p.file == "help/enforcement.html")
    told = " ".join(seen(made.html).split())
    assert "In this game the players apply the rules for movement and battles themselves" in told
    assert "The menu Rules of the set-up" in told
    for promise in ("the chat gives the MP left", "A phase can't end while", "counts the points"):
        assert promise not in told
        assert promise in page("toy-bridge", "enforcement")


def test_a_game_without_combat_is_told_nothing_of_battles() -> None:
    toy = game("toy-bridge")
    calm = dataclasses.replace(
        toy, rules=dataclasses.replace(toy.rules, combat=None, replacements=(), supply_lines=())
    )
    made = next(p for p in help_pages(calm) if p.file == "help/enforcement.html")
    assert "Battles" not in seen(made.html)
    assert {row.keys for row in key_commands.rule_keys(calm)} == {
        "Ctrl G",
        "Ctrl 1 to 9",
        "Ctrl C",
        "Ctrl Z",
        "Alt N",
    }


def test_what_holds_for_all_scenarios_of_the_large_game_is_said_once() -> None:
    campaign = shipped("moscow-campaign").game
    pages = {found.file.split("/")[-1]: found.html for found in help_pages(campaign)}
    assert pages["start.html"].count("Begin the game") == 1
    origins = data_origins(campaign)
    assert len({(one.status, one.source, one.note) for one in origins}) == len(origins)
    assert any(one.what.count("; ") > 5 for one in origins)


def test_a_turn_record_has_no_column_of_noughts() -> None:
    campaign = shipped("moscow-campaign").game
    records = {name: page for name, page in chart_html(campaign).items() if name.startswith("turns-")}
    assert records
    assert not any("replacements" in page for page in records.values())
    small = chart_html(game("battle-for-moscow"))
    assert any("Soviet replacements" in page for name, page in small.items() if name.startswith("turns-"))


def test_the_title_page_stands_first_in_the_help_menu_and_its_picture_is_in_the_module() -> None:
    pages = help_pages(game("toy-bridge"))
    with_page = help_menu(pages, tutorial=True, about=True)
    assert [type(part).__name__ for part in with_page][:3] == ["AboutScreen", "Tutorial", "HelpFile"]
    assert "AboutScreen" not in [type(part).__name__ for part in help_menu(pages, tutorial=True, about=False)]
    stock = ModulePieces.of(game("toy-bridge"), plan("toy-bridge"), None)
    made = compile_module(stock, b"", {}, (), about=b"picture of the title")
    assert made.files["images/about.png"] == b"picture of the title"


def test_what_all_of_many_scenarios_have_in_common_is_told_once() -> None:
    campaign = shipped("moscow-campaign").game
    told = told_scenarios(campaign)
    assert told.shared == ("The Germans receive the reinforcements of history (U).",)
    assert told.own[0] == (
        campaign.scenarios[0].title,
        "The German army of September as it was (A) against Soviet order of battle 1, turns 1 to 8.",
    )
    assert dict(told.own)[campaign.scenarios[8].title].endswith("Each turn one lost 2–5 division comes back.")
    start = next(page.html for page in help_pages(campaign) if page.file == "help/start.html")
    assert start.count("reinforcements of history") == 1


def test_a_game_whose_units_have_one_step_is_told_of_none() -> None:
    text = next(
        p.html for p in help_pages(shipped("moscow-campaign").game) if p.file == "help/enforcement.html"
    )
    assert [words for words in ("weakest step", "Ctrl F", "reduced unit") if words in seen(text)] == []


def test_a_diagram_of_the_rules_stands_below_its_case_with_links_and_its_picture_in_the_module() -> None:
    found = game("battle-for-moscow")
    sections = rulebook_sections(found)
    section = next(one for one in sections if len(one.cases) > 1 and one.cases[1].number)
    case = section.cases[1].number
    figures = [
        RuleFigure(section.number, case, "A move", f"It may go there ({case}).", b"first", 40, 30),
        RuleFigure(section.number, "", "The whole", "As told.", b"second", 20, 10),
    ]
    made = next(p for p in help_pages(found, figures=figures) if p.file == "help/rules.html")
    tree = html.fromstring(made.html)
    drawn = [(one.get("src"), one.get("width"), one.get("height")) for one in tree.iter("img")]
    assert drawn == [("rules-figure-1.png", "40", "30"), ("rules-figure-2.png", "20", "10")]
    places = [made.html.index(f'name="rule-{one.number}"') for one in section.cases if one.number]
    after = made.html.index("rules-figure-1.png")
    assert places[0] < places[1] < after
    assert all(at < places[1] or at > after for at in places[2:])
    paragraphs = [html.tostring(one.getparent(), encoding="unicode") for one in tree.iter("img")]
    captions = [" ".join(seen(one).split()) for one in paragraphs]
    assert captions == [f"A move. It may go there ({case}).", "The whole. As told."]
    assert f'<a href="#rule-{case}">{case}</a>).</p>' in made.html
    stock = ModulePieces.of(found, plan("battle-for-moscow"))
    files = compile_module(stock, b"", {}, (), figures=figures).files
    assert files["images/rules-figure-1.png"] == b"first"
    assert files["images/rules-figure-2.png"] == b"second"
