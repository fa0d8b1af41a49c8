"""A script that fails in the midst of a judgement lets nothing stand, wherever it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.emulator import EmulatedGame
from hexwright.engine_driver import Engine
from tests.vassal.compile.games import game
from tests.vassal.enforcement.table import SLUG, Table, spoiled
from tests.vassal.engine.conftest import write_module

PANZER = "german-xlvi"
"""Stands in 0406; 0307 is within its reach, 0909 is not."""
FAULT = " throw new IllegalStateException();"


@pytest.mark.parametrize("engine", ["virtual", pytest.param("real", marks=pytest.mark.engine)])
@pytest.mark.parametrize(
    ("place", "goal", "told"),
    [
        ("String judgeMove(String id) {", "0307", "The module's script failed"),
        ("String dragOfOther(Object piece) {", "0307", "The module's script failed"),
        ("void drawSign(String found, String asked) {", "0909", "can't go from 0406 to 0909"),
    ],
)
def test_a_move_that_could_not_be_judged_is_taken_back(
    engine: str, place: str, goal: str, told: str, tmp_path: Path
) -> None:
    file = spoiled(write_module(game(SLUG), SLUG, tmp_path / "game.vmod"), place, place + FAULT)
    with Engine(file) if engine == "real" else EmulatedGame.open(file) as player:
        table = Table(player).start()
        panzer, before = table.unit(PANZER), table.state()
        table.drag(panzer, goal)
        assert table.where(panzer) == "0406"
        assert told in table.told()[-1]
        assert table.refused(before)
