"""Games in which a unit is made of another."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game as ModelGame
from hexwright.model.ids import BoxId, PhaseId, SideId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.rules.replacement_record import Conversion
from hexwright.model.scenario import UnitsInBox
from tests.conformance.conftest import playable


def with_horse_made_of_foot(*, never: tuple[str, ...] = ()) -> ModelGame:
    """Return the toy game with a unit that takes the place of another on turn 1, for both points."""
    toy = playable("toy-bridge")
    horse = UnitId("red-horse")
    red, blue = toy.rules.replacements
    red = replace(
        red,
        conversions=(Conversion(unit=horse, classes=("foot",), cost=2, rule="9.9"),),
        not_replaceable=never,
    )
    points = replace(toy.oob.replacements[0], points=3)
    oob = replace(
        toy.oob,
        reinforcements=(*toy.oob.reinforcements, Reinforcement(1, SideId("red"), (horse,), "Rides up.")),
        replacements=(points, *toy.oob.replacements[1:]),
    )
    bridge = toy.scenarios[0]
    setup = replace(
        bridge.setup,
        placement={hex_id: units for hex_id, units in bridge.setup.placement.items() if units != (horse,)},
        in_boxes=(*bridge.setup.in_boxes, UnitsInBox((horse,), BoxId("out-of-play"))),
    )
    areas = (replace(bridge.setup_areas[0], units=bridge.setup_areas[0].units[:2]), *bridge.setup_areas[1:])
    rides = replace(bridge, setup=setup, setup_areas=areas, first_phase=PhaseId("red-replacement"))
    return replace(toy, oob=oob, rules=replace(toy.rules, replacements=(red, blue)), scenarios=(rides,))
