"""Retreat lengths by result, from the data alone; modules with other lengths are found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.rules_record import Retreat
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.rules.redoubt_walks import SCENARIO, SLUG, walked
from tests.tiers import ALL
from tests.vassal.compile.games import game

FAR: Mapping[str, int] = {"AR": 1, "DR": 3}


def toy(far: Mapping[str, int] = FAR) -> Game:
    """Return the toy with retreats of other lengths, and with more retreats."""
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    effects = {
        **combat.effects,
        "EX": ("defender-retreat",),
        "AE": ("attacker-retreat",),
        "DE": ("defender-retreat",),
    }
    by_result = {**far, "EX": 1} if far else {}
    changed = replace(combat, effects=effects, retreat=replace(combat.retreat, hexes_by_result=by_result))
    return replace(found, rules=replace(found.rules, combat=changed))


class Judge:
    """A naive oracle for the end hexes of retreats, from the rule text."""

    def __init__(self, found: Game) -> None:
        combat = found.rules.combat
        assert combat is not None
        self.rule, self.grid, self.counters = combat.retreat, HexGrid.of(found.hexmap.grid), found.counters
        self.most = found.rules.stacking.limit or 99
        self.lake = {
            frozenset(side.split("/"))
            for kind in found.hexmap.hexsides
            if kind.id == "lake"
            for line in kind.lines
            for side in line.hexsides
        }

    def ends(self, standing: Mapping[UnitId, HexId], unit: UnitId, result: str) -> set[HexId]:
        far = self.rule.hexes_by_result.get(result, self.rule.hexes)
        side = self.counters.unit(unit).side
        enemies = {at for one, at in standing.items() if self.counters.unit(one).side != side}
        shut = enemies | {near for at in enemies for near in self._beside(at)}
        friends = Counter(
            at for one, at in standing.items() if one != unit and self.counters.unit(one).side == side
        )
        ways, start = {standing[unit]}, standing[unit]
        for length in range(1, 40):
            ways = {near for at in ways for near in self._steps(at) if near not in shut}
            ways = {at for at in ways if self.grid.distance(start, at) >= min(length, far)}
            if length >= far and (found := {at for at in ways if friends[at] < self.most}):
                return found
        return set()

    def _beside(self, at: HexId) -> Iterator[HexId]:
        yield from self.grid.neighbours(at).values()

    def _steps(self, at: HexId) -> Iterator[HexId]:
        """Yield the adjacent hexes, without those across the lake, which no unit may cross."""
        yield from (near for near in self._beside(at) if frozenset({at, near}) not in self.lake)


def watched(found: Game, seeds: range) -> tuple[Counter[str], list[str]]:
    """Fight random battles; return the number of compared retreats by result, and the differences."""
    judge, kernel = Judge(found), RulesEngine(found, SCENARIO)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in seeds:
        choose = RandomStream(seed)
        state = _beginning(kernel, choose)
        phase = kernel.phase(state)
        while kernel.phase(state) == phase and not kernel.is_over(state):
            if kernel.chance_outcomes(state):
                state = kernel.apply(state, kernel.draw(state))
                continue
            actions = kernel.legal_actions(state)
            actions = [one for one in actions if one.kind != "leave"] or actions
            if state.stage == "retreat":
                assert state.fight is not None
                result, standing = state.fight.result, _standing(kernel, state)
                for unit in {one.unit for one in actions if one.unit is not None}:
                    ends = {one.hex for one in actions if one.unit == unit}
                    seen[result] += 1
                    if ends != judge.ends(standing, unit, result):
                        wrong.append(f"{seed}: {unit} by {result} to {sorted(map(str, ends))}")
            state = kernel.apply(state, choose.choice(actions))
    return seen, wrong


def _beginning(kernel: RulesEngine, choose: RandomStream) -> State:
    """Return a position at the start of a combat phase with all units close together."""
    setting = kernel.setting
    (middle,) = choose.shuffled(list(setting.board.grid))[:1]
    near = choose.shuffled(
        setting.hex_ids(setting.board.around(setting.board.around(setting.board.bits([middle]))))
    )
    standing: list[str] = []
    held: dict[HexId, list[int]] = {}
    for unit in choose.shuffled(list(setting.units)):
        side = setting.side_of[setting.unit_numbers[unit]]
        free = [at for at in near if held.get(at, []) in ([], [side])]
        if free:
            at = free[0] if choose.integer_below(2) else free[-1]
            held.setdefault(at, []).append(side)
            standing.append(f"{at} {unit}")
    return build_state(kernel, tuple(standing), phase="amber-combat")


def _standing(kernel: RulesEngine, state: State) -> dict[UnitId, HexId]:
    ids = kernel.setting.board.ids
    return {unit: ids[at] for unit, at in zip(kernel.setting.units, state.locations, strict=True) if at >= 0}


def test_units_retreat_as_far_as_each_result_says() -> None:
    seen, wrong = watched(toy(), range(60))
    assert wrong == []
    assert all(seen[result] for result in ("AR", "AE", "DR", "EX")), seen


def test_the_judge_sees_a_reference_that_goes_by_one_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Retreat, "distance", lambda rule, result: rule.hexes)
    assert watched(toy(), range(20))[1]


@pytest.mark.parametrize("result", ["AL", "EX"])
def test_a_result_that_makes_nobody_retreat_is_refused(result: str) -> None:
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    changed = replace(combat, retreat=replace(combat.retreat, hexes_by_result={result: 3}))
    (fault,) = find_unplayable(replace(found, rules=replace(found.rules, combat=changed)), found.scenarios[0])
    assert fault.code == "P006"
    assert fault.path == ("rules", "combat", "retreat", "hexes_by_result", result)


def test_module_and_reference_make_units_retreat_alike(tmp_path: Path) -> None:
    tally = walked(toy(), toy(), tmp_path, range(6) if ALL else range(2))
    assert [str(one) for one in tally.differences] == []
    assert all(tally.counts[kind] for kind in ("retreats", "wrong retreats")), tally.counts


def test_a_module_of_other_lengths_is_found_out(tmp_path: Path) -> None:
    assert walked(toy({}), toy(), tmp_path, range(12)).differences
