"""Rules fuzzer: play at random and report crashes, illegal states and other errors."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Span, error
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action

MAX_ACTIONS = 20_000
"""The maximum number of actions in a game."""


@dataclass(frozen=True, slots=True)
class FuzzResult:
    """The number of games and actions played, and the errors found."""

    games: int
    actions: int
    findings: tuple[Diagnostic, ...]
    """Errors, each with the seed and the number of the action by which it can be reproduced."""


def fuzz(rules: RulesEngine, seed: int, actions: int, most: int = 10) -> FuzzResult:
    """Play random games until `actions` actions have been taken or `most` errors have been found."""
    played = games = 0
    findings: list[Diagnostic] = []
    while played < actions and len(findings) < most:
        game_seed = derived_seed(seed, games)
        done, fault = _one_game(rules, game_seed, actions - played)
        played += done
        games += 1
        if fault is not None:
            findings.append(fault)
    return FuzzResult(games, played, tuple(findings))


_REPORT: Final = "this is an error in the rules engine or in your own rules; report it with this seed"


def _one_game(rules: RulesEngine, seed: int, limit: int) -> tuple[int, Diagnostic | None]:
    """Play one game; return the number of actions taken and the first error, or None if there was
    no error.
    """
    chooser, lively = RandomStream(seed), RandomPolicy(rules, seed + 1)
    state = rules.set_up(seed >> 1)
    taken = 0
    while not rules.is_over(state):
        if taken >= limit:
            return taken, None
        place = Span(f"seed {seed}, action {taken + 1}")
        if taken >= MAX_ACTIONS:
            return taken, error("P030", "the game doesn't end", place, _REPORT)
        try:
            action = _pick(rules, state, chooser, lively)
            if action is None:
                return taken, error("P031", f"no action is possible in stage {state.stage}", place, _REPORT)
            fault = _check(rules, state, action)
            before = pickle.dumps(state)
            after = rules.apply(state, action)
        except Exception as crash:
            return taken, error("P032", f"{type(crash).__name__}: {crash}", place, _REPORT)
        if fault is None and pickle.dumps(state) != before:
            fault = f"'{action.text}' changes the state to which it is applied"
        if fault is None and (wrong := rules.status(after)):
            fault = f"after '{action.text}': {wrong[0].message}"
        if fault is not None:
            return taken, error("P033", fault, place, _REPORT)
        state = after
        taken += 1
    rules.outcome(state)
    return taken, None


def _pick(rules: RulesEngine, state: State, chooser: RandomStream, lively: RandomPolicy) -> Action | None:
    if rules.active_side(state) == CHANCE:
        return chooser.choice([action for action, _ in rules.chance_outcomes(state)])
    # Half of the actions are drawn from the whole list, half by the random policy.
    if chooser.integer_below(2):
        return lively.choose(state)
    legal = rules.legal_actions(state)
    return chooser.choice(legal) if legal else None


def _check(rules: RulesEngine, state: State, action: Action) -> str | None:
    """Return a description of the fault in an action's text or description; None if there is no fault."""
    if rules.parse(state, action.text) != action:
        return f"'{action.text}' parses to another action"
    if not rules.describe(state, action).strip():
        return f"'{action.text}' has no description"
    return None
