"""Say what in a game's data keeps the kernel from playing it, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.game import Game

Path = tuple[str | int, ...]
"""The way to a value through the attributes of `Game`, ids and positions."""

Sound = Callable[[Path], bool]
"""Tell whether a value was read whole, with all that it is part of and all its parts."""


_FILES: Final[Mapping[str, str]] = {
    "info": "game.yaml",
    "hexmap": "map.yaml",
    "counters": "counters.yaml",
    "oob": "oob.yaml",
    "charts": "charts.yaml",
    "rules": "rules.yaml",
}


def file_of(game: Game, at: Path) -> Span:
    """Return the file in which a value of a game stands; its line is known to those alone who read it."""
    name = _FILES.get(str(at[0])) or f"scenarios/{at[1]}.yaml"
    return Span(f"data/{game.slug}/{name}")


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

    def diagnostic(self, span: Span, severity: Severity = Severity.ERROR) -> Diagnostic:
        """Return it as a finding; one who wants to play needs all of it."""
        return Diagnostic(self.code, severity, self.message, span, self.hint)


def missing(game: Game, what: str, hint: str, *at: str | int) -> Unplayed:
    """Return that rules.yaml lacks something; what begins with "no" or "a" is told as it is."""
    told = what if what.startswith(("no ", "a ")) else f"no {what}"
    return Unplayed(
        "P005", f"{game.slug}: rules.yaml has {told}", f"{hint}; docs/reference/data-format.md shows it", at
    )
