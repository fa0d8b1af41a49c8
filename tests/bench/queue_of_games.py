"""Measure what a campaign costs beside its games: memory of the process that writes, and time for each game.

`python -m tests.bench.queue_of_games GAMES` runs the queue of a campaign for so many games: chunks are given
out, results come back and are written, progress is told. All of it is the code of a campaign; only the games
are one that was played before, again and again, so that 10^5 take a minute instead of a day.

10^7 games would fill 47 GB and take an hour, so their queue is simulated: results aren't sent, and a record
that only counts takes the place of the file. What these two cost for each game is measured with 10^5.
"""

from __future__ import annotations

import pickle
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.load.yaml_tree import SourceFile
from hexwright.players.campaigns.campaign_job import CampaignJob, Chunk, PlayedChunk
from hexwright.players.campaigns.campaign_run import play_campaign
from hexwright.players.campaigns.game_store import GameStore
from hexwright.players.campaigns.plan_loading import Campaign, parse_plan, plan_campaign

ROOT = Path(__file__).resolve().parents[2]
GAME, SCENARIO = "battle-for-moscow", "operation-typhoon"
_SIZES = (1_000, 10_000, 100_000)
_SIMULATED = 10_000_000
GAMES_PER_CHUNK = 6
"""Games of Battle for Moscow in the two seconds of a chunk."""


class CountingStore:
    """A record in memory that only counts the games of its one cell, which come in order."""

    def __init__(self) -> None:
        self._games = 0

    def count(self, cell: str, games: int) -> int:
        """Return how many of the first games are there."""
        return min(self._games, games)

    def missing(self, cell: str, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the run of games that aren't there."""
        if self._games < last:
            yield self._games, last

    def add(self, campaign: Campaign, played: PlayedChunk) -> None:
        """Count the games of a chunk."""
        assert played.chunk.first == self._games
        self._games += len(played.games)


def measure(games: int) -> None:
    """Run the queue; print the peak memory in MB, and microseconds of processor for each game by part."""
    text = f"scenarios: [{SCENARIO}]\ngames: {games}\n"
    plan, spans = parse_plan(SourceFile("plan.yaml", text.encode()))
    project = Project(ROOT)
    campaign = plan_campaign(project, load_game(project, GAME), plan, spans, ROOT)
    real = campaign.job.do(Chunk(0, 0, (1,)))
    sent, simulated = 0.0, games >= _SIMULATED

    def again(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        nonlocal sent
        for chunk in chunks:
            begun = time.process_time()
            for first in range(0, len(chunk.seeds), GAMES_PER_CHUNK):
                seeds = chunk.seeds[first : first + GAMES_PER_CHUNK]
                part = Chunk(chunk.cell, chunk.first + first, seeds)
                played = PlayedChunk(part, real.games * len(seeds), real.seconds * len(seeds))
                received = played if simulated else pickle.loads(pickle.dumps(played))  # From a worker.
                sent += time.process_time() - begun
                yield received
                begun = time.process_time()

    with TemporaryDirectory() as folder, ExitStack() as opened:
        file = Path(folder) / "record"
        store = CountingStore() if simulated else opened.enter_context(GameStore.create(file, campaign))
        begun = time.process_time()
        play_campaign(campaign, cast(GameStore, store), again, lambda there, total: None)
        took = time.process_time() - begun
        size = 0 if simulated else file.stat().st_size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    micro = 1e6 / games
    print(f"{peak:.0f} {took * micro:.0f} {sent * micro:.0f} {real.seconds[0]:.3f} {size / games:.0f}")


def tell() -> None:
    """Print the figures of growing queues."""
    import subprocess

    for games in (*_SIZES, _SIMULATED):
        command = [sys.executable, "-m", "tests.bench.queue_of_games", str(games)]
        peak, took, sent, game, size = subprocess.check_output(command, cwd=ROOT, text=True).split()
        share = float(took) / 1e6 / float(game)
        kind = ", simulated" if games >= _SIMULATED else ""
        print(
            f"{f'a campaign of {games:,} games{kind}, memory':<48} {peak + ' MB':>14}   the same for all\n"
            f"{'  beside each game':<48} {took + ' µs':>14}   {share:.2%} of {game} s; under 3 %\n"
            f"{'  of which results on their way':<48} {sent + ' µs':>14}\n"
            f"{'  record, a game':<48} {size + ' bytes':>14}"
        )


if __name__ == "__main__":
    measure(int(sys.argv[1]))
