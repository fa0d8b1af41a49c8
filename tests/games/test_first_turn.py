"""What is due on the first turn of a scenario comes on it, in every game of the project."""

from __future__ import annotations

import pytest

from hexwright.load.game_loading import Project
from hexwright.rules.engine.game_state import NOT_IN_PLAY
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.shipped import ROOT, shipped


def starts() -> list[tuple[str, str]]:
    """Return all scenarios of all games."""
    return [(slug, one.id) for slug in Project(ROOT).games() for one in shipped(slug).game.scenarios]


@pytest.mark.parametrize(("slug", "scenario"), starts())
def test_units_due_on_the_first_turn_have_a_phase_of_arrivals_on_it(slug: str, scenario: str) -> None:
    game = shipped(slug).game
    first = game.scenario(scenario)
    engine = RulesEngine(game, scenario)
    setting, state = engine.setting, engine.set_up(1)
    played = [phase.id for phase in game.rules.sequence]
    left = game.rules.sequence[played.index(first.first_phase) :]
    arriving = {phase.side for phase in left if phase.kind == "replacement"}
    late = [
        setting.units[unit]
        for unit, turn in setting.arrivals_and_departures.arrival_turns.items()
        if turn <= first.first_turn
        and state.locations[unit] == NOT_IN_PLAY
        and setting.sides[setting.side_of[unit]] not in arriving
    ]
    assert late == []
