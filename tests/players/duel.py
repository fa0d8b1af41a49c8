"""Play greedy with and without goals against each other: `python -m tests.players.duel GAME SCENARIO NUMBER`.

Without goals it fights for losses alone: no place, no points for the ground and no front is worth anything.
"""

from __future__ import annotations

import sys
from collections import Counter

from hexwright.model.computer_players import Weights
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.policies import Policy, PolicyFactory, play_game
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.shipped import shipped


def blind(rules: RulesEngine, seed: int) -> Policy:
    """Return greedy without goals."""
    return GreedyPolicy(rules, seed, Weights(goal=0.0, guard=0.0, line=0.0))


def duel(
    kernel: RulesEngine, one: str | PolicyFactory, other: str | PolicyFactory, pairs: int, seed: int = 9
) -> tuple[Counter[str], Counter[str]]:
    """Play pairs of games, each from both seats; return games won and points, by player."""
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    sides = kernel.setting.sides
    for number in range(2 * pairs):
        seats = sides if number % 2 else sides[::-1]
        final = play_game(
            kernel, derived_seed(seed, number // 2) >> 1, dict(zip(seats, (one, other), strict=True))
        ).final
        outcome = kernel.outcome(final)
        for player, side in zip(("one", "other"), seats, strict=True):
            won[player] += outcome.winner == side
            points[player] += int(outcome.points.get(side, 0))
    return won, points


def main(slug: str, scenario: str, pairs: str) -> None:
    """Print who won how often, and all points."""
    kernel = RulesEngine(shipped(slug).game, scenario)
    won, points = duel(kernel, "greedy", blind, int(pairs))
    print(f"with goals {won['one']} won, {points['one']} points; without {won['other']}, {points['other']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
