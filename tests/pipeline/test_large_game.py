"""The game that the benchmark blows up is sound at any size."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.load.game_loading import load_game
from tests.bench.large_game import SLUG, Large


@pytest.mark.parametrize("rules", [True, False])
def test_the_large_game_is_sound_with_its_rules_and_without(tmp_path: Path, rules: bool) -> None:
    project = Large(columns=20, rows=12, units=30, scenarios=2, rules=rules).write(tmp_path)
    game = load_game(project, SLUG).game
    assert (len(game.counters.units), len(game.scenarios)) == (60, 2)
    assert bool(game.rules.movement) is rules
    for scenario in game.scenarios:
        assert len(scenario.setup.standing) == 60
