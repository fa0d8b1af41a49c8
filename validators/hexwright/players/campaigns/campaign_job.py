"""What workers need to play the games of a campaign: the games' data and the cells of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexwright.model.game import Game
from hexwright.model.ids import SideId
from hexwright.players.random_stream import derived_seed
from hexwright.rules.engine.rules_engine import RulesEngine

_ENGINES_KEPT = 4
"""The number of compiled scenarios that a worker keeps; each may take many megabytes."""


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


class CampaignJob:
    """The data and cells of a campaign. It compiles scenarios when they are first played."""

    def __init__(self, games: Mapping[str, Game], cells: tuple[CampaignCell, ...]) -> None:
        self.games, self.cells = dict(games), cells
        self._engines: dict[int, RulesEngine] = {}

    def __getstate__(self) -> tuple[Mapping[str, Game], tuple[CampaignCell, ...]]:
        """Return what is sent to a worker: the data, without compiled scenarios."""
        return self.games, self.cells

    def __setstate__(self, sent: tuple[Mapping[str, Game], tuple[CampaignCell, ...]]) -> None:
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


def seed_of_game(seed: int, number: int) -> int:
    """Return the seed of a game of a series, the same in each cell, so that games make pairs."""
    return derived_seed(seed, number) >> 1
