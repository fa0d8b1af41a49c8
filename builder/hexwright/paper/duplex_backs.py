"""Put backs where they meet their fronts: by turning the paper, by folding it, or by gluing two sheets.

A sheet turned about its upright middle line, as a page of a book, brings the point (x, y) of the front over
(width - x, y) of the back. Turned about its level middle line, it is the same back stood on its head: so the
counters' backs are turned too, and read upright when a counter is flipped sideways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexwright.paper.paper_sizes import Paper
from hexwright.render.canvas import Box
from hexwright.render.pdf_flattening import PLAIN, Placement

Duplex = Literal["long", "short", "fold", "none"]
"""How backs are printed: turned on the long or short edge, folded over, or on a sheet of their own."""


@dataclass(frozen=True, slots=True)
class BackPlacement:
    """How the points of a front lie on the page that carries the backs."""

    axis: float
    """The upright line that the front is mirrored about, in mm from the left."""
    head_down: Paper | None = None
    """The paper, where its backs stand on their heads."""

    def box(self, front: Box) -> Box:
        """Return where the back of something lies."""
        mirrored = Box(2 * self.axis - front.right, front.y, front.width, front.height)
        if self.head_down is None:
            return mirrored
        width, height = self.head_down.width, self.head_down.height
        return Box(width - mirrored.right, height - mirrored.bottom, mirrored.width, mirrored.height)

    @property
    def turn(self) -> Placement:
        """Return the placement for backs that are laid out by mirroring alone."""
        if self.head_down is None:
            return PLAIN
        return Placement(self.head_down.width, self.head_down.height, 180.0)

    def mirrored(self, front: Box) -> Box:
        """Return where the back lies before `turn` is applied."""
        return Box(2 * self.axis - front.right, front.y, front.width, front.height)

    def correction(self, x: float, y: float) -> tuple[float, float]:
        """Return how far to move the page of backs.

        `x` and `y` say how far the backs lie off, to the right and down, as seen from the front through
        the paper.
        """
        return (x, -y) if self.head_down is None else (-x, y)


def back_placement(paper: Paper, duplex: Duplex) -> BackPlacement:
    """Return how backs lie on a page of their own."""
    about_upright = (duplex != "short") == paper.upright or duplex == "none"
    return BackPlacement(paper.width / 2, None if about_upright else paper)
