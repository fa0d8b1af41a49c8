"""Compile a game's air units: who they are, what their side lets them do, and when one may fly again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.model.ids import SideId
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.engine.compiled_criteria import Forces, Units


@dataclass(frozen=True)
class Flights:
    """The air units of a scenario, in the kernel's numbers."""

    declared: tuple[AirRules, ...]
    sides: tuple[SideId, ...]
    phases: tuple[Phase, ...]
    forces: Forces

    @cached_property
    def rules(self) -> Mapping[int, AirRules]:
        """Return, by side that has any, what its air units do."""
        return {self.sides.index(rule.side): rule for rule in self.declared}

    @cached_property
    def units(self) -> tuple[Units, ...]:
        """Return, by side, its air units."""
        return tuple(
            self.forces.of((side,), self.rules[number].classes) if number in self.rules else 0
            for number, side in enumerate(self.sides)
        )

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Return, by phase, the phase since which an air unit may have flown once."""
        found: list[int] = []
        for number, phase in enumerate(self.phases):
            new = number == 0 or phase.side != self.phases[number - 1].side
            if new or phase.kind in ("air-strike", "supply"):
                found.append(number)
            else:
                found.append(found[-1])
        return tuple(found)
