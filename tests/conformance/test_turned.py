"""Units that results turn into others: module and reference say the same, and count alike who is lost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from hexwright.conformance.conformance_run import replay_game
from hexwright.model.rules.rules_record import Effect
from tests.conformance.close_combat import EASY, close, walked
from tests.conformance.walking import ahead, around, bench_of
from tests.rules.games_with_cadres import toy
from tests.rules.games_with_turned_units import TURNING
from tests.tiers import ALL, sampled

SOME: Mapping[str, tuple[Effect, ...]] = {
    **TURNING,
    "NE": ("attacker-step-loss",),
    "DR": ("defender-retreat",),
}
ELIMINATING: Mapping[str, tuple[Effect, ...]] = {
    **SOME,
    "AL": ("attacker-eliminated",),
    "EX": ("defender-eliminated",),
    "DL": ("attacker-eliminated", "defender-eliminated"),
    "DE": ("defender-eliminated",),
}


def test_module_turns_the_same_units_as_the_rules_engine(tmp_path: Path) -> None:
    bench = bench_of(close(toy(SOME, cadres=EASY)), tmp_path)
    tally = walked(bench, ahead(12, 6, 1, 11), {"legal cadres": 1})
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["legal cadres"]
    if ALL:
        assert [str(one) for one in replay_game(bench, 2).differences] == []


@pytest.mark.parametrize(
    ("effects", "first"), sampled([(ELIMINATING, 1), ({**SOME, "EX": ()}, 6)], 0), ids=["lost", "spared"]
)
def test_a_module_that_takes_them_for_lost_is_found_out(
    tmp_path: Path, effects: Mapping[str, tuple[Effect, ...]], first: int
) -> None:
    bench = bench_of(close(toy(effects, cadres=EASY)), tmp_path, close(toy(SOME, cadres=EASY)))
    assert walked(bench, around(first, 40)).differences
