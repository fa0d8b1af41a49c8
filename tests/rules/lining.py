"""A naive oracle for networks: which hexes serve a side, hex by hex from rules.yaml, by printed ids.

It shares nothing with the rules engine except the position, and is slow on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.zoning import reaches


@dataclass
class Lines:
    """A network as used by a side in a position."""

    kernel: RulesEngine
    state: State
    side: str
    name: str

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @cached_property
    def network(self) -> Network:
        return next(network for network in self.game.rules.networks if network.id == self.name)

    @cached_property
    def use(self) -> NetworkUse | None:
        return next((use for use in self.network.uses if use.side == self.side), None)

    @cached_property
    def pairs(self) -> list[tuple[HexId, HexId]]:
        return [
            pair
            for feature in self.game.hexmap.lines
            if feature.id in self.network.line
            for line in feature.lines
            for pair in zip(line.path, line.path[1:], strict=False)
        ]

    @cached_property
    def hexes(self) -> set[HexId]:
        return {hex_id for pair in self.pairs for hex_id in pair}

    @cached_property
    def serving(self) -> set[HexId]:
        """Return the hexes that serve the side, as recorded in the position."""
        if self.network.states is None:
            return self.hexes
        setting = self.kernel.setting
        changing = [network.id for network in self.game.rules.networks if network.states is not None]
        sides = [side.id for side in self.game.info.sides]
        slot = changing.index(self.name) * len(sides) + sides.index(SideId(self.side))
        return set(setting.board.names(self.state.serving_hexes[slot]))

    @cached_property
    def started(self) -> set[HexId]:
        """Return the hexes that serve the side at the start of the scenario."""
        starts = self.kernel.setting.scenario.networks.get(self.name)
        if starts is None or self.network.states is None:
            return self.hexes
        found: set[HexId] = set()
        for start in starts:
            if start.side == self.side:
                features = [f for f in self.game.hexmap.features if f.id == start.feature]
                found |= {hex_id for feature in features for hex_id in feature.hexes} | set(start.hexes)
                found |= self.hexes if start.feature is None and not start.hexes else set()
        return found & self.hexes

    @cached_property
    def standing(self) -> dict[HexId, set[str]]:
        """Return, by hex, the classes of the enemies in it, and \"\" for an own unit."""
        found: dict[HexId, set[str]] = {}
        setting = self.kernel.setting
        for number, unit in enumerate(setting.units):
            if (place := self.state.locations[number]) >= 0:
                counter = self.game.counters.unit(unit)
                kind = "" if counter.side == self.side else counter.unit_class
                found.setdefault(setting.board.ids[place], set()).add(kind)
        return found

    def barred(self, hex_id: HexId) -> bool:
        """Return whether enemies or their zones of control make a hex unusable."""
        assert self.use is not None
        here = self.standing.get(hex_id, set())
        if here - {""}:
            return True
        zoc = self.game.rules.zoc
        if self.use.ezoc == "ignored" or zoc.reach == "none":
            return False
        if "" in here and (self.use.ezoc == "unless-friends" or zoc.friendly_units_cancel):
            return False
        beside = HexGrid.of(self.game.hexmap.grid).neighbours(hex_id).values()
        (enemy,) = {side.id for side in self.game.info.sides} - {self.side}
        return reaches(self.game, enemy, hex_id) and any(
            kind and (not zoc.classes or kind in zoc.classes)
            for there in beside
            for kind in self.standing.get(there, ())
        )

    @cached_property
    def begins(self) -> set[HexId] | None:
        """Return the hexes to which usable hexes must be connected; None if no connection is required."""
        use, hexmap, setting = self.use, self.game.hexmap, self.kernel.setting
        assert use is not None
        if not (use.edge or use.hexes or use.places):
            return None
        found = set(use.hexes) | {h for edge in hexmap.edges if edge.id in use.edge for h in edge.hexes}
        own = setting.board.names(self.state.owned[setting.sides.index(use.side)])
        return found | {place.hex for place in hexmap.places if place.id in use.places and place.hex in own}

    @cached_property
    def usable(self) -> set[HexId]:
        """Return the hexes of the network that the side may use."""
        if self.use is None:
            return set()
        free = {hex_id for hex_id in self.serving if not self.barred(hex_id)}
        if self.use.original_only:
            free &= self.started
        begins = self.begins
        if begins is None:
            return free
        found = begins & free
        grown = True
        while grown:
            more = {b for a, b in self.pairs if a in found} | {a for a, b in self.pairs if b in found}
            more = (more & free) - found
            found |= more
            grown = bool(more)
        return found
