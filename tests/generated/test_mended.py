"""What games made at random have found, each in a small game of its own: all sides play it alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.cli.positions import Saver
from builder.load.project import load_game
from builder.render.map.plan import plan_sheet
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.vassal.engine.conftest import module_with_plain_pictures
from validators.proof.table import VirtualTable
from validators.proof.walk import Bench, replay, walk
from validators.proof.walk import Plan as Walk

Files = dict[str, dict[str, Any]]
Edit = Callable[[Files], None]
Benches = Callable[[str, Edit], Bench]
DAY = "scenarios/day-1.yaml"


@pytest.fixture
def bench(tmp_path: Path) -> Benches:
    """Return a function that sets up the bench of a plan's game after an edit of its files."""

    def made(plan: str, edit: Edit) -> Bench:
        files, pictures = files_of(Plan.read(plan))
        edit(files)
        loaded = load_game(write_files(files, pictures, tmp_path), SLUG)
        assert loaded.diagnostics == ()
        sheet = plan_sheet(loaded.game)
        module = module_with_plain_pictures(loaded.game, tmp_path / "game.vmod", sheet)
        return Bench(loaded.game, Saver(loaded.game, sheet), VirtualTable(module))

    return made


def played(bench: Bench, seed: int = 1) -> str:
    """Play a whole game on both sides; return how they differ, or nothing."""
    tally = replay(bench, bench.game.scenarios[0].id, seed, {})
    assert tally.counts["actions in whole games"] > 1
    return "\n".join(map(str, tally.differences))


def walked(bench: Bench, length: int, seeds: range = range(1, 4)) -> str:
    """Walk some phases from the beginning with attempts of all kinds; return how the sides differ."""
    told: list[str] = []
    for seed in seeds:
        tally = walk(bench, Walk("day-1", seed, {}, "random", False, 0, "", length, 0.8))
        told += map(str, tally.differences)
    return "\n".join(told)


def leaving(turn: int, unit: str, *scenarios: str) -> dict[str, Any]:
    entry = {"turn": turn, "side": unit.partition("-")[0], "units": [unit], "text": "It leaves."}
    return entry | ({"scenarios": list(scenarios)} if scenarios else {})


AIR = "1:5x4:3:4:fire,air,air-strikes,one-step"


def test_who_leaves_before_a_scenario_begins_is_in_it(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["oob.yaml"]["withdrawals"] = [leaving(1, "blue-air-1"), leaving(2, "red-air-1")]
        files[DAY]["first_turn"] = 2

    assert played(bench(AIR, edit)) == ""


def test_a_unit_leaves_each_scenario_on_the_turn_that_is_said_for_it(bench: Benches) -> None:
    def edit(files: Files) -> None:
        files["scenarios/day-2.yaml"] = files[DAY] | {"title": "Another day", "order": 2}
        files["oob.yaml"]["withdrawals"] = [
            leaving(3, "blue-air-1", "day-2"),
            leaving(1, "blue-air-1", "day-1"),
        ]

    assert played(bench(AIR, edit)) == ""


def test_a_unit_that_attrition_took_comes_back_after_its_delay(bench: Benches) -> None:
    def edit(files: Files) -> None:
        reserve = {"units": ["red-1"], "comes": "delay", "turns": 2}
        files["rules.yaml"]["replacements"][0]["entries"] = {"reserve": reserve}
        files["charts.yaml"]["tables"]["cold"]["rows"] = {str(n): ["Loss", "Loss"] for n in range(1, 7)}
        for turn in files["charts.yaml"]["timetables"]["days"]["turns"]:
            turn["weather"] = files["rules.yaml"]["attrition"][0]["weather"]

        for unit in files["counters.yaml"]["units"].values():
            del unit["steps"][1:]

    assert walked(bench("2:5x4:1:4:weather,communication,replacements,attrition", edit), 8) == ""
