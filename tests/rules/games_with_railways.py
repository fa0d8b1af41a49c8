"""Games in which hexes of a network start and stop serving sides."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.model.rules.stacking_record import Stacking
from hexwright.model.rules.transport_network_record import NetworkStart, NetworkStates, NetworkUse
from tests.vassal.compile.games import game

SLUG, SCENARIO = "toy-causeway", "the-week"


def railway(*, whole: bool = True, menders: tuple[str, ...] = ("foot",), limit: int = 4) -> Game:
    """Return the toy in which the whole road serves both sides or only Red, and other units repair it.

    With a low stacking limit, moves must be taken back.
    """
    found = game(SLUG)
    [road] = found.rules.networks
    uses = tuple(NetworkUse(SideId(side), edge=(edge,)) for side, edge in (("blue", "west"), ("red", "east")))
    states = NetworkStates(repaired_by=menders, cut_name="torn up", rule="4")
    stacking = Stacking(limit=limit, rule="1")
    rules = replace(found.rules, networks=(replace(road, uses=uses, states=states),), stacking=stacking)
    starts = {} if whole else {"road": (NetworkStart(SideId("red")),)}
    [scenario] = found.scenarios
    return replace(found, rules=rules, scenarios=(replace(scenario, networks=starts),))
