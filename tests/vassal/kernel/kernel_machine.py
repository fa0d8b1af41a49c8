"""Ask the translated rules engine in a Java machine of its own."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from tests.vassal.kernel.call_recording import Call

_AHEAD: Final = 200
"""Calls that may be sent before the first of them is answered."""
_LONGEST_TOLD: Final = 300


@dataclass(frozen=True, slots=True)
class Difference:
    """A call that the translated engine answers differently."""

    call: Call
    answer: str

    def __str__(self) -> str:
        wanted, got, at = self.call.answer, self.answer, 0
        while at < min(len(wanted), len(got)) and wanted[at] == got[at]:
            at += 1
        start = max(0, at - 60)
        return "\n".join(
            (
                self.call.line.replace("\t", " ")[:120],
                f"  wanted …{wanted[start : start + _LONGEST_TOLD]}",
                f"  got    …{got[start : start + _LONGEST_TOLD]}",
            )
        )


@dataclass(slots=True)
class Comparison:
    """What was compared."""

    calls: Counter[str] = field(default_factory=Counter)
    """The number of calls by method."""
    differences: list[Difference] = field(default_factory=list)

    def add(self, call: Call, answer: str) -> None:
        """Count a call, and keep it if its answer is another."""
        self.calls[call.method] += 1
        if answer != call.answer:
            self.differences.append(Difference(call, answer))

    def merge(self, other: Comparison) -> None:
        """Add the calls and differences of another comparison."""
        self.calls.update(other.calls)
        self.differences += other.differences


class KernelMachine:
    """A running Java machine with the translated engine."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to: IO[str] = process.stdin
        self._from: IO[str] = process.stdout

    def compared(self, calls: Iterable[Call]) -> Comparison:
        """Make calls, and compare their answers. Python records calls while Java answers the ones before."""
        found = Comparison()
        sent: queue.Queue[Call | None] = queue.Queue(_AHEAD)

        def read_answers() -> None:
            while (call := sent.get()) is not None:
                found.add(call, self._from.readline().rstrip("\n"))

        reader = threading.Thread(target=read_answers)
        reader.start()
        try:
            for call in calls:
                sent.put(call)
                self._to.write(f"{call.line}\n")
                self._to.flush()
        finally:
            sent.put(None)
            reader.join()
        return found


@contextmanager
def kernel_machine(java: str, classes: Mapping[str, bytes], folder: Path) -> Iterator[KernelMachine]:
    """Start a Java machine with class files, written to a folder; end it afterwards."""
    for name, data in classes.items():
        path = folder / f"{name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    command = [java, "-Xshare:auto", "-XX:+UseSerialGC", "-Xss16m", "-cp", str(folder), "judge.AnswerLines"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii"
    ) as process:
        yield KernelMachine(process)
        assert process.stdin is not None
        process.stdin.close()
    if process.returncode:
        raise RuntimeError(f"java ended with {process.returncode}")
