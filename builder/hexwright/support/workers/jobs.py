"""What an engine does: a job, and the engines that share its tasks among workers.

An engine takes a job and an iterator of tasks, and yields the results as they come. It asks for another task
only when a worker can take it, so its memory doesn't grow with the number of tasks.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Final, Protocol, TypeVar

from hexwright.diagnostics.diagnostic import InputError, Span

TASKS_PER_WORKER: Final = 2
"""Tasks that are given out for each worker: one in its hands, and one so that it needn't wait."""

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")
TaskIn = TypeVar("TaskIn", contravariant=True)
ResultOut = TypeVar("ResultOut", covariant=True)


class Job(Protocol[TaskIn, ResultOut]):
    """A kind of work with its data. It is sent to workers, so it must be possible to pickle it."""

    def __hash__(self) -> int:
        """Return a number that is the same for the same job."""

    def do(self, task: TaskIn, /) -> ResultOut:
        """Do a task on a worker, and return the result."""

    def part_for(self, task: TaskIn, /) -> Job[TaskIn, ResultOut]:
        """Return what a distant worker needs for a task, one object for equal needs: this job or less."""

    def key(self, task: TaskIn, /) -> str:
        """Return the name of a task in messages and records; different tasks have different names."""


class Engine(Protocol):
    """Workers that do the tasks of any job."""

    def __call__(self, job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
        """Yield the results of all tasks as they come; if closed before, give up the work under way."""


class WorkersDiedError(InputError):
    """An exception for workers that die again and again. What they left can be done without them."""


def workers_died(task: str) -> InputError:
    """Return the error if workers die again and again, at last at a task."""
    return WorkersDiedError.single(
        "P041",
        f"worker processes died several times in succession, at last at {task}",
        Span("--workers"),
        "the machine may lack memory: use fewer workers; results so far are kept",
    )
