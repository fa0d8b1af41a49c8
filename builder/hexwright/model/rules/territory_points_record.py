"""Records of points for territory in `rules.yaml`: hexes held, gaps in a front, distance advanced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Protocol

from hexwright.model.ids import PhaseId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import Criteria

Judged = Annotated[
    tuple[PhaseId, ...],
    ONE_OR_MORE,
    Reference("phase"),
]


_NEVER: Final = (
    *("across", "across_front", "into", "along", "toward", "away_from", "against", "against_classes"),
)
UNASKED_OF_HOLDINGS: Final = _NEVER
"""Criteria that holdings can't have."""
UNASKED_AT_THE_END: Final = ("weather", "turns")
"""Criteria that can't be used when points are counted at the end of the game."""
UNASKED_OF_GAPS: Final = (
    *_NEVER,
    *("terrain", "feature", "place", "place_kinds", "unless", "classes", "units", "supply", "enemy_zoc"),
    *("condition", "near"),
)
"""Criteria that gaps can't have, because all units of the side form its front, on the whole map."""
UNASKED_OF_ADVANCES: Final = (*_NEVER, *UNASKED_AT_THE_END, "phases")
"""Criteria that advances can't have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding(Criteria):
    """Points for hexes that a side holds: at least one of them contains its units, and none an enemy.

    The hexes are those that meet the criteria; one unit there must meet them too. Without `phases`, points
    are counted at the end of the game. With `phases`, they are counted at the end of each of these phases; a
    side that holds the hexes then gets the points, once per game, and keeps them.
    """

    unused: ClassVar[tuple[str, ...]] = UNASKED_OF_HOLDINGS

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that gets the points; write exactly one.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Victory points for holding the hexes.", "50"), Range(1, 999)]
    group: Annotated[
        str, Doc("The id of a single group of the feature, if only one `feature` is given.", "north")
    ] = ""
    phases: Annotated[Judged, Doc("Phases at whose end the points are counted.", "soviet-combat")] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Criteria):
    """Points for gaps in a side's front between two map edges.

    A hex is covered if it contains one of the side's units or lies in their ZOC, regardless of other units in
    it. Among all paths from edge to edge, the one with the fewest uncovered hexes counts; the other side gets
    points for each of them.
    """

    unused: ClassVar[tuple[str, ...]] = UNASKED_OF_GAPS

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that has the front; write exactly one.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Points for each hex of a gap.", "1"), Range(1, 999)]
    start: Annotated[str, Doc("The map edge where the front begins.", "north"), Reference("edge")]
    end: Annotated[str, Doc("The map edge where the front ends.", "south"), Reference("edge")]
    phases: Annotated[
        Judged,
        Doc(
            "Phases at whose end the gaps are counted; if omitted, the last phase of each player turn of "
            "the side. A player turn is a series of consecutive phases of one side.",
            "german-combat",
        ),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarthestAdvance(Criteria):
    """Points for the distance of a side's foremost unit past a line of hexes when points are counted. Only
    units that meet the criteria count.

    A hex is past the line if a path leads from it to the `edge` without crossing the line; its distance is
    the distance to the nearest hex of the line.
    """

    unused: ClassVar[tuple[str, ...]] = UNASKED_OF_ADVANCES

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that gets the points; write exactly one.", "soviet"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Points for each hex.", "10"), Range(1, 999)]
    past: Annotated[str, Doc("The map feature whose hexes form the line.", "front"), Reference("feature")]
    edge: Annotated[
        str, Doc("The map edge beyond the line, toward which the advance counts.", "west"), Reference("edge")
    ]
    group: Annotated[str, Doc("The id of a single group of that feature.", "december")] = ""
    beyond: Annotated[int, Doc("Number of hexes that don't count.", "10"), Range(0, 199)] = 0
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


class TerritoryPoints(Protocol):
    """The part of a victory table that gives points for territory."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Return the fronts whose gaps give points."""


class FrontCheckPhase(Protocol):
    """The attributes of a phase that decide when fronts are checked."""

    @property
    def id(self) -> PhaseId:
        """Return the id of the phase."""

    @property
    def side(self) -> SideId:
        """Return the side whose phase it is."""


def phases_testing_front(gap: Gap, sequence: Sequence[FrontCheckPhase]) -> Collection[PhaseId]:
    """Return the phases at whose end the front is checked for gaps."""
    if gap.phases:
        return gap.phases
    following = (*sequence[1:], None)
    return [
        phase.id
        for phase, after in zip(sequence, following, strict=True)
        if phase.side in gap.side and (after is None or after.side not in gap.side)
    ]


def sides_scoring_gaps(victories: Iterable[TerritoryPoints], sides: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return the sides that can get points for gaps in another side's front."""
    fronts = {side for rules in victories for gap in rules.gaps for side in gap.side}
    return tuple(side for side in sides if fronts - {side})
