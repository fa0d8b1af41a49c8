"""Who advances, and how far, is the same in module and reference; a module that differs is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.model.ids import SideId
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from tests.conformance.combat_walks import walked
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.games_with_advances import changed
from tests.tiers import sampled

SOME = (
    AdvanceAfterCombat(side=(SideId("amber"),), hexes=3, ezoc="stops", rule="3"),
    AdvanceAfterCombat(
        side=(SideId("slate"),), classes=("foot",), hexes=2, max=1, terrain=("clear",), rule="3"
    ),
)


def test_module_advances_units_as_far_as_the_rules_engine(tmp_path: Path) -> None:
    tally = walked(
        bench_of(changed(SOME), tmp_path),
        ahead(12, 2, 0, 57, 20, 9),
        {"legal advances": 4, "illegal advances": 1},
    )
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal advances"] > 3
    assert tally.counts["illegal advances"]


@pytest.mark.slow
def test_a_whole_game_ends_in_the_same_state(tmp_path: Path) -> None:
    tally = replay_game(bench_of(changed(SOME), tmp_path), 1)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["whole games"] == 1


@pytest.mark.parametrize(
    ("planted", "first"),
    sampled(
        [
            ((), 2),
            ((replace(SOME[0], hexes=1), SOME[1]), 2),
            ((replace(SOME[0], ezoc="ignored"), SOME[1]), 0),
            ((SOME[0], replace(SOME[1], max=None)), 57),
            ((SOME[0], replace(SOME[1], terrain=())), 20),
        ],
        3,
    ),
    ids=["nothing said", "a hex alone", "out of zones", "as many as like", "into hills"],
)
def test_a_module_with_other_advances_is_found_out(
    tmp_path: Path, planted: tuple[AdvanceAfterCombat, ...], first: int
) -> None:
    bench = bench_of(changed(planted), tmp_path, changed(SOME))
    assert walked(bench, around(first, 90)).differences
