"""Exceptions of the engine driver."""

from __future__ import annotations


class EngineUnavailableError(Exception):
    """VASSAL can't be started on this machine; the message names the setting or program that is missing."""


class EngineError(Exception):
    """VASSAL or its driver refused a command; the session can still be used.

    `detail` contains the Java stack trace or the end of the process's error output, if there is one.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class ModuleNotOpenedError(EngineError):
    """VASSAL did not open the module."""


class EngineEndedError(EngineError):
    """VASSAL's process ended, stopped answering or sent invalid data; the session can't be used any more."""


class EngineTimeoutError(EngineEndedError):
    """VASSAL did not answer in time; it may have needed longer."""
