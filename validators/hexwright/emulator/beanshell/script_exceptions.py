"""Exceptions as scripts see them."""

from __future__ import annotations

from hexwright.emulator.beanshell.java_values import ScriptError


class ThrownException:
    """An exception that was caught, or that a script created to throw."""

    __slots__ = ("kind", "message")

    def __init__(self, fault: ScriptError) -> None:
        self.kind = fault.kind
        self.message = str(fault)

    def j_getMessage(self) -> str:  # noqa: N802
        """Return the exception's message."""
        return self.message

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"
