"""Play games on a Dask cluster: the engine of `hexwright campaign run --on ADDRESS`.

A cluster gets as many chunks as its workers can take soon, each with the data of its cell. These are small,
and a chunk that needs nothing else can go to any worker at once, also after another one died. Workers return
results and write nothing. Dask plays the chunks of a worker that dies again; a result arrives once.
"""

from __future__ import annotations

import logging
import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.players.campaigns.campaign_job import CampaignJob
from hexwright.players.campaigns.game_workers import (
    CHUNKS_PER_WORKER,
    Chunk,
    Engine,
    PlayedChunk,
    play_chunk,
    workers_died,
)
from hexwright.support.result_cache import code_identity, digest_of

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE: Final = 300.0
"""Seconds without any worker after which a campaign stops."""
_CONNECT: Final = 10.0
"""Seconds within which a scheduler must answer."""
_CLOSE: Final = 1.0
"""Seconds within which the connection is closed in good order."""
_POLL: Final = 2.0
"""Seconds between two looks at which workers there are."""
_SHOWN: Final = 3
"""How many workers a message names."""

Tell = Callable[[str], None]


@contextmanager
def cluster_engine(address: str, tell: Tell, patience: float = PATIENCE) -> Iterator[Engine]:
    """Connect to a scheduler, and yield the engine that plays on its workers.

    `tell` receives notes for the user. Raises InputError if there is no scheduler at the address, if workers
    have another version of hexwright, if the scheduler goes away, and if no worker comes within `patience`.
    """
    if find_spec("distributed") is None:
        raise InputError.single(
            "P045",
            "a cluster needs the library distributed, which is not installed",
            Span("--on"),
            'type: pip install "distributed>=2026.1" (where hexwright is installed)',
        )
    from distributed import Client

    logging.disable()  # Dask tells in many lines what we tell in one.
    try:
        try:
            client = Client(address, timeout=min(patience, _CONNECT), set_as_default=False)
        except (OSError, ValueError) as fault:
            raise InputError.single(
                "P045",
                f"no Dask scheduler answers at {address}",
                Span("--on"),
                "give the address that 'dask scheduler' prints, such as tcp://192.168.1.5:8786",
            ) from fault
        try:
            yield _ClusterEngine(client, address, tell, patience).results
        finally:
            client.close(_CLOSE)
    finally:
        logging.disable(logging.NOTSET)


# On a worker -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The answer of a worker that has another version of hexwright and therefore played nothing."""

    worker: str
    identity: str


@lru_cache(maxsize=4)
def _received(packed: bytes) -> CampaignJob:
    """Unpack the job of a cell, or return it with its compiled scenario if it was played lately."""
    job = pickle.loads(zlib.decompress(packed))
    assert isinstance(job, CampaignJob)
    return job


_ONE_AT_A_TIME: Final = Lock()
"""Held while a game is played: the rules engines of a process must not be shared by threads."""


def play_received(packed: bytes, identity: str, chunk: Chunk) -> PlayedChunk | OtherVersion:
    """Play a chunk on a worker, unless this worker's version of hexwright isn't that of the campaign."""
    if code_identity() != identity:
        from distributed import get_worker

        return OtherVersion(get_worker().address, code_identity())
    with _ONE_AT_A_TIME:
        played = play_chunk(_received(packed), replace(chunk, cell=0))
    return replace(played, chunk=chunk)


# In the campaign's own process -----------------------------------------------------------------------------


class _ClusterEngine:
    """The workers of a scheduler and the chunks in their hands."""

    def __init__(self, client: Client, address: str, tell: Tell, patience: float) -> None:
        self._client, self._address, self._tell, self._patience = client, address, tell, patience
        self._workers = 0
        self._looked, self._seen = 0.0, monotonic()
        self._told: set[str] = set()
        self._check_versions()

    def results(self, job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        """Yield the results of all chunks as they come."""
        given: set[Future] = set()
        done: SimpleQueue[Future] = SimpleQueue()
        try:
            while True:
                self._look_at_workers()
                while len(given) < max(1, self._workers) * CHUNKS_PER_WORKER:
                    chunk = next(chunks, None)
                    if chunk is None:
                        break
                    packed = _packed(job, chunk.cell)
                    future = self._client.submit(
                        play_received, packed, code_identity(), chunk, key=_key(packed, chunk)
                    )
                    given.add(future)
                    future.add_done_callback(done.put)
                if not given:
                    return
                try:
                    future = done.get(timeout=_POLL)
                except Empty:
                    continue
                given.remove(future)
                yield self._result(future)
                future.release()
        finally:
            if self._client.status == "running":
                self._client.cancel(list(given))

    def _result(self, future: Future) -> PlayedChunk:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            played = future.result()
        except KilledWorker as fault:
            raise workers_died() from fault
        except (OSError, FutureCancelledError) as fault:
            raise self._gone() from fault
        except Exception:
            self._check_versions()  # A worker of another version may not even know the function.
            raise
        if isinstance(played, OtherVersion):
            raise _refused({played.worker: played.identity})
        assert isinstance(played, PlayedChunk)
        return played

    def _look_at_workers(self) -> None:
        """Count the workers from time to time; raise InputError if there were none for too long."""
        now = monotonic()
        if now - self._looked < _POLL:
            return
        threads: Mapping[str, int] = self._ask(self._client.nthreads)
        self._looked, self._workers = now, len(threads)
        if threads:
            self._seen = now
        else:
            self._tell_once(f"waiting for workers of {self._address}")
        if now - self._seen > self._patience:
            raise InputError.single(
                "P045",
                f"the scheduler at {self._address} has had no worker for {self._patience:.0f} seconds",
                Span("--on"),
                f"start some, such as 'dask worker {self._address} --nworkers -1 --nthreads 1', "
                "then 'hexwright campaign resume'; results so far are kept",
            )
        many = max(threads.values(), default=1)
        if many > 1:
            self._tell_once(
                f"workers with {many} threads play one game at a time: start them with --nworkers {many} "
                "--nthreads 1"
            )

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)

    def _check_versions(self) -> None:
        """Raise InputError if workers have another version of hexwright, or none."""
        found = self._ask(lambda: self._client.run(code_identity, on_error="return"))
        # A worker that went away can't be asked; one that comes later is asked with its first chunk.
        known = {name: one for name, one in found.items() if not isinstance(one, OSError)}
        others = {name: one for name, one in known.items() if one != code_identity()}
        if others:
            raise _refused(others)

    def _ask(self, question: Callable[[], Any]) -> Any:
        try:
            return question()
        except OSError as fault:
            raise self._gone() from fault

    def _gone(self) -> InputError:
        return InputError.single(
            "P045",
            f"the scheduler at {self._address} went away or was restarted",
            Span("--on"),
            "type 'hexwright campaign resume RECORD --on ADDRESS' when it is back; results so far are kept",
        )


@lru_cache(maxsize=1)
def _packed(job: CampaignJob, cell: int) -> bytes:
    """Return what a worker needs for the games of a cell."""
    found = job.cells[cell]
    return zlib.compress(pickle.dumps(CampaignJob({found.variant: job.games[found.variant]}, (found,))))


def _key(packed: bytes, chunk: Chunk) -> str:
    """Return the name of a chunk: Dask takes two chunks of the same name for the same work."""
    return f"hexwright-games-{digest_of([packed, *map(str, (chunk.first, *chunk.seeds))])}"


def _refused(workers: Mapping[str, object]) -> InputError:
    """Return the refusal of workers, by name; what isn't the text of a version is the fault of none."""
    texts = [
        f"worker {name} has hexwright {one}"
        if isinstance(one, str)
        else f"worker {name} has no hexwright of this version"
        for name, one in sorted(workers.items())
    ]
    more = [f"{len(texts) - _SHOWN} more workers"] if len(texts) > _SHOWN else []
    return InputError.single(
        "P046",
        f"{', '.join([*texts[:_SHOWN], *more])}; this is {code_identity()}",
        Span("--on"),
        "install the same wheel or checkout of hexwright for all workers, and start them again",
    )
