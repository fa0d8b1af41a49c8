"""Simulations: play many games on several cores, and collect statistics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.players.campaigns.campaign_job import CampaignCell, CampaignJob, seed_of_game
from hexwright.players.campaigns.game_workers import Chunk, local_engine
from hexwright.players.playtesting.game_statistics import GameResult, main_objective
from hexwright.players.policies import check_policies

DEVIATIONS_95 = 1.959964
"""Standard deviations to each side of a mean within which 95 % of a normal distribution lie."""

GAMES_PER_CHUNK = 4
"""The number of games given to a process at once; 1 if a side plays `search`, because its games take long."""


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


def share_estimate(successes: int, trials: int, deviations: float = DEVIATIONS_95) -> Estimate:
    """Return a share with its Wilson score interval, of so many standard deviations to each side."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    z, p = deviations, successes / trials
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
    spread = DEVIATIONS_95 * math.sqrt(variance / len(values))
    return Estimate(average, average - spread, average + spread)


def _percent(figure: Estimate) -> str:
    return f"{figure.value:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def _number(figure: Estimate) -> str:
    if figure.low == figure.value == figure.high:  # One game, or equal games: no false certainty.
        return f"{figure.value:.1f}"
    return f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"


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
    cell = CampaignCell("", scenario, tuple((options or {}).items()), tuple(policies.items()))
    job = CampaignJob({"": game}, (cell,))
    rules = job.rules(0)
    check_policies(rules, policies)
    chosen = {side: policies.get(side, "random") for side in rules.setting.sides}
    size = 1 if "search" in chosen.values() else GAMES_PER_CHUNK
    chunks = (
        Chunk(0, at, tuple(seed_of_game(seed, number) for number in range(at, min(at + size, games))))
        for at in range(0, games, size)
    )
    found: dict[int, tuple[GameResult, ...]] = {}
    done = 0
    for played in local_engine(jobs, progress)(job, chunks):
        found[played.chunk.first] = played.games
        done += len(played.games)
        if progress is not None:
            progress(done)
    prize = main_objective(rules)
    first, last = rules.setting.scenario.first_turn, rules.setting.scenario.last_turn
    return SimulationResults(
        game=game.slug,
        scenario=scenario,
        seed=seed,
        policies=chosen,
        options=dict(rules.setting.options),
        games=tuple(one for at in sorted(found) for one in found[at]),
        turns=last - first + 1,
        prize=prize[0] if prize is not None else "",
    )
