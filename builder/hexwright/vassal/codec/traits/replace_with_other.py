"""The trait Replace With Other."""

from __future__ import annotations

from typing import ClassVar

from hexwright.vassal.codec.trait_fields import record
from hexwright.vassal.codec.traits.place_marker import PlaceMarker


@record
class ReplaceWithOther(PlaceMarker):
    """Replace With Other (VASSAL.counters.Replace)."""

    ID: ClassVar[str] = "replace;"
    TITLE: ClassVar[str] = "Replace With Other"
    JAVA: ClassVar[str] = "VASSAL.counters.Replace"
