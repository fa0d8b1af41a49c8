"""Games of the project as saved games are read by them."""

from __future__ import annotations

import random
from functools import cache

from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.saves.hexwright_saves import HexwrightGame
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.vassal.compile.games import game, plan

EMBATTLED = "moscow-embattled"


@cache
def ours(slug: str) -> HexwrightGame:
    """Return a game as saved games are read by it."""
    return HexwrightGame(game(slug))


def played(slug: str, seed: int, actions: int) -> tuple[SavedGameFile, State]:
    """Return a saved game after some random legal actions, and the rules engine's state."""
    kernel = RulesEngine(game(slug), game(slug).scenarios[0].id)
    chance = random.Random(seed)
    state = kernel.set_up(seed)
    for _ in range(actions):
        side = kernel.active_side(state)
        if side is None:
            break
        action = kernel.draw(state) if side == CHANCE else chance.choice(kernel.legal_actions(state))
        state = kernel.apply(state, action)
    return SavedGameFile.read(SavedGameWriter(game(slug), plan(slug))(kernel, state)), state
