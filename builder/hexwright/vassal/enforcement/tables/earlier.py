"""List the phases before each phase, and the turns and kinds of weather in which they are skipped."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import Phase
from hexwright.vassal.enforcement.tables.cells import members, yes
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, row


@row
class Before(Row):
    """A row for the movement phases before a combat phase. The row's key is the id of the combat phase."""

    moves: str


def values(game: Game) -> Mapping[str, Table | str]:
    """Return the tables for moves that prevent a later attack.

    They say whether there are such moves, and which movement phases precede each combat phase.
    """
    rules, digs = game.rules, game.rules.fortification
    gives_up = any(mode.no_attack_bonus for mode in rules.movement) or (
        digs is not None and bool(digs.bars_attack)
    )
    attacks = [phase for phase in rules.sequence if phase.kind in ("combat", "allocation")]
    asked = gives_up or rules.train_mode is not None
    return {
        "GIVES_UP": yes(gives_up),
        "MOVED_BEFORE": keyed(
            Before, ((one.id, Before(played_before(game, one, "movement"))) for one in attacks if asked)
        ),
    }


def played_before(game: Game, phase: Phase, kind: str) -> str:
    """Return the phases of a kind before a phase, latest first, each with its weather and skipped turns.

    The format is "id:weather:turns id:weather:turns", as parsed by `lastPlayed` in phases.bsh.
    """
    before = reversed(game.rules.sequence[: game.rules.sequence.index(phase)])
    told = (
        f"{one.id}:{members(one.weather)}:{','.join(map(str, one.except_turns)) or '-'}"
        for one in before
        if one.kind == kind
    )
    return " ".join(told) or "-"


def player_turn(game: Game, phase: Phase) -> str:
    """Return the ids of the phases in a player turn, from its first phase to the given one."""
    found: list[str] = []
    for one in game.rules.sequence:
        found = [*found, one.id] if one.side == phase.side else []
        if one.id == phase.id:
            break
    return ",".join(found)
