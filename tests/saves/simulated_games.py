"""Logs of simulated games."""

from __future__ import annotations

from hexwright.players.policies import policy_of
from hexwright.recording.log_writer import LogWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE
from hexwright.vassal.module.gpid_ledger import GpidLedger
from tests.vassal.compile.games import game, plan


def simulated(
    slug: str, scenario: int, seed: int, most: int = 10_000
) -> tuple[RulesEngine, LogWriter, State]:
    """Return a game of the greedy policy as a log, to its end or so many actions long."""
    kernel = RulesEngine(game(slug), game(slug).scenarios[scenario].id)
    state = kernel.set_up(seed)
    replay = LogWriter(game(slug), plan(slug), GpidLedger(), kernel, state)
    players = {side: policy_of("greedy")(kernel, seed) for side in kernel.setting.sides}
    for _ in range(most):
        side = kernel.active_side(state)
        if side is None:
            break
        action = kernel.draw(state) if side == CHANCE else players[side].choose(state)
        after = kernel.apply(state, action)
        replay.add_action(state, action, after)
        state = after
    return kernel, replay, state
