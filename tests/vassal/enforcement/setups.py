"""Compare the module's verdict on free set-ups with the rules engine's `check_setup`, placement by placement.

By hand: `python -m tests.vassal.enforcement.setups --placements 600 --seed 1`; `--real 40` asks VASSAL too.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexwright.diagnostics.diagnostic import Severity
from hexwright.emulator import EmulatedGame as VirtualGame
from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.module_window_names import forces
from hexwright.model.scenario import Scenario
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup, setup_order_violation
from hexwright.vassal.module.property_names import BOTH_SIDES
from tests.vassal.compile.games import game as game_of


@dataclass
class Tally:
    """What was compared."""

    placements: int = 0
    legal: int = 0
    starts: int = 0
    begun: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = f"{self.placements} placements ({self.legal} legal), {self.starts} starts ({self.begun} begun)"
        return f"{told}, {len(self.differences)} differences"


def faults(game: Game, scenario: Scenario, placed: list[SetUpLine]) -> list[str]:
    """Return the rules engine's faults, without those for missing units."""
    found = check_setup(game, scenario.id, placed)
    wrong = (f for f in found if f.severity is Severity.ERROR and f.code not in ("U017", "U019", "U022"))
    return [str(fault) for fault in wrong]


def title(scenario: Scenario) -> str:
    """Return the title of a scenario's free set-up."""
    return f"{scenario.title}: place the units yourself"


def compare(engine: Any, game: Game, seed: int, placements: int) -> Tally:
    """Place units at random, legal and damaged, and try to begin after each set-up."""
    chance, tally = random.Random(seed), Tally()
    scenarios = [scenario for scenario in game.scenarios if scenario.free_setup]
    hexes = [str(h) for h in HexGrid.of(game.hexmap.grid)]
    while tally.placements < placements:
        scenario = chance.choice(scenarios)
        engine.start(title(scenario), BOTH_SIDES)
        engine.set_property("Enforcement", "strict")
        legal = generate_setup(game, scenario.id, chance.randrange(1 << 30))
        for entry in damaged(legal, hexes, game, scenario, chance, tally.starts % 3 != 2):
            place(engine, game, scenario, entry, tally)
            if tally.placements >= placements:
                break
        begin(engine, game, scenario, tally)
    return tally


def damaged(
    legal: tuple[SetUpLine, ...],
    hexes: list[str],
    game: Game,
    scenario: Scenario,
    chance: random.Random,
    spoil: bool,
) -> Iterator[SetUpLine]:
    """Yield a legal set-up in a random order, with wrong hexes, held units and wrong steps among it."""
    entries = list(legal)
    chance.shuffle(entries)
    turns = {side: n for n, side in enumerate(scenario.setup_order)}
    entries.sort(key=lambda entry: turns.get(game.counters.unit(UnitId(entry.unit)).side, -1))
    units = [str(u.id) for u in game.counters.units if u.id not in scenario.unused_units]
    for entry in entries:
        if spoil and chance.random() < 0.6:
            unit = chance.choice((entry.unit, chance.choice(units)))
            step = None if chance.random() < 0.8 else chance.choice((1, 2))
            yield SetUpLine(unit, chance.choice((chance.choice(hexes), chance.choice(entries).hex)), step)
        if not (spoil and chance.random() < 0.04):
            yield entry


def standing(engine: Any) -> Iterator[SetUpLine]:
    """Yield the units on the map as a set-up."""
    for piece in engine.pieces(("UnitId", "Step")):
        if piece.properties["UnitId"] and piece.zone == "Hexes" and piece.map == "Map":
            yield SetUpLine(piece.properties["UnitId"], piece.location, int(piece.properties["Step"]))


def place(engine: Any, game: Game, scenario: Scenario, entry: SetUpLine, tally: Tally) -> None:
    """Drag one unit to a hex, turned to a step first, and compare."""
    piece = next(p for p in engine.pieces(("UnitId", "Step")) if p.properties["UnitId"] == entry.unit)
    if entry.step is not None and str(entry.step) != piece.properties["Step"]:
        turn(engine, piece.id)
    if piece.map == "Map" and piece.location == entry.hex:
        return
    step = engine.property("Step", piece=piece.id)
    rest = [placed for placed in standing(engine) if placed.unit != entry.unit]
    wanted = [*rest, SetUpLine(entry.unit, entry.hex, int(step))]
    new = set(faults(game, scenario, wanted)) - set(faults(game, scenario, rest))
    late = setup_order_violation(game, scenario.id, rest, entry.unit)
    new |= {str(late)} if late is not None else set()
    was = piece.location if piece.map == "Map" else piece.map
    engine.drag(piece.id, "Map", entry.hex)
    after = engine.pieces(ids=piece.id)[0]
    now = after.location if after.map == "Map" else after.map
    tally.placements += 1
    tally.legal += not new
    if now != (was if new else entry.hex):
        tally.differences.append(
            f"{scenario.id}: {entry.unit}/{step} {was}→{entry.hex}: {now}, {sorted(new)}"
        )


def turn(engine: Any, piece: str) -> None:
    """Turn a unit over, whatever the rules say."""
    engine.set_property("Enforcement", "off")
    engine.key(piece, "keys:ctrl F")
    engine.set_property("Enforcement", "strict")


def begin(engine: Any, game: Game, scenario: Scenario, tally: Tally) -> None:
    """Try to begin the game, and compare with the whole verdict."""
    placed = list(standing(engine))
    legal = not [f for f in check_setup(game, scenario.id, placed) if f.severity is Severity.ERROR]
    engine.hotkey("hexwright.rules.ask-phase")
    begun = engine.property("SettingUp") == "false"
    tally.starts += 1
    tally.begun += begun
    if begun != legal:
        tally.differences.append(f"{scenario.id}: begun {begun}, legal {legal}: {placed}")
    if begun:
        units = {str(u.id): u for u in game.counters.units}
        for piece in engine.pieces(("UnitId",)):
            unit = units.get(piece.properties["UnitId"] or "")
            if unit is not None and piece.map == forces(game.info.side(unit.side)):
                tally.differences.append(f"{scenario.id}: {unit.id} still waits in its window")


def main() -> None:
    """Compare as many placements as asked for, and tell."""
    from tests.vassal.engine.conftest import write_module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--placements", type=int, default=600)
    parser.add_argument("--real", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="battle-for-moscow")
    asked = parser.parse_args()
    game = game_of(asked.game)
    with tempfile.TemporaryDirectory() as name:
        module = write_module(game, asked.game, Path(name) / "game.vmod")
        tally = compare(VirtualGame.open(module), game, asked.seed, asked.placements)
        print(f"virtual engine: {tally}", *tally.differences, sep="\n")
        if asked.real:
            with Engine(module) as engine:
                tally = compare(engine, game, asked.seed, asked.real)
                print(f"real engine: {tally}", *tally.differences, *engine.take_problems(), sep="\n")


if __name__ == "__main__":
    main()
