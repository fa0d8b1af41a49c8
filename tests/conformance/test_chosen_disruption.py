"""Attackers disrupted by choice: module and reference say the same, and a module that does not is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.model.game import Game
from hexwright.recording.saved_positions import SavedGameWriter
from tests.conformance.close_combat import close, walked
from tests.conformance.conftest import CAUSEWAY
from tests.conformance.walking import ahead, bench_of
from tests.rules.games_with_chosen_disruption import ALL, STEP
from tests.rules.games_with_disruption import toy
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module


def chosen(found: Game) -> Game:
    """Return a game in which every result but two has attackers chosen."""
    combat = found.rules.combat
    assert combat is not None
    effects = {result: (ALL, STEP)[number % 2] for number, result in enumerate(combat.effects)}
    changed = replace(combat, effects=effects, max_advancing=2)
    return replace(found, rules=replace(found.rules, combat=changed))


def test_module_and_reference_have_the_same_attackers_disrupted(tmp_path: Path) -> None:
    wanted = {"chosen disruptions": 2, "single choices": 1, "refused losses": 1}
    tally = walked(bench_of(close(chosen(toy(None))), tmp_path), ahead(24, 0, 4, 1), wanted)
    assert not tally.differences, tally.differences
    assert tally.counts["chosen disruptions"] >= 2
    assert tally.counts["single choices"]
    assert tally.counts["refused losses"]


def test_a_module_that_counts_reckoned_strengths_is_found_out(tmp_path: Path) -> None:
    found = close(chosen(toy(None)))
    combat = found.rules.combat
    assert combat is not None
    other = replace(found, rules=replace(found.rules, combat=replace(combat, exchange="modified")))
    assert walked(bench_of(found, tmp_path, other), range(30)).differences


def slashed(found: Game) -> Game:
    """Return a game whose results have a slash in their names; an answer is parted by slashes."""
    combat, table = found.rules.combat, found.charts.combat
    assert combat is not None
    assert table is not None
    named = {str(result.id): f"{result.id}/Ad" for result in table.results}

    def rows(old: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {die: tuple(named[result] for result in row) for die, row in old.items()}

    renamed = replace(
        table,
        results=tuple(replace(result, id=named[result.id]) for result in table.results),
        rows=rows(table.rows),
        alternate_tables=tuple(replace(other, rows=rows(other.rows)) for other in table.alternate_tables),
    )
    effects = {named[result]: effect for result, effect in combat.effects.items()}
    return replace(
        found,
        charts=replace(found.charts, combat=renamed),
        rules=replace(found.rules, combat=replace(combat, effects=effects)),
    )


@pytest.mark.slow
def test_results_may_have_a_slash_in_their_names(tmp_path: Path) -> None:
    found = slashed(close(chosen(toy(None))))
    tally = walked(bench_of(found, tmp_path), ahead(12, 0, 4), {"chosen disruptions": 2})
    assert not tally.differences, tally.differences
    assert tally.counts["chosen disruptions"] >= 2


@pytest.mark.engine
def test_real_engine_takes_results_with_a_slash_in_their_names(tmp_path: Path) -> None:
    found = slashed(close(chosen(toy(None))))
    with Engine(write_module(found, CAUSEWAY, tmp_path / "causeway.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(CAUSEWAY)), VassalModule(engine))
        tally = walked(bench, range(12), {"chosen disruptions": 2})
    assert not tally.differences, tally.differences
    assert tally.counts["chosen disruptions"] >= 2
