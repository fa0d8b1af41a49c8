"""Map settings that send a key to units at the end of a move."""

from __future__ import annotations

from hexwright.vassal.codec.buildfile.components import Map
from hexwright.vassal.enforcement import names


def watched(window: Map) -> Map:
    """Return the map window, set to send its key to every unit that ends a move there."""
    window.move_key = names.MOVE_ENDED
    return window
