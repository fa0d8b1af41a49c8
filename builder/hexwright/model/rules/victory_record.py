"""Describe victory in `rules.yaml`: by a place, by points, or by claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Final, Literal

from hexwright.model.counter_mix import Unit
from hexwright.model.hex_map import OwnedKind, Place
from hexwright.model.ids import HexId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.airdrop_record import Around
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.movement_record import MORE_POINTS, POINTS
from hexwright.model.rules.territory_points_record import Advance, Gap, Holding

Points = int | Fraction
"""Victory points; a fraction where a handicap multiplies them."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What wins the game for a side: places, all last occupied by it and in its supply, or a situation."""

    side: Annotated[SideId, Doc("Who wins."), Reference("side")]
    places: Annotated[tuple[str, ...], Doc("All of these places.", "[moscow]"), Reference("place")] = ()
    situation: Annotated[
        str | None,
        Doc(
            "In place of `places`: a situation, which wins as it is judged, in no phase of its own.",
            "capital-taken",
        ),
        Reference("situation"),
    ] = None
    times: Annotated[
        int, Doc("How many times in a row it must have been judged to be so.", "4"), Range(1, 999)
    ] = 1
    after: Annotated[int, Doc("The last turn on which it doesn't count; 0 for none.", "4"), Range(0, 999)] = 0
    at_end: Annotated[bool, Doc("Whether it counts when the game ends, whatever the turn.", "true")] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.9"')] = ""


_STEPS: Final = ("across", "facing", "into", "along", "toward", "away_from")
_ENEMY: Final = ("against", "against_classes")
UNASKED_OF_LOSSES: Final = (*_STEPS, *_ENEMY, "supply", "zone", "condition", "near")
"""What nobody asks of a loss: it is asked who was lost, in which hex, and when."""
UNASKED_OF_PRESENCE: Final = (*_STEPS, *_ENEMY, "weather", "turns", "phases")
"""What nobody asks as points are counted: that is as the game ends, whenever it does."""
UNASKED_OF_EXITS: Final = (*_STEPS, *_ENEMY, "supply")
"""What nobody asks of who leaves the map: how it is supplied is kept for moves alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss(When):
    """Points for units that an enemy loses, each by the first entry that counts for it as it is lost: by who
    it is, by the hex in which it stood, and by the time.
    """

    points: Annotated[int, Doc("How many.", "2"), Range(1, 999)]
    per: Annotated[
        Literal["unit", "strength"],
        Doc("For each unit, or for each point of strength printed on its full face.", "strength"),
    ] = "unit"
    to: Annotated[
        SideId | None,
        Doc(
            "Who gets the points, whoever eliminates the unit; without it, whoever does. Among three sides "
            "that is the side whose phase it is; if the unit is its own, whoever defends against it in the "
            "battle, and without a battle each of the others."
        ),
        Reference("side"),
    ] = None
    less_remnants: Annotated[
        bool,
        Doc(
            "Whether the strength of what remains of such a unit (`remnants` of `combat`), on its full face, "
            "is taken off; with `per: strength`, where all entries ask for sides, classes and units alone, "
            "and among more than two sides with `to`.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"5"')] = ""

    def fits(self, unit: Unit) -> bool:
        """Tell whether a unit can count when it is lost, by who it is."""
        named = not (self.classes or self.units) or unit.unit_class in self.classes or unit.id in self.units
        return named and (not self.side or unit.side in self.side) and self.to != unit.side

    def worth(self, unit: Unit) -> int:
        """Return the points for one of the units that fit."""
        return self.points * ((unit.steps[0].strength or 0) if self.per == "strength" else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(When):
    """Points of a side for its units by where they stand when points are counted, and how.

    A unit for which several entries count gives points by the first of them alone.
    """

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("Whose units they are, and who gets the points.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("How many.", "5"), Range(1, 999)]
    around: Annotated[
        Around | None, Doc("Places of which one must lie so near.", "{place: moscow, within: 3}")
    ] = None
    per: Annotated[
        Literal["unit", "strength"],
        Doc("For each unit, or for each point of strength printed on the face that is up.", "unit"),
    ] = "unit"
    rule: Annotated[str, Doc("The rule's number or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit(When):
    """Where units of a side may leave the map, for good, and the points that it gets for them.
    A unit leaves in a movement phase in which it may move, from the hex in which it stands, before its move
    or after a leg of it: with what its move has left it pays the `cost`, and what zones of control ask for
    on leaving them. By a way of moving that follows a line it leaves from hexes of that line alone. Of the
    entries that count for the unit in its hex the first holds. The unit doesn't come back, and is no loss.
    """

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("Whose units may leave, and who gets the points.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("How many; 0 for units that may leave for nothing.", "2"), Range(0, 999)]
    edge: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Edges of the map by which they leave.", "east"), Reference("edge")
    ] = ()
    hexes: Annotated[
        tuple[HexId, ...], Doc("Hexes from which they leave, beside those of the `edge`.", "[0101]")
    ] = ()
    cost: Annotated[str, Doc("Points of movement that it costs to leave.", "1"), MORE_POINTS] = "1"
    per: Annotated[
        Literal["unit", "strength"],
        Doc("For each unit, or for each point of strength printed on the face that is up.", "strength"),
    ] = "unit"
    rule: Annotated[str, Doc("The rule's number or case.", '"5"')] = ""

    def worth(self, strength: int) -> int:
        """Return the points for a unit that leaves at a printed strength."""
        return self.points * (strength if self.per == "strength" else 1)


@dataclass(frozen=True, slots=True)
class Level:
    """A grade of victory by points, as far as the side with most points is ahead of the next.

    In a table with `scale` it is about the points of that side, and says with `side` whose victory it is.
    """

    name: Annotated[str, Doc("Its name.", "Decisive victory")]
    lead: Annotated[int | None, Doc("By how many points the side must lead.", "5"), Range(1, 999)] = None
    ratio: Annotated[
        str | None, Doc("How many times the points of the next it must have.", "3/2"), POINTS
    ] = None
    above: Annotated[
        bool, Doc("Whether it must have more than `ratio` says; else as many are enough.", "true")
    ] = False
    side: Annotated[SideId | None, Doc("Whose it is; without it, any side's."), Reference("side")] = None
    worth: Annotated[
        int, Doc("Points that it is worth in a match of two games (`match`).", "3"), Range(1, 99)
    ] = 1

    def fits(self, points: Points, others: Points) -> bool:
        """Tell whether so many points, against those of the next or of the enemy, reach the grade."""
        if self.lead is not None and points - others < self.lead:
            return False
        if self.ratio is None:
            return True
        wanted = Fraction(self.ratio) * others
        return points > 0 and (points > wanted or (points == wanted and not self.above))


@dataclass(frozen=True, slots=True)
class VictoryRules:
    """How a victory table is reckoned: by holding a place, or by points."""

    id: Annotated[str, Reference("victory")]
    hold: Annotated[
        str | None, Doc("The place whose owner wins; without it, points decide."), Reference("place")
    ] = None
    eliminated: Annotated[
        int, Doc("Points for each enemy unit eliminated, to whoever eliminates it.", "1"), Range(0, 999)
    ] = 0
    losses: Annotated[
        tuple[Loss, ...],
        Doc("In place of `eliminated`, points for units lost by class, strength or side."),
    ] = ()
    presence: Annotated[
        tuple[Presence, ...],
        Doc("Points for units by where they stand when points are counted: near a place, in some hexes."),
    ] = ()
    exits: Annotated[
        tuple[Exit, ...], Doc("Where units may leave the map, and points for those that do.")
    ] = ()
    holdings: Annotated[
        tuple[Holding, ...],
        Doc("Points for hexes that a side holds, none of them with an enemy: at the end, or at any time."),
    ] = ()
    gaps: Annotated[
        tuple[Gap, ...],
        Doc("Points for gaps in the enemy's front from one edge of the map to another, player turn by turn."),
    ] = ()
    advances: Annotated[
        tuple[Advance, ...], Doc("Points for how far a side's foremost unit stands past a line of hexes.")
    ] = ()
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
    scale: Annotated[
        SideId | None,
        Doc(
            "Of two sides the one whose points are held against the other's in `levels`, whoever has more: "
            "each grade then has a `side`, the worst for this one first and without `ratio`.",
            "german",
        ),
        Reference("side"),
    ] = None
    bonus: Annotated[
        Mapping[SideId, int],
        Doc("Points that a side gets once for occupying the place `bonus_place`.", "{german: 10}"),
    ] = field(default_factory=dict)
    bonus_place: Annotated[str | None, Doc("That place."), Reference("place")] = None
    claims: Annotated[
        tuple[Claim, ...],
        Doc(
            "What wins the game in a phase of kind `victory` of the side, or as a situation is judged; then "
            "neither points nor `hold`."
        ),
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

    def loss(self, unit: Unit) -> Loss | None:
        """Return the first entry by which a unit can count when it is lost; None where it doesn't."""
        return next((entry for entry in self.losses if entry.fits(unit)), None)

    def decided(self, totals: Mapping[SideId, Points]) -> tuple[SideId | None, Level | None]:
        """Return who wins by points, None for a draw, and by what grade, None where there are none."""
        if self.scale is not None:
            enemy = next(side for side in totals if side != self.scale)
            level = self.level(self.scale, totals[self.scale], totals[enemy])
            return (None, None) if level is None or level.side is None else (level.side, level)
        best = max(totals.values())
        leaders = [side for side in totals if totals[side] == best]
        if len(leaders) > 1:
            return None, None
        if not self.levels:
            return leaders[0], None
        others = max(totals[side] for side in totals if side != leaders[0])
        level = self.level(leaders[0], best, others)
        return (None, None) if level is None else (leaders[0], level)

    def level(self, side: SideId, points: Points, others: Points) -> Level | None:
        """Return the grade of victory that a side's points reach; None where they are no victory.

        `side` is the one with most points, `others` those of the next; in a table with `scale` that side and
        the points of its enemy.
        """
        found = None
        for level in self.levels:
            if (self.scale is not None or level.side in (None, side)) and level.fits(points, others):
                found = level
        return found


def paid_for_losses(victories: Iterable[VictoryRules], sides: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return the sides that can get points for the kind or strength of units that others lose."""
    entries = [entry for rules in victories for entry in rules.losses]
    return tuple(
        side
        for side in sides
        if any(entry.to == side or (entry.to is None and entry.side != (side,)) for entry in entries)
    )


def left_by(victories: Iterable[VictoryRules]) -> tuple[SideId, ...]:
    """Return the sides whose units may leave the map for points, or for nothing."""
    return tuple(dict.fromkeys(side for rules in victories for entry in rules.exits for side in entry.side))
