"""The colours of sides in VASSAL's window: in the chat and on the track of phases."""

from __future__ import annotations

from typing import Final

from hexwright.model.game import Side
from hexwright.support.colour_contrast import MIN_TEXT_CONTRAST, contrast_ratio

INK: Final = "#26323d"
"""The colour of lines and letters that belong to no side."""
WHITE: Final = "#ffffff"


def side_ink(side: Side) -> str:
    """Return the darkest use of a side's colour: readable on white, and under white letters.

    It is the side's accent or, if that is too pale, its ink, or else a common dark colour.
    """
    found = (side.classic.accent, side.classic.ink, INK)
    return next(colour for colour in found if contrast_ratio(colour, WHITE) >= MIN_TEXT_CONTRAST)
