"""Describe air units in `rules.yaml` that stand in a box and fly missions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import Doc, Pattern, Range, Reference

AirOutcome = Literal["none", "prevented", "out", "interceptor-out"]


@dataclass(frozen=True, slots=True)
class AirRules:
    """What a side's air units do beside supporting attacks. They stand in a box, not on the map."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    classes: Annotated[tuple[str, ...], Doc("Classes of air units.", "[air]"), Reference("class")]
    intercepted: Annotated[
        Mapping[Annotated[str, Pattern(r"[1-9]\d{0,2}", "a face of the die, such as '3'")], AirOutcome],
        Doc(
            "What comes of the interception of a mission of this side, by the face of the die: nothing, the "
            "mission is prevented, its unit is out for a time, or the interceptor is.",
            '{"1": none, "2": prevented}',
        ),
    ]
    out: Annotated[
        int,
        Doc("Turns until a unit of the side that was put out may return; 1 is the next turn.", "2"),
        Range(1, 99),
    ] = 1
    returns: Annotated[
        Literal["turn", "replacement"],
        Doc("Whether it returns as a turn begins, or in a replacement phase of its side.", "turn"),
    ] = "turn"
    together: Annotated[
        bool,
        Doc(
            "Whether several units may intercept the same mission, one after another; those of several sides "
            "in the order in which these play after the side that flies.",
            "true",
        ),
    ] = False
    strikes: Annotated[bool, Doc("Whether they strike on their own, in phases of kind `air-strike`.")] = True
    supply_range: Annotated[
        int | None,
        Doc(
            "How far from a hex in supply they may bring supplies, instead of other missions of the turn; "
            "without it, they bring none.",
            "2",
        ),
        Range(0, 99),
    ] = None
    rule: Annotated[str, Doc("The rule's number or case.", '"3.6"')] = ""
