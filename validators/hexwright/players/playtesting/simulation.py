"""Simulations: play many games on several cores, and collect statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId
from hexwright.players.campaigns.campaign_job import CampaignCell, CampaignJob, Chunk, seed_of_game
from hexwright.players.playtesting.estimates import (
    Estimate,
    mean_estimate,
    number_text,
    percent_text,
    share_estimate,
)
from hexwright.players.playtesting.game_statistics import GameResult, main_objective
from hexwright.players.policies import check_policies
from hexwright.support.workers.jobs import Engine
from hexwright.support.workers.local_engine import local_engine

GAMES_PER_CHUNK = 4
"""The number of games given to a process at once; 1 if a side plays `search`, because its games take long."""


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
            found.append((who + policy, percent_text(self.wins(side))))
            found += [(f"{side}: {level}", percent_text(often)) for level, often in self.levels(side).items()]
        if self.prize:
            found.append((f"{self.prize} falls", percent_text(self.share_prize_taken_by(self.turns))))
        for side in self.sides:
            lost = mean_estimate([sum(game.steps_lost[side]) for game in self.games])
            killed = mean_estimate([sum(game.destroyed[side]) for game in self.games])
            found.append((f"steps lost by {side}", number_text(lost)))
            found.append((f"units eliminated by {side}", number_text(killed)))
            if any(game.points for game in self.games):
                found.append((f"points of {side}", number_text(self.points(side))))
        found.append(("actions per game", number_text(mean_estimate([game.actions for game in self.games]))))
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


def simulate(
    game: Game,
    scenario: str,
    games: int,
    seed: int,
    policies: Mapping[SideId, str],
    engine: Engine | None = None,
    options: Mapping[str, str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> SimulationResults:
    """Play a series of games, in this process if no engine is given; the same seed gives the same games for
    any engine.

    Sides without a policy play at random. `progress` receives the number of finished games, including, in
    this process, the finished fraction of the current game. Raises InputError for an unknown scenario,
    option, side or policy.
    """
    cell = CampaignCell("", scenario, tuple((options or {}).items()), tuple(policies.items()))
    job = CampaignJob({"": game}, {0: cell}, progress)
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
    for played in (engine or local_engine(1))(job, chunks):
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
