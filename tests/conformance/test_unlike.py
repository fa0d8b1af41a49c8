"""A game unlike the others is data alone, has what games of its kind have, and is proved in both engines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import NamedGame, WorkPiece, do_work
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.model.game import Game
from tests.conformance.conftest import CAUSEWAY, Benches, playable

FOLDER: Final = Path(__file__).parents[1] / "toy" / "data" / CAUSEWAY


def test_the_unusual_toy_is_yaml_alone_and_has_every_unusual_feature() -> None:
    found = playable(CAUSEWAY)
    rules, combat, table = found.rules, found.rules.combat, found.charts.combat
    assert combat is not None
    assert table is not None
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} == {".yaml"}
    assert found.hexmap.grid.orientation == "pointy"
    assert {"1:2", "3:2"} <= set(table.columns)
    assert any(limit.max == 3 for limit in rules.stacking.limits)
    assert combat.target == "hexes"
    assert any(Fraction(line.cost) == Fraction(1, 2) for line in rules.movement[0].line_costs)
    assert all(supply.range for supply in rules.supply_lines)
    assert all(rule.entries for rule in rules.replacements)
    assert found.oob.reinforcements
    assert any("attacker-exchange" in effects for effects in combat.effects.values())
    assert any(modifier.defence == "2" for modifier in combat.modifiers)


def _two_turns(bench: ConformanceBench, game: Game) -> ComparisonTally:
    return do_work(bench, WorkPiece(2, 1, whole=True, named=NamedGame(str(game.scenarios[0].id), 2)))


def test_its_first_turns_are_the_same_in_module_and_reference(benches: Benches) -> None:
    tally = _two_turns(benches(CAUSEWAY), playable(CAUSEWAY))
    assert [str(one) for one in tally.differences] + tally.problems == []
    assert tally.counts["actions in replays"] > 40


@pytest.mark.engine
def test_real_engine_plays_its_first_turns_like_the_rules(tmp_path: Path) -> None:
    from hexwright.conformance.running_module import VassalModule
    from hexwright.engine_driver import Engine
    from hexwright.recording.saved_positions import SavedGameWriter
    from tests.vassal.compile.games import plan
    from tests.vassal.engine.conftest import write_module

    found = playable(CAUSEWAY)
    with Engine(write_module(found, CAUSEWAY, tmp_path / "causeway.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(CAUSEWAY)), VassalModule(engine))
        tally = _two_turns(bench, found)
        for seed in (0, 3):
            tally.add(walk(bench, plan_walk(found, seed)))
    assert [str(one) for one in tally.differences] + tally.problems == []
    assert tally.counts["actions in replays"] > 40
    assert tally.counts["moves"] + tally.counts["battles"] > 0
