"""The trait Replace With Other."""

from __future__ import annotations

from hexwright.vassal.codec.trait_fields import trait
from hexwright.vassal.codec.traits.place_marker import PlaceMarker


@trait("replace;", "Replace With Other", "VASSAL.counters.Replace")
class ReplaceWithOther(PlaceMarker):
    """The trait Replace With Other. It has the fields of Place Marker."""
