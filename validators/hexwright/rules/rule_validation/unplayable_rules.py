"""Unplayable rules: rules that prevent the rules engine from playing a game, with their paths in the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.game import Game

Path = tuple[str | int, ...]
"""The path to a value: a sequence of `Game` attributes, ids and list positions."""

IsSound = Callable[[Path], bool]
"""A function that tests whether a value, its parts and all values that contain it were read completely."""


_FILES: Final[Mapping[str, str]] = {
    "info": "game.yaml",
    "hexmap": "map.yaml",
    "counters": "counters.yaml",
    "oob": "oob.yaml",
    "charts": "charts.yaml",
    "rules": "rules.yaml",
}


def file_holding(game: Game, at: Path) -> Span:
    """Return the file that contains a value of a game, without a line number, because only the loader knows
    line numbers.
    """
    name = _FILES.get(str(at[0])) or f"scenarios/{at[1]}.yaml"
    return Span(f"data/{game.slug}/{name}")


@dataclass(frozen=True, slots=True)
class UnplayableRule:
    """A rule in the data that the rules engine can't play, or a required rule that the data lack."""

    code: str
    message: str
    hint: str
    """Advice on what to write instead."""
    path: Path
    at_table: bool = False
    """Whether the rules engine can play the rule and only the module leaves it to the players."""

    @property
    def severity(self) -> Severity:
        """Return WARNING for a missing rule (P005), because maps and counters can be drawn without rules;
        otherwise ERROR.
        """
        return Severity.WARNING if self.code == "P005" else Severity.ERROR

    def diagnostic(self, span: Span, severity: Severity = Severity.ERROR) -> Diagnostic:
        """Return the rule as a diagnostic; by default it is an error, because play needs every rule."""
        return Diagnostic(self.code, severity, self.message, span, self.hint)


def missing_rule(game: Game, what: str, hint: str, *at: str | int) -> UnplayableRule:
    """Return an `UnplayableRule` that reports something missing from rules.yaml.

    The message puts "no" before `what`, unless `what` begins with "no" or "a".
    """
    told = what if what.startswith(("no ", "a ")) else f"no {what}"
    return UnplayableRule(
        "P005",
        f"{game.slug}: rules.yaml has {told}",
        f"{hint}; docs/reference/data-format.md describes it",
        at,
    )
