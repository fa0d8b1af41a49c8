"""Records of victory in `rules.yaml`: by holding a place, by points, or automatically."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.counter_mix import Unit
from hexwright.model.game_options import RequiredOptions
from hexwright.model.hex_map import OwnedKind, Place
from hexwright.model.ids import HexId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.airdrop_record import NearPlace
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import MORE_POINTS, POINTS
from hexwright.model.rules.territory_points_record import FarthestAdvance, Gap, Holding

Points = int | Fraction
"""Victory points; a fraction if a handicap multiplies them."""


@dataclass(frozen=True, slots=True)
class AutomaticVictory:
    """A condition that wins the game for a side: places that the side owns and has in supply, or a
    situation.
    """

    side: Annotated[SideId, Doc("The side that wins."), Reference("side")]
    places: Annotated[
        tuple[str, ...],
        Doc("Places, all of which the side must own and have in supply.", "[moscow]"),
        Reference("place"),
    ] = ()
    situation: Annotated[
        str | None,
        Doc(
            "Instead of `places`: a situation that wins the game when it is tested; no victory phase "
            "is needed.",
            "capital-taken",
        ),
        Reference("situation"),
    ] = None
    consecutive: Annotated[
        int, Doc("Number of consecutive tests at which the situation must hold.", "4"), Range(1, 999)
    ] = 1
    after_turn: Annotated[
        int,
        Doc("The last turn on which this victory isn't possible yet; 0 if it is always possible.", "4"),
        Range(0, 999),
    ] = 0
    at_end: Annotated[
        bool, Doc("Whether this victory is also tested when the game ends, on any turn.", "true")
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.9"')] = ""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The end of a game once a side can no longer win. It is checked when situations are tested: for each of
    the side's claims in `automatic_victory`, too few tests are left until the last turn. The rules for the
    end of the game then decide. All the side's claims must be situations without `at_end`. With `option`, the
    players may also agree on it in play.
    """

    side: Annotated[SideId, Doc("The side that can no longer win.", "german"), Reference("side")]
    option: RequiredOptions = field(default_factory=dict)
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.9"')] = ""


_STEPS: Final = ("across", "across_front", "into", "along", "toward", "away_from")
_ENEMY: Final = ("against", "against_classes")
CRITERIA_UNUSED_BY_LOSSES: Final = (*_STEPS, *_ENEMY, "supply", "enemy_zoc", "condition", "near")
"""Criteria that losses can't have: only the unit, its hex and the time count."""
CRITERIA_UNUSED_BY_PRESENCE: Final = (*_STEPS, *_ENEMY, "weather", "turns", "phases")
"""Criteria that can't be used when points are counted, because the game may end in any phase."""
CRITERIA_UNUSED_BY_EXITS: Final = (*_STEPS, *_ENEMY, "supply")
"""Criteria that exits can't have; the supply state is recorded for moves only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss(Criteria):
    """Points for units that an enemy loses. The first entry that applies to a unit, its hex and the time of
    the loss counts.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_LOSSES

    points: Annotated[int, Doc("Points for each unit or strength point lost.", "2"), Range(1, 999)]
    per: Annotated[
        Literal["unit", "strength"],
        Doc(
            "Whether points are given for each unit or for each strength point printed on its "
            "full-strength face.",
            "strength",
        ),
    ] = "unit"
    scored_by: Annotated[
        SideId | None,
        Doc(
            "The side that gets the points, regardless of the side that eliminates the unit. If omitted, "
            "the eliminating side gets them. With three sides, this is the side whose phase it is; for "
            "that side's own units, the defender of the battle; without a battle, each of the other "
            "sides."
        ),
        Reference("side"),
    ] = None
    less_cadres: Annotated[
        bool,
        Doc(
            "Whether the full strength of the cadre left by such a unit (`cadres` of `combat`) is "
            "subtracted. This requires `per: strength` and entries whose only criteria are sides, "
            "classes and units; with more than two sides, it also requires `scored_by`.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""

    def fits(self, unit: Unit) -> bool:
        """Return whether the side, class and id of a unit allow the entry to count it."""
        named = not (self.classes or self.units) or unit.unit_class in self.classes or unit.id in self.units
        return named and (not self.side or unit.side in self.side) and self.scored_by != unit.side

    def worth(self, unit: Unit) -> int:
        """Return the points for a unit to which the entry applies."""
        return self.points * ((unit.steps[0].strength or 0) if self.per == "strength" else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Criteria):
    """Points of a side for its units, depending on their hex and state when points are counted. The first
    entry that applies to a unit counts.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_PRESENCE

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that owns the units and gets the points.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Points for each unit or strength point.", "5"), Range(1, 999)]
    near_place: Annotated[
        NearPlace | None,
        Doc(
            "Places of which at least one must be near, and the maximum distance.",
            "{place: moscow, within: 3}",
        ),
    ] = None
    per: Annotated[
        Literal["unit", "strength"],
        Doc(
            "Whether points are given for each unit or for each strength point printed on the current face.",
            "unit",
        ),
    ] = "unit"
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit(Criteria):
    """Hexes where units of a side may leave the map permanently, and the points for it. A unit exits in a
    movement phase in which it may move, from its hex, before its move or after a leg of it. It pays the
    `cost` and the cost of leaving an EZOC from its remaining movement points. In a mode that follows a line
    it exits only from hexes of that line. The first entry that applies to the unit in its hex counts. The
    unit doesn't return and isn't a loss.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_EXITS

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side whose units may exit, which gets the points.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Number of points; 0 if units may exit without points.", "2"), Range(0, 999)]
    edge: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Map edges where the units may exit.", "east"), Reference("edge")
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Further hexes from which the units may exit.", "[0101]")] = ()
    cost: Annotated[str, Doc("Cost of an exit in movement points.", "1"), MORE_POINTS] = "1"
    per: Annotated[
        Literal["unit", "strength"],
        Doc(
            "Whether points are given for each unit or for each strength point printed on the current face.",
            "strength",
        ),
    ] = "unit"
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""

    def worth(self, strength: int) -> int:
        """Return the points for the exit of a unit with this printed strength."""
        return self.points * (strength if self.per == "strength" else 1)


@dataclass(frozen=True, slots=True)
class Level:
    """A victory level by points: the lead of the leading side over the next side. In a table with
    `ratio_side`, the level applies to the points of that side, and `side` names the winner.
    """

    name: Annotated[str, Doc("Name of the level.", "Decisive victory")]
    lead: Annotated[int | None, Doc("Minimum lead in points.", "5"), Range(1, 999)] = None
    ratio: Annotated[str | None, Doc("Minimum ratio to the points of the next side.", "3/2"), POINTS] = None
    above: Annotated[
        bool, Doc("Whether the ratio must be exceeded; otherwise it suffices to reach the ratio.", "true")
    ] = False
    side: Annotated[
        SideId | None, Doc("The side that can reach the level; if omitted, any."), Reference("side")
    ] = None
    match_points: Annotated[
        int, Doc("Points for this level in a match of two games (`match`).", "3"), Range(1, 99)
    ] = 1

    def fits(self, points: Points, others: Points) -> bool:
        """Return whether a side's points, compared with those of the next side, reach the level."""
        if self.lead is not None and points - others < self.lead:
            return False
        if self.ratio is None:
            return True
        wanted = Fraction(self.ratio) * others
        return points > 0 and (points > wanted or (points == wanted and not self.above))


@dataclass(frozen=True, slots=True)
class VictoryRules:
    """The rules of a victory table: by holding a place, by points, or by automatic victory."""

    id: Annotated[str, Reference("victory")]
    hold: Annotated[
        str | None, Doc("The place whose owner wins; if omitted, points decide."), Reference("place")
    ] = None
    eliminated: Annotated[
        int, Doc("Points that a side gets for each enemy unit that it eliminates.", "1"), Range(0, 999)
    ] = 0
    losses: Annotated[
        tuple[Loss, ...],
        Doc("Instead of `eliminated`: points for units lost, by class, strength or side."),
    ] = ()
    presence: Annotated[
        tuple[Presence, ...],
        Doc("Points for units near a place or in some hexes when points are counted."),
    ] = ()
    exits: Annotated[
        tuple[Exit, ...], Doc("Hexes where units may exit the map, and the points for an exit.")
    ] = ()
    holdings: Annotated[
        tuple[Holding, ...],
        Doc(
            "Points for hexes that a side holds without an enemy in any of them, at the end or during the "
            "game."
        ),
    ] = ()
    gaps: Annotated[
        tuple[Gap, ...],
        Doc("Points for gaps in the enemy's front between two map edges, counted each player turn."),
    ] = ()
    farthest_advance: Annotated[
        tuple[FarthestAdvance, ...], Doc("Points for how far a side's foremost unit is past a line of hexes.")
    ] = ()
    place_kind_points: Annotated[
        Mapping[OwnedKind, int], Doc("Points for each place owned, by kind.", "{city: 5}")
    ] = field(default_factory=dict)
    place_points: Annotated[
        Mapping[Annotated[str, Reference("place")], int],
        Doc("Points for single places owned, instead of those for their kind.", "{capital: 10}"),
    ] = field(default_factory=dict)
    levels: Annotated[
        tuple[Level, ...],
        Doc(
            "Victory levels by points, lowest first; the last one that is reached counts. If none is "
            "reached, the game is a draw; without levels, the side with more points wins."
        ),
    ] = ()
    ratio_side: Annotated[
        SideId | None,
        Doc(
            "With two sides: the side whose points are compared with the enemy's in `levels`, regardless "
            "of which side has more. Each level then needs a `side`; levels go from worst to best for "
            "this side, the first without `ratio`.",
            "german",
        ),
        Reference("side"),
    ] = None
    bonus: Annotated[
        Mapping[SideId, int],
        Doc("Points that a side gets once for occupying `bonus_place`.", "{german: 10}"),
    ] = field(default_factory=dict)
    bonus_place: Annotated[str | None, Doc("The place for `bonus`."), Reference("place")] = None
    automatic_victory: Annotated[
        tuple[AutomaticVictory, ...],
        Doc(
            "Conditions that win the game outright. They are tested in the side's phase of kind "
            "`victory`, or when a situation is tested. This key can't be used with points or `hold`."
        ),
    ] = ()
    early_end: Annotated[
        EarlyEnd | None,
        Doc("With `automatic_victory`: the early end of the game once a side can no longer win."),
    ] = None
    default_winner: Annotated[
        SideId | None,
        Doc("The side that wins if the game ends without such a victory; if omitted, the game is a draw."),
        Reference("side"),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.9"')] = ""

    def points_for(self, place: Place) -> int:
        """Return the points for holding a place; 0 if it gives none."""
        if place.id in self.place_points:
            return self.place_points[place.id]
        return 0 if place.kind == "name" else self.place_kind_points.get(place.kind, 0)

    def loss(self, unit: Unit) -> Loss | None:
        """Return the first loss entry that can apply to a unit, or None."""
        return next((entry for entry in self.losses if entry.fits(unit)), None)

    def decided(self, totals: Mapping[SideId, Points]) -> tuple[SideId | None, Level | None]:
        """Return the winner by points (None for a draw) and the victory level (None if there are no
        levels).
        """
        if self.ratio_side is not None:
            enemy = next(side for side in totals if side != self.ratio_side)
            level = self.level(self.ratio_side, totals[self.ratio_side], totals[enemy])
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
        """Return the victory level that a side's points reach; None if they reach none.

        `side` has the most points; `others` are the points of the next side. In a table with `ratio_side`,
        `points` are that side's and `others` its enemy's.
        """
        found = None
        for level in self.levels:
            if (self.ratio_side is not None or level.side in (None, side)) and level.fits(points, others):
                found = level
        return found


def sides_scoring_losses(victories: Iterable[VictoryRules], sides: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return the sides that can get points for units that other sides lose."""
    entries = [entry for rules in victories for entry in rules.losses]
    return tuple(
        side
        for side in sides
        if any(
            entry.scored_by == side or (entry.scored_by is None and entry.side != (side,))
            for entry in entries
        )
    )


def sides_with_exits(victories: Iterable[VictoryRules]) -> tuple[SideId, ...]:
    """Return the sides whose units may exit the map, with or without points."""
    return tuple(dict.fromkeys(side for rules in victories for entry in rules.exits for side in entry.side))
