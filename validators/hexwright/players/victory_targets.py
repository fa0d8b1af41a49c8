"""Find the targets of the victory conditions: hexes worth points to a side, and fronts that it must keep."""

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
"""A distance larger than that of any hex."""


class Aim(NamedTuple):
    """Hexes that are worth points to a side."""

    hexes: Hexes
    worth: float
    """Victory points, for a unit of average strength where each unit counts."""
    each: bool
    """Whether each unit there scores these points; otherwise they are scored once."""
    supplied: bool = False
    """Whether the unit there must be in supply."""


def aims(setting: Setting, side: int) -> tuple[Aim, ...]:
    """Return the hexes for which a side scores points by being there, besides the places that it owns.

    Hexes for which none of its units would score are left out, such as points by strength for units without
    any.
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
    """Return, by hex, the distance from the nearest of `hexes`; `FAR` if there are none."""
    found = [FAR] * len(board.ids)
    for distance, front in enumerate(layers(board.around, hexes, -1)):
        for number in members(front):
            found[number] = distance
    return tuple(found)
