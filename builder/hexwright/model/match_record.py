"""Define the records of matches in `rules.yaml`: two games with sides exchanged, and series of matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from hexwright.model.key_annotations import Doc, Range
from hexwright.model.rules.combat_modifier_record import FACTOR


@dataclass(frozen=True, slots=True)
class MatchRules:
    """A comparison of two players. A match is two games of a scenario; the players exchange sides for the
    second game. Each victory is worth the points of its level (`match_points` of `levels`). The result is one
    player's points less the other's, divided by two for a match and by the number of matches for a series.
    """

    levels: Annotated[
        Mapping[str, Annotated[int, Range(1, 99)]],
        Doc(
            "Names of the victory levels of a match or series, each with the minimum points. Below the "
            "lowest, the result is a draw.",
            "{Marginal: 1, Substantial: 3}",
        ),
    ] = field(default_factory=dict)
    matches: Annotated[int, Doc("Number of matches in a series.", "3"), Range(1, 99)] = 3
    handicap: Annotated[
        str,
        Doc(
            "Factor by which the result of a series is multiplied to give the handicap. If the handicap "
            "exceeds 1, the weaker player's victory points in later games are multiplied by it.",
            "1/2",
        ),
        FACTOR,
    ] = "1/2"
    rule: Annotated[str, Doc("The number of the rule or case.", '"7"')] = ""

    def level(self, points: Fraction) -> str | None:
        """Return the victory level for a number of points; None for a draw."""
        reached = [(least, name) for name, least in self.levels.items() if points >= least]
        return max(reached)[1] if reached else None

    def multiplier(self, points: Fraction) -> Fraction:
        """Return the handicap after a series with this result: the factor for the weaker player's victory
        points.
        """
        return max(Fraction(1), points * Fraction(self.handicap))
