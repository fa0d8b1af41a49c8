"""Golden playthroughs: generate the expected output of tests: playthroughs and action counts.

This output is written only by the functions in this file, and never edited by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.players.playtesting.action_tree_count import counts_table
from hexwright.players.playtesting.game_record import write_record
from hexwright.players.policies import PolicyFactory, greedy_policy_for_a_few_moves, play_game
from hexwright.players.tutorial_policy import TutorialPolicy
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action

SEED = 1941
LARGE_UNIT_COUNT: Final = 100
"""The number of units above which only part of a game is played.

Such a game has one playthrough for each first turn of its scenarios, with few actions in each phase.
"""


def golden_scenarios(game: Game) -> tuple[Scenario, ...]:
    """Return the scenarios that have a golden playthrough."""
    if not is_large(game):
        return game.scenarios
    return tuple({scenario.first_turn: scenario for scenario in reversed(game.scenarios)}.values())


def golden_player(game: Game) -> str | PolicyFactory:
    """Return the policy that plays the golden playthroughs of a game."""
    if not is_large(game):
        return "greedy"
    return lambda rules, seed: TutorialPolicy(rules, greedy_policy_for_a_few_moves(rules, seed))


def is_large(game: Game) -> bool:
    """Return whether a game is so large that only part of it is played."""
    return len(game.counters.units) > LARGE_UNIT_COUNT


def playthroughs(game: Game) -> dict[str, str]:
    """Return the golden playthroughs of a game, one for each scenario, as a mapping from file name
    to text.
    """
    found: dict[str, str] = {}
    for scenario in golden_scenarios(game):
        rules = RulesEngine(game, scenario.id)
        played = play_game(rules, SEED, dict.fromkeys(rules.setting.sides, golden_player(game)))
        found[f"{game.slug}.{scenario.id}.txt"] = write_record(rules, SEED, played.actions)
    return found


def counts(rules: RulesEngine, seed: int, actions: Sequence[Action]) -> str:
    """Return the golden counts of positions in a played game.

    The first position of the game is counted to depths 1, 2 and 3. It is followed by the first position of
    each kind of decision in each phase of the even turns, counted to depth 1. For a large game, only
    positions of the second turn are counted, and all of them to depth 1.
    """
    state = rules.set_up(seed)
    large, second = is_large(rules.setting.game), state.turn + 1
    blocks = [counts_table(rules, state, depth) for depth in ((1,) if large else (1, 2, 3))]
    seen: set[tuple[int, int, str]] = set()
    for action in actions:
        key = (state.turn, state.phase, state.stage)
        if large and state.turn > second:
            break
        counted = state.turn == second if large else state.turn % 2 == 0
        if key not in seen and counted and rules.legal_actions(state):
            blocks.append(counts_table(rules, state, 1))
        seen.add(key)
        state = rules.apply(state, action)
    return "\n\n".join(blocks) + "\n"


def differences(golden: str, now: str) -> list[str]:
    """Return the lines that differ between two sets of counts, as "- old" and "+ new" with their line
    numbers.
    """
    old, new = golden.splitlines(), now.splitlines()
    found: list[str] = []
    for number in range(max(len(old), len(new))):
        before = old[number] if number < len(old) else ""
        after = new[number] if number < len(new) else ""
        if before != after:
            found += [f"{number + 1} - {before}", f"{number + 1} + {after}"]
    return found
