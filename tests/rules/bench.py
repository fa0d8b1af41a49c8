"""Measure the processor time of the rules engine: `python -m tests.rules.bench`.

If the package `chess` is installed, the rate of legal actions is also given as a ratio to its legal moves in
the same run.
"""

from __future__ import annotations

import gc
import importlib
import statistics
import time
import tracemalloc
from typing import Any

from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.policies import RandomPolicy, play_game
from hexwright.players.random_stream import RandomStream
from hexwright.players.search_policy import SearchPolicy
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.rules.movement import movement_phase
from hexwright.rules.movement.move_legs import LegFinder
from tests.rules.positions import LONG, SHORT, rules


def positions(kernel: RulesEngine, games: int) -> list[State]:
    """Return the movement positions of random games."""
    found: list[State] = []
    for seed in range(games):
        policy, state = RandomPolicy(kernel, seed), kernel.set_up(seed)
        while not kernel.is_over(state):
            if state.stage == "move":
                found.append(state)
            action = kernel.draw(state) if kernel.active_side(state) == CHANCE else policy.choose(state)
            state = kernel.apply(state, action)
    return found


def reach_median(kernel: RulesEngine, states: list[State]) -> float:
    """Return the median time in microseconds to find one unit's reachable hexes, including the obstacles."""
    times: list[float] = []
    for state in states[::7]:
        for unit in movement_phase.units_yet_to_move(kernel.setting, state):
            begun = time.process_time()
            LegFinder(kernel.setting, state).end_hexes(unit)
            times.append(time.process_time() - begun)
    return statistics.median(times) * 1e6


def actions_a_second(kernel: RulesEngine, states: list[State]) -> float:
    """Return the number of legal actions listed per second in movement positions."""
    some = states[::3]
    begun, total = time.process_time(), 0
    for state in some:
        total += len(kernel.legal_actions(state))
    return total / (time.process_time() - begun)


def chess_moves_a_second() -> float | None:
    """Return the number of legal moves that python-chess lists per second; None if it isn't installed."""
    try:
        chess: Any = importlib.import_module("chess")
    except ImportError:
        return None
    boards = []
    for seed in range(30):
        board, chooser = chess.Board(), RandomStream(seed)
        while not board.is_game_over() and board.ply() < 120:
            board.push(chooser.choice(list(board.legal_moves)))
            boards.append(board.copy(stack=False))
    begun = time.process_time()
    total = sum(len(list(board.legal_moves)) for board in boards)
    return float(total / (time.process_time() - begun))


def game_time(kernel: RulesEngine, policy: str, games: int) -> float:
    """Return the time of a whole game in milliseconds."""
    begun = time.process_time()
    for seed in range(games):
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy))
    return (time.process_time() - begun) / games * 1e3


def search_turn(kernel: RulesEngine) -> float:
    """Return the longest time that `search` takes for a player turn of the first three turns, in seconds."""
    players = {side: SearchPolicy(kernel, n) for n, side in enumerate(kernel.setting.sides)}
    state = kernel.set_up(1)
    longest, turn = 0.0, (state.turn, kernel.setting.side(state))
    clock = 0.0
    while state.turn <= 3:
        now = (state.turn, kernel.setting.side(state))
        if now != turn:
            longest, turn, clock = max(longest, clock), now, 0.0
        side = kernel.active_side(state)
        if side == CHANCE or side is None:
            state = kernel.apply(state, kernel.draw(state))
            continue
        begun = time.process_time()
        action = players[side].choose(state)
        clock += time.process_time() - begun
        state = kernel.apply(state, action)
    return max(longest, clock)


def memory(kernel: RulesEngine, states: int) -> float:
    """Return the memory in MB that this many stored states of greedy games need."""
    gc.collect()
    tracemalloc.start()
    kept: list[State] = []
    seed = 0
    before = tracemalloc.get_traced_memory()[0]
    while len(kept) < states:
        players = {side: GreedyPolicy(kernel, seed) for side in kernel.setting.sides}
        state = kernel.set_up(seed)
        while not kernel.is_over(state) and len(kept) < states:
            side = kernel.active_side(state)
            action = kernel.draw(state) if side == CHANCE or side is None else players[side].choose(state)
            state = kernel.apply(state, action)
            kept.append(state)
        seed += 1
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / 1e6


def main() -> None:
    """Print all figures."""
    kernel = rules(SHORT)
    states = positions(kernel, 8)
    print(f"reach of one unit: {reach_median(kernel, states):.1f} µs median")
    ours, chess = actions_a_second(kernel, states), chess_moves_a_second()
    ratio = f", {ours / chess:.2f} times python-chess ({chess / 1e6:.2f} million)" if chess else ""
    print(f"legal actions: {ours / 1e6:.2f} million a second{ratio}")
    print(f"random game of seven turns: {game_time(kernel, 'random', 30):.0f} ms")
    print(f"greedy game of seven turns: {game_time(kernel, 'greedy', 10):.0f} ms")
    print(f"random game of fourteen turns: {game_time(rules(LONG), 'random', 10):.0f} ms")
    print(f"search, longest player turn: {search_turn(kernel):.2f} s")
    print(f"a thousand states: {memory(kernel, 1000):.2f} MB")


if __name__ == "__main__":
    main()
