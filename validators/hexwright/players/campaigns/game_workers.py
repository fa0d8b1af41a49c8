"""Play games in chunks, in this process or in several; `cluster_engine` plays them on a cluster.

An engine takes a job and an iterator of chunks and yields the results as they come. It asks for another chunk
only when a worker can take it, so its memory doesn't grow with the number of games.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from time import process_time

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.players.campaigns.campaign_job import CampaignJob
from hexwright.players.playtesting.game_statistics import GameResult, simulate_game

CHUNKS_PER_WORKER = 2
"""Chunks that are given out for each worker: one in play, and one so that it needn't wait."""
_MOST_LOSSES = 3
"""How often workers may die in succession without a result between."""


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


Engine = Callable[[CampaignJob, Iterator[Chunk]], Iterator[PlayedChunk]]
Progress = Callable[[float], None]


def play_chunk(job: CampaignJob, chunk: Chunk, progress: Progress | None = None) -> PlayedChunk:
    """Play the games of a chunk; `progress` receives the number of games played, with fractions."""
    rules, players = job.rules(chunk.cell), dict(job.cells[chunk.cell].players)
    games, seconds = [], []
    for number, seed in enumerate(chunk.seeds):
        begun = process_time()
        games.append(simulate_game(rules, seed, players, progress and _after(number, progress)))
        seconds.append(process_time() - begun)
    return PlayedChunk(chunk, tuple(games), tuple(seconds))


def _after(number: int, progress: Progress) -> Progress:
    return lambda share: progress(number + share)


def local_engine(workers: int, progress: Progress | None = None) -> Engine:
    """Return the engine for this machine: this process for one worker, otherwise as many processes.

    In this process, `progress` receives the number of games played, with the fraction of the current game.
    """

    def here(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        done = 0
        for chunk in chunks:
            yield play_chunk(job, chunk, progress and _after(done, progress))
            done += len(chunk.seeds)

    def processes(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        return _ProcessEngine(job, chunks, workers).results()

    return here if workers <= 1 else processes


class _WorkerProcess:
    """The job of this process, if it is a worker."""

    job: CampaignJob | None = None


def _begin_worker(job: CampaignJob) -> None:
    _WorkerProcess.job = job
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker once the process that began it has ended, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_in_worker(chunk: Chunk) -> PlayedChunk:
    assert _WorkerProcess.job is not None
    return play_chunk(_WorkerProcess.job, chunk)


def workers_died() -> InputError:
    """Return the error if workers die again and again."""
    return InputError.single(
        "P041",
        "worker processes died several times in succession",
        Span("campaign"),
        "the machine may lack memory: use fewer workers; results so far are kept",
    )


class _ProcessEngine:
    """Worker processes and the chunks in their hands. Chunks of workers that die are given out again."""

    def __init__(self, job: CampaignJob, chunks: Iterator[Chunk], workers: int) -> None:
        self._job, self._chunks, self._workers = job, chunks, workers
        self._pool = self._new_pool()
        self._given: dict[Future[PlayedChunk], Chunk] = {}
        self._again: deque[Chunk] = deque()
        self._losses = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, get_context("spawn"), _begin_worker, (self._job,))

    def results(self) -> Iterator[PlayedChunk]:
        """Yield the results of all chunks as they come."""
        try:
            while self._give_out():
                done, _ = wait(self._given, return_when=FIRST_COMPLETED)
                lost = False
                for future in done:
                    chunk = self._given.pop(future)
                    try:
                        played = future.result()
                    except BrokenProcessPool:
                        lost = True
                        self._again.append(chunk)
                    else:
                        self._losses = 0
                        yield played
                if lost:
                    self._replace_workers()
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _give_out(self) -> bool:
        """Give chunks to workers that can take them; return whether any are in their hands."""
        while len(self._given) < self._workers * CHUNKS_PER_WORKER:
            chunk = self._again.popleft() if self._again else next(self._chunks, None)
            if chunk is None:
                break
            try:
                self._given[self._pool.submit(_play_in_worker, chunk)] = chunk
            except BrokenProcessPool:
                self._again.append(chunk)
                self._replace_workers()
        return bool(self._given)

    def _replace_workers(self) -> None:
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise workers_died()
        self._again.extend(self._given.values())
        self._given.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
