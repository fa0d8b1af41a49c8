"""Name what can go wrong between us and the engine."""

from __future__ import annotations


class EngineUnavailable(Exception):  # noqa: N818 - a state of this machine, not an error of ours
    """The engine can't be started here; the message says what to set or install."""


class EngineFault(Exception):  # noqa: N818 - reads as what it is
    """The engine or its driver refused a command; the engine can still be used.

    `detail` holds the Java trace or the end of the process's error output, when there is one.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class ModuleRefused(EngineFault):
    """The engine did not open the module."""


class EngineGone(EngineFault):
    """The engine's process ended, fell silent or spoke nonsense; this engine can't be used any more."""


class EngineSilent(EngineGone):
    """The engine gave no answer in time; it may have needed more of it."""
