"""The engine for a Dask cluster, which `--on ADDRESS` chooses.

A cluster gets as many tasks as its workers can take soon, each with the part of the job that it needs. A task
that needs nothing else can go to any worker at once, also after another one died. Workers return results and
write nothing. Dask gives the tasks of a worker that dies to another; a result arrives once.
"""

from __future__ import annotations

import logging
import pickle
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from hexwright.diagnostics.diagnostic import Diagnostic, InputError, Span
from hexwright.support.file_limits import limits_factor, raise_limits
from hexwright.support.result_cache import code_identity, digest_of
from hexwright.support.workers.jobs import TASKS_PER_WORKER, Engine, Job, ResultT, TaskT, workers_died

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE: Final = 300.0
"""Seconds without any worker after which the work stops."""
_CONNECT: Final = 10.0
"""Seconds within which a scheduler must answer."""
_CLOSE: Final = 1.0
"""Seconds within which the connection is closed in good order."""
_POLL: Final = 2.0
"""Seconds between two looks at which workers there are."""
_SHOWN: Final = 3
"""How many workers a message names."""

_GO_ON: Final = "then give the same command again: results in its record are kept"

Tell = Callable[[str], None]


@contextmanager
def cluster_engine(address: str, tell: Tell, patience: float = PATIENCE) -> Iterator[Engine]:
    """Connect to a scheduler, and yield the engine that works on its workers.

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
class Refusal:
    """The answer of a worker that has another version of hexwright, or lacks what a task needs."""

    worker: str
    identity: str
    reasons: tuple[Diagnostic, ...] = ()


@lru_cache(maxsize=4)
def _received(packed: bytes) -> Job[Any, Any]:
    """Unpack the part of a job, or return it with what it has compiled if it was used lately."""
    job: Job[Any, Any] = pickle.loads(zlib.decompress(packed))
    return job


_ONE_AT_A_TIME: Final = Lock()
"""Held during a task: what jobs compile must not be shared by the threads of a process."""


def do_received(packed: bytes, identity: str, limits: int, task: object) -> Any:
    """Do a task on a worker, unless this worker's version of hexwright isn't that of the job.

    `limits` is the factor by which the user has raised the limits on files.
    """
    from distributed import get_worker

    if code_identity() != identity:
        return Refusal(get_worker().address, code_identity())
    with _ONE_AT_A_TIME:
        raise_limits(limits)
        try:
            return _received(packed).do(task)
        except InputError as fault:
            return Refusal(get_worker().address, identity, fault.diagnostics)


# In the process of the command ----------------------------------------------------------------------------


class _ClusterEngine:
    """The workers of a scheduler and the tasks in their hands."""

    def __init__(self, client: Client, address: str, tell: Tell, patience: float) -> None:
        self._client, self._address, self._tell, self._patience = client, address, tell, patience
        self._workers = 0
        self._looked, self._seen = 0.0, monotonic()
        self._told: set[str] = set()
        self._check_versions()

    def results(self, job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
        """Yield the results of all tasks as they come."""
        given: dict[Future, TaskT] = {}
        done: SimpleQueue[Future] = SimpleQueue()
        try:
            while True:
                self._look_at_workers()
                while len(given) < max(1, self._workers) * TASKS_PER_WORKER:
                    task = next(tasks, None)
                    if task is None:
                        break
                    packed = _packed(job.part_for(task))
                    future = self._client.submit(
                        do_received,
                        packed,
                        code_identity(),
                        limits_factor(),
                        task,
                        key=_key(packed, task),
                    )
                    given[future] = task
                    future.add_done_callback(done.put)
                if not given:
                    return
                try:
                    future = done.get(timeout=_POLL)
                except Empty:
                    continue
                yield self._result(job, given.pop(future), future)
                future.release()
        finally:
            if self._client.status == "running":
                self._client.cancel(list(given))

    def _result(self, job: Job[TaskT, ResultT], task: TaskT, future: Future) -> Any:
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            result = future.result()
        except KilledWorker as fault:
            raise workers_died(job.key(task)) from fault
        except (OSError, FutureCancelledError) as fault:
            raise self._gone() from fault
        except Exception:
            self._check_versions()  # A worker of another version may not even know the function.
            raise
        if isinstance(result, Refusal) and result.reasons:
            raise InputError(
                tuple(
                    replace(one, message=f"worker {result.worker}: {one.message}") for one in result.reasons
                )
            )
        if isinstance(result, Refusal):
            raise _refused({result.worker: result.identity})
        return result

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
                f"start some, such as 'dask worker {self._address} --nworkers -1 --nthreads 1'; {_GO_ON}",
            )
        many = max(threads.values(), default=1)
        if many > 1:
            self._tell_once(
                f"workers with {many} threads do one task at a time: start them with --nworkers {many} "
                "--nthreads 1"
            )

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)

    def _check_versions(self) -> None:
        """Raise InputError if workers have another version of hexwright, or none."""
        found = self._ask(lambda: self._client.run(code_identity, on_error="return"))
        # A worker that went away can't be asked; one that comes later is asked with its first task.
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
            f"start it and its workers if they don't run; {_GO_ON}",
        )


@lru_cache(maxsize=1)
def _packed(part: Job[Any, Any]) -> bytes:
    """Return a part of a job as it is sent."""
    return zlib.compress(pickle.dumps(part))


def _key(packed: bytes, task: object) -> str:
    """Return the name of a task: Dask takes two tasks of the same name for the same work."""
    return f"hexwright-{digest_of([packed, pickle.dumps(task)])}"


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
