"""Attacks from afar are the same in module and reference, and a module that plays others is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.model.rules.bombardment_record import Bombardment
from tests.conformance.combat_walks import walked
from tests.conformance.games_with_bombardment import GUNS, with_guns
from tests.conformance.walking import around, bench_of
from tests.tiers import ALL, sampled


@pytest.mark.parametrize(
    ("attacked", "spared"), sampled([("unit", True), ("hex", False), ("hexes", True)], 1)
)
def test_module_bombards_at_the_same_cost_as_the_rules_engine(
    tmp_path: Path, attacked: Literal["unit", "hex", "hexes"], spared: bool
) -> None:
    bench = bench_of(with_guns(replace(GUNS, unaffected=spared), target=attacked), tmp_path)
    tally = walked(bench, (2, 72, 0, 1) if ALL else (2,))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["battles"]


def test_a_spared_unit_takes_part_in_the_second_die_roll(tmp_path: Path) -> None:
    afar = with_guns(target="unit", ignorable_results=("AR", "EX"), mandatory_attacks=None)
    tally = walked(bench_of(afar, tmp_path), (8, 20, 116), {"dice rolled again": 1})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["dice rolled again"]


@pytest.mark.slow
def test_a_whole_game_ends_in_the_same_state(tmp_path: Path) -> None:
    tally = replay_game(bench_of(with_guns(mandatory_attacks=None), tmp_path), 1)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["whole games"] == 1


@pytest.mark.parametrize(
    ("planted", "first"),
    sampled(
        [
            (None, 0),
            (replace(GUNS, ranges=(replace(GUNS.ranges[0], range=3), GUNS.ranges[1])), 2),
            (replace(GUNS, ranges=(GUNS.ranges[0], replace(GUNS.ranges[1], near=None))), 72),
            (replace(GUNS, unaffected=False), 0),
        ],
        1,
    ),
    ids=["nobody", "further", "alone too", "nobody is spared"],
)
def test_a_module_with_other_guns_is_found_out(
    tmp_path: Path, planted: Bombardment | None, first: int
) -> None:
    bench = bench_of(with_guns(planted), tmp_path, with_guns())
    assert walked(bench, around(first, 90)).differences
