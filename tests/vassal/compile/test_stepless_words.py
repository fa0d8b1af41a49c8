"""Modules of games whose units have a single step don't speak of losing steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.load.game_loading import Project
from hexwright.vassal.enforcement import deeds
from hexwright.vassal.enforcement.fighting import has_steps
from hexwright.vassal.module.help_pages import help_pages
from hexwright.vassal.module.key_commands import piece_keys
from tests.shipped import shipped

ROOT = Path(__file__).parents[3]
GAMES = Project(ROOT).games()


def spoken(slug: str) -> str:
    """Return menu lines, key help and help pages of a game's module, in lower case."""
    game = shipped(slug).game
    parts = [deed.menu for deed in deeds.of(game)]
    parts += [key.text for key in piece_keys(game)]
    parts += [page.html for page in help_pages(game)]
    return "\n".join(parts).lower()


def told_of_steps(text: str) -> list[str]:
    """Return the phrases about steps of units in a text."""
    phrases = (
        "lose a step",
        "loses a step",
        "at its last step",
        "regain a step",
        "regains a step",
        "restored step",
    )
    return [phrase for phrase in phrases if phrase in text]


@pytest.mark.parametrize("slug", GAMES)
def test_only_games_with_steps_speak_of_them(slug: str) -> None:
    assert bool(told_of_steps(spoken(slug))) == has_steps(shipped(slug).game)
