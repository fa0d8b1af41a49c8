"""Adjacent elimination checks: entries about units that an adjacent enemy eliminates."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.rules.adjacent_elimination.compiled import exposed_steps
from hexwright.rules.rule_validation.combat.fire_checks import unused_criteria
from hexwright.rules.rule_validation.unplayable_rules import Path, UnplayableRule
from hexwright.support.message_wording import quote

_AT: Path = ("rules", "adjacent_elimination")


def check_adjacent_elimination(game: Game) -> Iterator[UnplayableRule]:
    """Yield problems with the adjacent elimination entries."""
    entries = game.rules.adjacent_elimination
    if not entries:
        return
    if game.rules.combat is None:
        told = "'adjacent_elimination' is only for combat by odds"
        yield UnplayableRule("P006", told, "leave 'adjacent_elimination' out, or write 'combat'", _AT)
        return
    board = Board.of(game.hexmap)
    falling = {one.hexsides for one in game.rules.fortified_hexsides}
    for number, entry in enumerate(entries):
        at, where = (*_AT, number), f"entry {number + 1} of 'adjacent_elimination'"
        yield from unused_criteria(entry, where, entry.unused, at)
        if entry.unless is not None and entry.unless.along:
            told = f"{where} can't depend on 'along' under 'unless'"
            yield UnplayableRule("P006", told, "leave 'along' out of 'unless'", (*at, "unless", "along"))
        for feature in entry.behind:
            if feature in falling:
                told = f"hexsides of {quote(feature)} can be destroyed, but that has no effect here"
                yield UnplayableRule(
                    "P006",
                    told,
                    f"name another feature, or delete {quote(feature)} from 'fortified_hexsides'",
                    (*at, "behind"),
                )
        if not any(exposed_steps(board, entry)):
            told = f"{where} matches no hex of the map"
            yield UnplayableRule("P006", told, "write other hexsides or hexes, or delete this entry", at)
