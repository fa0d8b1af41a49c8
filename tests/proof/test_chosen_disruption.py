"""Attackers disrupted by choice: module and reference say the same, and a module that does not is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.model.game import Game
from tests.proof.test_remnants import bench_of, close, walked
from tests.rules.test_chosen_disruption import ALL, STEP
from tests.rules.test_disruption import toy


def chosen(found: Game) -> Game:
    """Return a game in which every result but two has attackers chosen."""
    combat = found.rules.combat
    assert combat is not None
    effects = {result: (ALL, STEP)[number % 2] for number, result in enumerate(combat.effects)}
    changed = replace(combat, effects=effects, advance=2)
    return replace(found, rules=replace(found.rules, combat=changed))


def test_module_and_reference_have_the_same_attackers_disrupted(tmp_path: Path) -> None:
    wanted = {"chosen disruptions": 3, "single answers": 1, "refused losses": 1}
    tally = walked(bench_of(close(chosen(toy(None))), tmp_path), range(24), wanted)
    assert not tally.differences, tally.differences
    assert tally.counts["chosen disruptions"] >= 3
    assert tally.counts["single answers"]
    assert tally.counts["refused losses"]


def test_a_module_that_counts_reckoned_strengths_is_found_out(tmp_path: Path) -> None:
    found = close(chosen(toy(None)))
    combat = found.rules.combat
    assert combat is not None
    other = replace(found, rules=replace(found.rules, combat=replace(combat, exchange="reckoned")))
    assert walked(bench_of(found, tmp_path, other), range(30)).differences
