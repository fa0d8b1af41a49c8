"""Describe who attacks from afar in battles by odds: artillery, ships."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc, Range
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranged(When):
    """Units that attack from so far away, and where: the hex asked about is the one attacked. Of several
    entries for a unit and a hex any one is enough.
    """

    hexes: Annotated[int, Doc("Maximum distance in hexes; 1 is adjacent.", "2"), Range(2, 99)] = 2


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Which units may attack hexes beside which they don't stand, by themselves or together with others.
    They may attack whatever they touch besides. From afar no hexside is crossed and no line followed, so
    what asks for one (`across`, `into`, `along`) doesn't count for them; nor do they advance.
    """

    units: Annotated[
        tuple[Ranged, ...],
        Doc("The units, their range, and when they may bombard.", "[{classes: artillery, hexes: 2}]"),
    ]
    spared: Annotated[
        bool,
        Doc(
            "Whether attackers not adjacent to an attacked hex are unaffected by results: they lose no "
            "steps, match no losses, don't retreat and aren't eliminated.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"7.2"')] = ""
