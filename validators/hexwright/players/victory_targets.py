"""Find what the victory counts: hexes that are worth points to a side, and the front that it must keep."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hexwright.geometry.bitsets import members
from hexwright.geometry.exit_hexes import hexes_left
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import layers
from hexwright.geometry.presence_hexes import hexes_counted
from hexwright.geometry.territory_hexes import hexes_held, past
from hexwright.rules.compiled.compiled_game import Setting

FAR = 99
"""Further than any hex is."""


class Aim(NamedTuple):
    """Hexes that are worth something to a side."""

    hexes: Hexes
    worth: float
    """Victory points, for a unit of usual strength where each counts."""
    each: bool
    """Whether each unit there is worth as much; else they are given once."""
    supplied: bool = False
    """Whether who stands there must have supply."""


def aims(setting: Setting, side: int) -> tuple[Aim, ...]:
    """Return what a side gets points for by standing somewhere, beside the places that it owns.

    What none of its units would get any for, such as points by strength where nobody has any, is no aim.
    """
    rules, board, mine = setting.victory, setting.board, setting.sides[side]
    usual = _usual_strength(setting, side)
    found: list[Aim] = []
    for entry in rules.presence:
        if mine in entry.side:
            each = entry.points * (usual if entry.per == "strength" else 1.0)
            hexes = hexes_counted(board, entry)
            found.append(Aim(hexes, each, each=True, supplied=entry.supply is not None))
    for way in rules.exits:
        if mine in way.side and way.points:
            each = way.points * (usual if way.per == "strength" else 1.0)
            found.append(Aim(hexes_left(board, way), each, each=True))
    for holding in rules.holdings:
        if mine in holding.side:
            hexes, supplied = hexes_held(board, holding), holding.supply is not None
            found.append(Aim(hexes, float(holding.points), each=False, supplied=supplied))
    for advance in rules.advances:
        if mine in advance.side:
            line, beyond = past(board, advance)
            near = line
            for _ in range(advance.beyond):
                near |= board.around(near) & beyond
            worth = float(advance.points)
            supplied = advance.supply is not None
            found.append(Aim(beyond & ~near, worth, each=False, supplied=supplied))
    return tuple(aim for aim in found if aim.hexes and aim.worth)


def _usual_strength(setting: Setting, side: int) -> float:
    strengths = [setting.strengths[unit][1] for unit in setting.of_side[side]]
    return sum(strengths) / len(strengths) if strengths else 0.0


@lru_cache(maxsize=64)
def distances(board: Board, hexes: Hexes) -> tuple[int, ...]:
    """Return, by hex, how far it is from the nearest of some; `FAR` where none is."""
    found = [FAR] * len(board.ids)
    for distance, front in enumerate(layers(board.around, hexes, -1)):
        for number in members(front):
            found[number] = distance
    return tuple(found)
