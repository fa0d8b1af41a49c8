"""Set-up limits: limits on the number of units in certain hexes at the start, and hexes that must
be covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.zoc_limit_hexes import hex_ids_without_zoc
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.scenario import Scenario, SetUpCover, SetUpLimit


@dataclass(frozen=True, slots=True)
class SetUpLimits:
    """The set-up limits of a scenario, and the hexes that must be covered.

    Positions are mappings from unit id to hex id.
    """

    grid: HexGrid
    limits: tuple[tuple[SetUpLimit, frozenset[str]], ...]
    covers: tuple[tuple[SetUpCover, tuple[HexId, ...]], ...]
    side_of: Mapping[str, SideId]
    units_with_zoc: frozenset[str]
    """The units that have a zone of control."""
    zoc_cancelled_by_units: bool
    """Whether a unit cancels enemy zones of control in its hex."""
    hexes_without_zoc: Mapping[SideId, frozenset[HexId]]
    """For each covering side, the hexes it must cover into which its zones of control don't extend."""

    @classmethod
    def of(cls, game: Game, scenario: Scenario, grid: HexGrid) -> SetUpLimits:
        """Return the set-up limits of a scenario, with the hexes that must be covered."""
        features = {feature.id: feature for feature in game.hexmap.features}
        zoc, units = game.rules.zoc, game.counters.units
        covers = tuple(
            (cover, features[cover.feature].hexes_of(cover.group)) for cover in scenario.setup_cover
        )
        covered = frozenset(hex_id for _, hexes in covers for hex_id in hexes)
        return cls(
            grid=grid,
            limits=tuple(
                (limit, frozenset(features[limit.feature].hexes_of(limit.group)))
                for limit in scenario.setup_limits
            ),
            covers=covers,
            side_of={unit.id: unit.side for unit in units},
            units_with_zoc=frozenset(
                unit.id
                for unit in units
                if zoc.reach != "none" and (not zoc.classes or unit.unit_class in zoc.classes)
            ),
            zoc_cancelled_by_units=zoc.friendly_units_cancel,
            hexes_without_zoc={
                cover.side: hex_ids_without_zoc(game, cover.side, covered) for cover in scenario.setup_cover
            },
        )

    def units_within(self, side: SideId, hexes: frozenset[str], at: Mapping[str, str]) -> tuple[str, ...]:
        """Return the units of a side that are in `hexes`, in the order of the position `at`."""
        return tuple(u for u, hex_id in at.items() if hex_id in hexes and self.side_of[u] == side)

    def hexes_made_uncoverable(self, side: SideId) -> set[str]:
        """Return the hexes that other sides must cover and couldn't cover if a unit of `side` were there."""
        others = (hexes for cover, hexes in self.covers if cover.side != side)
        return {hex_id for hexes in others for hex_id in hexes} if self.zoc_cancelled_by_units else set()

    def full_hexes(self, side: SideId, at: Mapping[str, str]) -> set[str]:
        """Return the hexes in which no more units of a side may start because a limit has been reached."""
        found: set[str] = set()
        for limit, hexes in self.limits:
            if limit.side == side and len(self.units_within(side, hexes, at)) >= limit.max:
                found |= hexes
        return found

    def uncovered_hexes(
        self, cover: SetUpCover, hexes: Iterable[HexId], at: Mapping[str, str]
    ) -> list[HexId]:
        """Return the hexes in `hexes` that the covering side neither occupies nor controls."""
        own: set[str] = set()
        zoned: set[str] = set()
        others: set[str] = set()
        for unit, hex_id in at.items():
            if self.side_of[unit] != cover.side:
                others.add(hex_id)
                continue
            own.add(hex_id)
            if unit in self.units_with_zoc:
                zoned.add(hex_id)
        found = []
        for hex_id in hexes:
            reached = hex_id not in self.hexes_without_zoc[cover.side]
            beside = reached and not zoned.isdisjoint(self.grid.neighbours(hex_id).values())
            if hex_id not in own and not (beside and not (self.zoc_cancelled_by_units and hex_id in others)):
                found.append(hex_id)
        return found

    def covering_hexes(self, unit: str, hex_id: HexId) -> list[HexId]:
        """Return the hexes from which a unit covers a hex: the hex itself, and adjacent hexes if the unit
        has a ZOC.
        """
        zoned = unit in self.units_with_zoc and hex_id not in self.hexes_without_zoc.get(
            self.side_of[unit], ()
        )
        return [hex_id, *(self.grid.neighbours(hex_id).values() if zoned else ())]
