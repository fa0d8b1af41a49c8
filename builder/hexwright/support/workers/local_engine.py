"""The engine for this machine: this process, or several. Tasks of processes that die are given out again."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Generic

from hexwright.support.file_limits import limits_factor, raise_limits
from hexwright.support.workers.jobs import (
    TASKS_PER_WORKER,
    Engine,
    Job,
    ResultT,
    TaskT,
    WorkersDiedError,
    workers_died,
)

_MOST_LOSSES = 3
"""How often workers may die in succession without a result between."""
_PATIENCE = 5.0
"""The longest time in seconds that is waited for a process that was told to end."""
_LOSSES_TOGETHER = 2
"""After so many, tasks are given out one at a time, so that the one at which workers die is known."""


def local_engine(workers: int) -> Engine:
    """Return the engine for this machine: this process for one worker, otherwise as many processes."""

    def here(job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
        yield from map(job.do, tasks)

    def processes(job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
        return _ProcessEngine(job, tasks, workers).results()

    return here if workers <= 1 else processes


def workers_for_work(*, is_much: bool) -> int:
    """Return 2 for much work of a command, if there are as many cores; 1 for less, done before they begin."""
    return min(2, os.cpu_count() or 1) if is_much else 1


def engine_for_work(*, is_much: bool) -> Engine:
    """Return two processes for much work of a command; this process for less."""
    return local_engine(workers_for_work(is_much=is_much))


def engine_with_one_worker(do_here: Callable[[Any], Any]) -> Engine:
    """Return an engine of this process and one other, for work whose data take much memory in each.

    `do_here` does a task in this process, with the data that it has. If the other process dies, this one does
    the rest.
    """

    def shared(job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
        given: dict[Future[ResultT], TaskT] = {}
        more = True
        with worker_pool(job, 1) as give:
            while more or given:
                while more and len(given) < TASKS_PER_WORKER:
                    task = next(tasks, None)
                    more = task is not None
                    if task is not None:
                        try:
                            given[give(task)] = task
                        except BrokenProcessPool:
                            yield do_here(task)
                mine = next(tasks, None) if more else None
                more = more and mine is not None
                if mine is not None:
                    yield do_here(mine)
                for future in wait(given, None if mine is None else 0, FIRST_COMPLETED).done:
                    left = given.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        result = do_here(left)
                    yield result

    return shared


def work_on_engine(engine: Engine, work: Callable[[Engine], None]) -> None:
    """Do work with an engine; if its workers die again and again, do the rest in this process.

    `work` gives tasks to the engine that it gets, each time those that aren't done.
    """
    try:
        work(engine)
    except WorkersDiedError:
        work(local_engine(1))


@contextmanager
def worker_pool(job: Job[TaskT, ResultT], workers: int = 2) -> Iterator[Callable[[TaskT], Future[ResultT]]]:
    """Provide a function that gives a task to one of several processes, for results that are wanted in order.

    It raises BrokenProcessPool after a process has died, as do the results of the tasks then under way.
    """
    pool = _new_pool(job, workers)
    try:
        yield lambda task: _submit(pool, task)
    except BaseException:
        _give_up(pool)
        raise
    pool.shutdown(wait=False, cancel_futures=True)


class _WorkerProcess:
    """The job of this process, if it is a worker."""

    job: Job[Any, Any] | None = None


def _begin_worker(job: Job[Any, Any], limits: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Where processes can't begin without it, as on Windows.
    _WorkerProcess.job = job
    raise_limits(limits)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker once the process that began it has ended, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do_in_worker(task: object) -> Any:
    assert _WorkerProcess.job is not None
    return _WorkerProcess.job.do(task)


def _new_pool(job: Job[Any, Any], workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker, (job, limits_factor()))


def _submit(pool: ProcessPoolExecutor, task: object) -> Future[Any]:
    """Give a task to a pool, which may begin a process for it.

    Ctrl-C reaches all processes of a terminal; but it is the command that answers, in one line.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_do_in_worker, task)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_do_in_worker, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _give_up(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool in the midst of their tasks."""
    processes = [*(pool._processes or {}).values()]
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_PATIENCE)


class _ProcessEngine(Generic[TaskT, ResultT]):
    """Worker processes and the tasks in their hands."""

    def __init__(self, job: Job[TaskT, ResultT], tasks: Iterator[TaskT], workers: int) -> None:
        self._job, self._tasks, self._workers = job, tasks, workers
        self._pool = _new_pool(job, workers)
        self._given: dict[Future[ResultT], TaskT] = {}
        self._again: deque[TaskT] = deque()
        self._losses = 0

    def results(self) -> Generator[ResultT, None, None]:
        """Yield the results of all tasks as they come."""
        try:
            while self._give_out():
                done, _ = wait(self._given, return_when=FIRST_COMPLETED)
                lost = False
                for future in done:
                    task = self._given.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        lost = True
                        self._again.append(task)
                    else:
                        self._losses = 0
                        yield result
                if lost:
                    self._replace_workers()
        finally:
            if self._given:
                _give_up(self._pool)
            else:
                self._pool.shutdown(wait=False, cancel_futures=True)

    def _give_out(self) -> bool:
        """Give tasks to workers that can take them; return whether any are in their hands."""
        most = 1 if self._losses >= _LOSSES_TOGETHER else self._workers * TASKS_PER_WORKER
        while len(self._given) < most:
            task = self._again.popleft() if self._again else next(self._tasks, None)
            if task is None:
                break
            try:
                self._given[_submit(self._pool, task)] = task
            except BrokenProcessPool:
                self._again.append(task)
                self._replace_workers()
        return bool(self._given)

    def _replace_workers(self) -> None:
        self._losses += 1
        self._again.extend(self._given.values())
        if self._losses > _MOST_LOSSES:
            raise workers_died(self._job.key(self._again[-1]))
        self._given.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = _new_pool(self._job, self._workers)
