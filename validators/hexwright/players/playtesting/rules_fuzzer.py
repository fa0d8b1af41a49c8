"""Rules fuzzer: play at random and report crashes, illegal states and other errors."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Diagnostic, Span, error
from hexwright.model.game import Game
from hexwright.players.policies import RandomPolicy
from hexwright.players.random_stream import RandomStream, derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.support.result_cache import code_identity
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.local_engine import local_engine
from hexwright.support.workers.work_record import WorkRecord, ordered_results

MAX_ACTIONS = 20_000
"""The maximum number of actions in a game."""


MAX_ERRORS = 10
"""The number of errors after which the fuzzer stops."""


@dataclass(frozen=True, slots=True)
class FuzzResult:
    """The number of games and actions played, and the errors found."""

    games: int
    actions: int
    findings: tuple[Diagnostic, ...]
    """Errors, each with the seed and the number of the action by which it can be reproduced."""


@dataclass(frozen=True, slots=True)
class FuzzTask:
    """A random game, which ends after some actions at the latest."""

    number: int
    limit: int


class FuzzJob:
    """Random games of a scenario, a task each."""

    def __init__(
        self, game: Game, scenario: str, options: Mapping[str, str], seed: int, data: str = ""
    ) -> None:
        self._given = game, scenario, dict(options), seed, data
        self._rules: RulesEngine | None = None

    @classmethod
    def of_rules(cls, rules: RulesEngine, seed: int) -> FuzzJob:
        """Return the job for a rules engine that is there; it can't be sent to workers."""
        job = cls(rules.setting.game, rules.setting.scenario.id, rules.setting.options, seed)
        job._rules = rules
        return job

    def __getstate__(self) -> tuple[Game, str, dict[str, str], int, str]:
        """Return what is sent to a worker: the data, without the compiled scenario."""
        return self._given

    def __setstate__(self, sent: tuple[Game, str, dict[str, str], int, str]) -> None:
        """Restore a job that was sent."""
        FuzzJob.__init__(self, *sent)

    @property
    def name(self) -> str:
        """Return the scenario with its options and the seed."""
        game, scenario, options, seed, _ = self._given
        chosen = "".join(f" {name}={choice}" for name, choice in sorted(options.items()))
        return f"fuzz {game.slug} {scenario}{chosen} seed {seed}"

    @property
    def identity(self) -> Mapping[str, str]:
        """Return the versions of code and data."""
        return {"hexwright": code_identity(), "data": self._given[-1][:12]}

    def require_rules(self) -> RulesEngine:
        """Return the rules engine. Raises InputError for an unknown scenario or option."""
        if self._rules is None:
            game, scenario, options, _, _ = self._given
            self._rules = RulesEngine(game, scenario, options)
        return self._rules

    def do(self, task: FuzzTask) -> FuzzResult:
        """Play a game."""
        seed = derived_seed(self._given[3], task.number)
        actions, fault = _one_game(self.require_rules(), seed, task.limit)
        return FuzzResult(1, actions, () if fault is None else (fault,))

    def part_for(self, task: FuzzTask) -> FuzzJob:
        """Return this job."""
        return self

    def key(self, task: FuzzTask) -> str:
        """Return the number of the game, and its limit if that ends it early."""
        short = f" up to {task.limit} actions" if task.limit < MAX_ACTIONS else ""
        return f"game {task.number}{short}"

    def as_json(self, result: FuzzResult) -> Any:
        """Return a result as JSON values."""
        found = [[one.code, one.message, one.span.file if one.span else ""] for one in result.findings]
        return {"actions": result.actions, "errors": found}

    def from_json(self, values: Any) -> FuzzResult:
        """Return the result that was written as JSON values."""
        found = tuple(error(code, told, Span(place), _REPORT) for code, told, place in values["errors"])
        return FuzzResult(1, int(values["actions"]), found)


def run_fuzzer(
    engine: Engine,
    job: FuzzJob,
    actions: int,
    record: WorkRecord | None = None,
    progress: Callable[[int], None] = lambda done: None,
    most: int = MAX_ERRORS,
) -> FuzzResult:
    """Play random games to their ends until `actions` actions have been taken or `most` errors have been
    found; the same seed gives the same result for any engine.
    """
    played = games = 0
    findings: list[Diagnostic] = []
    tasks = (FuzzTask(number, min(actions, MAX_ACTIONS)) for number in count())
    with closing(ordered_results(engine, job, tasks, record)) as results:
        while played < actions and len(findings) < most:
            found = next(results)
            played += found.actions
            games += 1
            findings += found.findings
            progress(min(played, actions))
    return FuzzResult(games, played, tuple(findings))


def fuzz(rules: RulesEngine, seed: int, actions: int, most: int = MAX_ERRORS) -> FuzzResult:
    """Run the fuzzer in this process."""
    return run_fuzzer(local_engine(1), FuzzJob.of_rules(rules, seed), actions, most=most)


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
