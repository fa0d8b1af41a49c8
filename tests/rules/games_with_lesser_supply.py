"""Games with sources that give at most limited supply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.recording.saved_positions import SavedGameWriter
from tests.rules.games_with_degrees_of_supply import REACH, SLUG, degrees
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module

RED, BLUE = SideId("red"), SideId("blue")


def besieged(lesser: tuple[str, ...] = ("siege",), *, far: bool = True) -> Game:
    """Return the game with a network of only the bridge, from which supply is at most limited."""
    found = degrees()
    uses = (
        NetworkUse(RED, hexes=(HexId("0404"),), ezoc="ignored"),
        NetworkUse(BLUE, hexes=(HexId("0204"),), ezoc="forbidden"),
    )
    siege = Network("siege", "Siege line", ("road",), uses)
    traced = tuple(
        replace(
            rule,
            limited_network=lesser,
            network=(),
            range_in_mp=REACH if far else replace(REACH, limited_multiplier=None),
        )
        for rule in found.rules.supply_lines
    )
    rules = replace(found.rules, networks=(siege,) if lesser else (), supply_lines=traced)
    scenarios = tuple(replace(one, networks={}) for one in found.scenarios)
    return replace(found, rules=rules, scenarios=scenarios)


def walked(right: Game, module: Game, folder: Path, seeds: Iterable[int]) -> ComparisonTally:
    """Return the tally of short walks of a game, with a module built from another."""
    table = EmulatedModule(write_module(module, SLUG, folder / "module.vmod"))
    bench, total = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table), ComparisonTally()
    for seed in seeds:
        total.add(walk(bench, replace(plan_walk(right, seed), kind="combat", length=1, by_hand=False)))
        if total.differences:
            break
    return total
