"""The titles of a game's set-ups, as the File menu, the start wizard and the prompt show them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario


def setup_titles(game: Game) -> Iterator[str]:
    """Yield the titles of a game's set-ups, in menu order."""
    for scenario in game.scenarios:
        yield ready_title(scenario)
        if scenario.free_setup:
            yield free_title(scenario)


def title_for_a_first_game(game: Game) -> str:
    """Return the title of the ready-made set-up with the fewest turns, the first of several; an empty string
    if there is no choice.
    """
    if len(game.scenarios) < 2:
        return ""
    return ready_title(min(game.scenarios, key=lambda one: one.last_turn - one.first_turn))


def ready_title(scenario: Scenario) -> str:
    """Return the title of a scenario's set-up with all units placed."""
    return f"{scenario.title}, {_length(scenario)}, ready to play"


def free_title(scenario: Scenario) -> str:
    """Return the title of a scenario's set-up in which players place the units."""
    return f"{scenario.title}: place the units yourself, {_length(scenario)}"


def _length(scenario: Scenario) -> str:
    """Return the length of a scenario as text, such as "7 turns"."""
    turns = scenario.last_turn - scenario.first_turn + 1
    return f"{turns} turn" if turns == 1 else f"{turns} turns"
