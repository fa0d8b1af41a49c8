"""Victory: what gives points, each with where, when and for whom it counts."""

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
    """What sides get points for."""

    @cached_property
    def exits(self) -> tuple[tuple[Exit, Circumstance], ...]:
        """Return where units may leave the map; the first that counts for one holds."""
        return tuple(
            (one, replace(self._asked(one), hexes=hexes_left(self.board, one))) for one in self.victory.exits
        )

    @cached_property
    def presence(self) -> tuple[tuple[Presence, Circumstance], ...]:
        """Return what units give points for by where they stand, but for how they are supplied."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_counted(self.board, one)))
            for one in self.victory.presence
        )

    @cached_property
    def holdings(self) -> tuple[tuple[Holding, Circumstance], ...]:
        """Return which hexes sides hold for points, and by whom, but for how they are supplied."""
        return tuple(
            (one, replace(self._asked(replace(one, supply=None)), hexes=hexes_held(self.board, one)))
            for one in self.victory.holdings
        )

    @cached_property
    def inroads(self) -> tuple[tuple[Advance, Circumstance], ...]:
        """Return past what lines sides have come for points, and who, but for how they are supplied."""
        return tuple((one, self._asked(replace(one, supply=None))) for one in self.victory.advances)

    @cached_property
    def losses(self) -> tuple[tuple[Loss, Circumstance], ...]:
        """Return what units give points for that are lost; the first that counts holds."""
        return tuple((one, self._asked(one)) for one in self.victory.losses)
