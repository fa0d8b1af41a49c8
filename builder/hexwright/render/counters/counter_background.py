"""Draw a counter's background and border, and convert the design units of counters to mm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import CounterShape
from hexwright.render.canvas import Box, Canvas, Colour, Path, Segment, Style

DESIGN = 15.0
"""The edge of a counter in design units.

One unit is a whole number of pixels on counters of 75 and 150 pixels.
"""
EDGE = 0.3
RADIUS = 1.2
SAFE_INSET = 1.0
"""The width of the margin in which nothing important may be printed, because cuts are inexact."""


@dataclass(frozen=True)
class CounterCard:
    """A blank counter in a box on the canvas. Its methods take design units: mm on the layout's grid.

    A counter whose proportions aren't those of the box stands in the middle of the box.
    """

    box: Box
    grid: tuple[float, float] = (DESIGN, DESIGN)
    """Width and height in design units."""
    radius: float = RADIUS
    """Radius of the corners in design units."""
    shape: CounterShape = "rectangle"

    @cached_property
    def unit(self) -> float:
        """Return the length of one design unit in mm."""
        return min(self.box.width / self.grid[0], self.box.height / self.grid[1])

    @cached_property
    def frame(self) -> Box:
        """Return the box of the counter itself in mm."""
        wide, high = self.grid[0] * self.unit, self.grid[1] * self.unit
        if abs(wide - self.box.width) < 1e-9 and abs(high - self.box.height) < 1e-9:
            return self.box
        c = self.box.centre
        return Box(c.x - wide / 2, c.y - high / 2, wide, high)

    def part(self, x: float, y: float, width: float, height: float) -> Box:
        """Convert a part of the card from design units to a box in mm."""
        u = self.unit
        return Box(self.frame.x + x * u, self.frame.y + y * u, width * u, height * u)

    def point(self, x: float, y: float) -> Point:
        """Convert a point of the card from design units to mm."""
        return Point(self.frame.x + x * self.unit, self.frame.y + y * self.unit)

    def outline(self, inset: float = 0.0) -> Path:
        """Return the counter's outline, moved inward by `inset` mm; a negative `inset` moves it outward."""
        box = self.frame.inset(inset)
        if self.shape == "round":
            return Path.ellipse(box.centre, box.width / 2, box.height / 2)
        if self.shape == "hexagon":
            return hexagon_path(box)
        return Path.rectangle(box, self.radius * self.unit - inset if inset >= 0 else 0.0)

    def ground(self, canvas: Canvas, fill: Colour, bleed: float = 0.0) -> None:
        """Paint the background.

        With a `bleed` in mm, the background is larger and extends beyond the cut line.
        """
        canvas.path(self.outline(-bleed if bleed > 0 else 0.0), Style(fill=fill))

    def picture(self, canvas: Canvas, data: bytes, bleed: float = 0.0) -> None:
        """Draw a picture over the whole card.

        With a `bleed` in mm, the picture extends beyond the cut line.
        """
        if bleed > 0:
            canvas.image(self.frame.inset(-bleed), data, cover=True)
        plain = bleed > 0 and self.shape not in ("round", "hexagon")
        with canvas.group("picture", clip=Path.rectangle(self.frame) if plain else self.outline()):
            canvas.image(self.frame, data, cover=True)

    def edge(self, canvas: Canvas, stroke: Colour, bleed: float = 0.0, width: float = EDGE) -> None:
        """Draw the thin border; a card with bleed has none, because cuts are inexact."""
        if bleed <= 0:
            line = width * self.unit
            canvas.path(self.outline(line / 2), Style(stroke=stroke, width=line))

    def band(self, top: float, bottom: float, bleed: float = 0.0) -> Path:
        """Return a horizontal band across the card; its ends are rounded where they touch the card's
        corners.
        """
        outer = self.part(0, top, self.grid[0], bottom - top)
        left, right, upper, lower = outer.x, outer.right, outer.y, outer.bottom
        if bleed > 0:
            left, right = left - bleed, right + bleed
            upper = upper - bleed if top <= 0 else upper
            lower = lower + bleed if bottom >= self.grid[1] else lower
            return Path.rectangle(Box(left, upper, right - left, lower - upper))
        r = self.radius * self.unit
        k = r * (1 - 0.5522847498)
        pieces: list[Segment] = []
        if top <= 0:
            pieces += [
                Segment("M", (Point(left, upper + r),)),
                Segment("C", (Point(left, upper + k), Point(left + k, upper), Point(left + r, upper))),
                Segment("L", (Point(right - r, upper),)),
                Segment("C", (Point(right - k, upper), Point(right, upper + k), Point(right, upper + r))),
            ]
        else:
            pieces += [Segment("M", (Point(left, upper),)), Segment("L", (Point(right, upper),))]
        if bottom >= self.grid[1]:
            pieces += [
                Segment("L", (Point(right, lower - r),)),
                Segment("C", (Point(right, lower - k), Point(right - k, lower), Point(right - r, lower))),
                Segment("L", (Point(left + r, lower),)),
                Segment("C", (Point(left + k, lower), Point(left, lower - k), Point(left, lower - r))),
            ]
        else:
            pieces += [Segment("L", (Point(right, lower),)), Segment("L", (Point(left, lower),))]
        return Path((*pieces, Segment("Z")))


def hexagon_path(box: Box) -> Path:
    """Return the hexagon with corners to the left and right that fills a box."""
    x, y, quarter = box.x, box.centre.y, box.width / 4
    top, low = box.y, box.bottom
    corners = [
        Point(x, y),
        Point(x + quarter, top),
        Point(box.right - quarter, top),
        Point(box.right, y),
        Point(box.right - quarter, low),
        Point(x + quarter, low),
    ]
    return Path.line(corners, closed=True)
