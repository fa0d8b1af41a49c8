"""Where units entrain in their moves, module and reference do it alike, and other modules are found out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.module_player import ATTACK_KEY
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.rail_movement_record import Entraining
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.engine.violations import violation
from hexwright.vassal.enforcement import trains
from tests.conformance.games_with_trains import BY_NETWORK, COSTLY, FREE, railed
from tests.conformance.walking import ahead, bench_of, several
from tests.rules.game_of_odds_and_fire import both
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

"""Hexes of the road where units come entrained."""


def walked(
    bench: ConformanceBench,
    seeds: Iterable[int],
    kind: str = "movement",
    length: int = 1,
    wanted: Mapping[str, int] | None = None,
) -> ComparisonTally:
    """Return what was compared on walks that begin with a kind of phase."""
    plans = (
        replace(plan_walk(bench.game, seed), kind=kind, length=length, attempt_rate=0.75) for seed in seeds
    )
    return several(bench, plans, wanted)


@pytest.mark.parametrize(
    "rule", sampled([COSTLY, FREE, BY_NETWORK], 2), ids=["at a cost", "for nothing", "by a network"]
)
def test_module_entrains_units_like_the_rules_engine(rule: Entraining, tmp_path: Path) -> None:
    bench = bench_of(railed(rule), tmp_path)
    found = walked(
        bench,
        ahead(8, *((5, 2, 177) if rule is FREE else (5, 35, 26))),
        length=2,
        wanted={"entrained": 4, "refused trains": 4},
    )
    assert not found.differences, found.differences[0]
    assert found.counts["entrained"] > 3
    assert found.counts["refused trains"] > 3
    coming = walked(bench, range(20, 23 if ALL else 21), "replacement", 2)
    assert not coming.differences, coming.differences[0]
    if rule is COSTLY or ALL:
        whole = replay_game(bench, 1)
        assert not whole.differences, whole.differences[0]


@pytest.mark.parametrize(
    ("rule", "other", "first"),
    sampled(
        [
            (COSTLY, replace(COSTLY, capacity=()), 35),
            (COSTLY, replace(COSTLY, entrain="1/2"), 5),
            (COSTLY, replace(COSTLY, clear_of="ezoc"), 26),
            (FREE, replace(FREE, may_enter_ezoc=True), 5),
            # Who rode keeps out of zones and seldom meets anybody, but one that has none.
            (FREE, replace(FREE, may_attack=True), 177),
        ],
        1,
    ),
)
def test_a_module_that_does_it_otherwise_is_found(
    rule: Entraining, other: Entraining, first: int, tmp_path: Path
) -> None:
    wrong = bench_of(railed(other), tmp_path, railed(rule))
    assert walked(wrong, range(first, first + 40), length=2).differences


LEFT_ITS_TRAIN = 37
"""A walk on which an entrained unit retreats by fire."""
WEARY = replace(FREE, may_attack=False, may_enter_ezoc=True, may_stay_entrained=True, capacity=())


def _beside_fire() -> Game:
    """Return the toy fought in both ways, with trains that run beside enemies."""
    return railed(WEARY, both(lambda rules: replace(rules, zoc=replace(rules.zoc, reach="none"))))


@pytest.mark.slow
def test_module_runs_trains_in_fire_combat_like_the_rules_engine(tmp_path: Path) -> None:
    bench = bench_of(_beside_fire(), tmp_path)
    moved = walked(bench, range(3), length=3, wanted={"entrained": 4})
    assert not moved.differences, moved.differences[0]
    assert moved.counts["entrained"] > 3
    fought = walked(bench, (*range(4 if ALL else 0), LEFT_ITS_TRAIN), "allocation", 2)
    assert not fought.differences, fought.differences[0]
    assert fought.counts["battles"] > (3 if ALL else 0)


def test_a_module_in_which_nobody_leaves_a_train_by_fire_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trains, "RETREATS", ("combat",))
    wrong = bench_of(_beside_fire(), tmp_path)
    assert walked(wrong, (LEFT_ITS_TRAIN,), "allocation", 2).differences


@pytest.mark.parametrize("aboard", [False, True])
def test_units_on_a_train_or_just_off_it_attack_nobody_by_fire(aboard: bool, tmp_path: Path) -> None:
    found = _beside_fire()
    rules = RulesEngine(found, "the-week")
    red = 1 << rules.setting.unit_numbers[UnitId("red-1")]
    board = rules.setting.board
    here, there, *_ = board.names(board.near[board.index[HexId("0404")]])
    # Another may attack, so that the phase doesn't pass by itself.
    standing, entrained = (f"{here} red-1", f"{there} red-2", "0404 blue-1"), ("red-1",) if aboard else ()
    fresh, weary = (
        replace(build_state(rules, standing, phase="red-allocation", entrained=names), used_trains=rode)
        for names, rode in (((), 0), (entrained, 0 if aboard else red))
    )
    attack = Action("attack", UnitId("red-1"), hex=HexId("0404"))
    assert rules.is_legal(fresh, attack)
    assert not rules.is_legal(weary, attack)
    told = "is entrained and may not attack" if aboard else "was entrained on this turn and may not attack"
    assert told in violation(rules.setting, weary, attack, rules.legal_actions(weary))[0]
    bench = bench_of(found, tmp_path)
    file = tmp_path / "position.vsav"
    for state, wanted in (
        (fresh, "attacks 0404"),
        (weary, "entrained units can't" if aboard else "units that were entrained"),
    ):
        file.write_bytes(bench.save(rules, state))
        bench.table.load(file)
        bench.table.key(UnitId("blue-1"), ATTACK_KEY)
        bench.table.key(UnitId("red-1"), ATTACK_KEY)
        assert wanted in bench.table.chat()


@pytest.mark.engine
def test_units_entrain_alike_in_the_engine(tmp_path: Path) -> None:
    found = railed(COSTLY)
    with Engine(write_module(found, found.slug, tmp_path / "trains.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(found.slug)), VassalModule(engine))
        told = walked(bench, range(4))
        assert not told.differences, told.differences[0]
        assert told.counts["trains"] > 3
        assert "entraining and detraining" in bench.table.times
