"""Remove units from a scenario that have no use in a changed game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from hexwright.model.ids import UnitId
from hexwright.model.scenario import Scenario


def without(scenario: Scenario, units: Collection[UnitId]) -> Scenario:
    """Return a scenario that doesn't use some of the units off the map."""
    kept = (
        replace(held, units=tuple(unit for unit in held.units if unit not in units))
        for held in scenario.setup.in_boxes
    )
    setup = replace(scenario.setup, in_boxes=tuple(held for held in kept if held.units))
    return replace(scenario, setup=setup, unused_units=(*scenario.unused_units, *units))
