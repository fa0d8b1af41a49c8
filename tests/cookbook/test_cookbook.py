"""Every recipe of the cookbook loads, plays and does what its heading says; without its rules it does not."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.playtesting.game_statistics import simulate_game
from hexwright.rules.engine.rules_protocol import IllegalAction
from tests.cookbook.effects import EFFECTS, OPTIONS
from tests.cookbook.recipes import RULINGS, by_title, load, not_yet, recipes
from tests.cookbook.table import Table

TITLES = [recipe.title for recipe in recipes()]
ABSENT = (KeyError, IndexError, IllegalAction)
"""What a question meets whose phase, action or grade isn't in the game."""


@cache
def game_of(title: str) -> Game:
    """Return the small game with a recipe, in which nothing is wrong."""
    with TemporaryDirectory() as folder:
        loaded = load(Path(folder), by_title()[title].blocks)
    assert loaded.diagnostics == ()
    return loaded.game


def test_there_are_thirty_recipes_and_each_has_its_effect() -> None:
    assert len(TITLES) >= 30
    assert sorted(TITLES) == sorted(EFFECTS)


@pytest.mark.parametrize("title", TITLES)
def test_a_recipe_has_its_effect(title: str) -> None:
    assert EFFECTS[title](Table(game_of(title), **OPTIONS.get(title, {})))


@pytest.mark.parametrize("title", TITLES)
def test_without_the_rules_of_a_recipe_there_is_no_such_effect(title: str, tmp_path: Path) -> None:
    things = tuple(block for block in by_title()[title].blocks if block[0] not in RULINGS)
    try:
        table = Table(load(tmp_path, things).game)
    except InputError:
        return  # A victory table or a unit that waits can't be there without its rules.
    try:
        there = EFFECTS[title](table)
    except ABSENT:
        there = False
    assert not there


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_game_with_a_recipe_is_played_to_its_end(title: str) -> None:
    table = Table(game_of(title), **OPTIONS.get(title, {}))
    result = simulate_game(table.rules, 1, {SideId("red"): "greedy", SideId("blue"): "greedy"})
    assert result.actions > 10


def test_rules_that_cannot_be_written_yet_are_named_with_a_way_out() -> None:
    rules = not_yet()
    assert len(rules) >= 15
    assert all(len(way_out) > 20 for way_out in rules.values())
    said = " ".join(rules).lower()
    for word in (
        "artillery",
        "leaders",
        "rally",
        "demoralisation",
        "chit",
        "facing",
        "hidden",
        "areas",
        "supply points",
    ):
        assert word in said
