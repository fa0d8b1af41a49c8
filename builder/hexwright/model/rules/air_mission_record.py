"""Records of air units in `rules.yaml` that are kept in a box and fly missions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import Doc, Pattern, Range, Reference

AirOutcome = Literal["none", "aborted", "out", "interceptor-out"]


@dataclass(frozen=True, slots=True)
class AirRules:
    """Missions of a side's air units other than air support. The units are in a box, not on the map."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    classes: Annotated[tuple[str, ...], Doc("Classes of air units.", "[air]"), Reference("class")]
    interception: Annotated[
        Mapping[Annotated[str, Pattern(r"[1-9]\d{0,2}", "a face of the die, such as '3'")], AirOutcome],
        Doc(
            "Result of intercepting a mission of this side, by die roll: no effect, mission prevented, "
            "flying unit out for some turns, or interceptor out.",
            '{"1": none, "2": aborted}',
        ),
    ]
    turns_out: Annotated[
        int,
        Doc("Number of turns before a unit that is out may return; 1 is the next turn.", "2"),
        Range(1, 99),
    ] = 1
    returns: Annotated[
        Literal["turn", "replacement"],
        Doc("Whether the unit returns at the start of a turn or in a replacement phase of its side.", "turn"),
    ] = "turn"
    several_interceptors: Annotated[
        bool,
        Doc(
            "Whether several units may intercept the same mission, one after another. If units of "
            "several sides intercept, they do so in player order, beginning with the side after the "
            "flying side.",
            "true",
        ),
    ] = False
    may_strike: Annotated[
        bool, Doc("Whether the units may fly air strikes, in phases of kind `air-strike`.")
    ] = True
    supply_range: Annotated[
        int | None,
        Doc(
            "Maximum distance, in hexes from a hex in supply, to which a unit may fly supplies instead "
            "of other missions this turn. If omitted, units can't fly supplies.",
            "2",
        ),
        Range(0, 99),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.6"')] = ""
