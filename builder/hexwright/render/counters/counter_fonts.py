"""The fonts of all text and figures on counters."""

from __future__ import annotations

from typing import Final

from hexwright.render.fonts import FontFace

FIGURE_FONT: Final = FontFace.SANS_BLACK
"""The font of a unit's figures at full strength: strength and movement allowance."""
REDUCED_FIGURE_FONT: Final = FontFace.SANS_SEMIBOLD
"""The font of a unit's figures below full strength."""
DESIGNATION_FONT: Final = FontFace.SANS_BOLD
"""The font of a unit's designation."""
SYMBOL_FONT: Final = FontFace.SANS_BLACK
"""The font of letters in a unit's branch symbol."""
NAME_FONT: Final = FontFace.SANS_SEMIBOLD
"""The font of a unit's name, which replaces the figures on a face without strength and movement allowance."""
BESIDE_SYMBOL_FONT: Final = FontFace.SANS_BOLD
"""The font of the turn of arrival and the ratings, on either side of a unit's symbol."""

MARKER_FONT: Final = FontFace.SANS_BOLD
"""The font of a marker's text."""
MARKER_NUMBER_FONT: Final = FontFace.SANS_BLACK
"""The font of the number on a points marker."""
