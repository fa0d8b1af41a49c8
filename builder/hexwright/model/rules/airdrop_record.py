"""Describe in `rules.yaml` units that are dropped: others are put down in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import UnitId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True)
class Parted:
    """A unit that waits, and those that are put down in its place."""

    unit: Annotated[
        UnitId,
        Doc("The whole unit, which must arrive by an entry with `comes: arrival`.", "my-para"),
        Reference("unit"),
    ]
    parts: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The units that may be dropped in its place; they can't arrive in any other way.",
            "[my-drop-1, my-drop-2]",
        ),
        Reference("unit"),
    ]


@dataclass(frozen=True, slots=True)
class Around:
    """Places of which one must lie near."""

    place: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("The places.", "capital"), Reference("place")]
    within: Annotated[int, Doc("Maximum distance in hexes; 0 is the same hex.", "12"), Range(0, 99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(When):
    """Units that come in parts, dropped in a replacement phase at no cost, instead of coming whole. With its
    first part the unit that waited is out of the game; the others may come as long as the turn lasts, and
    afterwards no more. Who was dropped doesn't move in that turn. The hex is the one where a part is put
    down, and zones, places and company are asked for there: enemies never stand in it, and whoever was
    dropped in the same turn is no company.
    """

    parted: Annotated[
        tuple[Parted, ...],
        Doc("The units, each with its parts.", "[{unit: my-para, parts: [my-drop-1, my-drop-2]}]"),
    ] = ()
    most: Annotated[
        int, Doc("Maximum number of these units that may be dropped on a turn.", "1"), Range(1, 99)
    ] = 1
    around: Annotated[
        Around | None,
        Doc("Places, one of which must be within this distance.", "{place: capital, within: 12}"),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.8"')] = ""
