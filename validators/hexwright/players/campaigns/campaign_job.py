"""The job of a campaign: the games' data and the cells of the plan, and chunks of games as its tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.playtesting.game_statistics import GameResult, simulate_game
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.rules_engine import RulesEngine

_ENGINES_KEPT = 4
"""The number of compiled scenarios that a worker keeps; each may take many megabytes."""

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class CampaignCell:
    """One combination of a plan: all its games differ only by their seeds."""

    variant: str
    """The id of the variant of the rules; an empty string for the data of the project itself."""
    scenario: str
    options: tuple[tuple[str, str], ...]
    players: tuple[tuple[SideId, str], ...]

    def __str__(self) -> str:
        """Return the cell in one line, such as "the-ford, red greedy, blue random"."""
        parts = [*([self.variant] if self.variant else []), self.scenario]
        parts += [f"{name}={choice}" for name, choice in self.options]
        return ", ".join((*parts, *(f"{side} {player}" for side, player in self.players)))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games of one cell that a worker plays one after the other."""

    cell: int
    """The number of the cell in its job."""
    first: int
    """The number of the first game in its series."""
    seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedChunk:
    """The results of a chunk, and the seconds of processor that each game took."""

    chunk: Chunk
    games: tuple[GameResult, ...]
    seconds: tuple[float, ...]


class CampaignJob:
    """The data and cells of a campaign, by their numbers. It compiles scenarios when they are first played.

    In this process, `progress` receives the number of games played, with the fraction of the current game.
    """

    def __init__(
        self, games: Mapping[str, Game], cells: Mapping[int, CampaignCell], progress: Progress | None = None
    ) -> None:
        self.games, self.cells = dict(games), dict(cells)
        self._progress, self._played = progress, 0
        self._engines: dict[int, RulesEngine] = {}
        self._part: tuple[int, CampaignJob] | None = None

    def __getstate__(self) -> tuple[Mapping[str, Game], Mapping[int, CampaignCell]]:
        """Return what is sent to a worker: the data, without compiled scenarios."""
        return self.games, self.cells

    def __setstate__(self, sent: tuple[Mapping[str, Game], Mapping[int, CampaignCell]]) -> None:
        """Restore a job that was sent."""
        games, cells = sent
        CampaignJob.__init__(self, games, cells)

    def rules(self, number: int) -> RulesEngine:
        """Return the rules engine of a cell. Raises InputError for an unknown scenario or option."""
        if number not in self._engines:
            cell = self.cells[number]
            while len(self._engines) >= _ENGINES_KEPT:
                del self._engines[next(iter(self._engines))]
            self._engines[number] = RulesEngine(self.games[cell.variant], cell.scenario, dict(cell.options))
        return self._engines[number]

    def do(self, chunk: Chunk) -> PlayedChunk:
        """Play the games of a chunk."""
        rules, players = self.rules(chunk.cell), dict(self.cells[chunk.cell].players)
        games, seconds = [], []
        for seed in chunk.seeds:
            begun = process_time()
            games.append(simulate_game(rules, seed, players, self._progress and self._tell))
            seconds.append(process_time() - begun)
            self._played += 1
        return PlayedChunk(chunk, tuple(games), tuple(seconds))

    def key(self, chunk: Chunk) -> str:
        """Return the numbers and the cell of a chunk's games."""
        return f"games {chunk.first + 1} to {chunk.first + len(chunk.seeds)} of {self.cells[chunk.cell]}"

    def _tell(self, share: float) -> None:
        assert self._progress is not None
        self._progress(self._played + share)

    def part_for(self, chunk: Chunk) -> CampaignJob:
        """Return the job of a chunk's cell alone."""
        if self._part is None or self._part[0] != chunk.cell:
            cell = self.cells[chunk.cell]
            games = {cell.variant: self.games[cell.variant]}
            self._part = chunk.cell, CampaignJob(games, {chunk.cell: cell})
        return self._part[1]


def seed_of_game(seed: int, number: int) -> int:
    """Return the seed of a game of a series, the same in each cell, so that games make pairs."""
    return derived_seed(seed, number) >> 1
