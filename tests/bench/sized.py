"""Measure the rules engine with four hundred units on four thousand hexes.

By hand: `python -m tests.bench.sized`, in processor time. Boards cache what they compute, so each figure of a
first call is taken from a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import tracemalloc
from functools import cached_property
from pathlib import Path
from typing import Final

from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.players.random_stream import RandomStream
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from tests.bench.large_game import SLUG, Large

ROOT: Final = Path(__file__).resolve().parents[2]
SCENARIO: Final = "day-01"
SIZE: Final = Large(columns=80, rows=50, units=200)


def large_game() -> Game:
    """Return the game, before anything was computed of it."""
    with tempfile.TemporaryDirectory() as name:
        return load_game(SIZE.write(Path(name)), SLUG).game


def compiled(game: Game) -> RulesEngine:
    """Return a rules engine whose compiled game has computed every fact, except those of fire, which the
    game lacks.
    """
    kernel = RulesEngine(game, SCENARIO)
    for kind in CompiledGame.__mro__:
        for name, fact in vars(kind).items():
            if isinstance(fact, cached_property) and name != "fire":
                getattr(kernel.setting, name)
    return kernel


def building() -> float:
    """Return the seconds in which a rules engine is built with its whole compiled game."""
    game = large_game()
    begun = time.process_time()
    compiled(game)
    return time.process_time() - begun


def weight() -> float:
    """Return the most megabytes that are held until it has listed the moves of a first phase as well."""
    game = large_game()
    tracemalloc.start()
    kernel = compiled(game)
    kernel.legal_actions(begun_phases(kernel, 1)[0])
    return tracemalloc.get_traced_memory()[1] / 1e6


def first_listing() -> float:
    """Return the milliseconds in which all moves of a side are listed when none ever was."""
    game = large_game()
    [state] = begun_phases(RulesEngine(game, SCENARIO), 1)
    return _listed(RulesEngine(game, SCENARIO), state)[0]


def slowest_listing() -> tuple[float, int]:
    """Return the most milliseconds in which a side's moves are listed as a phase begins, with their number.

    Positions are those of a random game, each of them new to the kernel.
    """
    kernel = RulesEngine(large_game(), SCENARIO)
    states = begun_phases(kernel)
    return max(_listed(kernel, state) for state in states)


def _listed(kernel: RulesEngine, state: State) -> tuple[float, int]:
    kernel.setting.recent.legs = None
    begun = time.process_time()
    moves = kernel.legal_actions(state)
    return 1_000 * (time.process_time() - begun), len(moves)


def begun_phases(kernel: RulesEngine, most: int = 1_000) -> list[State]:
    """Return the positions of a random game as which movement phases begin."""
    found, chooser, state = list[State](), RandomStream(1), kernel.set_up(1)
    seen: tuple[int, int] | None = None
    while not kernel.is_over(state) and len(found) < most:
        if state.stage == "move" and (state.turn, state.phase) != seen:
            seen = state.turn, state.phase
            found.append(state)
        by_chance = kernel.active_side(state) == CHANCE
        action = kernel.draw(state) if by_chance else chooser.choice(kernel.legal_actions(state))
        state = kernel.apply(state, action)
    return found


def _alone(figure: str) -> float:
    """Return a figure as a process of its own measures it."""
    command = [sys.executable, "-m", "tests.bench.sized", figure]
    return float(subprocess.check_output(command, cwd=ROOT))


def tell() -> None:
    """Print the figures."""
    slowest, moves = slowest_listing()
    for what, value, limit in (
        ("setting of 400 units on 4,000 hexes built", f"{_alone('building'):.3f} s", "under 0.5 s"),
        ("with the moves of a side, peak memory", f"{_alone('weight'):.1f} MB", "under 100 MB"),
        ("all moves of a side, for the first time", f"{_alone('first_listing'):.0f} ms", "under 60 ms"),
        (f"slowest of a random game ({moves:,} moves)", f"{slowest:.0f} ms", "under 60 ms"),
    ):
        print(f"{what:<48} {value:>14}   {limit}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case [figure]:
            print({"building": building, "weight": weight, "first_listing": first_listing}[figure]())
        case _:
            tell()
