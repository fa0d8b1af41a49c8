"""The rules of every game say of each marker what it shows; the key to the counters has its picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwright.load.game_loading import Project, load_game
from hexwright.load.new_game import start_game
from hexwright.model.counter_mix import Marker
from hexwright.model.game import Game
from hexwright.model.words.rulebook_cases import rulebook_sections
from tests.shipped import shipped

GAMES = ("battle-for-moscow", "moscow-embattled", "moscow-campaign", "battle-of-moscow")


@pytest.mark.parametrize("slug", GAMES)
def test_a_case_of_the_rules_names_each_marker(slug: str) -> None:
    assert untold(shipped(slug).game) == []


def test_a_case_of_a_new_games_rules_names_each_marker(tmp_path: Path) -> None:
    start_game(Project(tmp_path), "my-game", "My Game")
    assert untold(load_game(Project(tmp_path), "my-game").game) == []


def untold(game: Game) -> list[str]:
    """Return the names of the markers that no case names in a sentence about markers."""
    cases = [case.text.casefold() for section in rulebook_sections(game) for case in section.cases]
    about = [sentence for text in cases for sentence in re.split(r"[.;] ", text) if "marker" in sentence]
    return [one.name for one in game.counters.markers if not any(told(one, text) for text in about)]


def told(marker: Marker, sentence: str) -> bool:
    names = {marker.name, *(face.text for face in marker.faces), *(face.symbol for face in marker.faces)}
    words = {name.casefold().replace("marker", "").split(",")[0].strip() for name in names} - {"", "none"}
    return any(re.search(rf"\b{re.escape(word)}\b", sentence) for word in words)
