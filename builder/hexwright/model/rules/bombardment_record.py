"""Records of bombardment in combat by odds: attacks by artillery or ships from a distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from hexwright.model.key_annotations import Doc, Range
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class BombardmentRange(Criteria):
    """Units that may attack from a distance, and their range. The criteria ask about the attacked hex. If
    several entries apply, any of them permits the attack.
    """

    unused: ClassVar[tuple[str, ...]] = (
        "across",
        "across_front",
        "into",
        "along",
        "condition",
        "against",
        "against_classes",
    )

    range: Annotated[int, Doc("Maximum distance in hexes; 1 is adjacent.", "2"), Range(2, 99)] = 2


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Units that may attack hexes to which they aren't adjacent, alone or together with others. They may
    still attack adjacent hexes. An attack from a distance crosses no hexside and follows no line, so
    `across`, `into` and `along` never hold for it; bombarding units don't advance.
    """

    ranges: Annotated[
        tuple[BombardmentRange, ...],
        Doc("The units, their range, and when they may bombard.", "[{classes: artillery, range: 2}]"),
    ]
    unaffected: Annotated[
        bool,
        Doc(
            "Whether attackers not adjacent to an attacked hex are unaffected by results: they lose no "
            "steps, match no losses, don't retreat and aren't eliminated.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"7.2"')] = ""
