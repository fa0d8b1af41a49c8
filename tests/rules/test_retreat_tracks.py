"""Retreats along lines agree with the data, by ids; a module without the restriction is found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import plan_walk, walk
from hexwright.geometry.bitsets import members
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.retreat_route_record import RetreatTrack
from hexwright.model.rules.transport_network_record import NetworkUse
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.queries.retreat_paths import trodden
from hexwright.rules.compiled import compiled_movement
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules, find_unplayable
from tests.conformance.walking import ahead, bench_of
from tests.rules.games_with_railways import SCENARIO
from tests.rules.games_with_retreats_along_lines import TRACKS, tracked
from tests.rules.lining import Lines
from tests.tiers import ALL

LATER = (replace(TRACKS[0], turns=(2,)),)


def goes(kernel: RulesEngine, state: State, unit: int, here: HexId) -> set[HexId]:
    """Return the hexes that a unit of the class may enter from a hex, from the data alone."""
    name = kernel.setting.units[unit]
    counter = kernel.setting.game.counters.unit(name)
    combat = kernel.setting.game.rules.combat
    assert combat is not None
    [track] = combat.retreat.along_network
    if track.turns and state.turn not in track.turns:
        return set(HexGrid.of(kernel.setting.game.hexmap.grid).neighbours(here).values())
    lines = Lines(kernel, state, counter.side, "road")
    near = {b for a, b in lines.pairs if a == here} | {a for a, b in lines.pairs if b == here}
    return near & lines.serving


def watched(found: Game, seeds: range) -> Counter[str]:
    """Compare the steps of units of the class in whole games; return the counts of their retreats."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    ids = kernel.setting.board.ids
    tracked_units = [
        n
        for n, name in enumerate(kernel.setting.units)
        if found.counters.unit(name).unit_class in TRACKS[0].classes
    ]

    def look(state: State, action: Action, _after: State) -> None:
        if state.stage not in ("retreat", "advance"):
            return
        for unit in tracked_units:
            for here in members(kernel.setting.networks["road", 0].hexes):
                told = {
                    ids[n] for n in members(trodden(kernel.setting.passable_steps(state, unit), 1 << here))
                }
                assert told == goes(kernel, state, unit, ids[here])
                seen["open"] += bool(told)
        if action.kind in ("retreat", "advance") and action.unit is not None:
            number = kernel.setting.unit_numbers[action.unit]
            if number in tracked_units:
                assert action.hex in goes(kernel, state, number, ids[state.locations[number]])
                seen[action.kind] += 1

    for seed in seeds:
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), look)
    return seen


def test_units_retreat_along_lines_that_serve_their_side() -> None:
    assert watched(tracked(*TRACKS), range(8))["open"] > 0


def test_on_some_turns_alone_they_do() -> None:
    assert watched(tracked(*LATER), range(8))["open"] > 0


def test_plain_reading_finds_lines_that_count_on_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_movement, "applies_at", lambda *_, **__: True)
    with pytest.raises(AssertionError):
        watched(tracked(*LATER), range(8))


def test_a_unit_without_a_line_to_retreat_along_is_lost() -> None:
    kernel = RulesEngine(tracked(*TRACKS), SCENARIO)
    road = sorted(Lines(kernel, kernel.set_up(), "red", "road").hexes)
    off = next(h for h in kernel.setting.board.ids if h not in road and h > "05")
    state = build_state(kernel, (f"{off} red-1", "0101 blue-1"), phase="blue-combat")
    number = kernel.setting.unit_numbers[UnitId("red-1")]
    assert trodden(kernel.setting.passable_steps(state, number), 1 << state.locations[number]) == 0


def test_plain_reading_finds_lines_that_serve_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        compiled_movement, "serving_steps", lambda net, _serving: ((net.spread_along_lines, -1),)
    )
    with pytest.raises(AssertionError):
        watched(tracked(*TRACKS), range(8))


def _battles(found: Game, right: Game, folder: Path, seeds: Iterable[int]) -> ComparisonTally:
    total, bench = ComparisonTally(), bench_of(found, folder, right)
    for seed in seeds:
        total.add(walk(bench, replace(plan_walk(right, seed), kind="combat", length=1, attempt_rate=0.5)))
        if total.differences:
            break
    return total


def test_module_retreats_units_along_lines_like_the_rules_engine(tmp_path: Path) -> None:
    tally = _battles(tracked(*TRACKS), tracked(*TRACKS), tmp_path, range(7) if ALL else (6,))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["battles"] > 0, tally.counts


def test_the_module_limits_retreats_to_lines_on_some_turns_alone(tmp_path: Path) -> None:
    tally = _battles(tracked(*LATER), tracked(*LATER), tmp_path, (6, 3, 0) if ALL else (6,))
    assert [str(one) for one in tally.differences] == []


def test_a_module_that_lets_them_go_anywhere_is_found_out(tmp_path: Path) -> None:
    assert _battles(tracked(), tracked(*TRACKS), tmp_path, ahead(40, 6)).differences


def test_the_booklet_explains_retreats_along_lines() -> None:
    told = by_subject(tracked(*LATER))["Battles"]
    line = "Foot units retreat and advance only along a road that serves their side; "
    line += "a unit that can't is eliminated"
    assert f"{line} (on turn 2)" in told


def test_conditions_that_retreats_along_lines_do_not_ask_are_refused() -> None:
    found = tracked(replace(TRACKS[0], supply="out"))
    assert [one.path[-1] for one in find_unplayable(found, found.scenarios[0])] == ["supply"]


@pytest.mark.parametrize(
    ("along", "uses", "said"),
    [
        (TRACKS, None, ""),
        (TRACKS * 2, None, "two entries of 'along_network' apply to class"),
        (TRACKS, (NetworkUse(SideId("red"), edge=("east",)),), "doesn't use"),
    ],
)
def test_retreats_along_lines_that_cannot_be_played_are_refused(
    along: tuple[RetreatTrack, ...], uses: tuple[NetworkUse, ...] | None, said: str
) -> None:
    found = tracked(*along)
    if uses is not None:
        [road] = found.rules.networks
        found = replace(found, rules=replace(found.rules, networks=(replace(road, uses=uses),)))
    told = "; ".join(one.message for one in check_rules(found, found.scenarios[0]))
    assert said in told if said else told == ""
