"""A whole game turn of both sides, played at the table with everything that the rules forbid tried on the
way.
"""

from __future__ import annotations

from pathlib import Path

from hexwright.engine_driver import Engine
from tests.vassal.enforcement.table import Table
from tests.vassal.enforcement.turn import SEEDS, first_turn


def test_a_whole_turn_is_played_and_its_log_ends_in_the_same_state(table: Table, tmp_path: Path) -> None:
    player, log = table.start(phases=0).player, tmp_path / "turn.vlog"
    player.seed(SEEDS["real" if isinstance(player, Engine) else "virtual"])
    if isinstance(player, Engine):
        player.begin_log(log)
    turn = first_turn(table)
    assert {"battle", "loss", "retreat", "advance", "move", "replacement", "rail move"} <= set(turn.done)
    assert {"attacker", "move", "replacement", "retreat", "end of a phase"} <= set(turn.refused)
    assert table.problems() == []
    if isinstance(player, Engine):
        player.end_log()
        after = table.state()
        player.load(log, "Both sides")
        while player.status().steps_left:
            player.step()
        assert table.state() == after
        assert table.problems() == []
