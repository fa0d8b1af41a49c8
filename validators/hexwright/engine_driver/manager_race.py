"""Recognise the warnings that result from a race between two processes of VASSAL's Module Manager.

After writing a log or a saved game, VASSAL starts a process that notifies the Module Manager. Two such
processes at once compete for a key file, and the loser prints an IO error. Modules don't cause this error.
"""

from __future__ import annotations

import re
from typing import Final

from hexwright.engine_driver.engine_replies import EngineProblem

_HEAD: Final = "VASSAL: IO error"
"""The first line of the warnings, which only `ModuleManager.main` prints."""
_EXCEPTION: Final = "java.io.EOFException"
_FRAME: Final = re.compile(
    r"at (?:java\.base/java\.io\.RandomAccessFile\.read(?:Int|Long)\(RandomAccessFile\.java:\d{1,6}\)"
    r"|VASSAL\.launch\.ModuleManager\.main\(ModuleManager\.java:\d{1,6}\))"
)


class ManagerRace:
    """A filter for the problems of one session. The race causes several warnings in a row."""

    def __init__(self) -> None:
        self._begun = False

    def explains(self, problem: EngineProblem) -> bool:
        """Return whether the race explains a problem."""
        lines = [line.strip() for line in problem.text.splitlines()]
        if (problem.kind, problem.level) != ("log", "warning") or not lines:
            self._begun = False
            return False
        begun = self._begun
        for line in lines:
            if line != _HEAD and not (begun and (line == _EXCEPTION or _FRAME.fullmatch(line))):
                self._begun = False
                return False
            begun = True
        self._begun = begun
        return True
