"""Records of ZOC limits in `rules.yaml`: hexes into which ZOCs don't extend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class ZocLimit(Criteria):
    """Hexes into which ZOCs don't extend: fortresses, woods, towns. The criteria ask about the controlled hex
    and the side of the controlling units; without `side`, no unit's ZOC extends there. A unit in such a
    hex has a normal ZOC around it. The limit affects movement, retreats, advances, supply, networks and
    fronts.
    """

    unused: ClassVar[tuple[str, ...]] = (
        *("across", "across_front", "into", "along", "weather", "turns", "phases", "classes", "units"),
        *("supply", "enemy_zoc", "condition", "near", "situation", "against", "against_classes", "option"),
    )

    rule: Annotated[str, Doc("The number of the rule or case; if omitted, that of `zoc`.", '"3.1"')] = ""
