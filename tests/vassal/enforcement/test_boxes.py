"""Where lost units lie in the boxes of the map, in both engines."""

from __future__ import annotations

from hexwright.vassal.module.board_positions import BoardPositions
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.table import SLUG, Table

LOST = ("soviet-20", "soviet-33", "soviet-50", "soviet-3")


def test_units_lost_one_after_another_hide_none_of_each_other_and_come_back_by_undo(table: Table) -> None:
    edge = BoardPositions(game(SLUG), plan(SLUG)).resolution.counter - 2
    table.start()
    table.rules("off")
    before = [table.stands(name) for name in LOST]
    pieces = [table.unit(name) for name in LOST]
    for piece in pieces:
        assert table.key(piece, "keys:ctrl E")
    there = [table.player.pieces(ids=piece)[0] for piece in pieces]
    assert len({piece.zone for piece in there}) == 1
    for number, one in enumerate(there):
        for other in there[:number]:
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= edge
    for _ in LOST:
        table.player.undo()
    assert [table.stands(name) for name in LOST] == before
    assert table.problems() == []
