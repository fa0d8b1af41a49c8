"""Have maps tell their units when a move ends."""

from __future__ import annotations

from builder.vassal.buildfile.components import Map
from builder.vassal.compile.enforcement import names


def watched(window: Map) -> Map:
    """Return the map with the key that it sends to every unit ending a move on it."""
    window.move_key = names.MOVE_ENDED
    return window
