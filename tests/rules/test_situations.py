"""Situations: tested at the start of phases, counted in a row, and used by battles and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.rules.victory_record import AutomaticVictory
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.victory import situation_judging
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.walking import bench_of
from tests.rules.games_with_situations import (
    BLUE,
    FALLEN,
    LONELY,
    MOVES,
    RED,
    SCENARIO,
    SLUG,
    WINS,
    differing,
    situated,
)
from tests.rules.lining import Lines
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

# The naive look ---------------------------------------------------------------------------------------


def plainly(kernel: RulesEngine, state: State, situation: Situation) -> bool:
    """Return whether a situation holds, from printed ids and the naive oracle for networks."""
    found, setting = kernel.setting.game, kernel.setting
    where = {place.id: place.hex for place in found.hexmap.places}

    def so(fact: SituationFacts) -> bool:
        side = setting.sides.index(fact.side)
        own = set(setting.board.names(state.owned[side]))
        stand = {
            setting.board.ids[state.locations[number]]
            for number, unit in enumerate(setting.units)
            if state.locations[number] >= 0 and found.counters.unit(unit).side == fact.side
        }
        if not all(where[place] in own for place in fact.owns):
            return False
        if not all(where[place] in stand for place in fact.occupies):
            return False
        if fact.network is None:
            return True
        lines = Lines(kernel, state, fact.side, fact.network)
        return not any(where[place] in lines.usable for place in fact.cut_off)

    return any(so(fact) for fact in situation.any)


def watched(found: Game, seeds: range, policy: str = "random") -> Counter[str]:
    """Play games, and test every situation at the start of phases; return how often each event occurred."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    rules = found.rules.situations

    for seed in seeds:
        counts = [0] * len(rules)
        begun = [(-1, -1)]

        def look(state: State, counts: list[int] = counts, begun: list[tuple[int, int]] = begun) -> None:
            now = (state.turn, state.phase)
            if now == begun[0] or state.stage in ("weather-roll", "over"):
                return
            begun[0] = now
            phase = kernel.phase(state)
            for number, situation in enumerate(rules):
                if phase in situation.phases:
                    counts[number] = counts[number] + 1 if plainly(kernel, state, situation) else 0
                    seen[f"{situation.id} {bool(counts[number])}"] += 1
                    seen["in a row"] += counts[number] > 1
            if counts[0] or any(state.situation_counts):
                assert list(state.situation_counts) == counts, (phase, state.situation_counts, counts)
            assert state.turn <= 1 or counts[0] < 3 or phase not in MOVES, "somebody has won"

        def watch(_before: State, _action: Action, after: State, look: Callable[..., None] = look) -> None:
            look(after)
            if after.stage == "over" and after.winning_side >= 0:
                assert after.situation_counts[0] == 3
                assert kernel.setting.sides[after.winning_side] == BLUE
                seen["won"] += 1

        look(kernel.set_up(seed))
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy), watch)
    return seen


def test_situations_are_judged_as_a_plain_look_judges_them() -> None:
    seen = watched(situated(), range(12))
    seen += watched(situated(), range(4), "greedy")
    for what in ("fallen True", "fallen False", "lonely True", "lonely False", "in a row", "won"):
        assert seen[what], (what, seen)


def _any_place(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(situation_judging, "all", any, raising=False)


def _never_over(patch: pytest.MonkeyPatch) -> None:
    known = situation_judging.situation_holds
    patch.setattr(
        situation_judging,
        "situation_holds",
        lambda s, state, one: known(s, state, one) or any(state.situation_counts),
    )


def _own_hex_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(situation_judging, "usable_hexes", lambda *_: 0)


@pytest.mark.parametrize("fault", [_any_place, _never_over, _own_hex_alone])
def test_planted_faults_in_situations_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(situated(), range(12))


def test_a_battle_goes_by_what_was_judged_last_and_not_by_what_is() -> None:
    kernel = RulesEngine(situated(), SCENARIO)
    number = kernel.setting.unit_numbers
    lines = ("0404 blue-1", "0405 blue-2", "0505 red-1")
    state = build_state(kernel, lines, turn=2, phase="blue-movement")
    assert state.situation_counts == (1, 0)
    while kernel.phase(state) != "blue-combat":
        state = kernel.apply(state, END)
    red, blue = 1 << number[UnitId("red-1")], 1 << number[UnitId("blue-2")]
    assert "bold: attack doubled" in compute_odds(kernel.setting, state, red, blue).text
    fresh = replace(state, situation_counts=(0, 0))
    assert "bold" not in compute_odds(kernel.setting, fresh, red, blue).text


# Refusals ---------------------------------------------------------------------------------------------


def test_situations_that_cannot_be_judged_are_refused() -> None:
    right = situated()
    assert not list(find_unplayable(right, right.scenarios[0]))
    for wrong, at in (
        (situated((replace(FALLEN, any=()), LONELY)), "any"),
        (situated((replace(FALLEN, any=(SituationFacts(BLUE),)), LONELY)), 0),
        (situated((replace(FALLEN, any=(SituationFacts(BLUE, cut_off=("bridge",)),)), LONELY)), "cut_off"),
        (
            situated(
                (replace(FALLEN, any=(SituationFacts(BLUE, cut_off=("depot",), network="road"),)), LONELY)
            ),
            "network",
        ),
        (situated(claims=(AutomaticVictory(BLUE, places=("depot",), situation="fallen"),)), 0),
        (situated(claims=(AutomaticVictory(BLUE, places=("depot",), consecutive=2),)), "consecutive"),
    ):
        assert at in [fault.path[-1] for fault in find_unplayable(wrong, wrong.scenarios[0])], at
    ownerless = tuple(replace(place, owner=None) for place in right.hexmap.places)
    nobody = replace(right, hexmap=replace(right.hexmap, places=ownerless))
    assert ("rules", "situations", "fallen", "any", 0, "owns", 0) in [
        fault.path for fault in find_unplayable(nobody, nobody.scenarios[0])
    ]
    few = replace(right.rules.stacking, limit=None, limits=(StackLimit(max=1, situation=("fallen",)),))
    crowded = replace(right, rules=replace(right.rules, stacking=few))
    assert "situation" in [fault.path[-1] for fault in find_unplayable(crowded, crowded.scenarios[0])]


# Saves and module -------------------------------------------------------------------------------------


def test_saved_positions_keep_how_often_situations_were_so() -> None:
    found = situated()
    kernel = RulesEngine(found, SCENARIO)
    state = replace(kernel.set_up(1), situation_counts=(2, 5), situations_tested_at=(1, 1))
    saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, state)))
    read = ReadPosition.of(HexwrightGame(found), saved).state(opened=True)
    assert (read.situation_counts, read.situations_tested_at) == (
        state.situation_counts,
        state.situations_tested_at,
    )


@pytest.mark.slow
def test_the_module_judges_as_the_reference_does(tmp_path: Path) -> None:
    assert differing(bench_of(situated(), tmp_path), range(1), range(2 if ALL else 0)) == []


@pytest.mark.parametrize(
    "wrong",
    sampled(
        [
            situated((replace(FALLEN, any=FALLEN.any[1:]), LONELY)),
            situated(
                (FALLEN, replace(LONELY, any=(SituationFacts(RED, cut_off=("depot",), network="road"),)))
            ),
            situated(claims=(replace(WINS[0], consecutive=2), WINS[1])),
        ],
        1,
    ),
    ids=["owned", "cut-off", "times"],
)
def test_a_module_that_judges_otherwise_is_found_out(wrong: Game, tmp_path: Path) -> None:
    assert differing(bench_of(wrong, tmp_path, situated()), range(4), range(0))


@pytest.mark.engine
def test_real_engine_judges_situations_like_the_rules(tmp_path: Path) -> None:
    found = situated()
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        assert differing(bench, range(1), range(2)) == []


def test_the_score_says_by_what_each_side_wins() -> None:
    found = situated()
    table = Table(opened_game(found, SLUG)).start(found.scenarios[0].title)
    said = "\n".join(map(str, table.press("Score")))
    assert "The Blues win if this holds 3 times in a row (0 so far): The Bridge is lost." in said
    assert "The Reds win if this holds at the end of the game: Red is cut off (true now)." in said


def test_the_chat_tells_what_begins_and_who_wins_by_it() -> None:
    found = situated()
    scenario = found.scenarios[0]
    gone = ("0103", "0404")
    moved = {where: units for where, units in scenario.setup.placement.items() if where not in gone}
    moved[HexId("0404")] = (UnitId("blue-3"),)
    owners = {"bridge": BLUE}
    begun = replace(scenario, setup_areas=(), owners=owners, setup=replace(scenario.setup, placement=moved))
    table = Table(opened_game(replace(found, scenarios=(begun,)), SLUG)).start(begun.title)
    lines: list[str] = []
    for _ in range(30):
        lines += table.press("Next phase")
        if table.get("GameOver") == "true":
            break
    told = "\n".join(map(str, lines))
    assert "The Bridge is lost (2 times in a row)." in told
    assert "win on turn 2" in told
    assert table.get("Winner") == "blue"
