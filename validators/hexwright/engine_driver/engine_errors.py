"""The exceptions of the engine driver."""

from __future__ import annotations


class EngineUnavailableError(Exception):
    """The error if VASSAL can't be started on this machine.

    The message names the setting or program that is missing.
    """


class EngineError(Exception):
    """The error if VASSAL or its driver refuses a command. The session can still be used.

    `detail` contains the Java stack trace or the end of the process's error output, if there is any.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class ModuleNotOpenedError(EngineError):
    """The error if VASSAL doesn't open the module."""


class EngineEndedError(EngineError):
    """The error if VASSAL's process ends, stops answering or sends invalid data.

    The session can't be used any more.
    """


class EngineTimeoutError(EngineEndedError):
    """The error if VASSAL doesn't answer in time. It may have needed more time."""
