"""Where attacks are a duty, module and reference ask for the same, and a module that doesn't is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.model.game import Game
from hexwright.model.rules.mandatory_attack_record import AttackDuties, AttackDuty
from tests.conformance.combat_walks import walked
from tests.conformance.conftest import REDOUBT, Benches
from tests.conformance.walking import ahead, around, bench_of
from tests.tiers import sampled
from tests.vassal.compile.games import game


def changed(duties: AttackDuties, attacked: Literal["unit", "hex", "hexes"] = "hex") -> Game:
    """Return the toy with other duties, or battles of another kind."""
    found = game(REDOUBT)
    assert found.rules.combat is not None
    combat = replace(found.rules.combat, mandatory_attacks=duties, target=attacked)
    return replace(found, rules=replace(found.rules, combat=combat))


def test_whom_the_module_names_and_what_it_refuses_is_what_the_reference_asks_for(benches: Benches) -> None:
    tally = walked(
        benches(REDOUBT), ahead(20, 17, 18, 20, 1), {"mandatory attacks": 2, "attacks taken back": 3}
    )
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["mandatory attacks"] > 1
    assert tally.counts["attacks taken back"]


@pytest.mark.parametrize("attacked", sampled(["unit", "hexes"], 1))
def test_duties_are_alike_where_units_or_several_hexes_are_attacked(
    tmp_path: Path, attacked: Literal["unit", "hexes"]
) -> None:
    every = (AttackDuty(),)
    bench = bench_of(changed(AttackDuties(every, every, (), "4"), attacked), tmp_path)
    tally = walked(bench, ahead(20, 1, 2), {"mandatory attacks": 1})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["mandatory attacks"]


@pytest.mark.parametrize("seed", sampled(range(2), 0))
def test_a_whole_game_of_divisions_ends_in_the_same_state(benches: Benches, seed: int) -> None:
    tally = replay_game(benches(REDOUBT), seed)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["whole games"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("planted", "first"),
    sampled(
        [
            (AttackDuties(), 11),
            (AttackDuties(must_attack=(AttackDuty(),), rule="4"), 3),
            (AttackDuties((AttackDuty(),), (AttackDuty(),), (), "4"), 3),
            (
                AttackDuties(
                    (AttackDuty(),),
                    (AttackDuty(against_classes=("foot",)),),
                    (AttackDuty(across=("lake",)),),
                    "4",
                ),
                17,
            ),
        ],
        3,
    ),
    ids=["nobody must", "enemies may be left out", "nobody is spared", "those in the redoubt must"],
)
def test_a_module_with_other_duties_is_found_out(tmp_path: Path, planted: AttackDuties, first: int) -> None:
    bench = bench_of(changed(planted), tmp_path, game(REDOUBT))
    assert walked(bench, around(first, 40)).differences
