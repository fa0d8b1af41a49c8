"""The key to the counters says what every figure on them means, shows every class, and every marker."""

from __future__ import annotations

import html
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.game import Game
from hexwright.paper.columns.rulebook_blocks import curly
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_explanation import counter_texts, explained_parts, sample_unit
from hexwright.render.counters.counter_face import CounterFace, counter_size
from hexwright.render.counters.explained_counter import numbered_discs
from hexwright.vassal.module.help_pages import help_pages
from hexwright.web.workbench.rulebook import rulebook
from tests.paper.sheets import game_of, opened, shown, text_of

GAMES = ("battle-for-moscow", "battle-of-moscow", "moscow-campaign", "moscow-embattled")
SETTINGS = PrintSettings()


@cache
def key_text(name: str) -> str:
    """Return the text of a rulebook's first pages from the key to the counters on."""
    document = opened(shown(name, "rules"))
    text = " ".join(" ".join(text_of(document, page) for page in range(1, 4)).split())
    return text[text.index("The counters", text.index("Before you play")) :]


def texts_on_fronts(game: Game) -> Mapping[str, str]:
    """Return the templates of texts on the fronts of units, each with a unit that has such a text."""
    found: dict[str, str] = {}
    for unit in game.counters.units:
        face = CounterFace.in_box(game, unit, 0, SETTINGS.theme, Box(0, 0, *counter_size(game, unit)))
        for part in face.layout.parts:
            own = part.text and "{data." not in part.text and face.draws(part)
            if own and face.fill_in(part.text).strip():
                found[part.text] = unit.id
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_text_on_the_counters_is_explained(name: str) -> None:
    game = game_of(name)
    found = texts_on_fronts(game)
    assert len(found) >= 3
    for template, unit_id in found.items():
        unit = next(one for one in game.counters.units if one.id == unit_id)
        face = CounterFace.in_box(game, unit, 0, SETTINGS.theme, Box(0, 0, *counter_size(game, unit)))
        boxes = [Box(*part.box) for part in face.layout.parts if part.text == template and part.box]
        explained = [part.box for part in explained_parts(game, SETTINGS.theme, unit)]
        assert any(box in explained for box in boxes), template


@pytest.mark.parametrize("name", GAMES)
def test_a_counter_of_each_side_is_explained_by_discs_that_lie_apart(name: str) -> None:
    game = game_of(name)
    for side in game.info.sides:
        unit = sample_unit(game, SETTINGS.theme, side)
        assert unit is not None
        parts = explained_parts(game, SETTINGS.theme, unit)
        told = " ".join(part.text for part in parts)
        assert f"Class: {game.counters.class_of(unit).name}" in told
        assert "movement allowance" in told
        discs = [disc for _, _, disc in numbered_discs(parts, Box(0, 0, 21, 21), (15, 15))]
        assert len(discs) == len(parts) >= 5
        assert min(a.distance(b) for n, a in enumerate(discs) for b in discs[:n]) >= 3.8 - 1e-9


def test_parts_of_a_layout_are_explained_by_their_meaning_and_ratings_by_their_name() -> None:
    game = game_of("moscow-embattled")
    guderian = next(unit for unit in game.counters.units if unit.data.get("commander") == "Guderian")
    told = {part.text for part in explained_parts(game, SETTINGS.theme, guderian)}
    assert {"Commander", "Size: army", "Class: Panzer group"} <= told
    hits = next(rating.name for rating in game.counters.ratings if rating.id == "hits")
    assert hits in told


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_shows_each_class_formation_and_marker(name: str) -> None:
    game, text = game_of(name), key_text(name)
    classes = {unit.unit_class for unit in game.counters.units}
    formations = {unit.formation for unit in game.counters.units}
    wanted = [one.name for one in game.counters.classes if one.id in classes]
    wanted += [one.name for one in game.counters.formations if one.id in formations and len(formations) > 1]
    wanted += [marker.name for marker in game.counters.markers]
    wanted = [curly(one) for one in wanted]
    assert [one for one in wanted if any(word not in text for word in one.split())] == []


def test_figures_that_no_sample_has_are_told_in_a_sentence() -> None:
    text = key_text("battle-of-moscow")
    assert "On a counter with 1–½–4 the figures are: attack, defence, movement allowance." in text
    assert "A dark symbol marks elite units; no rule depends on it." in text
    fired = key_text("moscow-embattled")
    assert "Firing strength, movement allowance" in fired
    assert "A single figure, such as 2, is the firing strength." in fired
    # Kalinin Front and the Siberian air unit arrive too, and have the symbols of their classes.
    assert "a unit with a turn of arrival, but not on Russian fronts and air units." in fired
    assert "The back of a counter shows the unit after it has lost a step." in key_text("battle-for-moscow")


def test_backs_are_explained() -> None:
    with_hexes = "its name, and the hex in which it starts (“Hex {}”) or the turn on which it arrives (“Turn"
    assert with_hexes.format("0819") in key_text("battle-of-moscow")
    campaign = key_text("moscow-campaign")
    assert "Formation: Western Front, army 16" in campaign
    assert "The back of a counter tells its name, and the turn on which it arrives" in campaign
    assert "A unit that the set-up has on the map starts there instead." in campaign
    assert "starts there instead" not in key_text("moscow-embattled")
    assert "tells its name" not in key_text("battle-for-moscow")


def test_a_new_game_has_a_key(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    game = load_game(Project(tmp_path), "my-game").game
    for side in game.info.sides:
        unit = sample_unit(game, SETTINGS.theme, side)
        assert unit is not None
        told = {part.text for part in explained_parts(game, SETTINGS.theme, unit)}
        assert f"Name: {unit.name}" in told
        assert "Strength in attack and defence, movement allowance" in told


@pytest.mark.parametrize("name", GAMES)
def test_pages_without_pictures_tell_the_key_in_words(name: str) -> None:
    game = game_of(name)
    told = " ".join(counter_texts(game, SETTINGS.theme))
    page = html.unescape(next(one.html for one in help_pages(game) if "rules" in one.file))
    parts = (part["text"] for part in rulebook(game) if part["kind"] == "text")
    booklet = ["".join(span["text"] for span in spans) for spans in parts]
    for marker in game.counters.markers:
        assert marker.name in told
    for unit_class in game.counters.classes:
        assert unit_class.name in told
    for line in counter_texts(game, SETTINGS.theme):
        assert line in page
        assert line in booklet
