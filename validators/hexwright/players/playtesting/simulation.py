"""Simulations: play many games on several cores, and collect statistics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.players.policies import play_game, policy_of
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action

_COSTLY: Final[frozenset[str]] = frozenset({"roll", "lose", "stand", "attrition", "retreat"})
"""Kinds of actions by which units may lose steps; actions that eliminate units are counted separately."""

GAMES_PER_TASK = 4
"""The number of games in one task of a worker; 1 if a side plays `search`, because its games take a long
time.
"""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The statistics of one game."""

    seed: int
    winner: SideId | None
    level: str | None
    """The victory level; None for a draw, or if the victory table has no levels."""
    points: Mapping[SideId, int]
    actions: int
    last_turn: int
    prize_falls: int | None
    """The turn on which the most important place first changed hands; None if it never did."""
    prize_owner: SideId | None
    """The owner of the most important place at the end."""
    destroyed: Mapping[SideId, tuple[int, ...]]
    """For each side, the number of enemy units that it eliminated on each turn."""
    steps_lost: Mapping[SideId, tuple[int, ...]]
    """For each side, the number of steps that it lost on each turn."""
    battles: Mapping[HexId, int]
    """For each hex, the number of battles fought for it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SimulationResults:
    """The games of a simulation, with statistics about them."""

    game: str
    scenario: str
    seed: int
    policies: Mapping[SideId, str]
    options: Mapping[str, str]
    games: tuple[GameResult, ...]
    turns: int
    prize: str
    """The name of the most important place; an empty string if there is none."""

    @property
    def sides(self) -> tuple[SideId, ...]:
        """Return the sides in order of play."""
        return tuple(self.policies)

    def wins(self, side: SideId | None) -> Estimate:
        """Return the share of games that a side won; if `side` is None, the share of draws."""
        return share_estimate(sum(game.winner == side for game in self.games), len(self.games))

    def levels(self, side: SideId | None) -> Mapping[str, Estimate]:
        """Return the share of games that a side won at each victory level, with the most frequent level
        first.
        """
        won = Counter(game.level for game in self.games if game.winner == side and game.level is not None)
        ordered = sorted(won.items(), key=lambda one: (-one[1], one[0]))
        return {level: share_estimate(number, len(self.games)) for level, number in ordered}

    def share_prize_taken_by(self, turn: int) -> Estimate:
        """Return the share of games in which the most important place had changed hands by the end of a
        turn.
        """
        fallen = sum(g.prize_falls is not None and g.prize_falls <= turn for g in self.games)
        return share_estimate(fallen, len(self.games))

    def wins_by_prize_turn(self, turn: int | None) -> Mapping[SideId, tuple[int, int]]:
        """Return, for each side, the numbers of games won and played, counting only games in which the most
        important place first fell on `turn`.
        """
        some = [game for game in self.games if game.prize_falls == turn]
        return {side: (sum(g.winner == side for g in some), len(some)) for side in self.sides}

    def steps_lost(self, side: SideId) -> tuple[Estimate, ...]:
        """Return the average number of steps that a side lost on each turn."""
        return tuple(
            mean_estimate([g.steps_lost[side][turn] for g in self.games]) for turn in range(self.turns)
        )

    def destroyed(self, side: SideId) -> tuple[Estimate, ...]:
        """Return the average number of enemy units that a side eliminated on each turn."""
        return tuple(
            mean_estimate([g.destroyed[side][turn] for g in self.games]) for turn in range(self.turns)
        )

    def points(self, side: SideId) -> Estimate:
        """Return the average victory points of a side; 0 if points don't decide the game."""
        return mean_estimate([g.points.get(side, 0) for g in self.games])

    def battles(self) -> Mapping[HexId, float]:
        """Return the average number of battles per game for each hex."""
        total: dict[HexId, int] = {}
        for game in self.games:
            for hex_id, number in game.battles.items():
                total[hex_id] = total.get(hex_id, 0) + number
        return {hex_id: total[hex_id] / len(self.games) for hex_id in sorted(total)}

    def rows(self) -> list[tuple[str, str]]:
        """Return the results as table rows: a label, and the number with its confidence interval."""
        if not self.games:
            return [("games", "0")]
        found = [("games", str(len(self.games)))]
        for side in (*self.sides, None):
            who = f"{side} wins" if side is not None else "draws"
            policy = f" ({self.policies[side]})" if side is not None else ""
            found.append((who + policy, _percent(self.wins(side))))
            found += [(f"{side}: {level}", _percent(often)) for level, often in self.levels(side).items()]
        if self.prize:
            found.append((f"{self.prize} falls", _percent(self.share_prize_taken_by(self.turns))))
        for side in self.sides:
            lost = mean_estimate([sum(game.steps_lost[side]) for game in self.games])
            killed = mean_estimate([sum(game.destroyed[side]) for game in self.games])
            found.append((f"steps lost by {side}", _number(lost)))
            found.append((f"units eliminated by {side}", _number(killed)))
            if any(game.points for game in self.games):
                found.append((f"points of {side}", _number(self.points(side))))
        found.append(("actions per game", _number(mean_estimate([game.actions for game in self.games]))))
        return found

    def json(self) -> dict[str, object]:
        """Return all results as JSON values; the same seed gives the same values."""
        return {
            "game": self.game,
            "scenario": self.scenario,
            "seed": self.seed,
            "policies": dict(self.policies),
            "options": dict(sorted(self.options.items())),
            "summary": dict(self.rows()),
            "prize": self.prize,
            "battles": dict(self.battles()) if self.games else {},
            "games": [asdict(game) for game in self.games],
        }


def share_estimate(successes: int, trials: int) -> Estimate:
    """Return a share with its Wilson score interval."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    z, p = 1.959964, successes / trials
    spread = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    scale, centre = 1 + z * z / trials, p + z * z / (2 * trials)
    return Estimate(p, max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def mean_estimate(values: list[int]) -> Estimate:
    """Return a mean with its confidence interval, using the normal approximation."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    average = sum(values) / len(values)
    if len(values) == 1:
        return Estimate(average, average, average)
    variance = sum((value - average) ** 2 for value in values) / (len(values) - 1)
    spread = 1.959964 * math.sqrt(variance / len(values))
    return Estimate(average, average - spread, average + spread)


def _percent(figure: Estimate) -> str:
    return f"{figure.value:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def _number(figure: Estimate) -> str:
    if figure.low == figure.value == figure.high:  # One game, or equal games: no false certainty.
        return f"{figure.value:.1f}"
    return f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"


def main_objective(rules: RulesEngine) -> tuple[str, int] | None:
    """Return the name and hex number of the place that decides the game or scores the most points; None if
    there is none.
    """
    victory = rules.setting.victory
    wanted = victory.hold or victory.bonus_place
    claimed = [place for claim in victory.automatic_victory for place in claim.places]
    if claimed:
        wanted = max(claimed, key=claimed.count)
    if wanted is None:
        return None
    place = next(p for p in rules.setting.game.hexmap.places if p.id == wanted)
    return place.name, rules.setting.board.index[place.hex]


def _changes_hands(hex_number: int, before: State, after: State) -> bool:
    owners = zip(before.owned, after.owned, strict=True)
    return any(old >> hex_number & 1 != new >> hex_number & 1 for old, new in owners)


class _Losses:
    """The units eliminated and steps lost in a game, counted by side and turn."""

    def __init__(self, rules: RulesEngine, turns: int) -> None:
        self.rules = rules
        self.destroyed = [[0] * turns for _ in rules.setting.sides]
        self.steps = [[0] * turns for _ in rules.setting.sides]

    def count(self, before: State, action: Action, after: State) -> None:
        """Add the losses caused by an action."""
        setting = self.rules.setting
        turn = before.turn - setting.scenario.first_turn
        for side in range(len(setting.sides)):
            self.destroyed[side][turn] += after.destroyed[side] - before.destroyed[side]
        if action.kind in _COSTLY or before.destroyed != after.destroyed:
            for unit, side in enumerate(setting.side_of):
                lost = _steps(self.rules, before, unit) - _steps(self.rules, after, unit)
                self.steps[side][turn] += max(0, lost)


def simulate_game(
    rules: RulesEngine,
    seed: int,
    policies: Mapping[SideId, str],
    progress: Callable[[float], None] | None = None,
) -> GameResult:
    """Play one game and return its statistics; `progress` receives the completed share after each turn."""
    setting = rules.setting
    first, last = setting.scenario.first_turn, setting.scenario.last_turn
    turns = last - first + 1
    losses = _Losses(rules, turns)
    battles: Counter[HexId] = Counter()
    prize = main_objective(rules)
    falls: list[int] = []

    def watch(before: State, action: Action, after: State) -> None:
        if progress is not None and after.turn != before.turn:
            progress(min(1.0, (after.turn - first) / turns))
        losses.count(before, action, after)
        if action.kind == "resolve" and action.target is not None:
            battles[setting.board.ids[before.locations[setting.unit_numbers[action.target]]]] += 1
        if action.kind in ("engage", "resolve") and action.hex is not None:
            battles[action.hex] += 1
        if prize is not None and not falls and _changes_hands(prize[1], before, after):
            falls.append(before.turn)

    played = play_game(rules, seed, policies, watch)
    outcome = rules.outcome(played.final)
    owner = None
    if prize is not None:
        owner = next((s for n, s in enumerate(setting.sides) if played.final.owned[n] >> prize[1] & 1), None)
    return GameResult(
        seed=seed,
        winner=outcome.winner,
        level=outcome.level,
        points=dict(outcome.points),
        actions=len(played.actions),
        last_turn=played.final.turn,
        prize_falls=falls[0] if falls else None,
        prize_owner=owner,
        destroyed={side: tuple(losses.destroyed[n]) for n, side in enumerate(setting.sides)},
        steps_lost={side: tuple(losses.steps[n]) for n, side in enumerate(setting.sides)},
        battles=dict(sorted(battles.items())),
    )


def _steps(rules: RulesEngine, state: State, unit: int) -> int:
    """Return the number of steps that a unit has left; 0 if it is off the map."""
    if state.locations[unit] < 0:
        return 0
    return rules.setting.last_step[unit] - state.steps[unit] + 1


@dataclass(frozen=True, slots=True)
class _SimulationTask:
    game: Game
    scenario: str
    options: Mapping[str, str]
    policies: Mapping[SideId, str]
    seeds: tuple[int, ...]


def _run_task(task: _SimulationTask) -> list[GameResult]:
    rules = RulesEngine(task.game, task.scenario, task.options)
    return [simulate_game(rules, seed, task.policies) for seed in task.seeds]


def simulate(
    game: Game,
    scenario: str,
    games: int,
    seed: int,
    policies: Mapping[SideId, str],
    jobs: int = 1,
    options: Mapping[str, str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> SimulationResults:
    """Play a series of games; the same seed gives the same games for any number of jobs.

    Sides without a policy play at random. `progress` receives the number of finished games, including, on one
    core, the finished fraction of the current game. Raises InputError for an unknown scenario, option, side
    or policy.
    """
    rules = RulesEngine(game, scenario, options)
    for name in policies.values():
        policy_of(name)
    sides = rules.setting.sides
    chosen = {side: policies.get(side, "random") for side in sides}
    unknown = [side for side in policies if side not in sides]
    if unknown:
        play_game(rules, seed, policies)  # raises with the known sides
    seeds = [derived_seed(seed, number) >> 1 for number in range(games)]
    chunk = 1 if "search" in chosen.values() else GAMES_PER_TASK
    tasks = [
        _SimulationTask(game, scenario, dict(options or {}), chosen, tuple(seeds[at : at + chunk]))
        for at in range(0, games, chunk)
    ]
    found: list[GameResult] = []
    for results in _run_tasks(tasks, jobs, rules, progress):
        found += results
        if progress is not None:
            progress(len(found))
    prize = main_objective(rules)
    first, last = rules.setting.scenario.first_turn, rules.setting.scenario.last_turn
    return SimulationResults(
        game=game.slug,
        scenario=scenario,
        seed=seed,
        policies=chosen,
        options=dict(rules.setting.options),
        games=tuple(found),
        turns=last - first + 1,
        prize=prize[0] if prize is not None else "",
    )


def _run_tasks(
    tasks: list[_SimulationTask], jobs: int, rules: RulesEngine, progress: Callable[[float], None] | None
) -> Iterator[list[GameResult]]:
    if jobs <= 1:
        done = 0
        for task in tasks:
            for seed in task.seeds:
                yield [
                    simulate_game(rules, seed, task.policies, progress and _results_as_done(done, progress))
                ]
                done += 1
        return
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_run_task, tasks)


def _results_as_done(done: int, progress: Callable[[float], None]) -> Callable[[float], None]:
    return lambda share: progress(done + share)
