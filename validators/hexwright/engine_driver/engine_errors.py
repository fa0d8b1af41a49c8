"""Exceptions of the engine driver."""

from __future__ import annotations


class EngineUnavailable(Exception):  # noqa: N818 - a state of this machine, not an error of ours
    """VASSAL can't be started here; the message says what to set or install."""


class EngineFault(Exception):  # noqa: N818 - reads as what it is
    """VASSAL or its driver refused a command; the session can still be used.

    `detail` contains the Java stack trace or the end of the process's error output, if there is one.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class ModuleRefused(EngineFault):
    """VASSAL did not open the module."""


class EngineGone(EngineFault):
    """VASSAL's process ended, stopped answering or sent invalid data; the session can't be used any more."""


class EngineSilent(EngineGone):
    """VASSAL did not answer in time; it may have needed longer."""
