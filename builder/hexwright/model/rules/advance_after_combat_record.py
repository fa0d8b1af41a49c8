"""Describe who advances after battles by odds, and how far: tanks that break through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Advancing(When):
    """Attackers that may advance, and how far: first into a hex that was attacked, then from hex to hex, each
    free of enemies and with room. The hex asked about is the one that is entered. Of several entries any one
    is enough.
    """

    hexes: Annotated[int, Doc("How many hexes they advance at most.", "2"), Range(1, 99)] = 1
    most: Annotated[
        int | None,
        Doc(
            "How many of the units that it names may advance after a battle; without it, as many as "
            "`advance` lets.",
            "1",
        ),
        Range(1, 99),
    ] = None
    results: Annotated[
        tuple[str, ...], Doc("Results after which they do; empty for any.", "[DR]"), Reference("result")
    ] = ()
    ezoc: Annotated[
        Literal["stops", "ignored"],
        Doc("Whether they go on out of an EZOC: `stops` keeps them where it begins.", "stops"),
    ] = "ignored"
    rule: Annotated[str, Doc("The rule's number or case.", '"7.3"')] = ""
