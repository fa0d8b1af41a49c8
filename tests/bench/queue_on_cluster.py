"""Measure what a Dask cluster costs beside the games: memory of the scheduler, and time for each chunk.

`python -m tests.bench.queue_on_cluster` starts a scheduler and two workers on this machine, and gives them
10^5 chunks as a campaign does: each with the data of its game. Only the games are one that a worker played
before, again and again, so that the chunks take minutes instead of days.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from hexwright.players.campaigns.campaign_job import (
    CampaignCell,
    CampaignJob,
    Chunk,
    PlayedChunk,
    seed_of_game,
)
from hexwright.support.workers.cluster_engine import cluster_engine
from tests.bench.queue_of_games import GAME, GAMES_PER_CHUNK, ROOT, SCENARIO

_SIZES = (1_000, 10_000, 100_000)
_WORKERS = 2
_TICK = os.sysconf("SC_CLK_TCK")


class RepeatedJob(CampaignJob):
    """The job of a campaign of which each worker plays one game, and gives its result for all others."""

    _once: PlayedChunk | None = None

    def do(self, chunk: Chunk) -> PlayedChunk:
        """Return a result for each game of a chunk."""
        if self._once is None:
            self._once = super().do(Chunk(chunk.cell, 0, (1,)))
        many = len(chunk.seeds)
        return PlayedChunk(chunk, self._once.games * many, self._once.seconds * many)

    def part_for(self, chunk: Chunk) -> RepeatedJob:
        """Return this job, which has one cell."""
        return self


def _memory(process: int) -> float:
    """Return the memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def _seconds(process: int) -> float:
    """Return the seconds of processor that a process took."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def _started(opened: ExitStack, *words: str) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    opened.callback(process.wait)
    opened.callback(process.kill)
    return process.pid


def _chunks() -> Iterator[Chunk]:
    first = 0
    while True:
        seeds = tuple(seed_of_game(0, number) for number in range(first, first + GAMES_PER_CHUNK))
        yield Chunk(0, first, seeds)
        first += GAMES_PER_CHUNK


def _tell_size(size: int, scheduler: float, each: list[float]) -> None:
    print(
        f"{f'{size:,} chunks on a cluster, memory of the scheduler':<56} {scheduler:>6.0f} MB\n"
        f"{'  of this process, which has no record':<56} {_memory(os.getpid()):>6.0f} MB\n"
        f"{'  beside each chunk: here, in the scheduler, in the worker':<56} "
        f"{', '.join(f'{one:.2f}' for one in each)} ms: {sum(each) / 20:.2f} % of 2 s; under 3 %",
        flush=True,
    )


def tell() -> None:
    """Print the figures of growing queues on a cluster."""
    game = load_game(Project(ROOT), GAME).game
    players = tuple((side.id, "greedy") for side in game.info.sides)
    job = RepeatedJob({"": game}, {0: CampaignCell("", SCENARIO, (), players)})
    with TemporaryDirectory() as folder, ExitStack() as opened:
        file = Path(folder) / "scheduler.json"
        given = ("--scheduler-file", str(file))
        scheduler = _started(opened, "scheduler", "--host", "127.0.0.1", "--port", "0", *given)
        while not (file.is_file() and file.read_text("utf-8").endswith("}")):
            time.sleep(0.1)
        address = json.loads(file.read_text("utf-8"))["address"]
        workers = [
            _started(opened, "worker", address, "--nthreads", "1", "--no-nanny") for _ in range(_WORKERS)
        ]
        with cluster_engine(address, print) as engine, closing(engine(job, _chunks())) as results:
            done = sum(1 for _ in islice(results, 100))
            begun = [time.process_time(), _seconds(scheduler), sum(map(_seconds, workers))]
            first = done
            for size in _SIZES:
                done += sum(1 for _ in islice(results, size - done))
                now = [time.process_time(), _seconds(scheduler), sum(map(_seconds, workers))]
                each = [(end - start) * 1000 / (done - first) for start, end in zip(begun, now, strict=True)]
                _tell_size(size, _memory(scheduler), each)


if __name__ == "__main__":
    from tests.bench import queue_on_cluster  # Workers find the job there, and not in a script.

    queue_on_cluster.tell()
