"""Every recipe of the cookbook of counters loads, fits and shows what it says."""

from __future__ import annotations

import pytest

from hexwright.render.counters.layout_text import MM_PER_POINT
from tests.cookbook.counter_recipes import (
    BEFORE_AND_AFTER,
    PAGE,
    PICTURES,
    before_and_after,
    counter_recipes,
    faces_of,
    picture_of,
    recipe_game,
)
from tests.render.counters.layout_games import drawn

SHOWN = {
    "corps": ["North", "XXIV", "0102", "4-3"],
    "division": ["Res", "GROSS-", "DEUTSCHLAND", "4-3"],
    "brigade": ["IRON BRIGADE", "1st Div, I Corps", "4", "A"],
    "regiment": ["ISUM", "HUSSARS", "4-5"],
    "warship": ["MIKASA", "battleship, 1904", "9-5", "A 7", "18"],
    "squad": ["D", "1st Line", "6-6-7", "5"],
    "block": ["BÜLOW", "B2"],
    "round": [*"MARSHALNEY", "4"],
    "leader": ["5", "3", "GUDERIAN", "2nd Panzer Army"],
    "headquarters": ["2ND ARMY", "HQ", "5", "4-3"],
    "air": ["VIII FLIEGER-", "KORPS", "4", "12"],
    "vehicle": ["PzKpfw IV", "75L", "6/3", "3"],
    "legion": ["LEGIO X", "4-3"],
    "stand-up": ["SERGEANT HILL", "3"],
    "marker": ["OUT OF SUPPLY", "attack halved"],
}
"""Recipe → the texts on its first face."""


def test_there_are_twelve_recipes_and_each_is_tried() -> None:
    assert len(counter_recipes()) >= 12
    assert sorted(counter_recipes()) == sorted(SHOWN)


@pytest.mark.parametrize("title", counter_recipes())
def test_a_recipe_shows_what_it_says_and_nothing_is_told_of_it(title: str) -> None:
    loaded = recipe_game(title)
    assert [found for found in loaded.diagnostics if found.code.startswith("C")] == []
    texts = [
        [text for text in drawn(loaded.game, face.counter.id, face.index)[0].texts if text.text.strip()]
        for face in faces_of(title)
    ]
    assert [text.text for text in texts[0]] == SHOWN[title]
    assert all(text.size >= 5 * MM_PER_POINT - 1e-6 for face in texts for text in face)


@pytest.mark.slow
@pytest.mark.parametrize("title", counter_recipes())
def test_the_page_shows_the_picture_of_a_recipe(title: str) -> None:
    assert f"(../images/counter-cookbook/{title}.png)" in PAGE.read_text("utf-8")
    assert (PICTURES / f"{title}.png").read_bytes() == picture_of(title)


@pytest.mark.slow
def test_the_page_shows_the_counters_of_our_games_before_and_after() -> None:
    assert before_and_after() == BEFORE_AND_AFTER.read_bytes()
