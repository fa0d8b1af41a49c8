"""Supply traced in all variants: the rules engine and the naive tracer are compared in random positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.movement_record import (
    AllowanceModifier,
    EntryCost,
    LineCost,
    MovementMode,
    ZoneCosts,
)
from hexwright.model.rules.rules_record import ZoneOfControl
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange, SupplyRangeModifier
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine import fast_dataclasses
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.supply.supply_range import (
    find_supply_shortage,
    hexes_in_communication,
    supply_line_hexes,
)
from tests.rules.positions import LONG, game
from tests.rules.supplying import Supply

WEST, EAST = "west", "east"
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "edge": {"edge": (WEST,)},
    "two edges": {"edge": (WEST, EAST), "range": 3},
    "hexes": {"hexes": (HexId("0505"), HexId("0808")), "range": 4},
    "places": {"places": (), "range": 4},
    "line": {"edge": (WEST,), "line": ("rail",), "range": 2},
    "headquarters": {"edge": (WEST,), "headquarters": ("panzer", "tank"), "range": 2},
    "headquarters by rail": {
        "edge": (WEST,),
        "line": ("rail",),
        "headquarters": ("infantry",),
        "range": 1,
    },
    "terrain": {"edge": (WEST,), "not_into": ("forest",)},
    "rivers": {"edge": (WEST,), "not_across": ("river",), "range": 6},
    "rivers and rail": {"edge": (WEST,), "not_across": ("river",), "line": ("rail",)},
    "friends": {"edge": (WEST,), "ezoc": "unless-friends", "range": 5},
    "no zones": {"edge": (WEST,), "ezoc": "ignored", "range": 7},
    "closed places": {
        "edge": (WEST,),
        "ezoc": "ignored",
        "enemy_places": ("capital", "city", "major-city", "town"),
        "range": 6,
    },
    "exempt": {"edge": (WEST,), "exempt": ("panzer", "tank"), "range": 3},
    "points": {"edge": (WEST,), "range_in_mp": SupplyRange("haul", 5)},
    "points, exempt": {"edge": (WEST,), "range_in_mp": SupplyRange("haul", 3), "exempt": ("infantry",)},
    "points, rivers and zones": {
        "edge": (WEST,),
        "ezoc": "ignored",
        "range_in_mp": SupplyRange("river-haul", 7),
    },
    "points by rail and headquarters": {
        "edge": (WEST,),
        "line": ("rail",),
        "headquarters": ("infantry",),
        "range_in_mp": SupplyRange("haul", 2),
    },
    "points past friends": {
        "edge": (WEST,),
        "ezoc": "unless-friends",
        "range_in_mp": SupplyRange("rail-haul", 6),
    },
    "guards": {"edge": (WEST,), "ezoc": "ignored", "blocking_classes": ("panzer", "tank")},
    "a network": {"network": ("edge-rail",), "range": 3, "ezoc": "unless-friends"},
    "a network in zones": {"network": ("zone-rail",), "range": 1, "ezoc": "ignored"},
    "a network past friends": {"network": ("friend-rail",), "range": 2, "ezoc": "unless-friends"},
    "a network in points": {"network": ("edge-rail", "any-rail"), "range_in_mp": SupplyRange("haul", 2)},
    "a network from places": {"network": ("place-rail",), "range": 2, "ezoc": "ignored"},
    "own allowance": {
        "edge": (WEST,),
        "line": ("rail",),
        "ezoc": "unless-friends",
        "range_in_mp": SupplyRange(
            "haul",
            unit_allowance=True,
            limited_multiplier="2",
            modifiers=(
                SupplyRangeModifier(multiply="1/2", weather=("mud",)),
                SupplyRangeModifier(multiply="3", weather=("clear",), side=(SideId("german"),)),
            ),
        ),
    },
    "lesser": {
        "edge": (WEST,),
        "limited_network": ("place-rail",),
        "range_in_mp": SupplyRange("haul", 1, limited_multiplier="3/2"),
    },
    "lesser by rail": {
        "hexes": (HexId("0101"),),
        "limited_network": ("zone-rail",),
        "line": ("rail",),
        "ezoc": "ignored",
        "range_in_mp": SupplyRange("haul", 1, limited_multiplier="3/2"),
    },
    "limited points": {
        "edge": (WEST,),
        "headquarters": ("infantry",),
        "range_in_mp": SupplyRange(
            "haul", 2, limited_multiplier="5/2", modifiers=(SupplyRangeModifier(multiply="1/2", turns=(1,)),)
        ),
    },
}


HAULS = (
    MovementMode(
        id="haul",
        name="Supplies",
        ezoc="stops",
        costs=(EntryCost("2", terrain=("forest",)), EntryCost("3/2", across=("river",), weather=("clear",))),
        # Of units alone.
        allowance_modifiers=(AllowanceModifier(allowance=0),),
    ),
    MovementMode(
        id="river-haul",
        name="Supplies across rivers",
        ezoc="ignored",
        costs=(
            EntryCost("never", terrain=("forest",), side=(SideId("german"),)),
            EntryCost("2", across=("river",)),
            EntryCost("never", across=("river",), into=("fortification",)),
        ),
        ezoc_costs=ZoneCosts(enter="2", leave="1"),
        always_one_hex=True,
    ),
    MovementMode(
        id="rail-haul",
        name="Supplies by rail",
        ezoc="ignored",
        costs=(EntryCost("3", terrain=("forest",)),),
        line_costs=(LineCost("rail", "1/3"),),
    ),
)


def networks(found: Game) -> tuple[Network, ...]:
    """Return the first game's railways as several networks, with edges, places or no sources."""
    first, second = (side.id for side in found.info.sides)
    places = tuple(place.id for place in found.hexmap.places if place.owner is not None)

    def network(name: str, *uses: NetworkUse) -> Network:
        return Network(id=name, name="Railway", line=("rail",), uses=uses)

    return (
        network("edge-rail", NetworkUse(first, edge=(WEST,)), NetworkUse(second, edge=(EAST,))),
        network("zone-rail", *(NetworkUse(s, edge=(WEST, EAST), ezoc="forbidden") for s in (first, second))),
        network(
            "friend-rail", *(NetworkUse(s, edge=(WEST, EAST), ezoc="unless-friends") for s in (first, second))
        ),
        network("any-rail", NetworkUse(first, ezoc="forbidden")),
        network(
            "place-rail", *(NetworkUse(s, places=places, hexes=(HexId("0505"),)) for s in (first, second))
        ),
    )


@cache
def kernel(name: str) -> RulesEngine:
    """Return the first game with other supply rules; the second side traces supply from the opposite edge."""
    found, asked = game(), dict(VARIANTS[name])
    if name == "places":
        asked["places"] = tuple(place.id for place in found.hexmap.places if place.owner is not None)
    sides = [side.id for side in found.info.sides]
    edges = {sides[0]: WEST, sides[1]: EAST}
    told = []
    for side in sides:
        mine = dict(asked)
        if mine.get("edge") == (WEST,):
            mine["edge"] = (edges[side],)
        told.append(SupplyLine(side=side, **mine))
    zoc = ZoneOfControl(classes=("infantry", "panzer"), friendly_units_cancel=name == "two edges")
    modes = (*found.rules.movement, *HAULS)
    asks = {name for rule in told for name in (*rule.network, *rule.limited_network)}
    nets = tuple(network for network in networks(found) if network.id in asks)
    used = {side: [network.id for network in nets if network.use_of(side)] for side in sides}
    told = [
        replace(rule, network=tuple(name for name in rule.network if name in used[rule.side]))
        for rule in told
    ]
    rules = replace(found.rules, supply_lines=tuple(told), zoc=zoc, movement=modes, networks=nets)
    if name == "own allowance":
        # Who is made of another asks of a hex whether it is in communication.
        coming = tuple(replace(rule, conversions=()) for rule in rules.replacements)
        rules = replace(rules, replacements=coming)
    return RulesEngine(replace(found, rules=rules), LONG)


def position(rules: RulesEngine, chooser: RandomStream) -> State:
    """Return a random position: units of both sides all over the map, some of them disrupted."""
    setting = rules.setting
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    standing: dict[str, str] = {}
    owners = {
        str(place): setting.sides[chooser.integer_below(2)] for place in setting.hex_ids(setting.places)
    }
    for unit in setting.units:
        if chooser.integer_below(3):
            hex_id = str(chooser.choice(hexes))
            if standing.setdefault(hex_id, unit) == unit and hex_id in owners:
                owners[hex_id] = setting.game.counters.unit(unit).side
    lines = [f"{hex_id} {unit}" for hex_id, unit in standing.items()]
    turn = 1 + chooser.integer_below(setting.scenario.last_turn)
    state = build_state(rules, lines, turn=turn, phase="german-combat", owners=owners)
    if not any(rule.blocking_classes for rule in setting.game.rules.supply_lines):
        return state
    shaken = bytes(DISRUPTED * (chooser.integer_below(4) == 0) for _ in setting.units)
    return fast_dataclasses.replace(state, conditions=shaken)


def compared(rules: RulesEngine, seed: int, positions: int) -> tuple[int, int]:
    """Compare all hexes in random positions; return how many had supply, and how many had none."""
    chooser, fed, hungry = RandomStream(seed), 0, 0
    for _ in range(positions):
        state = position(rules, chooser)
        for side in rules.setting.sides:
            has, lacks = _compare(Supply(rules, state, side))
            fed, hungry = fed + has, hungry + lacks
    return fed, hungry


def _compare(naive: Supply) -> tuple[int, int]:
    setting, state = naive.kernel.setting, naive.state
    side = setting.sides.index(SideId(naive.side))
    told, through = hexes_in_communication(setting, state, side), supply_line_hexes(setting, state, side)
    said = (
        f"of the {naive.side}, with {setting.hex_ids(setting.enemy_hexes(state, side))} and {state.locations}"
    )
    assert told == setting.board.bits(filter(naive.has, naive.grid)), f"supply at hexes {said}"
    assert through == setting.board.bits(filter(naive.runs, naive.grid)), f"ways at hexes {said}"
    out, isolated = find_supply_shortage(setting, state, side)
    for unit in setting.units_by_side[side]:
        if state.locations[unit] >= 0:
            degree = "in" if not out >> unit & 1 else "isolated" if isolated >> unit & 1 else "limited"
            assert degree == naive.degree(setting.units[unit]), f"{setting.units[unit]} at its hex {said}"
    assert not (out | isolated) & ~setting.unit_sets_by_side[side], f"others at all {said}"
    return told.bit_count(), (setting.board.every & ~told).bit_count()
