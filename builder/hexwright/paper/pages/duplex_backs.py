"""Align backs with their fronts when paper is flipped or folded, or when two sheets are glued.

A sheet flipped about its vertical centre line, like a page of a book, brings the point (x, y) of the front
over (width - x, y) of the back. Flipped about its horizontal centre line, the same back is upside down. Then
the counters' backs are rotated too, so that they are upright when a counter is flipped sideways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexwright.paper.pages.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.pdf_flattening import PLAIN, Placement

Duplex = Literal["long", "short", "fold", "none"]
"""How backs are printed: flipped on the long or short edge, folded over, or on a separate sheet."""


@dataclass(frozen=True, slots=True)
class BackPlacement:
    """A mapping from points on the page of fronts to points on the page of backs."""

    axis: float
    """The x coordinate in mm of the vertical line at which fronts are mirrored."""
    head_down: Paper | None = None
    """The paper if the backs are upside down on it, otherwise None."""

    def box(self, front: Box) -> Box:
        """Return the box for the back of an item, given the box of its front."""
        mirrored = Box(2 * self.axis - front.right, front.y, front.width, front.height)
        if self.head_down is None:
            return mirrored
        width, height = self.head_down.width, self.head_down.height
        return Box(width - mirrored.right, height - mirrored.bottom, mirrored.width, mirrored.height)

    @property
    def turn(self) -> Placement:
        """Return the rotation for backs that were laid out by mirroring only."""
        if self.head_down is None:
            return PLAIN
        return Placement(self.head_down.width, self.head_down.height, 180.0)

    def mirrored(self, front: Box) -> Box:
        """Return the box of the back before the rotation by `turn`."""
        return Box(2 * self.axis - front.right, front.y, front.width, front.height)

    def correction(self, x: float, y: float) -> tuple[float, float]:
        """Return the shift of the page of backs, in mm, that compensates for the printer.

        `x` and `y` are the measured offsets of the backs, to the right and down, as seen from the front
        through the paper.
        """
        return (x, -y) if self.head_down is None else (-x, y)


def back_placement(paper: Paper, duplex: Duplex) -> BackPlacement:
    """Return the mapping to backs on a separate page."""
    about_upright = (duplex != "short") == paper.upright or duplex == "none"
    return BackPlacement(paper.width / 2, None if about_upright else paper)
