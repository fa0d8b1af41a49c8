"""All margins of printed pages, in mm: paper, print shop, headers, map tiles and booklet."""

from __future__ import annotations

from typing import Final

# The paper.
MARGIN: Final = 10.0
"""Margin without art on each side; it contains marks and notes."""
UNPRINTABLE: Final = 4.5
"""The unprintable margin of most printers; it stays empty."""

# A print shop's pages.
SHOP_BLEED: Final = 3.0
"""The bleed that print shops ask for."""
HOME_BLEED: Final = 2.0
"""How far the map's paper continues beyond a cut by hand."""
SLUG_MM: Final = 12.0
"""The margin around the trimmed sheet, for marks and the sheet's name."""

# Pages with a header and a footer.
SIDE: Final = 12.0
"""Margin to the left and right of the content."""
HEAD: Final = 19.0
"""Distance of the content from the top of the page."""
FOOT: Final = 12.0
"""Height of the footer."""

# Map tiles.
OVERLAP: Final = 7.0
"""The distance by which a tile extends beyond its right and lower cut lines, for glue."""

# The booklet.
BOOKLET_MARGIN: Final = 14.0
"""Margin to the left and right of the text."""
BOOKLET_TOP: Final = 15.0
"""Margin above the text."""
BOOKLET_BOTTOM: Final = 17.0
"""Margin below the text; it contains the page number."""
