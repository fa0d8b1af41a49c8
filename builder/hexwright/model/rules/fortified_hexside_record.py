"""Records of fortified hexsides in `rules.yaml`: fortified lines, ramparts and hedges with a front."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference


@dataclass(frozen=True, slots=True)
class FortifiedHexsides:
    """Hexsides with a front that are intact at the start and can be destroyed.

    The first hex as written is behind the hexside, the second in front. A unit of `destroyed_by` that moves
    through the front of an intact hexside destroys it, and pays the costs with `across_front` for the step;
    retreats and advances don't destroy it. The step is a separate leg of the move, so that it is clear which
    hexside is destroyed: the unit moves to the hex in front, then through the hexside. A move of several
    hexes never crosses an intact front. Criteria with `across_front` hold only while the hexside is intact.
    """

    hexsides: Annotated[str, Doc("The hexside feature.", "rampart"), Reference("hexside")]
    destroyed_by: Annotated[
        tuple[SideId, ...],
        ONE_OR_MORE,
        Doc("The side whose units destroy the hexsides.", "red"),
        Reference("side"),
    ]
    destroyed_by_attack: Annotated[
        bool,
        Doc(
            "Whether attacks by odds through the front also destroy hexsides. After the result is "
            "applied, each hexside between an attacked hex that is now empty and a surviving attacker "
            "that didn't retreat is destroyed.",
            "true",
        ),
    ] = False
    line_destroyed_at: Annotated[
        int | None,
        Doc("Number of hexsides of a line that must be destroyed for the whole line to be destroyed.", "5"),
        Range(1, 999),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"7"')] = ""
