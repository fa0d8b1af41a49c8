"""Estimate how long games take, because `search` is ten times as slow as `greedy`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from time import perf_counter

from hexwright.model.ids import SideId
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action


class _FirstTurnPlayed(Exception):  # noqa: N818 - no error
    """Raised to stop the trial game when its first turn has been played."""


def seconds_per_game(rules: RulesEngine, seed: int, policies: Mapping[SideId, str]) -> float:
    """Return the approximate duration of a game on this machine in seconds, estimated from a trial of its
    first turn.
    """
    first, last = rules.setting.scenario.first_turn, rules.setting.scenario.last_turn

    def watch(before: State, action: Action, after: State) -> None:
        if after.turn != first:
            raise _FirstTurnPlayed

    begun = perf_counter()
    with suppress(_FirstTurnPlayed):
        play_game(rules, seed, policies, watch)
    return (perf_counter() - begun) * (last - first + 1)


def seconds_of_series(games: int, seconds: float, jobs: int, cores: int) -> float:
    """Return the approximate duration of a series in seconds, if whole games run in parallel on the
    available cores.
    """
    return math.ceil(games / max(1, min(jobs, cores, games))) * seconds
