"""Compiled victory rules: what scores points, with where, when and for whom it counts."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from hexwright.geometry.exit_hexes import hexes_left
from hexwright.geometry.presence_hexes import hexes_counted
from hexwright.geometry.territory_hexes import hexes_held
from hexwright.model.rules.territory_points_record import Advance, Holding
from hexwright.model.rules.victory_record import Exit, Loss, Presence
from hexwright.rules.compiled.compiled_units import UnitFacts
from hexwright.rules.engine.compiled_criteria import Circumstance


class VictoryFacts(UnitFacts):
    """The sources of victory points."""

    @cached_property
    def exits(self) -> tuple[tuple[Exit, Circumstance], ...]:
        """Return where units may exit the map; the first entry that applies to a unit is used."""
        return tuple(
            (one, replace(self._asked(one), hexes=hexes_left(self.board, one))) for one in self.victory.exits
        )

    @cached_property
    def presence(self) -> tuple[tuple[Presence, Circumstance], ...]:
        """Return the points that units score by position, with their criteria except supply."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_counted(self.board, one)))
            for one in self.victory.presence
        )

    @cached_property
    def holdings(self) -> tuple[tuple[Holding, Circumstance], ...]:
        """Return the points for hexes that a side's units hold, with their criteria except supply."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_held(self.board, one)))
            for one in self.victory.holdings
        )

    @cached_property
    def inroads(self) -> tuple[tuple[Advance, Circumstance], ...]:
        """Return the points for farthest advances past lines, with their criteria except supply."""
        return tuple((one, self._asked(replace(one, supply=None))) for one in self.victory.advances)

    @cached_property
    def losses(self) -> tuple[tuple[Loss, Circumstance], ...]:
        """Return the points for lost units; the first entry that applies is used."""
        return tuple((one, self._asked(one)) for one in self.victory.losses)
