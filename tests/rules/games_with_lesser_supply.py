"""Games with sources from which supply is limited at most."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.cli.positions import Saver
from builder.model.game import Game
from builder.model.ids import HexId, SideId
from builder.model.networks import Network, NetworkUse
from tests.rules.games_with_degrees_of_supply import REACH, SLUG, degrees
from tests.vassal.compile.games import plan
from tests.vassal.engine.conftest import write_module
from validators.proof.table import VirtualTable
from validators.proof.tally import Tally
from validators.proof.walk import Bench, planned, walk

RED, BLUE = SideId("red"), SideId("blue")


def besieged(lesser: tuple[str, ...] = ("siege",), *, far: bool = True) -> Game:
    """Return the game with a network of the bridge alone, from which supply is limited at most."""
    found = degrees()
    uses = (
        NetworkUse(RED, hexes=(HexId("0404"),), ezoc="ignored"),
        NetworkUse(BLUE, hexes=(HexId("0204"),), ezoc="forbidden"),
    )
    siege = Network("siege", "Siege line", ("road",), uses)
    traced = tuple(
        replace(
            rule,
            lesser=lesser,
            network=(),
            reach=REACH if far else replace(REACH, limited=None),
        )
        for rule in found.rules.communication
    )
    rules = replace(found.rules, networks=(siege,) if lesser else (), communication=traced)
    scenarios = tuple(replace(one, networks={}) for one in found.scenarios)
    return replace(found, rules=rules, scenarios=scenarios)


def walked(right: Game, module: Game, folder: Path, seeds: range) -> Tally:
    """Return what was compared in short walks of a game and a module made from another."""
    table = VirtualTable(write_module(module, SLUG, folder / "module.vmod"))
    bench, total = Bench(right, Saver(right, plan(SLUG)), table), Tally()
    for seed in seeds:
        total.add(walk(bench, replace(planned(right, seed), kind="combat", length=1, by_hand=False)))
        if total.differences:
            break
    return total
