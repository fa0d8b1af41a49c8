"""Games with sources of a limited supply capacity in strength points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.supply_capacity_record import AlsoSupplied, SupplyCapacity
from hexwright.model.rules.supply_record import SupplyRange
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from tests.rules.games_with_degrees_of_supply import degrees

RED, BLUE = SideId("red"), SideId("blue")
NEAR = SupplyRange("haul", unit_allowance=True, limited_multiplier="3/2")
BRIDGE = SupplyCapacity(
    network=("siege",),
    max=5,
    classes=("foot",),
    also_supplies=(AlsoSupplied(classes=("tank",), terrain=("clear",)),),
)
DEPOT = SupplyCapacity(network=("stores",), max=4, turns=(1, 2, 3))


def rationed(changed: tuple[SupplyCapacity, ...] = (BRIDGE, DEPOT), **traced: Any) -> Game:
    """Return the game with both sides far from home, and supply capacities at the bridge and a depot."""
    found = degrees()
    uses = (
        NetworkUse(RED, hexes=(HexId("0404"),), ezoc="ignored"),
        NetworkUse(BLUE, hexes=(HexId("0204"),), ezoc="forbidden"),
    )
    stores = tuple(NetworkUse(side, places=("depot",)) for side in (RED, BLUE))
    networks = (
        Network("siege", "Siege line", ("road",), uses),
        Network("stores", "Stores of the depot", ("road",), stores),
    )
    said: dict[str, Any] = {
        "range_in_mp": NEAR,
        "exempt": ("staff",),
        "network": (),
        "places": (),
        "fixed_in_movement": True,
    } | traced
    edges: dict[SideId, Any] = {RED: ("west",), BLUE: ("east",)}
    both = tuple(
        replace(rule, **({"edge": edges[rule.side], "supply_capacity": changed, **said}))
        for rule in found.rules.supply_lines
    )
    used = {name for one in changed for name in one.network}
    kept = tuple(one for one in networks if one.id in used)
    rules = replace(found.rules, networks=kept, supply_lines=both)
    return replace(found, rules=rules, scenarios=tuple(replace(one, networks={}) for one in found.scenarios))
