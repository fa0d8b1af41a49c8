"""Describe in `rules.yaml` who retreats along lines of the map alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hexwright.model.key_annotations import Doc, Reference
from hexwright.model.rules.criteria_record import When

UNASKED: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "facing", "into", "along", "toward"),
    *("away_from", "supply", "zone", "condition", "near", "against", "against_classes"),
    "unless",
)
"""What nobody asks of who retreats along lines: it is asked who it is, and when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatTrack(When):
    """Units that retreat and advance along the lines of a network alone, into hexes that serve their side.
    The first entry that counts for a unit at the time holds.
    """

    network: Annotated[str, Doc("The network.", "rail"), Reference("network")]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
