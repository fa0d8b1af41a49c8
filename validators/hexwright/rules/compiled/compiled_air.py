"""Compiled air rules: which units fly, in which phases, and from which bases."""

from __future__ import annotations

from functools import cached_property

from hexwright.rules.air.air_units import AirUnits
from hexwright.rules.compiled.compiled_units import CompiledUnits


class CompiledAir(CompiledUnits):
    """Mixin of the compiled game: the air units of a scenario."""

    @cached_property
    def air_units(self) -> AirUnits:
        """Return the air units of all sides with their rules and mission groups."""
        return AirUnits(self.game.rules.air, self.sides, self.phases, self.unit_roster)

    def is_air_unit(self, unit: int) -> bool:
        """Return whether a unit is an air unit with a base of its side to fly from."""
        return any(fliers >> unit & 1 for fliers in self.air_units.units)
