"""Unplayable rules: what keeps the rules engine from playing a game, and its place in the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.game import Game

Path = tuple[str | int, ...]
"""The path to a value through attributes of `EmulatedGame`, ids and positions."""

IsSound = Callable[[Path], bool]
"""Whether a value was read completely, with everything that contains it and all its parts."""


_FILES: Final[Mapping[str, str]] = {
    "info": "game.yaml",
    "hexmap": "map.yaml",
    "counters": "counters.yaml",
    "oob": "oob.yaml",
    "charts": "charts.yaml",
    "rules": "rules.yaml",
}


def file_holding(game: Game, at: Path) -> Span:
    """Return the file that contains a value of a game; only the loader knows the line."""
    name = _FILES.get(str(at[0])) or f"scenarios/{at[1]}.yaml"
    return Span(f"data/{game.slug}/{name}")


@dataclass(frozen=True, slots=True)
class UnplayableRule:
    """A rule in the data that the rules engine doesn't play, or that it needs and the data lack."""

    code: str
    message: str
    hint: str
    """What to write instead."""
    path: Path
    at_table: bool = False
    """Whether only the module doesn't play it, and the rules engine does."""

    @property
    def severity(self) -> Severity:
        """Return the severity: pictures need no rules, but existing rules must be playable."""
        return Severity.WARNING if self.code == "P005" else Severity.ERROR

    def diagnostic(self, span: Span, severity: Severity = Severity.ERROR) -> Diagnostic:
        """Return it as a diagnostic; by default an error, because to play a game every rule is needed."""
        return Diagnostic(self.code, severity, self.message, span, self.hint)


def missing_rule(game: Game, what: str, hint: str, *at: str | int) -> UnplayableRule:
    """Return that rules.yaml lacks something; a text that begins with "no" or "a" is used unchanged."""
    told = what if what.startswith(("no ", "a ")) else f"no {what}"
    return UnplayableRule(
        "P005", f"{game.slug}: rules.yaml has {told}", f"{hint}; docs/reference/data-format.md shows it", at
    )
