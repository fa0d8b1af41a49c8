"""Fitting weights: the same in any order, kept as data of the game, and used by the player `tuned`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.game_loading import load_game
from hexwright.load.new_game import start_game
from hexwright.load.players_file import players_yaml
from hexwright.load.project_folder import Project
from hexwright.model.computer_players import ComputerPlayers, FireWeights, Weights
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.campaigns import weight_tuning
from hexwright.players.campaigns.campaign_job import CampaignJob, Chunk, PlayedChunk
from hexwright.players.campaigns.campaign_run import CampaignEngine as Engine
from hexwright.players.campaigns.weight_tuning import TuningPlan, games_of_side, tune_side
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.policies import PolicyFactory, play_game, policies_for
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.support.workers.local_engine import local_engine

SLUG, RED, BLUE = "the-ford", SideId("red"), SideId("blue")
SHY = Weights(goal=0.0, attack=0.2, safety=5.0, boldness=3.5)
PLAN = TuningPlan((SLUG,), 1, 2, 3)


@pytest.fixture(scope="module")
def game(project: Project) -> Game:
    return load_game(project, SLUG).game


def backwards(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
    """Play the chunks in the opposite order."""
    yield from local_engine(1)(job, iter(list(chunks)[::-1]))


def test_weights_are_the_same_in_any_order_of_games_and_others_with_another_seed(game: Game) -> None:
    pytest.importorskip("cma")

    def tuned(engine: Engine, seed: int = 3) -> object:
        counted: list[int] = []
        found = tune_side(game, RED, replace(PLAN, seed=seed), engine, counted.append)
        assert counted[-1] == found.games == games_of_side(game, PLAN)
        return found.weights

    first = tuned(local_engine(1))
    assert first == tuned(backwards) != Weights()
    assert tuned(local_engine(1), 4) != first


def test_weights_win_that_are_worth_more(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With results that depend on the weights alone, the optimiser finds the best ones."""
    pytest.importorskip("cma")
    best = Weights(goal=2.0, guard=0.5, attack=1.5, safety=0.4, line=3.0, boldness=0.8)

    def judged(
        _game: Game, _side: SideId, sets: list[Weights], *_given: object
    ) -> Iterator[tuple[int, float]]:
        for number, one in enumerate(sets):
            yield number, -sum(abs(getattr(one, name) - getattr(best, name)) for name in Weights.__slots__)

    monkeypatch.setattr(weight_tuning, "_games", judged)
    found = tune_side(game, RED, replace(PLAN, generations=80), local_engine(1), lambda _: None).weights
    for name in Weights.__slots__:
        assert getattr(found, name) == pytest.approx(getattr(best, name), abs=0.1)


def test_the_player_tuned_plays_each_side_with_its_own_weights(game: Game) -> None:
    def actions(players: dict[SideId, Weights], named: dict[SideId, str | PolicyFactory]) -> object:
        rules = RulesEngine(replace(game, players=ComputerPlayers("", players)), SLUG, {})
        return play_game(rules, 5, named).actions

    def shy(rules: RulesEngine, seed: int) -> GreedyPolicy:
        return GreedyPolicy(rules, seed, SHY)

    greedy = actions({}, {RED: "greedy", BLUE: "greedy"})
    tuned = actions({RED: SHY}, {RED: "tuned", BLUE: "tuned"})
    assert tuned == actions({}, {RED: shy, BLUE: "greedy"}) != greedy


def test_a_game_without_weights_has_no_player_tuned(game: Game) -> None:
    with pytest.raises(InputError, match=r"the-ford has no weights for the player 'tuned'"):
        play_game(RulesEngine(game, SLUG, {}), 1, {RED: "tuned"})
    assert "tuned" not in policies_for(game)


def test_weights_are_read_as_they_were_written(project: Project, tmp_path: Path) -> None:
    start_game(Project(tmp_path), SLUG)
    file = tmp_path / "data" / SLUG / "players.yaml"
    players = ComputerPlayers("by hand: two games", {RED: SHY}, {BLUE: FireWeights(caution=0.25)})
    file.write_text(players_yaml(players))
    assert load_game(Project(tmp_path), SLUG).game.players == players
    file.write_text("odds: {green: {goal: 1}}\n")
    with pytest.raises(InputError, match="green"):
        load_game(Project(tmp_path), SLUG)


def test_weights_are_fitted_and_used_by_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cma")
    start_game(Project(tmp_path), SLUG)
    given = ["-C", str(tmp_path), "campaign", "tune", SLUG, "--generations", "1", "--games", "2", "-w", "1"]
    assert run([*given, "--scenario", "the-fort"]) == ExitCode.FINDINGS
    assert "has no scenario 'the-fort'" in capsys.readouterr().err
    assert run(given) == ExitCode.OK
    players = load_game(Project(tmp_path), SLUG).game.players
    assert set(players.odds) == {RED, BLUE}
    assert f"{2 * games_of_side(load_game(Project(tmp_path), SLUG).game, PLAN)} games" in players.fitted
    assert run(["-C", str(tmp_path), "play", SLUG, SLUG, "--red", "tuned"]) == ExitCode.OK
    monkeypatch.setattr(weight_tuning, "find_spec", lambda name: None)
    assert run(given) == ExitCode.FINDINGS
    assert 'pip install "cma' in capsys.readouterr().err
