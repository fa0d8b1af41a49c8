"""Set-up stacking: hexes that have room for units before the game begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from hexwright.geometry.stacking_limit_tests import broken_limits
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.scenario import Scenario


class SetUpOccupancy:
    """The units placed in each hex during set-up, and which units may stack."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self._units: dict[str, Unit] = {unit.id: unit for unit in game.counters.units}
        self._shared = {unit for area in scenario.setup_areas if area.may_stack for unit in area.units}
        self._free = {unit for area in scenario.setup_areas for unit in area.units}
        self._fixed = {unit: h for h, unit in scenario.setup.standing if unit not in self._free}
        self._limits = game.rules.stacking.every
        self._game = game
        self.stacks: dict[str, list[str]] = {}
        """The units in each hex, in order of placement."""

    def place(self, unit: str, hex_id: str) -> None:
        """Place a unit in a hex."""
        self.stacks.setdefault(hex_id, []).append(unit)

    def copy(self) -> SetUpOccupancy:
        """Return an independent copy, in which more units can be placed."""
        found = copy(self)
        found.stacks = {hex_id: list(units) for hex_id, units in self.stacks.items()}
        return found

    def may_share_hex(self, hex_id: str, units: Iterable[str]) -> bool:
        """Return whether units may share a hex: their areas permit it, or the scenario places them there."""
        return all(unit in self._shared or self._fixed.get(UnitId(unit)) == hex_id for unit in units)

    def begins_on_map(self, unit: str) -> bool:
        """Return whether a unit starts on the map; units that don't are reported separately."""
        return unit in self._free or UnitId(unit) in self._fixed

    def broken_limits(self, hex_id: str, units: Sequence[str]) -> tuple[StackLimit, ...]:
        """Return the stacking limits that units together exceed in a hex."""
        known = [self._units[unit] for unit in units]
        return tuple(broken_limits(self._limits, self._game.hexmap, hex_id, known))

    def units_counted(self, limit: StackLimit, units: Sequence[str]) -> list[str]:
        """Return the units that count towards a limit."""
        return [unit for unit in units if limit.weight(self._units[unit])]

    def may_place(self, unit: str, hex_id: str) -> bool:
        """Return whether a unit may be placed in a hex together with the units there; any unit may be placed
        in an empty hex.
        """
        there = self.stacks.get(hex_id)
        if not there:
            return True
        if self._units[there[0]].side != self._units[unit].side:
            return False
        both = (*there, unit)
        if not self.may_share_hex(hex_id, both):
            return False
        # Limits exceeded already, without this unit, don't count against it.
        return not any(one.weight(self._units[unit]) for one in self.broken_limits(hex_id, both))
