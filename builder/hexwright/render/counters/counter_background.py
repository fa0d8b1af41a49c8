"""Draw a counter's background and border, and convert the design units of counters to mm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexwright.geometry.hex_layout import Point
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
    """A blank counter in a box on the canvas. Its methods take design units."""

    box: Box

    @cached_property
    def unit(self) -> float:
        """Return the length of one design unit in mm."""
        return min(self.box.width, self.box.height) / DESIGN

    def part(self, x: float, y: float, width: float, height: float) -> Box:
        """Convert a part of the card from design units to a box in mm."""
        u = self.unit
        return Box(self.box.x + x * u, self.box.y + y * u, width * u, height * u)

    def point(self, x: float, y: float) -> Point:
        """Convert a point of the card from design units to mm."""
        return Point(self.box.x + x * self.unit, self.box.y + y * self.unit)

    def ground(self, canvas: Canvas, fill: Colour, bleed: float = 0.0) -> None:
        """Paint the background.

        With a `bleed` in mm, the background is a square that extends beyond the cut line.
        """
        if bleed > 0:
            canvas.path(Path.rectangle(self.box.inset(-bleed)), Style(fill=fill))
        else:
            canvas.path(Path.rectangle(self.box, RADIUS * self.unit), Style(fill=fill))

    def picture(self, canvas: Canvas, data: bytes, bleed: float = 0.0) -> None:
        """Draw a picture over the whole card.

        With a `bleed` in mm, the picture extends beyond the cut line.
        """
        if bleed > 0:
            canvas.image(self.box.inset(-bleed), data, cover=True)
        with canvas.group("picture", clip=Path.rectangle(self.box, 0.0 if bleed > 0 else RADIUS * self.unit)):
            canvas.image(self.box, data, cover=True)

    def edge(self, canvas: Canvas, stroke: Colour, bleed: float = 0.0) -> None:
        """Draw the thin border; a card with bleed has none, because cuts are inexact."""
        if bleed <= 0:
            width = EDGE * self.unit
            path = Path.rectangle(self.box.inset(width / 2), (RADIUS - EDGE / 2) * self.unit)
            canvas.path(path, Style(stroke=stroke, width=width))

    def band(self, top: float, bottom: float, bleed: float = 0.0) -> Path:
        """Return a horizontal band across the card; its ends are rounded where they touch the card's
        corners.
        """
        outer = self.part(0, top, DESIGN, bottom - top)
        left, right, upper, lower = outer.x, outer.right, outer.y, outer.bottom
        if bleed > 0:
            left, right = left - bleed, right + bleed
            upper = upper - bleed if top <= 0 else upper
            lower = lower + bleed if bottom >= DESIGN else lower
            return Path.rectangle(Box(left, upper, right - left, lower - upper))
        r = RADIUS * self.unit
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
        if bottom >= DESIGN:
            pieces += [
                Segment("L", (Point(right, lower - r),)),
                Segment("C", (Point(right, lower - k), Point(right - k, lower), Point(right - r, lower))),
                Segment("L", (Point(left + r, lower),)),
                Segment("C", (Point(left + k, lower), Point(left, lower - k), Point(left, lower - r))),
            ]
        else:
            pieces += [Segment("L", (Point(right, lower),)), Segment("L", (Point(left, lower),))]
        return Path((*pieces, Segment("Z")))
