"""The compiled air units of a game: their missions, and when a unit may fly again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwright.model.ids import SideId
from hexwright.model.rules.air_mission_record import AirRules
from hexwright.model.rules.rules_record import Phase
from hexwright.rules.engine.compiled_criteria import UnitRoster, Units


@dataclass(frozen=True)
class AirUnits:
    """The air units of a scenario, identified by number."""

    records: tuple[AirRules, ...]
    sides: tuple[SideId, ...]
    phases: tuple[Phase, ...]
    forces: UnitRoster

    @cached_property
    def rules(self) -> Mapping[int, AirRules]:
        """Return the air rules of each side that has air units, keyed by side."""
        return {self.sides.index(rule.side): rule for rule in self.records}

    @cached_property
    def units(self) -> tuple[Units, ...]:
        """Return the air units of each side."""
        return tuple(
            self.forces.select((side,), self.rules[number].classes) if number in self.rules else 0
            for number, side in enumerate(self.sides)
        )

    @cached_property
    def mission_groups(self) -> tuple[int, ...]:
        """Return, for each phase, the first phase of its group; an air unit may fly once in each group."""
        found: list[int] = []
        for number, phase in enumerate(self.phases):
            new = number == 0 or phase.side != self.phases[number - 1].side
            if new or phase.kind in ("air-strike", "supply"):
                found.append(number)
            else:
                found.append(found[-1])
        return tuple(found)
