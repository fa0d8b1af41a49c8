"""Draw the emblems that distinguish sides without colour."""

from __future__ import annotations

from typing import Literal

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path

Emblem = Literal["cross", "star", "disc", "diamond"]


def emblem_path(emblem: Emblem, centre: Point, radius: float) -> Path:
    """Return an emblem as a shape to fill. No point is farther than `radius` from its centre."""
    match emblem:
        case "star":
            # A five-pointed star extends further up than down, so its bounding box is centred instead.
            return Path.star(Point(centre.x, centre.y + radius * 0.095), radius)
        case "disc":
            return Path.ellipse(centre, radius * 0.86)
        case "diamond":
            reach = [(0.0, -radius), (radius * 0.8, 0.0), (0.0, radius), (-radius * 0.8, 0.0)]
            return Path.line([Point(centre.x + x, centre.y + y) for x, y in reach], closed=True)
        case "cross":
            # The arms widen outward, like those of the map's set-up crosses.
            arm, tip, root = radius * 0.95, radius * 0.45, radius * 0.21
            corners = []
            for x, y in ((-tip, -arm), (tip, -arm), (root, -root)):
                corners.append([(x, y), (-y, x), (-x, -y), (y, -x)])
            turned = [corner[turn] for turn in range(4) for corner in corners]
            return Path.line([Point(centre.x + x, centre.y + y) for x, y in turned], closed=True)
