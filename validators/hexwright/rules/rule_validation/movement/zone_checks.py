"""Zone checks: the hexes into which zones of control don't extend."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.criteria_hexes import hexes_meeting_criteria
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule

_AT: Path = ("rules", "zoc", "not_into")


def check_zones(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the entries that list hexes without zones of control."""
    zoc = game.rules.zoc
    if zoc.not_into and zoc.reach == "none":
        told = "'not_into' has no effect, because with 'reach: none' no unit has a zone of control"
        yield UnplayableRule("P006", told, "leave 'not_into' out, or write another 'reach'", _AT)
    board = Board.of(game.hexmap)
    for number, entry in enumerate(zoc.not_into):
        at, where = (*_AT, number), f"entry {number + 1} of 'not_into'"
        yield from unused_criteria(entry, where, entry.unused, at)
        hexes = hexes_meeting_criteria(board, entry)
        if hexes == board.every:
            told = f"{where} matches every hex, so no zone of control extends into any hex"
            yield UnplayableRule(
                "P006", told, "write 'terrain', 'feature', 'place' or 'place_kinds' to restrict the entry", at
            )
        elif not hexes:
            yield UnplayableRule(
                "P006",
                f"{where} matches no hex of the map",
                "write other hexes or terrain, or delete this entry",
                at,
            )
