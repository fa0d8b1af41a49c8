"""Among three sides each enemy may intercept a mission, one after another as they play."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.conformance_walk import WalkPlan as Walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.policies import play_game, policy_of
from hexwright.recording.log_writer import LogWriter
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.air import air_missions
from hexwright.rules.air.air_readiness import current_mission, ready_air_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.umpire.log_umpire import LogUmpire
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.module.gpid_ledger import GpidLedger
from tests.conformance.walking import several
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.tiers import ALL, sampled
from tests.vassal.enforcement.table import spoiled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAN = "4:5x5:4:6:three-sides,fire,air,air-strikes,air-supplies,communication,horse"


@pytest.fixture
def drawn(tmp_path: Path) -> Game:
    files, pictures = files_of(Plan.read(PLAN))
    for one in files["rules.yaml"]["air"]:
        one |= {
            "several_interceptors": True,
            "may_strike": True,
            "interception": {"1": "none", "2": "none", "3": "out"},
        }
    loaded = load_game(write_files(files, pictures, tmp_path), SLUG)
    assert loaded.diagnostics == ()
    return loaded.game


def test_enemies_are_asked_one_after_another_as_they_play(drawn: Game) -> None:
    kernel = RulesEngine(drawn, "day-1")
    setting = kernel.setting
    asked: dict[tuple[int, int, int], list[int]] = {}
    for seed in range(8):

        def watch(before: State, action: Action, _: State, seed: int = seed) -> None:
            if before.stage != "intercept":
                return
            flier = current_mission(before).unit
            number = sum(mission.kind != "intercept" for mission in before.missions)
            key = (seed, before.turn * 100 + before.phase, number)
            decider = setting.sides.index(kernel.active_side(before))
            later = (decider - setting.side_of[flier]) % 3
            assert later
            assert ready_air_units(setting, before, decider)
            assert {legal.unit for legal in kernel.legal_actions(before)} - {None} == {
                setting.units[unit] for unit in ready_air_units(setting, before, decider)
            }
            assert later >= max(asked.get(key, [0]))
            asked.setdefault(key, []).append(later)

        play_game(kernel, seed, dict.fromkeys(setting.sides, "random"), watch)
    told = Counter(tuple(dict.fromkeys(found)) for found in asked.values())
    assert {(1,), (2,), (1, 2)} <= set(told)


def walked(game: Game, module: Path, seeds: Iterable[int]) -> ComparisonTally:
    bench = ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), EmulatedModule(module))
    plans = (Walk("day-1", seed, {}, "random", False, 0, "", 9, 0.8) for seed in seeds)
    return several(bench, plans, {"refused interceptions": 2})


@pytest.mark.slow
def test_module_intercepts_like_the_rules_engine(drawn: Game, tmp_path: Path) -> None:
    tally = walked(drawn, module_with_plain_pictures(drawn, tmp_path / "game.vmod"), range(1, 7))
    assert tally.differences == []
    assert tally.counts["interceptions"] > 5
    assert tally.counts["refused interceptions"] > 1


@pytest.mark.parametrize(
    ("right", "wrong"),
    sampled([
        # The first enemy is asked again once the second has tried.
        ('> playsAfter(side, of(target, "Side"))', '> 9'),
        # One enemy alone intercepts.
        ('of(target, "Side").equals(side) || missionOf', '!side.equals("green") || missionOf'),
    ], 1),
)  # fmt: skip
def test_a_module_in_which_others_intercept_is_found_out(
    right: str, wrong: str, drawn: Game, tmp_path: Path
) -> None:
    module = spoiled(module_with_plain_pictures(drawn, tmp_path / "game.vmod"), right, wrong)
    assert walked(drawn, module, range(1, 9)).differences


@pytest.mark.slow
def test_an_interceptor_is_out_for_as_many_turns_as_its_own_side_says(drawn: Game, tmp_path: Path) -> None:
    missions = tuple(
        dataclasses.replace(one, turns_out=n, interception={"1": "interceptor-out"})
        for n, one in enumerate(drawn.rules.air, 1)
    )
    game = dataclasses.replace(drawn, rules=dataclasses.replace(drawn.rules, air=missions))
    out = {one.side: one.turns_out for one in missions}
    kernel, seen = RulesEngine(game, "day-1"), set[str]()

    def watch(before: State, action: Action, after: State) -> None:
        if before.stage == "intercept-roll":
            unit = before.missions[-1].unit
            side = game.counters.unit(kernel.setting.units[unit]).side
            assert after.return_turns[unit] == before.turn + out[side]
            seen.add(side)

    for seed in range(8):
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), watch)
    assert len(seen) == 3
    module = module_with_plain_pictures(game, tmp_path / "game.vmod")
    assert walked(game, module, range(1, 3 if ALL else 2)).differences == []


def recorded(game: Game, seed: int, *, told: bool) -> bytes:
    """Return a game at random as a log, in which who lets a mission pass is `told` or not."""
    kernel = RulesEngine(game, "day-1")
    state = kernel.set_up(seed)
    replay = LogWriter(game, plan_sheet(game), GpidLedger(), kernel, state)
    players = {side: policy_of("random")(kernel, seed) for side in kernel.setting.sides}
    while (side := kernel.active_side(state)) is not None:
        action = kernel.draw(state) if side == CHANCE else players[side].choose(state)
        after = kernel.apply(state, action)
        if told or action.kind != "pass":
            replay.add_action(state, action, after)
        state = after
    return replay.file().encode()


def offences(game: Game, log: bytes) -> list[str]:
    found = LogUmpire(HexwrightGame(game), SavedGameFile.read(log)).follow_log().findings
    return [str(one) for one in found if one.kind == "offence"]


@pytest.mark.parametrize("told", sampled([True, False], 1))
def test_the_umpire_follows_interceptions_and_interceptors_that_pass(drawn: Game, told: bool) -> None:
    assert [one for seed in (1, 2, 3) for one in offences(drawn, recorded(drawn, seed, told=told))] == []


@pytest.mark.slow
def test_the_umpire_finds_an_interception_out_of_turn(drawn: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(setting: CompiledGame, state: State) -> int:
        mission = current_mission(state)
        return (setting.side_of[mission.unit] - 1 - mission.passed_interceptors) % len(setting.sides)

    usual = RulesEngine.active_side

    def asked(kernel: RulesEngine, state: State) -> SideId | None:
        setting = kernel.setting
        return (
            setting.sides[backwards(setting, state)] if state.stage == "intercept" else usual(kernel, state)
        )

    with monkeypatch.context() as patch:
        patch.setattr(air_missions, "intercepting_side", backwards)
        patch.setattr(RulesEngine, "active_side", asked)
        logs = [recorded(drawn, seed, told=False) for seed in range(1, 9)]
    assert [one for log in logs for one in offences(drawn, log)]
