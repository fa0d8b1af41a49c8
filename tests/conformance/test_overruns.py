"""Where enemies are overrun, module and reference do it alike, and a module that doesn't is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from hexwright.conformance import declaration_actions, movement_actions
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.paired_game import PairedGame
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.stacking_record import Stacking
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.conftest import CAUSEWAY, REDOUBT
from tests.conformance.games_with_overruns import changed
from tests.conformance.walking import ahead, around, bench_of, several
from tests.tiers import sampled

PLAIN = Overrun(odds="1:2", cost=1, rule="1")


def walked(
    bench: ConformanceBench, seeds: Iterable[int], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return what was compared on walks that begin with movement."""
    plans = (
        replace(plan_walk(bench.game, seed), kind="movement", length=1, attempt_rate=0.75) for seed in seeds
    )
    return several(bench, plans, wanted)


SAID = {
    "stacks that pay and go on": (PLAIN,),
    "from several hexes": (replace(PLAIN, attackers="any", cost=2),),
    "who stays": (replace(PLAIN, afterwards="stop", attackers="any", cost=0),),
    "by what it asks for": (
        replace(PLAIN, enemy_zoc="in", terrain=("clear",)),
        replace(PLAIN, odds="5:1", attackers="any"),
    ),
}


@pytest.mark.parametrize("said", sampled(SAID.values(), 0, 2, whole=True), ids=SAID)
def test_overruns_are_judged_and_done_as_the_reference_does_them(
    tmp_path: Path, said: tuple[Overrun, ...]
) -> None:
    wanted = {"overruns": 2, "refused overruns": 2}
    tally = walked(bench_of(changed(REDOUBT, *said), tmp_path), ahead(16, 3, 8, 22, 0), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["overruns"] > 1
    assert tally.counts["refused overruns"] > 1


def test_module_moves_attackers_into_overrun_hexes_like_the_rules_engine(tmp_path: Path) -> None:
    found = changed(REDOUBT, replace(PLAIN, afterwards="enter", cost=0), attacked="hex")
    wanted = {"overruns": 2, "refused overruns": 2}
    tally = walked(bench_of(found, tmp_path), ahead(38, 39, 55, 16, 28), wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["overruns"] > 1


@pytest.mark.parametrize("attacked", sampled(["unit", "hexes"], 0))
def test_overruns_are_alike_where_units_or_several_hexes_are_attacked(
    tmp_path: Path, attacked: Literal["unit", "hexes"]
) -> None:
    bench = bench_of(
        changed(CAUSEWAY, replace(PLAIN, odds="1:1", attackers="any"), attacked=attacked), tmp_path
    )
    tally = walked(bench, ahead(16, 9, 6), {"overruns": 2})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["overruns"] > 1


def test_a_unit_in_an_overrun_takes_no_move_back_before_it_leaves_the_overrun(tmp_path: Path) -> None:
    found = changed(CAUSEWAY, replace(PLAIN, odds="1:1"), stacking=Stacking(2, enforced="phase-end"))
    rules = RulesEngine(found, "the-week")
    standing = ("0904 red-1", "0804 red-2", "0804 red-tank", "0805 blue-1")
    bench, red = bench_of(found, tmp_path), UnitId("red-1")
    state = build_state(rules, standing, phase="red-movement")
    (tmp_path / "begun.vsav").write_bytes(bench.save(rules, state))
    bench.table.load(tmp_path / "begun.vsav")
    hands = ModulePlayer(
        PairedGame(rules, state, bench.table, ComparisonTally(), "a stack of three"), Random(1)
    )
    number = rules.setting.unit_numbers[red]
    movement_actions.move_unit(hands, rules.parse(state, "move red-1 0804"))
    [join] = [one for one in rules.actions_of(hands.paired_game.state, red) if one.kind == "attack"]
    declaration_actions.declare_attack(hands, join)
    for stays in (True, False):
        movement_actions._drag_by_chance(hands, number, HexId("0904"))
        assert [str(one) for one in hands.paired_game.tally.differences] == []
        assert (rules.setting.board.ids[hands.paired_game.state.locations[number]] == "0804") == stays
        if stays:
            declaration_actions.leave_attack(hands, rules.parse(hands.paired_game.state, "leave red-1"))


@pytest.mark.slow
def test_a_whole_game_with_overruns_ends_in_the_same_state(tmp_path: Path) -> None:
    tally = replay_game(bench_of(changed(REDOUBT, PLAIN), tmp_path), 1)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["whole games"] == 1


@pytest.mark.parametrize(
    ("planted", "first"),
    sampled(
        [
            (replace(PLAIN, cost=2), 0),
            (replace(PLAIN, odds="1:1"), 8),
            (replace(PLAIN, attackers="any"), 8),
            (replace(PLAIN, afterwards="stop"), 3),
            (replace(PLAIN, against_classes=("foot",)), 22),
        ],
        2,
    ),
    ids=["dearer", "at higher odds", "from anywhere", "to stay", "of foot alone"],
)
def test_a_module_with_other_overruns_is_found_out(tmp_path: Path, planted: Overrun, first: int) -> None:
    bench = bench_of(changed(REDOUBT, planted), tmp_path, changed(REDOUBT, PLAIN))
    assert walked(bench, around(first, 60)).differences
