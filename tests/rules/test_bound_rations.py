"""New units don't arrive where supply capacity is too small: from the data alone, and in the module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import POOL
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_phase
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_capacity
from hexwright.rules.supply.supply_range import hexes_over_capacity
from tests.rules.games_with_binding_rations import HERE, barred, bound, walked
from tests.rules.games_with_degrees_of_supply import SCENARIO, SLUG
from tests.rules.games_with_rations import RED
from tests.rules.supplying import Supply
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

"""The hexes in which new units of both sides are paid for."""


# By the data alone ---------------------------------------------------------------------------------------


def watched(found: Game, number: int = 16) -> Counter[str]:
    """Scatter units, compare the hexes for new ones with the naive tracer, and return counts of events."""
    kernel, chance, seen = RulesEngine(found, SCENARIO), RandomStream(5), Counter[str]()
    setting = kernel.setting
    hexes = [one for one in setting.board.ids if one]
    for _ in range(number):
        name = chance.choice(["red", "blue"])
        pool = [one for one in setting.units if one.startswith(name) and chance.integer_below(2)]
        pool = [one for one in pool if one not in ("blue-guard", "red-tank")]
        lines = [
            f"{chance.choice([*HERE, *HERE, *hexes])} {one}"
            for one in setting.units
            if one not in pool and chance.integer_below(4)
        ]
        turn = 1 + chance.integer_below(4)
        try:
            state = build_state(kernel, lines, turn=turn, phase=f"{name}-reinforcement", pool=pool)
        except (ValueError, IllegalAction):
            continue
        legal = {action.text for action in kernel.legal_actions(state)}
        side = setting.side(state)
        taken = replacement_phase.blocked_entry_hexes(setting, state, side)
        others = Supply(kernel, state, name)
        for unit in (setting.units[n] for n in setting.units_by_side[side] if state.locations[n] == POOL):
            for here in HERE:
                away = barred(kernel, state, others, unit, here)
                full = (taken | setting.full_hexes(state, setting.unit_numbers[unit])) >> setting.board.index[
                    here
                ] & 1
                assert (f"new {unit} {here}" in legal) == (not full and not away), (unit, here, lines, turn)
                seen["barred"] += away and not full
                seen["free"] += not away and not full
    return seen


def test_new_units_come_as_far_as_rations_suffice() -> None:
    seen = watched(bound())
    assert seen["barred"] > 20, seen
    assert seen["free"] > 20, seen


def test_where_rations_bind_nobody_all_may_come() -> None:
    assert watched(bound(siege=False, depot=False), 3)["barred"] == 0


def test_no_room_is_told_why() -> None:
    kernel = RulesEngine(bound(), SCENARIO)
    state = build_state(
        kernel, ("0404 red-1", "0101 blue-1"), turn=4, phase="red-reinforcement", pool=("red-2", "red-3")
    )
    # 4 of 5 points are given: 1 is left, and none for 2.
    assert "new red-2 0404" in {one.text for one in kernel.legal_actions(state)}
    with pytest.raises(IllegalAction, match="the supply capacity in 0404 is too small for red-3"):
        kernel.parse(state, "new red-3 0404")
    after = kernel.apply(state, Action("new", UnitId("red-2"), hex=HexId("0404")))
    setting = kernel.setting
    red_3 = setting.unit_numbers[UnitId("red-3")]
    room = hexes_over_capacity(setting, after, setting.sides.index(RED), [red_3])
    assert room[red_3] >> setting.board.index[HexId("0404")] & 1


def _others_are_free(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity.CapacityUse.has_points_for
    patch.setattr(
        supply_capacity.CapacityUse,
        "has_points_for",
        lambda self, *args: real(self._replace(points_used=0, unsupplied_units=0), *args),
    )


def _left_over_are_free(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity.CapacityUse.has_points_for
    patch.setattr(
        supply_capacity.CapacityUse,
        "has_points_for",
        lambda self, *args: real(self._replace(unsupplied_units=0), *args),
    )


def _everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.supply.supply_range._supply_and_isolation_hexes", lambda *_: (0, 0))


def _any_is_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replacement_phase, "hexes_over_capacity", lambda *_: {})


def _nobody_beyond(patch: pytest.MonkeyPatch) -> None:
    real = supply_capacity.CapacityUse.reaches

    def near(self: supply_capacity.CapacityUse, *args: Any) -> int:
        bare = self._replace(capacity=replace(self.capacity, beyond_range_criteria=()))
        return real(bare, *args)

    patch.setattr(supply_capacity.CapacityUse, "reaches", near)


@pytest.mark.parametrize(
    "fault",
    sampled([_others_are_free, _left_over_are_free, _everywhere, _any_is_enough, _nobody_beyond], 0, 1, 2, 3),
)
def test_planted_faults_in_binding_rations_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(bound())


def test_binding_rations_that_cannot_be_played_are_refused() -> None:
    right = bound()
    assert not list(find_unplayable(right, right.scenarios[0]))
    given = tuple(replace(rule, may_give_up_units=True) for rule in right.rules.replacements)
    for coming in (given, ()):
        wrong = replace(right, rules=replace(right.rules, replacements=coming))
        at = [fault.path for fault in find_unplayable(wrong, wrong.scenarios[0])]
        assert ("rules", "supply_lines", 0, "supply_capacity", 0, "limits_replacements") in at


def test_the_booklet_explains_binding_rations() -> None:
    told = "no replacement may arrive there that it can't supply together with all others"
    assert [line for line in by_subject(bound())["Supply"] if line.startswith("Red: Siege") and told in line]
    assert not [line for line in by_subject(bound(siege=False, depot=False))["Supply"] if told in line]


# At the table ---------------------------------------------------------------------------------------------


def bench_of(module: Game, folder: Path) -> ConformanceBench:
    table = EmulatedModule(write_module(module, SLUG, folder / "module.vmod"))
    return ConformanceBench(bound(), SavedGameWriter(bound(), plan(SLUG)), table)


def test_module_keeps_new_units_from_scarce_rations_like_the_rules_engine(tmp_path: Path) -> None:
    tally = walked(bench_of(bound(), tmp_path), range(6 if ALL else 2))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"], tally.counts


@pytest.mark.parametrize(
    "wrong",
    sampled([bound(siege=False), bound(also_supplies=()), bound(max=7)], 0),
    ids=["unbound", "beyond", "most"],
)
def test_a_module_that_bars_otherwise_is_found_out(wrong: Game, tmp_path: Path) -> None:
    assert walked(bench_of(wrong, tmp_path), range(30)).differences


@pytest.mark.engine
def test_real_engine_keeps_new_units_from_scarce_rations_like_the_rules(tmp_path: Path) -> None:
    with Engine(write_module(bound(), SLUG, tmp_path / "module.vmod")) as engine:
        tally = walked(
            ConformanceBench(bound(), SavedGameWriter(bound(), plan(SLUG)), VassalModule(engine)), range(3)
        )
    assert [str(one) for one in tally.differences] == []
