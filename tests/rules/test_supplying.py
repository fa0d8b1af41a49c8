"""The kernel traces supply as the naive tracer does, from sources of all kinds, over the whole map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from builder.model.circumstances import When
from builder.model.game import Game
from builder.model.ids import HexId, SideId
from builder.model.moving import EntryCost, LineCost, MovementMode, Pace, ZoneCosts
from builder.model.networks import Network, NetworkUse
from builder.model.rules import ZoneOfControl
from builder.model.supplying import Communication, Reach, Stretch
from tests.rules.positions import LONG, game
from tests.rules.supplying import Supply
from validators.play.chooser import Chooser
from validators.rules import communication, zones
from validators.rules import networks as networks_of
from validators.rules.arrange import arrange
from validators.rules.communication import Traced, in_communication, lacking, network
from validators.rules.hauling import Haul, Hauls
from validators.rules.kernel import Kernel
from validators.rules.setting import Setting
from validators.rules.tracing import Tracing

WEST, EAST = "west", "east"
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "edge": {"edge": (WEST,)},
    "two edges": {"edge": (WEST, EAST), "length": 3},
    "hexes": {"hexes": (HexId("0505"), HexId("0808")), "length": 4},
    "places": {"places": (), "length": 4},
    "line": {"edge": (WEST,), "line": ("rail",), "length": 2},
    "headquarters": {"edge": (WEST,), "headquarters": ("panzer", "tank"), "length": 2},
    "headquarters by rail": {
        "edge": (WEST,),
        "line": ("rail",),
        "headquarters": ("infantry",),
        "length": 1,
    },
    "terrain": {"edge": (WEST,), "not_into": ("forest",)},
    "rivers": {"edge": (WEST,), "not_across": ("river",), "length": 6},
    "rivers and rail": {"edge": (WEST,), "not_across": ("river",), "line": ("rail",)},
    "friends": {"edge": (WEST,), "ezoc": "unless-friends", "length": 5},
    "no zones": {"edge": (WEST,), "ezoc": "ignored", "length": 7},
    "closed places": {
        "edge": (WEST,),
        "ezoc": "ignored",
        "enemy_places": ("capital", "city", "major-city", "town"),
        "length": 6,
    },
    "points": {"edge": (WEST,), "reach": Reach("haul", 5)},
    "points, rivers and zones": {"edge": (WEST,), "ezoc": "ignored", "reach": Reach("river-haul", 7)},
    "points by rail and headquarters": {
        "edge": (WEST,),
        "line": ("rail",),
        "headquarters": ("infantry",),
        "reach": Reach("haul", 2),
    },
    "points past friends": {"edge": (WEST,), "ezoc": "unless-friends", "reach": Reach("rail-haul", 6)},
    "guards": {"edge": (WEST,), "ezoc": "ignored", "guards": ("panzer", "tank")},
    "a network": {"network": ("edge-rail",), "length": 3, "ezoc": "unless-friends"},
    "a network in zones": {"network": ("zone-rail",), "length": 1, "ezoc": "ignored"},
    "a network past friends": {"network": ("friend-rail",), "length": 2, "ezoc": "unless-friends"},
    "a network in points": {"network": ("edge-rail", "any-rail"), "reach": Reach("haul", 2)},
    "a network from places": {"network": ("place-rail",), "length": 2, "ezoc": "ignored"},
    "own allowance": {
        "edge": (WEST,),
        "line": ("rail",),
        "ezoc": "unless-friends",
        "reach": Reach(
            "haul",
            allowance=True,
            limited="2",
            stretches=(
                Stretch(times="1/2", weather=("mud",)),
                Stretch(times="3", weather=("clear",), side=(SideId("german"),)),
            ),
        ),
    },
    "limited points": {
        "edge": (WEST,),
        "headquarters": ("infantry",),
        "reach": Reach("haul", 2, limited="5/2", stretches=(Stretch(times="1/2", turns=(1,)),)),
    },
}


HAULS = (
    MovementMode(
        id="haul",
        name="Supplies",
        ezoc="stops",
        costs=(EntryCost("2", terrain=("forest",)), EntryCost("3/2", across=("river",), weather=("clear",))),
        # Of units alone.
        paces=(Pace(allowance=0),),
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
        zone_costs=ZoneCosts(enter="2", leave="1"),
        one_hex=True,
    ),
    MovementMode(
        id="rail-haul",
        name="Supplies by rail",
        ezoc="ignored",
        costs=(EntryCost("3", terrain=("forest",)),),
        lines=(LineCost("rail", "1/3"),),
    ),
)


def networks(found: Game) -> tuple[Network, ...]:
    """Return the railways of the first game as several networks, used from edges, places and anywhere."""
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
def kernel(name: str) -> Kernel:
    """Return the first game with other supply, the second side traced alike from the other edge."""
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
        told.append(Communication(side=side, **mine))
    zoc = ZoneOfControl(classes=("infantry", "panzer"), friends_cancel=name == "two edges")
    modes = (*found.rules.movement, *HAULS)
    asks = {name for rule in told for name in rule.network}
    nets = tuple(network for network in networks(found) if network.id in asks)
    told = [replace(rule, network=tuple(n.id for n in nets if n.use_of(rule.side))) for rule in told]
    rules = replace(found.rules, communication=tuple(told), zoc=zoc, movement=modes, networks=nets)
    if name == "own allowance":
        # Who is made of another asks of a hex whether it is in communication.
        coming = tuple(replace(rule, conversions=()) for rule in rules.replacements)
        rules = replace(rules, replacements=coming)
    return Kernel(replace(found, rules=rules), LONG)


def compared(rules: Kernel, seed: int, positions: int) -> tuple[int, int]:
    """Compare all hexes in positions at random; return how many had supply, and how many none."""
    chooser, setting, fed, hungry = Chooser(seed), rules.setting, 0, 0
    hexes = [hex_id for hex_id in setting.board.ids if hex_id]
    for _ in range(positions):
        standing: dict[str, str] = {}
        owners: dict[str, str] = {}
        for unit in setting.units:
            if chooser.below(3):
                hex_id = str(chooser.choice(hexes))
                if standing.setdefault(hex_id, unit) == unit:
                    owners[hex_id] = game().counters.unit(unit).side
        for place in setting.hexes(setting.places):
            owners.setdefault(str(place), setting.sides[chooser.below(2)])
        owners = {
            hex_id: side for hex_id, side in owners.items() if HexId(hex_id) in setting.hexes(setting.places)
        }
        lines = [f"{hex_id} {unit}" for hex_id, unit in standing.items()]
        state = arrange(rules, lines, turn=1, phase="german-combat", owners=owners)
        for number, side in enumerate(setting.sides):
            naive = Supply(rules, state, side)
            linked = in_communication(setting, state, number)
            assert network(setting, state, number) & ~linked == 0
            for hex_id in hexes:
                has = bool(linked >> setting.board.index[hex_id] & 1)
                assert has == naive.has(hex_id), f"{side} at {hex_id}: {has} with {lines}"
                fed, hungry = fed + has, hungry + (not has)
            out, isolated = lacking(setting, state, number)
            for one in setting.of_side[number]:
                if state.where[one] >= 0:
                    told = "in" if not out >> one & 1 else "isolated" if isolated >> one & 1 else "limited"
                    assert told == naive.degree(setting.units[one]), f"{setting.units[one]} at {lines}"
                    DEGREES[told] += 1
    return fed, hungry


DEGREES: Counter[str] = Counter()


@pytest.mark.parametrize("name", VARIANTS)
def test_supply_is_that_of_the_naive_tracer(name: str) -> None:
    fed, hungry = compared(kernel(name), len(name), 6)
    assert fed > 20
    assert hungry > 20


def test_points_are_those_that_the_weather_asks() -> None:
    """Rivers cost supplies something in clear weather alone."""
    rules = kernel("points")
    turns = {weather: turn for turn, weather in rules.setting.weather.items()}
    clear, mud = (
        in_communication(rules.setting, arrange(rules, (), turn=turns[weather], phase="german-combat"), 0)
        for weather in ("clear", "mud")
    )
    assert clear & ~mud == 0
    assert mud & ~clear


# Faults that it finds -----------------------------------------------------------------------------------


def _one_further(patch: pytest.MonkeyPatch) -> None:
    flooded = communication._flooded

    def longer(tracing: Tracing, begun: int, free: int) -> int:
        found = flooded(tracing, begun, free)
        return found | tracing.spread(found) & free

    patch.setattr(communication, "_flooded", longer)


def _no_lines(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(communication, "_carried", lambda tracing, begun, free: begun)


def _lines_through_enemies(patch: pytest.MonkeyPatch) -> None:
    carried = communication._carried
    patch.setattr(communication, "_carried", lambda tracing, begun, free: carried(tracing, begun, -1))


def _headquarters_hungry(patch: pytest.MonkeyPatch) -> None:
    at = communication._headquarters

    def always(setting: Setting, state: Any, side: int, tracing: Tracing) -> Traced:
        fed = at(state, tracing) & communication._free(setting, state, side, tracing)
        linked = communication._flooded(tracing, fed | tracing.sources, setting.board.every)
        return Traced(linked, linked, tracing.sources)

    patch.setattr(communication, "_traced", always)


def _no_chain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(communication, "_headquarters", lambda state, tracing: 0)


def _rivers_open(patch: pytest.MonkeyPatch) -> None:
    of = Tracing.of
    patch.setattr(
        Tracing, "of", lambda board, forces, rule: replace(of(board, forces, rule), spread=board.around)
    )


def _all_depots(patch: pytest.MonkeyPatch) -> None:
    of = Tracing.of

    def owned(board: Any, forces: Any, rule: Communication) -> Tracing:
        made = of(board, forces, rule)
        return replace(made, sources=made.sources | made.depots)

    patch.setattr(Tracing, "of", owned)


def _other_points(patch: pytest.MonkeyPatch) -> None:
    hauled = Hauls._hauled

    def more(self: Hauls, reach: Reach, counts: Callable[[When], bool], most: int) -> Haul:
        return hauled(self, replace(reach, points=(reach.points or 0) + 1), counts, most)

    patch.setattr(Hauls, "_hauled", more)


def _all_entries(patch: pytest.MonkeyPatch) -> None:
    hauled = Hauls._hauled
    patch.setattr(
        Hauls, "_hauled", lambda self, reach, counts, most: hauled(self, reach, lambda when: True, most)
    )


def _closed_hexes_left(patch: pytest.MonkeyPatch) -> None:
    hauled = communication._hauled

    def through(
        setting: Setting, state: Any, side: int, haul: Haul, begun: int, free: int
    ) -> list[list[int]]:
        return hauled(setting, state, side, haul, begun, setting.board.every)

    patch.setattr(communication, "_hauled", through)


def _closed_hexes_barred(patch: pytest.MonkeyPatch) -> None:
    hauled = communication._hauled

    def barred(*asked: Any) -> list[list[int]]:
        return [[hexes & asked[-1] for hexes in layer] for layer in hauled(*asked)]

    patch.setattr(communication, "_hauled", barred)


def _all_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        communication,
        "_free",
        lambda setting, state, side, tracing: setting.board.every & ~setting.enemies(state, side),
    )


def _networks_unconnected(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(communication, "usable", networks_of.serving)


def _networks_in_zones(patch: pytest.MonkeyPatch) -> None:
    unbarred = zones.unbarred
    patch.setattr(
        networks_of, "unbarred", lambda setting, state, side, ezoc: unbarred(setting, state, side, "ignored")
    )


def _friends_no_help(patch: pytest.MonkeyPatch) -> None:
    unbarred = zones.unbarred
    patch.setattr(
        networks_of,
        "unbarred",
        lambda setting, state, side, ezoc: unbarred(
            setting, state, side, "forbidden" if ezoc == "unless-friends" else ezoc
        ),
    )


def _jumping(patch: pytest.MonkeyPatch) -> None:
    nets = Setting.nets.func  # type: ignore[attr-defined]

    def around(self: Setting) -> Any:
        return {key: replace(net, along=self.board.around) for key, net in nets(self).items()}

    patch.setattr(Setting, "nets", property(around))


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_networks_unconnected, "a network"),
        (_networks_unconnected, "a network in points"),
        (_networks_in_zones, "a network in zones"),
        (_friends_no_help, "a network past friends"),
        (_jumping, "a network"),
        (_one_further, "two edges"),
        (_one_further, "headquarters"),
        (_no_lines, "line"),
        (_no_lines, "rivers and rail"),
        (_lines_through_enemies, "line"),
        (_headquarters_hungry, "headquarters"),
        (_no_chain, "headquarters"),
        (_rivers_open, "rivers"),
        (_all_depots, "places"),
        (_other_points, "points"),
        (_other_points, "points past friends"),
        (_all_entries, "points, rivers and zones"),
        (_closed_hexes_left, "points"),
        (_closed_hexes_barred, "points"),
        (_no_chain, "points by rail and headquarters"),
        (_no_lines, "points by rail and headquarters"),
        (_all_open, "edge"),
        (_all_open, "terrain"),
        (_all_open, "friends"),
        (_all_open, "closed places"),
        (_all_open, "guards"),
    ],
)
def test_a_fault_in_tracing_is_found_by_the_naive_tracer(
    fault: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    faulty = kernel.__wrapped__(name)
    with pytest.raises(AssertionError, match=" at "):
        compared(faulty, len(name), 12)
