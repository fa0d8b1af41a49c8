"""Describe victory in `rules.yaml`: by a place, by points, or by claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from builder.model.doc import Doc, Range, Reference
from builder.model.hexmap import OwnedKind, Place
from builder.model.ids import SideId
from builder.model.moving import POINTS


@dataclass(frozen=True, slots=True)
class Claim:
    """Places that win the game for a side: all last occupied by it and in its supply."""

    side: Annotated[SideId, Doc("Who wins."), Reference("side")]
    places: Annotated[tuple[str, ...], Doc("All of these places.", "[moscow]"), Reference("place")]
    after: Annotated[int, Doc("The last turn on which it doesn't count; 0 for none.", "4"), Range(0, 999)] = 0
    at_end: Annotated[bool, Doc("Whether it counts when the game ends, whatever the turn.", "true")] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.9"')] = ""


@dataclass(frozen=True, slots=True)
class Level:
    """A grade of victory by points, as far as the side with most points is ahead of the next."""

    name: Annotated[str, Doc("Its name.", "Decisive victory")]
    lead: Annotated[int, Doc("By how many points the side must lead.", "5"), Range(1, 999)] = 1
    ratio: Annotated[
        str | None, Doc("How many times the points of the next it must have.", "3/2"), POINTS
    ] = None
    side: Annotated[SideId | None, Doc("Whose it is; without it, any side's."), Reference("side")] = None


@dataclass(frozen=True, slots=True)
class VictoryRules:
    """How a victory table is reckoned: by holding a place, or by points."""

    id: Annotated[str, Reference("victory")]
    hold: Annotated[
        str | None, Doc("The place whose owner wins; without it, points decide."), Reference("place")
    ] = None
    eliminated: Annotated[int, Doc("Points for each enemy unit eliminated.", "1"), Range(0, 999)] = 0
    places: Annotated[Mapping[OwnedKind, int], Doc("Points for each place held, by kind.", "{city: 5}")] = (
        field(default_factory=dict)
    )
    worth: Annotated[
        Mapping[Annotated[str, Reference("place")], int],
        Doc("Points for single places held, in place of those of their kind.", "{capital: 10}"),
    ] = field(default_factory=dict)
    levels: Annotated[
        tuple[Level, ...],
        Doc(
            "Grades of victory by points, the least first: of those that fit, the last counts. Where none "
            "fits the game is a draw; without grades whoever has more points wins."
        ),
    ] = ()
    bonus: Annotated[
        Mapping[SideId, int],
        Doc("Points that a side gets once for occupying the place `bonus_place`.", "{german: 10}"),
    ] = field(default_factory=dict)
    bonus_place: Annotated[str | None, Doc("That place."), Reference("place")] = None
    claims: Annotated[
        tuple[Claim, ...],
        Doc("What wins the game in a phase of kind `victory` of the side; then neither points nor `hold`."),
    ] = ()
    otherwise: Annotated[
        SideId | None,
        Doc("Who wins when the game ends without a claim; without it, a draw."),
        Reference("side"),
    ] = None
    rule: Annotated[str, Doc("The rule's number or case.", '"3.9"')] = ""

    def points_for(self, place: Place) -> int:
        """Return the points for holding a place."""
        if place.id in self.worth:
            return self.worth[place.id]
        return 0 if place.kind == "name" else self.places.get(place.kind, 0)

    def level(self, side: SideId, points: int, next_best: int) -> Level | None:
        """Return the grade of victory of the side with most points; None where they are no victory."""
        found = None
        for level in self.levels:
            ahead = points - next_best >= level.lead
            times = level.ratio is None or points >= Fraction(level.ratio) * next_best
            if ahead and times and level.side in (None, side):
                found = level
        return found
