"""Tell scripts which phases come before one, and when those are left out."""

from __future__ import annotations

from builder.model.game import Game
from builder.model.rules import Phase
from builder.vassal.compile.enforcement.cells import members


def played_before(game: Game, phase: Phase, kind: str) -> str:
    """Return the phases of a kind before a phase, the last first, each with when it is played and left out.

    "id:weather:turns id:weather:turns", as `lastPlayed` in phases.bsh reads it.
    """
    before = reversed(game.rules.sequence[: game.rules.sequence.index(phase)])
    told = (
        f"{one.id}:{members(one.weather)}:{','.join(map(str, one.not_on)) or '-'}"
        for one in before
        if one.kind == kind
    )
    return " ".join(told) or "-"


def player_turn(game: Game, phase: Phase) -> str:
    """Return the phases of a side's turn up to one: those before it until the side changes, and itself."""
    found: list[str] = []
    for one in game.rules.sequence:
        found = [*found, one.id] if one.side == phase.side else []
        if one.id == phase.id:
            break
    return ",".join(found)
