"""Games in which replacement units wait on the map and are spent for new units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.counter_mix import Step, Unit, UnitClass
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, HexId, UnitId
from hexwright.model.rules.replacement_record import Account
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.scenario import Scenario, UnitsInBox
from tests.rules.games_with_accounts import GIVEN, SOUTH, TOWN, apart
from tests.rules.games_with_binding_rations import bound

DEPOTS = tuple(UnitId(f"blue-depot-{n}") for n in range(1, 6))
COLUMNS = {UnitId(f"blue-column-{n}"): n for n in (2, 3, 4)}
ARMY = Account("army", "the army", classes=("foot", "depot", "column"))


def storing(kept: tuple[Account, ...] = (TOWN, ARMY, SOUTH), most: int = 3, **more: Any) -> Game:
    """Return the game in which Blue's replacement units may wait on the map, and units are formed of them."""
    more = {"replacement_units": ("depot",)} | more
    found = apart(GIVEN, kept, **more)
    [like] = [one for one in found.counters.units if one.id == "blue-guard"]
    kinds = (
        *found.counters.classes,
        UnitClass("depot", "Depot", "none"),
        UnitClass("column", "Column", "none"),
    )

    def unit(name: UnitId, kind: str, strength: int, ma: int) -> Unit:
        return replace(
            like, id=name, name=name, unit_class=kind, symbol_picture="", steps=(Step(strength, ma=ma),)
        )

    new = (
        *(unit(name, "depot", 0, 0) for name in DEPOTS),
        *(unit(name, "column", strength, 2) for name, strength in COLUMNS.items()),
    )
    counters = replace(found.counters, classes=kinds, units=(*found.counters.units, *new))
    rules = replace(found.rules, stacking=Stacking(limit=most, rule="1.1"))
    scenarios = tuple(waiting(one, tuple(one.id for one in new)) for one in found.scenarios)
    return replace(found, counters=counters, rules=rules, scenarios=scenarios)


def waiting(scenario: Scenario, units: tuple[UnitId, ...]) -> Scenario:
    """Return a scenario with units held back; without a free set-up, some depots are on the map."""
    setup, stands = scenario.setup, () if scenario.free_setup else DEPOTS[:3]
    held = (*setup.in_boxes, UnitsInBox(tuple(one for one in units if one not in stands), BoxId("blue-pool")))
    placement = {**setup.placement, **({HexId("D5"): stands} if stands else {})}
    return replace(scenario, setup=replace(setup, in_boxes=held, placement=placement))


TOWNS = (HexId("0204"), HexId("0404"))


def besieged(**more: Any) -> Game:
    """Return the game with binding supply capacities, in which tanks are the replacement units."""
    found = bound(max=7)
    near = {one.side: (replace(one.accounts[0], hexes=TOWNS),) for one in found.rules.replacements}
    rules = tuple(
        replace(one, **({"replacement_units": ("tank",), "accounts": near[one.side]} | more))
        for one in found.rules.replacements
    )
    scenarios = tuple(map(_with_tanks, found.scenarios))
    return replace(found, rules=replace(found.rules, replacements=rules), scenarios=scenarios)


def _with_tanks(scenario: Scenario) -> Scenario:
    """Return a scenario in which tanks of both sides are among the units that supply capacities feed."""
    stands = {
        HexId("0404"): (UnitId("red-1"), UnitId("red-tank")),
        HexId("0204"): (UnitId("blue-1"), UnitId("blue-tank")),
    }
    tanks = {UnitId("red-tank"), UnitId("blue-tank")}
    held = tuple(
        replace(one, units=tuple(u for u in one.units if u not in tanks)) for one in scenario.setup.in_boxes
    )
    setup = replace(scenario.setup, in_boxes=held, placement={**scenario.setup.placement, **stands})
    return replace(scenario, setup=setup)
