"""Give mutants to workers, replace workers that die, and count the outcomes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, NamedTuple, Self

from tests.fuzz.frame import CLASSES, ROOT, Input
from tests.fuzz.worker import Outcome

SECONDS: Final = 10
MEGABYTES: Final = 500
PATIENCE: Final = 60
"""Seconds that a mutant may take by the clock: it may sleep, or the machine be busy."""
_RENEW: Final = 2000
"""A worker is replaced after so many mutants, so that what one leaves behind doesn't add up."""


class Worker:
    """A context that holds one process, started when it is needed and again when it died."""

    def __init__(
        self,
        package: str = CLASSES,
        *,
        seconds: int = SECONDS,
        megabytes: int = MEGABYTES,
        patience: float = PATIENCE,
    ) -> None:
        self._package = package
        self._seconds = seconds
        self._megabytes = megabytes
        self._patience = patience
        self._process: subprocess.Popen[str] | None = None
        self._done = 0
        self._late = False
        self._home: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process and remove its folder."""
        if self._process is not None:
            self._process.communicate()
            self._process = None
        if self._home is not None:
            self._home.cleanup()
            self._home = None

    def run(self, each: Input, own: int) -> Outcome:
        """Run the mutant of a seed; a process that dies of it is a fault, not an exception."""
        if self._done >= _RENEW:
            self.close()
        process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        self._late = False
        timer = threading.Timer(self._patience, self._stop, (process,))
        timer.start()
        try:
            process.stdin.write(f"{each.name} {own}\n")
            process.stdin.flush()
            line = process.stdout.readline()
        finally:
            timer.cancel()
        self._done += 1
        if line:
            return Outcome(**json.loads(line))
        _end(process)
        self.close()
        return self._died(process.returncode)

    def _stop(self, process: subprocess.Popen[str]) -> None:
        self._late = True
        _end(process)

    def _died(self, code: int) -> Outcome:
        if sys.platform != "win32" and code == -signal.SIGXCPU:
            text = f"more than {self._seconds} s of computing"
            return Outcome(seconds=self._seconds, fault="hang", text=text)
        if self._late:
            return Outcome(seconds=self._seconds, fault="hang", text=f"no answer within {self._patience} s")
        return Outcome(fault="crash", text=f"the process ended with {code}")

    def _started(self) -> subprocess.Popen[str]:
        self._done = 0
        self._home = tempfile.TemporaryDirectory(prefix="hexwright-fuzz-")
        limits = (str(self._seconds), str(self._megabytes))
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-X",
                "utf8",
                "-m",
                "tests.fuzz.worker",
                self._package,
                self._home.name,
                *limits,
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self._process


def _end(process: subprocess.Popen[str]) -> None:
    if sys.platform == "win32":
        process.kill()
    elif process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


class Fault(NamedTuple):
    """A mutant that broke us, by its class and seed."""

    each: Input
    own: int
    outcome: Outcome

    @property
    def cause(self) -> str:
        """Return what mutants with the same fault share: its kind and the last line of ours."""
        lines = [line.strip() for line in self.outcome.text.splitlines()]
        places = [line for line in lines if line.startswith("File ")]
        return f"{self.outcome.fault}: {places[-1] if places else ''} {lines[-1] if lines else ''}"[:300]


@dataclass(slots=True)
class Count:
    """Counts of the outcomes of one class's mutants."""

    mutants: int = 0
    refused: int = 0
    accepted: int = 0
    slowest: float = 0.0
    most: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    def add(self, each: Input, own: int, outcome: Outcome) -> None:
        """Count one more."""
        self.mutants += 1
        self.slowest = max(self.slowest, outcome.seconds)
        self.most = max(self.most, outcome.megabytes)
        if outcome.fault:
            self.faults.append(Fault(each, own, outcome))
        elif outcome.accepted:
            self.accepted += 1
        else:
            self.refused += 1


def run_all(
    tasks: Iterable[tuple[Input, int]], jobs: int, *, package: str = CLASSES
) -> Iterator[tuple[Input, int, Outcome]]:
    """Run mutants on so many workers and yield the outcome of each, in the order given."""
    local = threading.local()
    workers: list[Worker] = []

    def one(task: tuple[Input, int]) -> tuple[Input, int, Outcome]:
        if not hasattr(local, "worker"):
            local.worker = Worker(package)
            workers.append(local.worker)
        return *task, local.worker.run(*task)

    pool = ThreadPoolExecutor(jobs)
    try:
        # `map` takes all tasks at once; what waits is a class and a number each.
        yield from pool.map(one, tasks)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for worker in workers:
            worker.close()
