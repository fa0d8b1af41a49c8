"""Victory targets: hexes that score points for a side, and fronts that the side must keep closed."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hexwright.geometry.bitsets import members
from hexwright.geometry.exit_hexes import exit_hexes
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import hexes_by_distance
from hexwright.geometry.presence_hexes import presence_hexes
from hexwright.geometry.territory_hexes import hexes_past_line, holding_hexes
from hexwright.rules.compiled.compiled_game import CompiledGame

UNREACHABLE = 99
"""A distance larger than that between any two hexes."""


class VictoryTarget(NamedTuple):
    """Hexes that are worth points to a side."""

    hexes: Hexes
    points: float
    """The victory points; if each unit scores separately, the points of a unit of average strength."""
    for_each_hex: bool
    """Whether each unit in the hexes scores the points; otherwise, the points are scored once."""
    supplied: bool = False
    """Whether a unit must be in supply to score."""


def victory_targets(setting: CompiledGame, side: int) -> tuple[VictoryTarget, ...]:
    """Return the hexes in which a side scores points by position, other than places that it owns.

    Hexes in which none of its units would score are omitted, for example if points depend on strength and no
    unit has any strength.
    """
    rules, board, mine = setting.victory, setting.board, setting.sides[side]
    usual = _usual_strength(setting, side)
    found: list[VictoryTarget] = []
    for entry in rules.presence:
        if mine in entry.side:
            each = entry.points * (usual if entry.per == "strength" else 1.0)
            hexes = presence_hexes(board, entry)
            found.append(VictoryTarget(hexes, each, for_each_hex=True, supplied=entry.supply is not None))
    for way in rules.exits:
        if mine in way.side and way.points:
            each = way.points * (usual if way.per == "strength" else 1.0)
            found.append(VictoryTarget(exit_hexes(board, way), each, for_each_hex=True))
    for holding in rules.holdings:
        if mine in holding.side:
            hexes, supplied = holding_hexes(board, holding), holding.supply is not None
            found.append(VictoryTarget(hexes, float(holding.points), for_each_hex=False, supplied=supplied))
    for advance in rules.farthest_advance:
        if mine in advance.side:
            line, beyond = hexes_past_line(board, advance)
            near = line
            for _ in range(advance.beyond):
                near |= board.around(near) & beyond
            worth = float(advance.points)
            supplied = advance.supply is not None
            found.append(VictoryTarget(beyond & ~near, worth, for_each_hex=False, supplied=supplied))
    return tuple(aim for aim in found if aim.hexes and aim.points)


def _usual_strength(setting: CompiledGame, side: int) -> float:
    strengths = [setting.strengths[unit][1] for unit in setting.units_by_side[side]]
    return sum(strengths) / len(strengths) if strengths else 0.0


@lru_cache(maxsize=64)
def distances(board: Board, hexes: Hexes) -> tuple[int, ...]:
    """Return the distance from each hex to the nearest of `hexes`; UNREACHABLE if `hexes` is empty."""
    found = [UNREACHABLE] * len(board.ids)
    for distance, front in enumerate(hexes_by_distance(board.around, hexes, -1)):
        for number in members(front):
            found[number] = distance
    return tuple(found)
