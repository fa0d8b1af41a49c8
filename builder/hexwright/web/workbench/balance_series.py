"""A series of games between computer players, played in the background until it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.playtesting.estimates import Estimate, mean_estimate
from hexwright.players.playtesting.simulation import SimulationResults, simulate
from hexwright.web.play.json_values import Json

GAMES_AT_ONCE = 4
MOST_GAMES = 10_000


class BalanceSeries:
    """Games of one scenario, counted as they finish. `report` is called after each few games."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        policies: Mapping[SideId, str],
        games: int,
        report: Callable[[Json], None],
    ) -> None:
        self._game, self._scenario, self._policies = game, scenario, dict(policies)
        self._wanted, self._report = min(games, MOST_GAMES), report
        self._stopped = threading.Event()
        self.results: SimulationResults | None = None
        self._thread = threading.Thread(target=self._play, name="balance", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the games that are being played."""
        self._stopped.set()

    def wait(self, seconds: float) -> None:
        """Wait until the series is over, at most for some seconds."""
        self._thread.join(seconds)

    def _play(self) -> None:
        series = 0
        while not self._stopped.is_set():
            played = len(self.results.games) if self.results is not None else 0
            if played >= self._wanted:
                break
            some = simulate(
                self._game, self._scenario, min(GAMES_AT_ONCE, self._wanted - played), series, self._policies
            )
            series += 1
            whole = some if self.results is None else replace(some, games=self.results.games + some.games)
            self.results = whole
            self._report(series_facts(whole, self._wanted, running=True))
        if self.results is not None:
            self._report(series_facts(self.results, self._wanted, running=False))


def series_facts(results: SimulationResults, wanted: int, *, running: bool) -> Json:
    """Return a series' figures so far, each with its 95 % interval."""
    games = results.games
    return {
        "scenario": results.scenario,
        "policies": dict(results.policies),
        "games": len(games),
        "wanted": wanted,
        "running": running,
        "wins": [{"side": side, **_estimate(results.wins(side))} for side in (*results.sides, None)],
        "losses": [
            {
                "side": side,
                "steps": _estimate(mean_estimate([sum(game.steps_lost[side]) for game in games])),
                "destroyed": _estimate(mean_estimate([sum(game.destroyed[side]) for game in games])),
            }
            for side in results.sides
        ],
        "turns": _estimate(mean_estimate([game.last_turn for game in games])),
        "battles": {h: round(number, 3) for h, number in results.battles().items()},
    }


def _estimate(found: Estimate) -> Json:
    return {"value": round(found.value, 4), "low": round(found.low, 4), "high": round(found.high, 4)}
