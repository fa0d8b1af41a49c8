"""The Replace With Other trait."""

from __future__ import annotations

from hexwright.vassal.codec.trait_fields import trait
from hexwright.vassal.codec.traits.place_marker import PlaceMarker


@trait("replace;", "Replace With Other", "VASSAL.counters.Replace")
class ReplaceWithOther(PlaceMarker):
    """The Replace With Other trait. It has the fields of Place Marker."""
