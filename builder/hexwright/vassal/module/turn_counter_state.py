"""Write and read the state of the turn counter, as saved games contain it."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.vassal.codec import sequence_encoder


def counter_state(game: Game, turn: str, phase_number: str) -> str:
    """Return the turn counter's state in a turn and the phase of a number, from 0."""
    active = sequence_encoder.encode(["true"] * len(game.rules.sequence), ",")
    phase_level = sequence_encoder.encode([phase_number, "0", "0", active], ";")
    turn_level = sequence_encoder.encode([turn, "0", "false", "-1", phase_level], ";")
    return sequence_encoder.encode(["0", turn_level], "|")


def read_turn(state: str) -> tuple[int, int]:
    """Return the turn and the phase number from the turn counter's state.

    Raises ValueError for a state that belongs to another module's turn counter.
    """
    tokens = sequence_encoder.decode(state, "|")
    levels = sequence_encoder.decode(tokens[1], ";") if len(tokens) == 2 else []
    if len(levels) < 5:
        raise ValueError("not a state of this module's turn counter")
    return int(levels[0]), int(sequence_encoder.decode(levels[4], ";")[0])
