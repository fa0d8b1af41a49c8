"""Say what in a game's data keeps the kernel from playing it, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.diagnostics import Diagnostic, Severity, Span

Path = tuple[str | int, ...]
"""The way to a value through the attributes of `Game`, ids and positions."""

Sound = Callable[[Path], bool]
"""Tell whether a value was read whole, with all that it is part of and all its parts."""


@dataclass(frozen=True, slots=True)
class Unplayed:
    """What the data say and the kernel doesn't play, or don't say and the kernel needs."""

    code: str
    message: str
    hint: str
    """What to write instead."""
    at: Path
    at_table: bool = False
    """Whether it is the module alone that doesn't play it, and the kernel does."""

    @property
    def severity(self) -> Severity:
        """Return how grave it is: pictures need no rules, but rules that are written are played."""
        return Severity.WARNING if self.code == "P005" else Severity.ERROR

    def diagnostic(self, span: Span | None = None, severity: Severity = Severity.ERROR) -> Diagnostic:
        """Return it as a finding; one who wants to play needs all of it."""
        return Diagnostic(self.code, severity, self.message, span, self.hint)
