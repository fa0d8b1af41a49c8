"""Games in which units are airdropped in parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexwright.model.counter_mix import Step, Unit
from hexwright.model.game import Game
from hexwright.model.hex_map import Box
from hexwright.model.ids import BoxId, PhaseId, SideId, UnitId
from hexwright.model.order_of_battle import Reinforcement
from hexwright.model.rules.airdrop_record import Airdrop, Breakdown, NearPlace
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.replacement_record import Entry
from hexwright.model.scenario import UnitsInBox
from tests.vassal.compile.games import game

SCENARIO, RED = "the-week", SideId("red")
ARRIVING = PhaseId("red-reinforcement")
TANKS, CORPS = UnitId("red-tank"), UnitId("red-3")
CHUTES = tuple(UnitId(f"red-chute-{number}") for number in range(1, 5))
PARTED = (Breakdown(TANKS, CHUTES[:2]), Breakdown(CORPS, CHUTES[2:]))
DUE = {TANKS: 1, CORPS: 1}
DROP = Airdrop(
    breakdowns=PARTED,
    weather=("fair",),
    enemy_zoc="out",
    near=Near(classes=("foot", "staff"), within=2),
    near_place=NearPlace(("bridge", "depot"), 2),
    unless=Unless(terrain=("marsh", "mere"), place_kinds=("town", "city")),
    rule="5",
)
LOST = Box(BoxId("red-lost"), "Red units out of the game", "eliminated", RED)
REST = Entry("rest", (CORPS,), "scheduled", edge=("east",), rule="5")


def toy(
    *drops: Airdrop,
    early: bool = False,
    box: bool = True,
    due: Mapping[UnitId, int] = MappingProxyType(DUE),
    **changed: Any,
) -> Game:
    """Return the game in which two Red units arrive whole or are airdropped.

    `due` gives their turns of arrival; `changed` replaces parts of Red's replacement rules.
    """
    found = game("toy-causeway")
    units = tuple(
        Unit(name, name[-1], f"Red Chute {name[-1]}", RED, "foot", "battalion", (Step(1, 1),))
        for name in CHUTES
    )
    [scenario] = found.scenarios
    held = tuple(one for one in scenario.setup.in_boxes if TANKS not in one.units)
    held = (*held, UnitsInBox((TANKS, CORPS, *CHUTES), BoxId("later")))
    placement = {
        here: tuple(unit for unit in there if unit != CORPS)
        for here, there in scenario.setup.placement.items()
    }
    setup = replace(scenario.setup, placement=placement, in_boxes=held)
    scenario = replace(scenario, setup=setup, setup_areas=(), first_phase=ARRIVING)
    arrivals = tuple(one for one in found.oob.reinforcements if TANKS not in one.units)
    arrivals = (
        *arrivals,
        *(Reinforcement(turn, RED, (unit,), text="It comes.") for unit, turn in due.items()),
    )
    blue, red = found.rules.replacements
    entries = tuple(replace(one, may_come_early=early) for one in (*red.entries, REST))
    red = replace(red, entries=entries, airdrops=drops or (DROP,), **changed)
    return replace(
        found,
        counters=replace(found.counters, units=(*found.counters.units, *units)),
        hexmap=replace(found.hexmap, boxes=(*found.hexmap.boxes, LOST)) if box else found.hexmap,
        oob=replace(found.oob, reinforcements=arrivals),
        rules=replace(found.rules, replacements=(blue, red)),
        scenarios=(scenario,),
    )
