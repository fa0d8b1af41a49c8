"""A policy of a game with three sides minds both enemies, not the first of them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.load.game_loading import load_game
from hexwright.model.computer_players import Weights
from hexwright.players.fire_search_policy import WEIGHT_SETS, FireSearchPolicy
from hexwright.players.position_evaluation import Evaluation, pressure
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files

PLAN = "3:5x5:3:4:three-sides,towns,fire,fire-rounds,any-stack"


@pytest.fixture
def kernel(tmp_path: Path) -> RulesEngine:
    files, pictures = files_of(Plan.read(PLAN))
    return RulesEngine(load_game(write_files(files, pictures, tmp_path), SLUG).game, "day-1")


def test_a_position_is_worth_what_is_left_of_it_beside_the_best_enemy(
    kernel: RulesEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def value(_self: FireSearchPolicy, _state: State, side: int) -> float:
        return (5.0, 1.0, 9.0)[side]

    monkeypatch.setattr(FireSearchPolicy, "value", value)
    search, state = FireSearchPolicy(kernel, 1), kernel.set_up(1)
    assert [search._rollout(state, 1, side, WEIGHT_SETS[0]) for side in range(3)] == [-4.0, -8.0, 4.0]


def test_danger_is_what_both_enemies_bring(kernel: RulesEngine) -> None:
    hexes = [str(hex_id) for hex_id in kernel.setting.board.ids if hex_id]
    standing = [f"{hexes[0]} red-1", f"{hexes[-1]} blue-1", f"{hexes[-3]} green-1"]
    phase = kernel.setting.phases[0].id
    state = build_state(kernel, standing, turn=1, phase=phase)
    found = Evaluation(kernel.setting, state, 0, Weights()).danger
    alone = [pressure(kernel.setting, state, side) for side in (1, 2)]
    assert found == pytest.approx([one + other for one, other in zip(*alone, strict=True)])
    assert all(map(any, alone))
