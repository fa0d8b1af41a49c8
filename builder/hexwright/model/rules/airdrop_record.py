"""Records of airdrops in `rules.yaml`: units that arrive in parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from hexwright.model.ids import UnitId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A unit and the parts that may be dropped in its place."""

    unit: Annotated[
        UnitId,
        Doc("The whole unit, which must arrive by an entry with `arrives: scheduled`.", "my-para"),
        Reference("unit"),
    ]
    parts: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The units that may be dropped in place of the whole unit; they can't arrive in any other way.",
            "[my-drop-1, my-drop-2]",
        ),
        Reference("unit"),
    ]


@dataclass(frozen=True, slots=True)
class NearPlace:
    """Places of which at least one must be within a distance."""

    place: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("The places.", "capital"), Reference("place")]
    within: Annotated[int, Doc("Maximum distance in hexes; 0 is the same hex.", "12"), Range(0, 99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Airdrop(Criteria):
    """Units that are dropped in parts, at no cost, in a replacement phase, instead of arriving whole. Once
    the first part is placed, the whole unit is removed from the game. The other parts may be dropped on
    the same turn only. Parts don't move on that turn. The criteria ask about the hex where a part is
    placed, and about ZOCs, places and friendly units there. The hex may not contain enemies, and units
    dropped on the same turn don't count as friendly units.
    """

    unused: ClassVar[tuple[str, ...]] = (
        *("across", "across_front", "into", "along", "side", "classes", "units"),
        *("supply", "condition", "against", "against_classes"),
    )

    breakdowns: Annotated[
        tuple[Breakdown, ...],
        Doc("The units, each with its parts.", "[{unit: my-para, parts: [my-drop-1, my-drop-2]}]"),
    ] = ()
    max: Annotated[
        int, Doc("Maximum number of these units that may be dropped on a turn.", "1"), Range(1, 99)
    ] = 1
    near_place: Annotated[
        NearPlace | None,
        Doc(
            "Places of which at least one must be near, and the maximum distance.",
            "{place: capital, within: 12}",
        ),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.8"')] = ""
