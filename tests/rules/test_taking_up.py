"""Redeployment along a network, and the return of lost units, as the data say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import plan_walk, walk
from hexwright.emulator import EmulatedGame
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.model.rules.replacement_record import Entry
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import reinforcements
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.conformance.walking import bench_of
from tests.rules.games_with_railways import SCENARIO, railway
from tests.rules.lining import Lines
from tests.tiers import sampled
from tests.vassal.enforcement.table import Table
from tests.vassal.engine.conftest import module_with_plain_pictures

RED = "red"
TROOPS = Entry(
    id="troops",
    units=(UnitId("red-1"), UnitId("red-2")),
    arrives="when-eliminated",
    hexes=(HexId("0901"), HexId("0902")),
    redeploys_on="road",
    rule="5",
)


def relaid(entry: Entry = TROOPS) -> Game:
    """Return the railway game whose Red railway troops redeploy, and return at the edge."""
    found = railway(whole=False)
    replacements = tuple(
        replace(rule, entries=(*rule.entries, entry)) if rule.side == RED else rule
        for rule in found.rules.replacements
    )
    return replace(found, rules=replace(found.rules, replacements=replacements))


# By ids -----------------------------------------------------------------------------------------------


def goals(kernel: RulesEngine, state: State, unit: str) -> set[HexId]:
    """Return the hexes in which a unit may be placed, from the data alone: redeployed or returning."""
    setting = kernel.setting
    number, lines = setting.unit_numbers[UnitId(unit)], Lines(kernel, state, RED, "road")
    if number in _changed(kernel, state):
        return set()
    if state.locations[number] == POOL:
        found = set(TROOPS.hexes)
    elif state.locations[number] >= 0:
        found = lines.serving - {setting.board.ids[state.locations[number]]}
    else:
        return set()
    enemies = {h for h, kinds in lines.standing.items() if kinds - {""}}
    return {h for h in found - enemies if not _full(kernel, state, h, number)}


def _changed(kernel: RulesEngine, state: State) -> set[int]:
    return {n for n in range(len(kernel.setting.units)) if state.acted >> n & 1}


def _full(kernel: RulesEngine, state: State, hex_id: HexId, unit: int) -> bool:
    there = sum(
        state.locations[n] == kernel.setting.board.index[hex_id]
        for n in range(len(state.locations))
        if n != unit
    )
    limit = kernel.setting.game.rules.stacking.limit
    assert limit is not None
    return there >= limit


def watched(found: Game, seeds: range) -> Counter[str]:
    """Compare the hexes for units in all phases in which they may be placed; return how often each event
    occurred."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()

    def look(state: State, action: Action, after: State) -> None:
        if state.stage == "replace" and kernel.setting.sides[kernel.setting.side(state)] == RED:
            for unit in TROOPS.units:
                legal = {a.hex for a in kernel.legal_actions(state) if a.unit == unit and a.hex is not None}
                assert legal == goals(kernel, state, unit), kernel.show(state)
            if action.unit in TROOPS.units:
                seen[action.kind] += 1
                assert state.serving_hexes == after.serving_hexes

    for seed in seeds:
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), look)
    return seen


def test_units_are_taken_up_and_come_back_where_the_data_let_them() -> None:
    seen = watched(relaid(), range(4))
    assert seen["give-up"] > 0, seen


def test_a_lost_unit_comes_back_in_its_hexes_alone_but_not_beneath_an_enemy() -> None:
    kernel = RulesEngine(relaid(), SCENARIO)

    def back(*lines: str) -> set[HexId | None]:
        state = build_state(kernel, lines, phase="red-reinforcement", pool=("red-1",))
        return {a.hex for a in kernel.legal_actions(state) if a.unit == "red-1"}

    assert back("0303 blue-1", "0903 red-2") == set(TROOPS.hexes)
    assert back("0901 blue-1", "0903 red-2") == {HexId("0902")}
    assert back("0901 blue-1", "0902 blue-2", "0903 red-2") == set()


def test_a_unit_taken_up_moves_afterwards_and_is_taken_up_once() -> None:
    kernel = RulesEngine(relaid(), SCENARIO)
    state = build_state(kernel, ("0303 blue-1", "0903 red-1"), phase="red-reinforcement")
    [goal] = [h for h in sorted(Lines(kernel, state, RED, "road").serving) if h.startswith("07")][:1]
    action = Action("give-up", UnitId("red-1"), hex=goal)
    assert kernel.describe(state, action).endswith(f"is picked up and placed in {goal}.")
    after = kernel.apply(state, action)
    assert not [a for a in kernel.legal_actions(after) if a.unit == "red-1"]
    moving = kernel.apply(after, Action("end"))
    assert kernel.phase(moving) == PhaseId("red-movement")
    assert [a for a in kernel.legal_actions(moving) if a.unit == "red-1" and a.kind == "move"]


def _anywhere_on_the_line(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        reinforcements,
        "serving_hexes",
        lambda setting, _state, name, side: setting.networks[name, side].hexes,
    )


def _onto_itself(patch: pytest.MonkeyPatch) -> None:
    right = reinforcements.redeployment_hexes

    def own(setting: Any, state: Any, unit: int, network: str) -> int:
        return int(right(setting, state, unit, network) | 1 << state.locations[unit])

    patch.setattr(reinforcements, "redeployment_hexes", own)


@pytest.mark.parametrize("fault", [_anywhere_on_the_line, _onto_itself])
def test_planted_faults_in_taking_up_are_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(relaid(), range(3))


# In the module ----------------------------------------------------------------------------------------


def brief(found: Game) -> Game:
    """Return a game without supply phases and with recovery last, so that no walk begins after them."""
    kept = [one for one in found.rules.sequence if one.kind != "supply"]
    sequence = tuple(sorted(kept, key=lambda one: one.kind == "recovery"))
    return replace(found, rules=replace(found.rules, sequence=sequence, out_of_supply=None))


def _not_taken_up(found: Game) -> Game:
    return relaid(replace(TROOPS, redeploys_on=None))


@pytest.mark.parametrize("fault", sampled([None, _not_taken_up], 0, 1))
def test_the_module_takes_units_up_like_the_reference(
    fault: Callable[[Game], Game] | None, tmp_path: Path
) -> None:
    right = brief(relaid())
    bench = bench_of(brief(fault(right)) if fault else right, tmp_path, right)
    found = []
    kinds: Counter[str] = Counter()
    for seed in range(12 if fault else 4):
        plan = replace(plan_walk(bench.game, seed), kind="replacement", length=1, attempt_rate=0.8)
        tally = walk(bench, plan)
        kinds.update(tally.counts)
        found += tally.differences
        if found:
            break
    assert bool(found) == (fault is not None), [str(one) for one in found]
    assert fault is not None or kinds["replacements: give-up"] > 0, kinds


# What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (TROOPS, ""),
        (replace(TROOPS, arrives="delayed"), "which needs 'arrives: when-eliminated'"),
        (replace(TROOPS, arrive_disrupted=True), "but would be disrupted at each redeployment"),
    ],
)
def test_taking_up_that_cannot_be_played_is_refused(entry: Entry, said: str) -> None:
    found = relaid(entry)
    told = "; ".join(f"{one.message} ({one.hint})" for one in check_rules(found, found.scenarios[0]))
    assert said in told if said else told == ""


def test_the_prompt_names_units_that_may_be_redeployed_in_the_phase_of_their_side(tmp_path: Path) -> None:
    game = relaid()
    with EmulatedGame.open(module_with_plain_pictures(game, tmp_path / "game.vmod")) as player:
        player.start(game.scenarios[0].title, "Both sides")
        table = Table(player)
        said, asked = {}, {}
        for _ in range(4):
            said[table.get("Phase")] = str(table.get("NextStep"))
            phase = table.get("Phase")
            asked[phase] = table.asked()
            if asked[phase]:
                table.next()
    assert said["red-reinforcement"] == (
        "Reds: 1st Red Division in 0404 and 1 more may be redeployed (drag; Ctrl G lights where);"
        " then press Next phase."
    )
    assert [phase for phase, text in said.items() if "redeployed" in text] == ["red-reinforcement"]
    assert (
        "1st Red Division in 0404 and 1 more may be redeployed. Press Next phase again"
        in (asked["red-reinforcement"])
    )
