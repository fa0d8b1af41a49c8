"""Compiled victory rules: the sources of victory points with their criteria."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from hexwright.geometry.exit_hexes import exit_hexes
from hexwright.geometry.presence_hexes import presence_hexes
from hexwright.geometry.territory_hexes import holding_hexes
from hexwright.model.rules.territory_points_record import FarthestAdvance, Holding
from hexwright.model.rules.victory_record import Exit, Loss, Presence
from hexwright.rules.compiled.compiled_units import CompiledUnits
from hexwright.rules.engine.compiled_criteria import CompiledCriteria


class CompiledVictory(CompiledUnits):
    """Mixin of the compiled game: the sources of victory points."""

    @cached_property
    def exits(self) -> tuple[tuple[Exit, CompiledCriteria], ...]:
        """Return the entries by which units may exit the map; the first entry that applies to a unit is
        used.
        """
        return tuple(
            (one, replace(self._compile_criteria(one), hexes=exit_hexes(self.board, one)))
            for one in self.victory.exits
        )

    @cached_property
    def presence(self) -> tuple[tuple[Presence, CompiledCriteria], ...]:
        """Return the entries by which units score points for their positions, with all their criteria except
        supply.
        """
        return tuple(
            (
                one,
                replace(
                    self._compile_criteria(replace(one, supply=None)), hexes=presence_hexes(self.board, one)
                ),
            )
            for one in self.victory.presence
        )

    @cached_property
    def holdings(self) -> tuple[tuple[Holding, CompiledCriteria], ...]:
        """Return the entries that score points for hexes held by a side's units, with all their criteria
        except supply.
        """
        return tuple(
            (
                one,
                replace(
                    self._compile_criteria(replace(one, supply=None)), hexes=holding_hexes(self.board, one)
                ),
            )
            for one in self.victory.holdings
        )

    @cached_property
    def farthest_advances(self) -> tuple[tuple[FarthestAdvance, CompiledCriteria], ...]:
        """Return the entries that score points for the farthest advance past a line, with all their criteria
        except supply.
        """
        return tuple(
            (one, self._compile_criteria(replace(one, supply=None))) for one in self.victory.farthest_advance
        )

    @cached_property
    def losses(self) -> tuple[tuple[Loss, CompiledCriteria], ...]:
        """Return the entries that score points for lost units; the first entry that applies is used."""
        return tuple((one, self._compile_criteria(one)) for one in self.victory.losses)
