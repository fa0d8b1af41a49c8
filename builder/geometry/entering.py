"""Tell for which hexes and hexsides of a map an entry of movement costs counts."""

from __future__ import annotations

from collections.abc import Mapping

from builder.geometry.board import Board, Hexes
from builder.geometry.steps import Steps, divided
from builder.model.moving import EntryCost, MovementMode


def entered(board: Board, entry: EntryCost) -> Hexes:
    """Return the hexes that an entry is about when they are entered."""
    hexes = board.every
    if entry.terrain is not None:
        hexes &= board.terrain[entry.terrain]
    if entry.into is not None:
        hexes &= board.features[entry.into]
    return hexes


def crossings(board: Board, mode: MovementMode) -> Mapping[tuple[int, ...], Steps]:
    """Return the steps from hex to hex, apart by the numbers of the entries for hexsides that are about them.

    Those to which no entry is belong to (). Where no entry is for hexsides there is nothing to tell apart.
    """
    marked: dict[int, list[Hexes]] = {}
    for number, entry in enumerate(mode.costs):
        if entry.across is not None:
            into = entered(board, entry)
            leaves = board.every & ~into if entry.into is not None else board.every
            sides = board.across[entry.across]
            marked[number] = [far & into if leaves >> index & 1 else 0 for index, far in enumerate(sides)]
    return divided(board.near, marked) if marked else {}
