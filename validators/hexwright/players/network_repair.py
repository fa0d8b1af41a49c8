"""Network repair: use railway troops to repair networks along lines towards the front, and at cuts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Hexes
from hexwright.geometry.hex_steps import Spread, hexes_by_distance
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.transport.compiled_networks import CompiledNetwork
from hexwright.rules.transport.transport_networks import serving_hexes, usable_hexes

REAR_WEIGHT: Final = 0.3
"""The weight of a hex on the way to the repair area, relative to the weight of a repaired hex."""
NEAR_HEXES: Final = 2
"""The distance along the line, in hexes, within which a unit is considered close to its repair area."""


class NetworkRepair:
    """The repairs needed on a side's networks when a phase begins.

    The distance of every hex from the repair area is measured along the lines.
    """

    def __init__(self, setting: CompiledGame, state: State, side: int, pull: Callable[[int], float]) -> None:
        self.setting, self.side, self._pull = setting, side, pull
        self.menders: Units = 0
        self.depth: dict[int, float] = {}
        """For each hex of a network, its distance from the edge of the repair area.

        The distance is positive inside the area and negative on the way to the area.
        """
        self.beside_own: Hexes = 0
        """The hexes next to needed repairs on lines that belonged to the side when the scenario began."""
        for one in setting.changeable_networks:
            net = setting.networks.get((one.network.id, side))
            own = one.repair_units & setting.unit_sets_by_side[side]
            if net is not None and own:
                self.menders |= own
                self._find_work(state, net, one.network.id)

    def _find_work(self, state: State, net: CompiledNetwork, name: str) -> None:
        setting, side = self.setting, self.side
        enemies = setting.enemy_hexes(state, side)
        safe = ~(enemies | setting.board.around(enemies))
        served = serving_hexes(setting, state, name, side)
        work = (net.initial_hexes if net.use.original_only else net.hexes) & ~served & safe
        used = usable_hexes(setting, state, name, side)
        edge = net.spread_along_lines(used) & work
        self.beside_own |= net.spread_along_lines(edge & net.initial_hexes)
        for number, distance in _depths(net.spread_along_lines, edge, work).items():
            self.depth[number] = distance + 1.0
        for number, distance in _depths(
            net.spread_along_lines, net.spread_along_lines(edge) & used & safe, used & safe
        ).items():
            self.depth.setdefault(number, -REAR_WEIGHT * distance)

    def value_of_hex(self, number: int) -> float | None:
        """Return the value of a hex to a repairing unit; None if no repairs can be reached from there."""
        depth = self.depth.get(number)
        return None if depth is None else depth + self._pull(number)

    def redeployment(self, state: State, actions: list[Action]) -> Action | None:
        """Return the redeployment of a distant unit to a repair that has no unit close to it; None if no such
        redeployment is possible.

        Only repairs on lines that belonged to the side when the scenario began are considered.
        """
        index = self.setting.board.index
        at = [state.locations[unit] for unit in members(self.menders) if state.locations[unit] >= 0]
        near = self.setting.board.ring
        far = -REAR_WEIGHT * (NEAR_HEXES + 1)
        for action in actions:
            assert action.unit is not None
            assert action.hex is not None
            goal = index[action.hex]
            if self.depth.get(goal) != 0 or not self.beside_own >> goal & 1:
                continue
            here = self.depth.get(state.locations[self.setting.unit_numbers[action.unit]], far)
            helped = any(
                near(goal, distance) >> place & 1 for distance in range(NEAR_HEXES + 1) for place in at
            )
            if here <= far and not helped:
                return action
        return None


def _depths(along: Spread, begun: Hexes, within: Hexes) -> dict[int, int]:
    """Return, for each hex in `within`, its distance along lines from the hexes `begun`, in hexes."""
    return {
        number: distance
        for distance, front in enumerate(hexes_by_distance(along, begun, within))
        for number in members(front)
    }
