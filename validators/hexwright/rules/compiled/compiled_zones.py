"""Compiled zones of control: the units that exert zones, and the hexes into which the zones extend."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from hexwright.geometry.bitsets import union, union_of
from hexwright.geometry.zoc_limit_hexes import hexes_without_zoc
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.game_state import State, disrupted_units


class CompiledZones(CompiledUnits):
    """Mixin of the compiled game: the zones of control of units."""

    def ezoc_hexes(self, state: State, side: int) -> int:
        """Return the hexes in zones of control of a side's enemies."""
        zone = self._hexes_reached(state, self._other_sides[side])
        return zone & ~state.occupied[side] if self.game.rules.zoc.friendly_units_cancel else zone

    def zoc_hexes(self, state: State, side: int) -> int:
        """Return the hexes in a side's zone of control, including occupied hexes."""
        # The six hexes around a unit, including those with enemy units.
        return self._hexes_reached(state, (side,))

    def _hexes_reached(self, state: State, sides: Collection[int]) -> int:
        """Return the hexes in the zones of control of `sides`."""
        if not self.game.rules.zoc.not_into:
            return self.board.around(self._hexes_exerting_zoc(state, sides))
        return union_of(
            self.board.around(self._hexes_exerting_zoc(state, (side,))) & ~self._hexes_without_zoc[side]
            for side in sides
        )

    def _hexes_exerting_zoc(self, state: State, sides: Collection[int]) -> int:
        """Return the hexes that contain units of `sides` with a zone of control."""
        zoc = self.game.rules.zoc
        if zoc.reach == "none":
            return 0
        broken = 0 if self.disruption.exerts_zoc else disrupted_units(state)
        if zoc.classes or broken:
            controlling = self._units_with_zoc & ~broken
            return union(
                hex_number
                for unit, hex_number in enumerate(state.locations)
                if hex_number >= 0 and self.side_of[unit] in sides and controlling >> unit & 1
            )
        return union_of(state.occupied[side] for side in sides)

    @cached_property
    def _units_with_zoc(self) -> int:
        zoc = self.game.rules.zoc
        return 0 if zoc.reach == "none" else self.units_of_classes(zoc.classes)

    @cached_property
    def _hexes_without_zoc(self) -> tuple[int, ...]:
        """Return the hexes into which each side's zones of control don't extend, indexed by side."""
        return tuple(hexes_without_zoc(self.board, self.game.rules.zoc, side) for side in self.sides)

    @cached_property
    def _other_sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the other sides, for each side."""
        every = range(len(self.sides))
        return tuple(tuple(other for other in every if other != side) for side in every)
