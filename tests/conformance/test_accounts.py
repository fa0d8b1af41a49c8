"""Replacements kept apart are the same in module and reference; a module with other accounts is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.model.game import Game
from hexwright.model.rules.replacement_record import ReplacementDeduction
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.walking import ahead, bench_of, replacing
from tests.rules.games_with_accounts import ARMY, CUT, GIVEN, SLUG, SOUTH, TOWN, apart
from tests.tiers import sampled
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def test_module_keeps_replacement_accounts_like_the_rules_engine(tmp_path: Path) -> None:
    wanted = {"legal replacements": 3, "refused replacements": 1, "replacements cancelled": 1}
    tally = replacing(bench_of(apart(), tmp_path), ahead(10, 0, 1, 7), 3, wanted)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"] > 2, tally.counts
    assert tally.counts["refused replacements"], tally.counts
    assert tally.counts["replacements cancelled"], tally.counts


LEVIED = apart(
    deductions=(ReplacementDeduction(situation=("cut",), points=2, full_accounts_only=True, rule="1.1"),)
)


@pytest.mark.slow
def test_module_levies_replacements_like_the_rules_engine(tmp_path: Path) -> None:
    tally = replacing(bench_of(LEVIED, tmp_path), range(10), 3, {"legal replacements": 3})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal replacements"] > 2, tally.counts


def test_a_module_that_levies_nothing_is_found_out(tmp_path: Path) -> None:
    assert replacing(bench_of(apart(), tmp_path, LEVIED), range(40), 3).differences


@pytest.mark.parametrize(
    "other",
    sampled(
        [
            apart(kept=(replace(TOWN, classes=()), ARMY, SOUTH)),
            apart(kept=(replace(TOWN, places=("keep",)), ARMY, SOUTH)),
            apart(kept=(ARMY, TOWN, SOUTH)),
            apart(GIVEN | {"south": 2}),
        ],
        2,
    ),
    ids=["for all classes", "in another place", "in another order", "more received"],
)
def test_a_module_with_other_accounts_is_found_out(other: Game, tmp_path: Path) -> None:
    assert replacing(bench_of(other, tmp_path, apart()), ahead(30, 7, 0), 3).differences


def test_a_module_that_halves_nothing_is_found_out(tmp_path: Path) -> None:
    whole = replace(TOWN, reductions=())
    bench = bench_of(apart(kept=(whole, ARMY, SOUTH)), tmp_path, apart())
    assert CUT.id == TOWN.reductions[0].situation[0]
    assert replacing(bench, range(40), 3).differences


@pytest.mark.engine
def test_real_engine_pays_from_accounts_like_the_rules(tmp_path: Path) -> None:
    from hexwright.engine_driver import Engine

    found = LEVIED
    with Engine(write_module(found, SLUG, tmp_path / "toy.vmod")) as engine:
        tally = replacing(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), range(3), 3
        )
    assert [str(one) for one in tally.differences] == []
