"""Describe in `rules.yaml` points for the ground: hexes held, a front without gaps, how far one came."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Protocol

from hexwright.model.ids import PhaseId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import When

Judged = Annotated[
    tuple[PhaseId, ...],
    ONE_OR_MORE,
    Reference("phase"),
]


_NEVER: Final = (*("across", "facing", "into", "along", "toward", "away_from", "against", "against_classes"),)
UNASKED_OF_HOLDINGS: Final = _NEVER
"""What nobody asks of who holds hexes."""
UNASKED_AT_THE_END: Final = ("weather", "turns")
"""What nobody asks besides as points are counted: that is as the game ends, whenever it does."""
UNASKED_OF_GAPS: Final = (
    *_NEVER,
    *("terrain", "feature", "place", "place_kinds", "unless", "classes", "units", "supply", "zone"),
    *("condition", "near"),
)
"""What nobody asks of a front: all units of its side make it, on all the map."""
UNASKED_OF_ADVANCES: Final = (*_NEVER, *UNASKED_AT_THE_END, "phases")
"""What nobody asks of who has come far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding(When):
    """Points for hexes that a side holds: units of it stand in at least one of them, and no enemy in any.
    The hexes are all for which it asks, and one unit there must be as it asks.

    Without `phases` it is judged when points are counted, so at the end of the game; with them as each of
    these phases ends, and whoever holds the hexes then has the points for good, once.
    """

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that gets the points; exactly one.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Number of hexes.", "50"), Range(1, 999)]
    group: Annotated[str, Doc("A single group of the one `feature`, by its id.", "north")] = ""
    phases: Annotated[Judged, Doc("Phases at whose end it is counted.", "soviet-combat")] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(When):
    """Points for gaps in a side's front from one edge of the map to another.

    Covered are the hexes in which its units stand, and those of their zones of control, whoever stands in
    these. Of all ways from hex to hex between the edges the one counts that has the fewest hexes which aren't
    covered; for each of these the other side gets points.
    """

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side whose front it is; exactly one.", "german"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Points for each hex of a gap.", "1"), Range(1, 999)]
    start: Annotated[str, Doc("The map edge where the front begins.", "north"), Reference("edge")]
    end: Annotated[str, Doc("The map edge where the front ends.", "south"), Reference("edge")]
    phases: Annotated[
        Judged,
        Doc(
            "Phases at whose end it is counted; if omitted, the last phase of each player turn of the side "
            "(of consecutive phases of that side).",
            "german-combat",
        ),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance(When):
    """Points for how far a side's foremost unit stands past a line of hexes when points are counted, of those
    that are as it asks.

    The hexes past it are those from which a way leads to the `edge` without a hex of the line; how far one of
    them is past it is how far it is from the nearest hex of the line.
    """

    side: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side that gets the points; exactly one.", "soviet"),
        Reference("side"),
    ]
    points: Annotated[int, Doc("Points for each hex.", "10"), Range(1, 999)]
    past: Annotated[str, Doc("The map feature whose hexes form the line.", "front"), Reference("feature")]
    edge: Annotated[
        str, Doc("The map edge beyond the line, toward which the advance counts.", "west"), Reference("edge")
    ]
    group: Annotated[str, Doc("A single group of that feature, by its id.", "december")] = ""
    beyond: Annotated[int, Doc("Number of hexes that don't count.", "10"), Range(0, 199)] = 0
    rule: Annotated[str, Doc("The number of the rule or case.", '"5"')] = ""


class Ground(Protocol):
    """A victory table, as far as it is about ground."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Return the fronts whose gaps give points."""


class InOrder(Protocol):
    """A phase, as far as its place in the sequence is concerned."""

    @property
    def id(self) -> PhaseId:
        """Return its id."""

    @property
    def side(self) -> SideId:
        """Return whose phase it is."""


def judged_after(gap: Gap, sequence: Sequence[InOrder]) -> Collection[PhaseId]:
    """Return the phases at whose end a front is judged."""
    if gap.phases:
        return gap.phases
    following = (*sequence[1:], None)
    return [
        phase.id
        for phase, after in zip(sequence, following, strict=True)
        if phase.side in gap.side and (after is None or after.side not in gap.side)
    ]


def paid_for_gaps(victories: Iterable[Ground], sides: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return the sides that can get points for gaps in a front of another."""
    fronts = {side for rules in victories for gap in rules.gaps for side in gap.side}
    return tuple(side for side in sides if fronts - {side})
