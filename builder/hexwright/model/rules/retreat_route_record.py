"""Records of retreats along lines, in `rules.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from hexwright.model.key_annotations import Doc, Reference
from hexwright.model.rules.criteria_record import Criteria

UNUSED_CRITERIA: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "across_front", "into", "along", "toward"),
    *("away_from", "supply", "enemy_zoc", "condition", "near", "against", "against_classes"),
    "unless",
)
"""Criteria that retreats along lines can't have: only the unit and the time count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatTrack(Criteria):
    """Units that retreat and advance only along the lines of a network, into hexes that serve their side. The
    first entry that applies to a unit counts.
    """

    unused: ClassVar[tuple[str, ...]] = UNUSED_CRITERIA

    network: Annotated[str, Doc("The network.", "rail"), Reference("network")]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
