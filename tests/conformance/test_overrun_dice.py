"""Where dice are thrown for overruns, module and reference agree, and a module that differs is found."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance import conformance_walk as walking
from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.module_player import ModulePlayer
from hexwright.conformance.paired_game import PairedGame
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.model.rules.stacking_record import Stacking
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from tests.conformance.conftest import REDOUBT
from tests.conformance.walking import bench_of
from tests.rules.dicing import PLAIN, RUMPS, dicing, leaving_cadres
from tests.tiers import sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

STANDING = (
    "0202 amber-1",
    "0202 amber-2",
    "0302 amber-3",
    "0302 amber-5",
    "0204 amber-scout",
    "0303 slate-scout",
    "0503 slate-2",
    "0603 slate-1",
)


def played(
    bench: ConformanceBench, folder: Path, *texts: str, standing: Iterable[str] = STANDING
) -> list[str]:
    """Do actions at the table, and return where the two sides part."""
    kernel, tally = RulesEngine(bench.game, "the-day"), ComparisonTally()
    waiting = [unit for unit in RUMPS if unit in kernel.setting.units]
    state = build_state(kernel, standing, turn=1, phase="amber-movement", pool=waiting)
    file = folder / "position.vsav"
    file.write_bytes(bench.save(kernel, state))
    bench.table.load(file)
    mirror = PairedGame(kernel, state, bench.table, tally, "script")
    hands = ModulePlayer(mirror, random.Random(1))
    with walking._report_parting(mirror):
        walking._agree_on_options(mirror, None)
        for text in texts:
            at = mirror.state.phase
            hands.start_phase_if_new()
            walking._do_action(hands, kernel.parse(mirror.state, text))
            if mirror.state.phase != at:
                walking._next_phase(mirror)
                walking._catch_up(hands)
            if not mirror.compare(text):
                break
    return [str(one) for one in tally.differences]


JOINED = ("attack amber-1 0303", "resolve 0303", "attack amber-3 0303", "end", "resolve 0303")
SCRIPTS = {
    "a joiner, of whom half is lost": (*JOINED, "roll 4", "lose amber-3"),
    "friends in the hex, whom attackers join": (
        "attack amber-1 0303",
        "resolve 0303",
        "attack amber-5 0303",
        "move amber-3 0303",
        "end",
        "resolve 0303",
        "roll 5",
        "lose amber-5",
        "advance amber-1 0303",
    ),
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> ConformanceBench:
    """Return a table with the plain game."""
    return bench_of(dicing(stacking=Stacking(limit=2, enforced="phase-end")), tmp_path_factory.mktemp("dice"))


@pytest.mark.parametrize("texts", SCRIPTS.values(), ids=SCRIPTS)
def test_dice_for_overruns_fall_as_in_the_reference(
    bench: ConformanceBench, tmp_path: Path, texts: tuple[str, ...]
) -> None:
    assert played(bench, tmp_path, *texts) == []


@pytest.mark.engine
def test_real_engine_throws_overrun_dice_like_the_rules(tmp_path: Path) -> None:
    found = dicing(stacking=Stacking(limit=2, enforced="phase-end"))
    with Engine(write_module(found, REDOUBT, tmp_path / "redoubt.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(REDOUBT)), VassalModule(engine))
        assert [played(bench, tmp_path, *texts) for texts in SCRIPTS.values()] == [[]] * len(SCRIPTS)


OVERRUN = ("attack amber-1 0303", "attack amber-2 0303", "resolve 0303")
STRONGER = (*(line for line in STANDING if "0303" not in line and "slate-2" not in line), "0303 slate-2")
CADRE_SCRIPTS = {
    "a cadre replaces an overrun unit": (*OVERRUN, "end", "resolve 0303", "roll 4"),
    "a cadre comes before the attackers' losses": (*OVERRUN, "end", "resolve 0303", "roll 3", "lose amber-2"),
    "no cadre comes among enemies": (*OVERRUN, "move amber-3 0303", "end", "resolve 0303", "roll 4"),
}


def test_cadres_of_overrun_units_come_as_in_the_rules_engine(tmp_path: Path) -> None:
    found = leaving_cadres(stacking=Stacking(limit=2, enforced="phase-end"))
    bench = bench_of(found, tmp_path)
    for name, texts in CADRE_SCRIPTS.items():
        assert played(bench, tmp_path, *texts, standing=STRONGER) == [], name


@pytest.mark.engine
def test_real_engine_brings_cadres_of_overrun_units_like_the_rules(tmp_path: Path) -> None:
    found = leaving_cadres(stacking=Stacking(limit=2, enforced="phase-end"))
    with Engine(write_module(found, REDOUBT, tmp_path / "redoubt.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(REDOUBT)), VassalModule(engine))
        for name, texts in CADRE_SCRIPTS.items():
            assert played(bench, tmp_path, *texts, standing=STRONGER) == [], name


PLANTED: dict[str, tuple[Game, Iterable[str]]] = {
    "by stacks alone": (dicing(replace(PLAIN, attackers="stack")), JOINED[:3]),
    "in another column": (dicing(replace(PLAIN, odds="1:1")), (*JOINED, "roll 4")),
    "without an advance": (dicing(max_advancing=0), (*JOINED, "roll 6")),
}


@pytest.mark.parametrize("planted", sampled(PLANTED.values(), 0, whole=True), ids=PLANTED)
def test_a_module_with_other_dice_is_found_out(tmp_path: Path, planted: tuple[Game, tuple[str, ...]]) -> None:
    changed, texts = planted
    assert played(bench_of(changed, tmp_path, dicing()), tmp_path, *texts)
