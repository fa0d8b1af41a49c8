"""Make the texts that the tests hold the games to: playthroughs and counts.

They are rewritten by this module's functions alone, never by hand.
"""

from __future__ import annotations

from builder.model.game import Game
from validators.play.count import table
from validators.play.policy import play_game
from validators.play.record import Record, replay, write_record
from validators.rules.kernel import Kernel

SEED = 1941


def playthroughs(game: Game) -> dict[str, str]:
    """Return the golden playthroughs of a game: file name → text, one a scenario."""
    found: dict[str, str] = {}
    for scenario in game.scenarios:
        rules = Kernel(game, scenario.id)
        played = play_game(rules, SEED, dict.fromkeys(rules.setting.sides, "greedy"))
        found[f"{game.slug}.{scenario.id}.txt"] = write_record(rules, SEED, played.actions)
    return found


def counts(game: Game, record: Record) -> str:
    """Return the golden counts along a recorded game.

    The positions are the first of each kind of decision in each phase of the even turns, counted to
    depth 1; before them the first position of the game, counted to depths 1, 2 and 3.
    """
    rules, _, actions = replay(game, record)
    state = rules.set_up(record.seed)
    blocks = [table(rules, state, depth) for depth in (1, 2, 3)]
    seen: set[tuple[int, int, str]] = set()
    for action in actions:
        key = (state.turn, state.phase, state.stage)
        if key not in seen and state.turn % 2 == 0 and rules.legal_actions(state):
            blocks.append(table(rules, state, 1))
        seen.add(key)
        state = rules.apply(state, action)
    return "\n\n".join(blocks) + "\n"


def differences(golden: str, now: str) -> list[str]:
    """Return the lines in which two texts differ, as "- old" and "+ new", count by count."""
    old, new = golden.splitlines(), now.splitlines()
    found: list[str] = []
    for number in range(max(len(old), len(new))):
        before = old[number] if number < len(old) else ""
        after = new[number] if number < len(new) else ""
        if before != after:
            found += [f"{number + 1} - {before}", f"{number + 1} + {after}"]
    return found
