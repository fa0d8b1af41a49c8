"""The layout of a unit's counter: the position of each part in design units.

A box is written as left edge, upper edge, width and height.
"""

from __future__ import annotations

from hexwright.render.counters.counter_background import DESIGN, SAFE_INSET

MARK_Y, MARK_HEIGHT = 3.95, 0.9
"""The upper edge and the height of the size mark, which is below the crest and above the symbol's frame."""
SYMBOL = (3.8, 4.85, 7.4, 4.95)
"""The frame of the branch symbol."""
PICTURE = (3.6, 4.65, 7.8, 5.35)
"""The designer's picture of the unit, which replaces the symbol."""
ASIDE = 2.4
"""Width of the areas to the left and right of the symbol."""
LINE = 0.4
"""Line width of the symbol and its frame."""

STRIPE_TOP = 10.25
"""Upper edge of the white stripe on units below full strength."""
FIGURES = (SAFE_INSET, 10.45, DESIGN - 2 * SAFE_INSET, 3.55)
"""The box that contains strength and movement allowance."""
FIGURE_SIZE = 5.3
"""The largest text size of strength and movement allowance; longer strings are smaller."""
