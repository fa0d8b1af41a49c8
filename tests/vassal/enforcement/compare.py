"""Compare the module's verdict in the real engine with the reference's, move by move.

By hand: `python -m tests.vassal.enforcement.compare --moves 300 --seed 1`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.geometry.hexgrid import HexGrid
from builder.model.game import Game
from builder.model.ids import HexId, UnitId
from builder.vassal.compile.properties import BOTH_SIDES
from tests.vassal.compile.games import game as game_of
from tests.vassal.enforcement.positions import played, saved
from validators.engine_bridge import Engine
from validators.rules.kernel import Kernel
from validators.rules.movement import flood, reach
from validators.rules.setting import Pace
from validators.rules.state import State


@dataclass
class Tally:
    """What was compared."""

    moves: int = 0
    legal: int = 0
    seconds: int = 0
    """Second drags of a phase among them."""
    differences: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    phases: Counter[str] = field(default_factory=Counter)
    """How many moves were judged in which phase."""

    def __str__(self) -> str:
        p50 = statistics.median(self.times) if self.times else 0.0
        p95 = statistics.quantiles(self.times, n=20)[-1] if len(self.times) > 1 else p50
        told = f"{self.moves} moves ({self.legal} legal, {self.seconds} of them second drags)"
        told += f" in {dict(sorted(self.phases.items()))}"
        return f"{told}, {len(self.differences)} differences; {p50:.0f} ms median, {p95:.0f} ms at 95 %"


def may_reach(kernel: Kernel, state: State, unit: UnitId) -> set[HexId]:
    """Return where the reference lets a unit go in the phase that is played."""
    setting = kernel.setting
    number = setting.number[unit]
    found = 0
    for mode, may in setting.phase_modes[state.phase]:
        if may >> number & 1:
            for ends in reach(setting, state, number, mode).values():
                found |= ends
    return set(setting.hexes(found))


def may_go_on(kernel: Kernel, state: State, unit: UnitId, via: HexId) -> set[HexId] | None:
    """Return where a unit may go on from a hex of its move, or None where modes make it ambiguous."""
    setting, board = kernel.setting, kernel.setting.board
    number = setting.number[unit]
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> number & 1]
    if len(modes) != 1 or modes[0].along is not None or modes[0].ezoc != "stops":
        return None
    side = setting.side_of[number]
    ezoc, enemies = setting.ezoc(state, side), setting.enemies(state, side)
    pace = setting.paces[modes[0].id, setting.weather_now(state), number, state.steps[number]]
    start, middle = 1 << state.where[number], 1 << board.index[via]
    open_hexes = board.every & ~enemies
    spent = next(
        n for n, level in enumerate(flood(board.around, start, pace, ezoc, open_hexes)) if level & middle
    )
    if ezoc & middle:
        return set()
    rest = Pace(pace.allowance - spent, pace.costs)
    found = 0
    for level in flood(board.around, middle, rest, ezoc, open_hexes):
        found |= level
    return set(setting.hexes(found & ~middle))


def compare(engine: Engine, game: Game, slug: str, seed: int, moves: int, folder: Path) -> Tally:
    """Compare random moves in random positions; `folder` takes the saved games."""
    chance = random.Random(seed)
    tally = Tally()
    for number, (kernel, state) in enumerate(_positions(game, seed)):
        file = folder / f"position-{number}.vsav"
        file.write_bytes(saved(game, slug, kernel, state))
        engine.load(file, BOTH_SIDES)
        left: set[HexId] = set()
        for _ in range(8):
            tally.phases[kernel.phase(state)] += 1
            _one(engine, kernel, state, chance, tally, left)
            if tally.moves >= moves:
                return tally
    return tally


def _positions(game: Game, seed: int) -> Iterator[tuple[Kernel, State]]:
    while True:
        for scenario in game.scenarios:
            yield from played(game, scenario.id, seed)
            seed += 1


def _one(
    engine: Engine, kernel: Kernel, state: State, chance: random.Random, tally: Tally, left: set[HexId]
) -> None:
    setting = kernel.setting
    rule = setting.phase_modes[state.phase][0][0].rule
    standing = [unit for n, unit in enumerate(setting.units) if state.where[n] >= 0]
    movers = [unit for unit in standing if may_reach(kernel, state, unit)]
    unit = chance.choice(movers if movers and chance.random() < 0.8 else standing)
    legal = may_reach(kernel, state, unit)
    start = setting.board.ids[state.where[setting.number[unit]]]
    # The engine takes a unit that was moved and undone out of its stack. Another unit that is dropped on
    # it and undone leaves it without a map, with or without enforcement; so nothing is dropped there.
    left.add(start)
    goal = _goal(kernel, start, legal, chance, left)
    piece = {p.properties["UnitId"]: p for p in engine.pieces(("UnitId",))}[unit]
    went = _drag(engine, piece.id, start, goal, goal in legal, tally, f"{unit} {start}→{goal}", state, rule)
    onward = may_go_on(kernel, state, unit, goal) if went and goal in legal else None
    if onward is not None and chance.random() < 0.5:
        further = _goal(kernel, goal, onward, chance, left)
        what = f"{unit} {start}→{goal}→{further}"
        tally.seconds += 1
        _drag(engine, piece.id, goal, further, further in onward, tally, what, state, rule)
        engine.undo()
    # A refused move is one step of undo as well: the drag and the way back.
    engine.undo()
    back = engine.pieces(ids=piece.id)[0].location
    if back != start:
        tally.differences.append(f"{unit}: undone to {back}, stood in {start}")


def _goal(kernel: Kernel, start: HexId, legal: set[HexId], chance: random.Random, left: set[HexId]) -> HexId:
    if legal - left and chance.random() < 0.5:
        return chance.choice(sorted(legal - left))
    grid = HexGrid.of(kernel.setting.game.hexmap.grid)
    near = [h for h in grid if 0 < grid.distance(start, h) <= 7 and h not in left]
    return chance.choice(near)


def _drag(
    engine: Engine,
    piece: str,
    start: HexId,
    goal: HexId,
    legal: bool,
    tally: Tally,
    what: str,
    state: State,
    rule: str,
) -> bool:
    engine.drag(piece, "Map", goal)
    tally.times.append(engine.last_ms)
    seen = engine.pieces(("Verdict",), ids=piece)[0]
    violation = engine.property("LastViolation")
    tally.moves += 1
    tally.legal += legal
    expected = (goal, "") if legal else (start, rule)
    if (seen.location, violation) != expected:
        told = seen.properties["Verdict"]
        tally.differences.append(f"turn {state.turn} phase {state.phase}: {what}: legal {legal}, {told}")
    return seen.location == goal


def main() -> None:
    """Compare as many moves as asked for, and tell."""
    from tests.vassal.engine.conftest import write_module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="battle-for-moscow")
    asked = parser.parse_args()
    game = game_of(asked.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Engine(write_module(game, asked.game, folder / "game.vmod")) as engine:
            tally = compare(engine, game, asked.game, asked.seed, asked.moves, folder)
            for problem in engine.take_problems():
                print(problem.text)
    print(tally)
    print("\n".join(tally.differences))


if __name__ == "__main__":
    main()
