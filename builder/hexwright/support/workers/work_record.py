"""The record of work other than games, and the results of a job in the order of its tasks.

The key of a result is its job and its task, so that nothing is counted twice, however often it is done.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Generic, Protocol

from hexwright.support.workers.jobs import Engine, Job, ResultT, TaskIn, TaskT
from hexwright.support.workers.record_file import RecordFile

_SCHEMA = """
CREATE TABLE jobs (job TEXT PRIMARY KEY, identity TEXT NOT NULL);
CREATE TABLE results (
  job TEXT NOT NULL REFERENCES jobs, task TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (job, task)
) WITHOUT ROWID;
"""


class RecordedJob(Job[TaskIn, ResultT], Protocol[TaskIn, ResultT]):
    """A job whose results can be kept in a record."""

    @property
    def name(self) -> str:
        """Return the name of the job in records."""

    @property
    def identity(self) -> Mapping[str, str]:
        """Return the versions of code and data: results are used together only if these agree."""

    def part_for(self, task: TaskIn, /) -> RecordedJob[TaskIn, ResultT]:
        """Return what a distant worker needs for a task, as a job does."""

    def as_json(self, result: ResultT, /) -> Any:
        """Return a result as JSON values."""

    def from_json(self, values: Any, /) -> ResultT:
        """Return the result that was written as JSON values; raise ValueError, KeyError or TypeError for
        values that no result has.
        """


class WorkRecord(RecordFile):
    """An open record of results, by job and task."""

    APPLICATION, FORMAT, SCHEMA = 0x68787772, 1, _SCHEMA
    CONTENT, WRITER = "prove, verify or play --fuzz", "--record"

    @classmethod
    @contextmanager
    def optional(cls, path: Path | None) -> Iterator[WorkRecord | None]:
        """Open a record for writing, and create it if needed; None for no path."""
        if path is None:
            yield None
            return
        with cls.open_or_create(path) as record:
            yield record

    def enter(self, job: str, identity: Mapping[str, str]) -> None:
        """Begin or continue a job. Raise `InputError` if the record has results of another identity."""
        with self._faults(), self._connection:
            row = self._connection.execute("SELECT identity FROM jobs WHERE job = ?", (job,)).fetchone()
            found = None if row is None else json.loads(row[0])
            if row is None:
                values = (job, json.dumps(dict(identity)))
                self._connection.execute("INSERT INTO jobs VALUES (?, ?)", values)
        if found is not None and found != dict(identity):
            self._refuse_other(found, identity, "results")

    def add(self, job: str, task: str, result: object) -> None:
        """Add a result in a transaction; one that is there already stays as it is."""
        row = (job, task, json.dumps(result, ensure_ascii=False, separators=(",", ":")))
        with self._faults(), self._connection:
            self._connection.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", row)

    def has(self, job: str, task: str) -> bool:
        """Whether the result of a task is there."""
        return bool(self._value("SELECT count(*) FROM results WHERE job = ? AND task = ?", job, task))

    def read(self, job: RecordedJob[TaskT, ResultT], task: str) -> ResultT:
        """Return the result of a task that is there; raise `InputError` if it is damaged."""
        query = "SELECT result FROM results WHERE job = ? AND task = ?"
        with self._faults():
            try:
                return job.from_json(json.loads(self._value(query, job.name, task)))
            except (AttributeError, LookupError) as fault:
                raise ValueError(f"the result of {task} is damaged") from fault


@dataclass(frozen=True, slots=True)
class _Named(Generic[TaskT, ResultT]):
    """A job whose results come with the names of their tasks."""

    job: RecordedJob[TaskT, ResultT]

    def do(self, task: TaskT) -> tuple[str, ResultT]:
        return self.job.key(task), self.job.do(task)

    def key(self, task: TaskT) -> str:
        return self.job.key(task)

    def part_for(self, task: TaskT) -> _Named[TaskT, ResultT]:
        return _Named(self.job.part_for(task))


class _OrderedWork(Generic[TaskT, ResultT]):
    """Tasks in order, of which some are in a record, and some came back from workers before their turn."""

    def __init__(
        self, job: RecordedJob[TaskT, ResultT], tasks: Iterable[TaskT], record: WorkRecord | None
    ) -> None:
        self._job, self._tasks, self._record = job, iter(tasks), record
        self._order: deque[str] = deque()
        """The names of the tasks that were looked at, but whose results weren't taken yet."""
        self._waiting: dict[str, ResultT] = {}

    def recorded(self) -> Iterator[ResultT]:
        """Yield the results of the first tasks for as long as they are in the record."""
        for task in self._tasks:
            key = self._job.key(task)
            if self._record is None or not self._record.has(self._job.name, key):
                self._tasks = chain((task,), self._tasks)
                return
            yield self._record.read(self._job, key)

    def lacking(self) -> Iterator[TaskT]:
        """Yield the tasks that aren't in the record."""
        for task in self._tasks:
            key = self._job.key(task)
            self._order.append(key)
            if self._record is None or not self._record.has(self._job.name, key):
                yield task

    def add(self, key: str, result: ResultT) -> None:
        """Keep a result until its turn."""
        if self._record is None:
            self._waiting[key] = result
        else:
            self._record.add(self._job.name, key, self._job.as_json(result))

    def next_results(self) -> Iterator[ResultT]:
        """Yield the results whose turn it is."""
        while self._order:
            key = self._order[0]
            if self._record is not None and self._record.has(self._job.name, key):
                result = self._record.read(self._job, key)
            elif key in self._waiting:
                result = self._waiting.pop(key)
            else:
                return
            self._order.popleft()
            yield result


def ordered_results(
    engine: Engine,
    job: RecordedJob[TaskT, ResultT],
    tasks: Iterable[TaskT],
    record: WorkRecord | None = None,
) -> Generator[ResultT, None, None]:
    """Yield the results of tasks, all different, in their order.

    What is in the record isn't done again, and what is done is added to it as it comes. Close the generator
    to end before the last task: the work that is under way is then given up.
    """
    if record is not None:
        record.enter(job.name, job.identity)
    work = _OrderedWork(job, tasks, record)
    yield from work.recorded()
    with closing(engine(_Named(job), work.lacking())) as results:
        for key, result in results:
            work.add(key, result)
            yield from work.next_results()
    yield from work.next_results()
