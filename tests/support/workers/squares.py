"""A small job for workers: squares of numbers, which note in a folder how often each was done."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.file_limits import limits_factor


class Squares:
    """The squares of numbers. One may be refused, and workers may die at one. They wait at 5 for as long
    as there is a file `wait`.
    """

    def __init__(self, folder: Path, version: str = "1", refused: int = -1, deadly: int = -1) -> None:
        self.folder, self.name, self.identity = folder, "squares", {"version": version}
        self._main, self._refused, self._deadly = os.getpid(), refused, deadly

    identity: Mapping[str, str]

    def do(self, number: int) -> int:
        """Return a square."""
        if number == self._refused:
            hint = "choose another"
            raise InputError.single("P048", f"{number} is unlucky", Span("13"), hint)
        with (self.folder / f"{number}.done").open("a") as file:
            file.write("x")
        if number == self._deadly and os.getpid() != self._main:
            os._exit(1)
        while number == 5 and os.getpid() != self._main and (self.folder / "wait").exists():
            time.sleep(0.01)
        return number * number

    def part_for(self, number: int) -> Squares:
        """Return this job."""
        return self

    def key(self, number: int) -> str:
        """Return the number."""
        return str(number)

    def as_json(self, result: int) -> Any:
        """Return the square in a list."""
        return [result]

    def from_json(self, values: Any) -> int:
        """Return the square."""
        return int(values[0])

    def done(self) -> list[int]:
        """Return the numbers whose squares were begun, each as often."""
        return sorted(int(file.stem) for file in self.folder.glob("*.done") for _ in file.read_text("ascii"))


class Limits:
    """The factor of limits on files, as a worker knows it."""

    def do(self, number: int) -> int:
        """Return the factor."""
        return limits_factor()

    def part_for(self, number: int) -> Limits:
        """Return this job."""
        return self

    def key(self, number: int) -> str:
        """Return the number."""
        return str(number)
