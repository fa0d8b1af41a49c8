"""Write the tables for airdrops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexwright.geometry.airdrop_hexes import airdrop_hexes
from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.rules.airdrop_record import Airdrop as Declared
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row


@row
class Drop(Circumstance):
    """A row for a part of a unit that may be airdropped. It names the whole unit, and all parts of that unit.

    The row's key is the part's id. Units with the same `key` column share a rule.
    """

    whole: str
    parts: str
    most: str
    key: str
    rule: str


@row
class Dropped(Row):
    """A row for the parts that may be dropped under a rule. The row's key identifies the rule."""

    parts: str


def values(game: Game, board: Board) -> Mapping[str, Table]:
    """Return the tables for airdrops, keyed by their names in the script."""
    return {
        "DROPS": keyed(Drop, _rows(game, board)),
        "DROPPED": keyed(
            Dropped,
            ((key, Dropped(",".join(one.parts))) for key, drop, _ in _drops(game) for one in drop.breakdowns),
        ),
    }


def _drops(game: Game) -> Iterator[tuple[str, Declared, str]]:
    """Yield the airdrop rules, each with its key and the number of the cited rule."""
    for rule in game.rules.replacements:
        for number, drop in enumerate(rule.airdrops):
            yield f"{rule.side}.{number}", drop, drop.rule or rule.rule or "-"


def _rows(game: Game, board: Board) -> Iterator[tuple[str, Drop]]:
    for key, drop, rule in _drops(game):
        when = {**asked(board, drop), "hexes": cells.text(airdrop_hexes(board, drop))}
        for one in drop.breakdowns:
            for part in one.parts:
                found = Drop(
                    **when, whole=one.unit, parts=",".join(one.parts), most=str(drop.max), key=key, rule=rule
                )
                yield part, found
