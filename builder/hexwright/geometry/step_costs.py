"""Tell steps on a map apart by the entries of movement costs that are about them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hexwright.geometry.bitsets import members
from hexwright.geometry.criteria_hexes import hexes_asked, steps_asked
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Steps, divided
from hexwright.model.rules.movement_record import EntryCost, MovementMode

_KNOWN: deque[tuple[Board, tuple[EntryCost, ...], Mapping[tuple[int, ...], Steps]]] = deque(maxlen=32)
"""What was asked last: a reference, the tables and the texts of a module ask for the same."""


def crossings(board: Board, mode: MovementMode) -> Mapping[tuple[int, ...], Steps]:
    """Return the steps from hex to hex, apart by the numbers of the entries for steps that are about them.

    Those to which no entry is belong to (). Where no entry is for steps there is nothing to tell apart.
    """
    for known, costs, found in _KNOWN:
        if known is board and costs == mode.costs:
            return found
    made = _crossings(board, mode.costs)
    _KNOWN.append((board, mode.costs, made))
    return made


def _crossings(board: Board, costs: tuple[EntryCost, ...]) -> Mapping[tuple[int, ...], Steps]:
    marked: dict[int, list[Hexes]] = {}
    for number, entry in enumerate(costs):
        if (far := _led_to(board, entry)) is not None:
            marked[number] = far
    return divided(board.near, marked) if marked else {}


def _led_to(board: Board, entry: EntryCost) -> list[Hexes] | None:
    """Return, by hex, those beside it to which a step is as an entry asks; None for an entry for hexes."""
    froms = steps_asked(board, entry)
    if froms is None:
        return None
    far = [0] * len(board.near)
    for number in members(hexes_asked(board, entry)):
        for before in members(froms[number] & board.near[number]):
            far[before] |= 1 << number
    return far
