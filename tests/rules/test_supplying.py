"""The kernel traces supply as the naive tracer does, from sources of all kinds, over the whole map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from builder.model.ids import HexId
from builder.model.rules import ZoneOfControl
from builder.model.supplying import Communication
from tests.rules.positions import LONG, game
from tests.rules.supplying import Supply
from validators.play.chooser import Chooser
from validators.rules import communication
from validators.rules.arrange import arrange
from validators.rules.communication import in_communication, network
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
    "guards": {"edge": (WEST,), "ezoc": "ignored", "guards": ("panzer", "tank")},
}


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
    rules = replace(found.rules, communication=tuple(told), zoc=zoc)
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
    return fed, hungry


@pytest.mark.parametrize("name", VARIANTS)
def test_supply_is_that_of_the_naive_tracer(name: str) -> None:
    fed, hungry = compared(kernel(name), len(name), 6)
    assert fed > 20
    assert hungry > 20


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

    def always(setting: Setting, state: Any, side: int, tracing: Tracing) -> tuple[int, int]:
        fed = at(state, tracing) & communication._free(setting, state, side, tracing)
        linked = communication._flooded(tracing, fed | tracing.sources, setting.board.every)
        return linked, linked

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


def _all_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        communication,
        "_free",
        lambda setting, state, side, tracing: setting.board.every & ~setting.enemies(state, side),
    )


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (_one_further, "two edges"),
        (_one_further, "headquarters"),
        (_no_lines, "line"),
        (_no_lines, "rivers and rail"),
        (_lines_through_enemies, "line"),
        (_headquarters_hungry, "headquarters"),
        (_no_chain, "headquarters"),
        (_rivers_open, "rivers"),
        (_all_depots, "places"),
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
