"""New units stay away from rations that have too little for them: by the data alone, and at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.cli.positions import Saver
from builder.model.game import Game
from builder.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from builder.model.oob import Replacement
from builder.model.replacing import Account
from builder.model.rule_words import by_subject
from builder.model.scenario import Held, Scenario
from builder.model.supplying import Reach
from tests.rules.supplying import Supply
from tests.rules.test_degrees_of_supply import SCENARIO, SLUG
from tests.rules.test_rations import BLUE, BRIDGE, DEPOT, RED, rationed
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module
from validators.engine_bridge import Engine
from validators.play.chooser import Chooser
from validators.proof.table import RealTable, VirtualTable
from validators.proof.tally import Tally
from validators.proof.walk import Bench, planned, walk
from validators.rules import rationing, replacement
from validators.rules.arrange import arrange
from validators.rules.communication import overdrawn
from validators.rules.declared.judges import unplayed
from validators.rules.kernel import Kernel
from validators.rules.protocol import Action, IllegalAction
from validators.rules.state import POOL, State

HERE = tuple(map(HexId, ("0204", "0303", "0304", "0404", "0504", "0603", "0608", "0704")))
"""Where new units of both sides are paid for."""


def bound(siege: bool = True, depot: bool = True, **changed: Any) -> Game:
    """Return the game with rations that bind new units, and replacements that come among those they feed."""
    rations = (replace(BRIDGE, binds_new=siege, **changed), replace(DEPOT, binds_new=depot))
    found = rationed(rations, reach=Reach("haul", points=1, limited="2"), edge=("east",))
    town = {side: Account(f"{side}-siege", "the siege", hexes=HERE) for side in (RED, BLUE)}
    coming = tuple(
        replace(rule, shared=True, accounts=(town[rule.side],)) for rule in found.rules.replacements
    )
    grants = tuple(Replacement(side, 1, 9, 3, account=town[side].id) for side in (RED, BLUE))
    rules = replace(found.rules, replacements=coming)
    oob, scenarios = replace(found.oob, replacements=grants), tuple(map(lost, found.scenarios))
    return replace(found, rules=rules, oob=oob, scenarios=scenarios)


def lost(scenario: Scenario) -> Scenario:
    """Return the scenario with most units lost as it begins, so that replacements come at once."""
    units = {side: (f"{side}-2", f"{side}-3") for side in (RED, BLUE)} | {
        SideId("blue"): ("blue-2", "blue-3", "blue-tank")
    }
    held = tuple(Held(tuple(map(UnitId, names)), BoxId(f"{side}-pool")) for side, names in units.items())
    stands = {"0404": "red-1", "0604": "red-staff", "0204": "blue-1", "0104": "blue-staff"}
    placement = {HexId(here): (UnitId(unit),) for here, unit in stands.items()}
    setup = replace(scenario.setup, placement=placement, held=(*scenario.setup.held, *held))
    return replace(scenario, setup=setup, first_phase=PhaseId("blue-reinforcement"))


# By the data alone ---------------------------------------------------------------------------------------


def barred(kernel: Kernel, state: State, others: Supply, unit: UnitId, here: HexId) -> bool:
    """Tell whether a new unit has no room in a hex: others are as they stand, it is where it would be."""
    setting = kernel.setting
    number = setting.units.index(unit)
    where, steps = list(state.where), bytearray(state.steps)
    where[number] = setting.board.index[here]
    steps[number] = len(kernel.setting.game.counters.unit(unit).steps)
    there = Supply(kernel, replace(state, where=tuple(where), steps=bytes(steps)), others.side)
    if there.unrationed(unit) != "isolated":
        return False
    found = []
    for ration, asking in zip(others.rule.rations, others.asking, strict=True):
        if there.brought_by(ration, unit) is not None:
            points = sum(map(others.points, asking)) + there.points(unit)
            found.append(ration.binds_new and there.points(unit) > 0 and points > ration.most)
    return bool(found) and all(found)


def watched(found: Game, number: int = 16) -> Counter[str]:
    """Scatter units, compare where new ones may come with the naive tracer, and return what was seen."""
    kernel, chance, seen = Kernel(found, SCENARIO), Chooser(5), Counter[str]()
    setting = kernel.setting
    hexes = [one for one in setting.board.ids if one]
    for _ in range(number):
        name = chance.choice(["red", "blue"])
        pool = [one for one in setting.units if one.startswith(name) and chance.below(2)]
        pool = [one for one in pool if one not in ("blue-guard", "red-tank")]
        lines = [
            f"{chance.choice([*HERE, *HERE, *hexes])} {one}"
            for one in setting.units
            if one not in pool and chance.below(4)
        ]
        turn = 1 + chance.below(4)
        try:
            state = arrange(kernel, lines, turn=turn, phase=f"{name}-reinforcement", pool=pool)
        except (ValueError, IllegalAction):
            continue
        legal = {action.text for action in kernel.legal_actions(state)}
        side = setting.side(state)
        taken = replacement.taken(setting, state, side)
        others = Supply(kernel, state, name)
        for unit in (setting.units[n] for n in setting.of_side[side] if state.where[n] == POOL):
            for here in HERE:
                away = barred(kernel, state, others, unit, here)
                full = (taken | setting.full(state, setting.number[unit])) >> setting.board.index[here] & 1
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
    kernel = Kernel(bound(), SCENARIO)
    state = arrange(
        kernel, ("0404 red-1", "0101 blue-1"), turn=4, phase="red-reinforcement", pool=("red-2", "red-3")
    )
    # 4 of 5 points are given: 1 is left, and none for 2.
    assert "new red-2 0404" in {one.text for one in kernel.legal_actions(state)}
    with pytest.raises(IllegalAction, match="red-3 would live in 0404 of rations that have too little"):
        kernel.parse(state, "new red-3 0404")
    after = kernel.apply(state, Action("new", UnitId("red-2"), hex=HexId("0404")))
    setting = kernel.setting
    red_3 = setting.number[UnitId("red-3")]
    room = overdrawn(setting, after, setting.sides.index(RED), [red_3])
    assert room[red_3] >> setting.board.index[HexId("0404")] & 1


def _others_are_free(patch: pytest.MonkeyPatch) -> None:
    real = rationing.Share.suffices
    patch.setattr(
        rationing.Share, "suffices", lambda self, *args: real(self._replace(given=0, left_over=0), *args)
    )


def _left_over_are_free(patch: pytest.MonkeyPatch) -> None:
    real = rationing.Share.suffices
    patch.setattr(rationing.Share, "suffices", lambda self, *args: real(self._replace(left_over=0), *args))


def _everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("validators.rules.communication._near_and_far", lambda *_: (0, 0))


def _any_is_enough(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replacement, "overdrawn", lambda *_: {})


def _nobody_beyond(patch: pytest.MonkeyPatch) -> None:
    real = rationing.Share.reaches

    def near(self: rationing.Share, *args: Any) -> int:
        bare = self._replace(ration=replace(self.ration, beyond=()))
        return real(bare, *args)

    patch.setattr(rationing.Share, "reaches", near)


@pytest.mark.parametrize(
    "fault", [_others_are_free, _left_over_are_free, _everywhere, _any_is_enough, _nobody_beyond]
)
def test_planted_faults_in_binding_rations_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(bound())


def test_binding_rations_that_cannot_be_played_are_refused() -> None:
    right = bound()
    assert not list(unplayed(right, right.scenarios[0]))
    given = tuple(replace(rule, give_up=True) for rule in right.rules.replacements)
    for coming in (given, ()):
        wrong = replace(right, rules=replace(right.rules, replacements=coming))
        at = [fault.at for fault in unplayed(wrong, wrong.scenarios[0])]
        assert ("rules", "communication", 0, "rations", 0, "binds_new") in at


def test_the_booklet_explains_binding_rations() -> None:
    told = "no replacement comes there to live of it while it has too little for it and all others"
    assert [line for line in by_subject(bound())["Supply"] if line.startswith("Red: Siege") and told in line]
    assert not [line for line in by_subject(bound(siege=False, depot=False))["Supply"] if told in line]


# At the table ---------------------------------------------------------------------------------------------


def walked(bench: Bench, seeds: range) -> Tally:
    """Return what was compared in short walks that begin with replacements."""
    total = Tally()
    for seed in seeds:
        drawn = planned(bench.game, seed)
        one = replace(drawn, kind="replacement", skip=seed % 3, length=1, by_hand=False, rate=0.9)
        total.add(walk(bench, one))
        if total.differences:
            break
    return total


def bench_of(module: Game, folder: Path) -> Bench:
    table = VirtualTable(write_module(module, SLUG, folder / "module.vmod"))
    return Bench(bound(), Saver(bound(), plan(SLUG)), table)


def test_the_module_bars_alike(tmp_path: Path) -> None:
    tally = walked(bench_of(bound(), tmp_path), range(6))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"], tally.counts


@pytest.mark.parametrize(
    "wrong", [bound(siege=False), bound(beyond=()), bound(most=7)], ids=["unbound", "beyond", "most"]
)
def test_a_module_that_bars_otherwise_is_found_out(wrong: Game, tmp_path: Path) -> None:
    assert walked(bench_of(wrong, tmp_path), range(30)).differences


@pytest.mark.engine
def test_real_engine_keeps_new_units_from_scarce_rations_like_the_rules(tmp_path: Path) -> None:
    with Engine(write_module(bound(), SLUG, tmp_path / "module.vmod")) as engine:
        tally = walked(Bench(bound(), Saver(bound(), plan(SLUG)), RealTable(engine)), range(3))
    assert [str(one) for one in tally.differences] == []
