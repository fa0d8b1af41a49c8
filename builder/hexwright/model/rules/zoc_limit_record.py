"""Records of ZOC limits in `rules.yaml`: hexes into which ZOCs don't extend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class ZocLimit(Criteria):
    """Hexes into which ZOCs don't extend: fortresses, woods, towns. The criteria ask about the controlled hex
    and the side of the controlling units; without `side`, no unit's ZOC extends there. A unit in such a
    hex has a normal ZOC around it. The limit affects movement, retreats, advances, supply, networks and
    fronts.
    """

    rule: Annotated[str, Doc("The number of the rule or case; if omitted, that of `zoc`.", '"3.1"')] = ""
