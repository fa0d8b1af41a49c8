"""Replacements saved from turn to turn: computed by hand, in the module, and in its chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import ReplacementDeduction
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_accounts, replacement_phase
from hexwright.saves.change_sentences import HexwrightNames
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.saves.save_summary import summarize_save
from hexwright.umpire.action_inference import with_phase_forced_over
from hexwright.vassal.codec.commands import ChangeProperty
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.enforcement.phases import BACK_BUTTON
from tests.conformance.walking import bench_of, several
from tests.rules.games_with_accounts import (
    ARMY,
    BLUE,
    PHASE,
    SCENARIO,
    SLUG,
    SOUTH,
    TOWN,
    apart,
    faults,
    received,
)
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

KEPT = (replace(TOWN, accumulates=True), ARMY, replace(SOUTH, accumulates=True))


def saving(*, army: bool = False) -> Game:
    """Return the game in which two or all three of Blue's accounts save unused points."""
    return apart(kept=(KEPT[0], replace(ARMY, accumulates=army), KEPT[2]))


# By hand ----------------------------------------------------------------------------------------------


def watched(found: Game, seeds: range, policy: str = "random") -> Counter[str]:
    """Play games and compute Blue's points at the start of each Blue phase; return the counts of events."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    blue = kernel.setting.sides.index(BLUE)
    own = next(rule.accounts for rule in found.rules.replacements if rule.side == BLUE)
    for seed in seeds:
        put_by = dict.fromkeys((one.id for one in own), 0)

        def look(state: State, action: Action, after: State, put_by: dict[str, int] = put_by) -> None:
            if kernel.phase(state) == PHASE and action == END and state.stage == "replace":
                for one, left in zip(own, state.replacements_left, strict=True):
                    put_by[one.id] = left if one.accumulates else 0
                    seen["kept"] += bool(put_by[one.id])
                    seen["lost"] += bool(left and not one.accumulates)
            begins = (state.turn, state.phase, state.stage) != (after.turn, after.phase, after.stage)
            if begins and kernel.phase(after) == PHASE and after.stage == "replace":
                cut = bool(kernel.setting.situations_now(after))
                has = tuple(received(found, one, cut=cut) + put_by[one.id] for one in own)
                assert after.replacements_left == has, (after.turn, after.replacements_left, has)
                seen["more"] += any(put_by.values())
                seen["halved"] += cut and any(put_by.values())
            assert not after.accumulated_replacements or not any(after.accumulated_replacements[1 - blue])

        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy), look)
    return seen


def test_unused_replacements_are_there_on_the_next_turn() -> None:
    seen = watched(saving(), range(12))
    assert min(seen[what] for what in ("kept", "lost", "more", "halved")) > 0, seen
    assert not watched(apart(), range(3))["kept"]


def _forgotten(setting: Any, state: State, side: int) -> tuple[int, ...]:
    return replacement_accounts.replacements_received(
        setting, replace(state, accumulated_replacements=()), side
    )


def _all_kept(setting: Any, state: State) -> State:
    return replace(
        state,
        accumulated_replacements=tuple(
            state.replacements_left if n == setting.side(state) else (0,) for n in range(2)
        ),
    )


@pytest.mark.parametrize(
    ("whose", "name", "fault"),
    [
        (replacement_phase, "accumulate_replacements", lambda setting, state: state),
        (replacement_phase, "accumulate_replacements", _all_kept),
        (
            replacement_phase,
            "replacements_received",
            _forgotten,
        ),
    ],
    ids=["none kept", "all kept", "kept and not had"],
)
def test_a_kernel_that_keeps_otherwise_is_found(
    whose: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whose, name, fault)
    with pytest.raises((AssertionError, ValueError)):
        watched(saving(), range(12))


def test_a_saved_game_tells_what_is_kept() -> None:
    found = saving()
    kernel = RulesEngine(found, SCENARIO)
    state = kernel.set_up(1)
    while not any(map(any, state.accumulated_replacements)):
        if state.stage == "replace":
            state = kernel.apply(state, END)
        else:
            legal = kernel.legal_actions(state)
            state = kernel.apply(state, legal[-1] if legal else kernel.draw(state))
    blue = kernel.setting.sides.index(BLUE)
    assert state.accumulated_replacements[blue] == (3, 0, 1)
    file, ours = SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)), HexwrightGame(found)
    position = LogPosition(file)
    assert ReadPosition.of(ours, position).state().accumulated_replacements == state.accumulated_replacements
    facts = summarize_save(file, position, HexwrightNames(ours), ours).facts
    assert facts["replacements kept"] == "Blue 3 for the town, 1 for the south"


def test_a_phase_that_is_read_again_has_what_was_kept_before_it() -> None:
    found = saving()
    kernel = RulesEngine(found, SCENARIO)
    state = build_state(kernel, (), phase=PHASE, turn=2)
    position = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)))
    for when, kept in ((f"2.{PHASE}", (1, 0, 0)), (f"1.{PHASE}", (3, 0, 1))):
        position.step(ChangeProperty("Saved", "", f"blue 3+0+1 {when} 1+0+0,", "Module"))
        assert (
            ReadPosition.of(HexwrightGame(found), position)
            .state()
            .accumulated_replacements[kernel.setting.sides.index(BLUE)]
            == kept
        )


def test_the_umpire_keeps_what_a_phase_leaves_that_should_not_end() -> None:
    kernel = RulesEngine(saving(), SCENARIO, {"fatigue": "on"})
    state = replace(build_state(kernel, (), phase=PHASE, turn=1), stage="attrition-loss")
    assert with_phase_forced_over(kernel, state).accumulated_replacements[
        kernel.setting.sides.index(BLUE)
    ] == (3, 0, 1)


def test_booklet_and_help_explain_kept_replacements() -> None:
    lines = by_subject(saving())["Replacements"]
    assert "Blue replacements for the town: unused points are saved" in lines
    assert not any("the army" in line and "kept" in line for line in lines)


def test_replacements_both_kept_and_levied_are_refused() -> None:
    assert faults(saving()) == ""
    levied = apart(kept=KEPT, deductions=(ReplacementDeduction(situation=("cut",), points=2, rule="1.1"),))
    assert (
        "account 'town' of blue accumulates points, but 'deductions' can't handle accumulated points"
        in faults(levied)
    )


# In the module ------------------------------------------------------------------------------------------


def _walks(bench: ConformanceBench, seeds: range) -> ComparisonTally:
    phases = len(bench.game.rules.sequence)
    plans = (
        replace(
            plan_walk(bench.game, seed),
            kind="",
            by_hand=False,
            phases_skipped=0,
            length=2 * phases + 1,
            attempt_rate=0.15,
        )
        for seed in seeds
    )
    return several(bench, plans)


def test_module_keeps_saved_points_like_the_rules_engine(tmp_path: Path) -> None:
    tally = _walks(bench_of(saving(), tmp_path), range(4 if ALL else 1))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"], tally.counts


@pytest.mark.slow
@pytest.mark.parametrize("other", sampled([apart(), saving(army=True)], 0), ids=["none", "all"])
def test_a_module_that_keeps_otherwise_is_found_out(other: Game, tmp_path: Path) -> None:
    assert _walks(bench_of(other, tmp_path, saving()), range(8)).differences


def test_the_module_tells_what_is_kept_and_lost() -> None:
    found = saving()
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title)
    told: list[str] = []
    for _ in range(40):
        table.engine.press("Next phase")
        told += table.said()
        if any("and lose" in line for line in told):
            break
    assert any("2 replacements would be lost unused" in line for line in told), told
    assert any("keep 4 replacements and lose 2 replacements unused" in line for line in told), told
    assert (table.get("Saved") or "").startswith("blue 3+0+1 ")
    assert "Blue keep" not in "".join(told)


def test_a_phase_that_ends_again_keeps_no_more() -> None:
    found = saving()
    table = Table(opened_game(found, SLUG)).start(found.scenario(SCENARIO).title, level="assist")
    for _ in range(40):
        table.press("Next phase")
        if table.get("Saved"):
            break
    kept = table.get("Saved")
    assert (kept or "").startswith("blue 3+0+1 1.")
    for _ in range(2):
        while table.get("Phase") != PHASE:
            table.press(BACK_BUTTON)
        table.press("Next phase")
    assert table.get("Saved") == kept


def test_nothing_is_kept_of_the_phase_before_the_first_weather() -> None:
    found = saving()
    [blue] = [one for one in found.rules.sequence if one.id == PHASE]
    others = tuple(one for one in found.rules.sequence if one.id != PHASE)
    [day] = found.charts.turn_tracks
    first = replace(day.turns[0], weather_roll={"1": "wet", "2": "dry"})
    start = replace(found.scenario(SCENARIO), first_phase=others[0].id, options={})
    game = replace(
        found,
        rules=replace(found.rules, sequence=(*others, blue)),
        charts=replace(found.charts, turn_tracks=(replace(day, turns=(first, *day.turns[1:])),)),
        scenarios=(start,),
        oob=replace(
            found.oob, replacements=tuple(replace(one, first_turn=1) for one in found.oob.replacements)
        ),
    )
    table = Table(opened_game(game, SLUG)).start(start.title)
    assert table.get("Phase") == PHASE
    table.press("Begin the game")
    assert table.get("Phase") != PHASE
    assert not table.get("Saved")


@pytest.mark.engine
def test_real_engine_keeps_unused_replacements_like_the_rules(tmp_path: Path) -> None:
    found = saving()
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        tally = _walks(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), range(1)
        )
    assert [str(one) for one in tally.differences] == []
