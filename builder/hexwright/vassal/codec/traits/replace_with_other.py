"""The trait Replace With Other."""

from __future__ import annotations

from hexwright.vassal.codec.trait_fields import trait
from hexwright.vassal.codec.traits.place_marker import PlaceMarker


@trait("replace;", "Replace With Other", "VASSAL.counters.Replace")
class ReplaceWithOther(PlaceMarker):
    """Its fields are the same as in Place Marker."""
