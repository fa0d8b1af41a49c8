"""Reserve a corner of each place for its owner's flag, away from the hex number and the name."""

from __future__ import annotations

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.hex_map import Place
from hexwright.render.canvas import Box
from hexwright.render.counters.control_flag import CLOTH, FLAG, FOOT, POLE
from hexwright.render.map.map_view import art_scale, symbol_radius


def flag_box(layout: Layout, place: Place) -> Box:
    """Return the square for a place's flag; the foot of its pole is at the upper right of the place's
    symbol.
    """
    unit = art_scale(layout)
    out = 0.66 * symbol_radius(place.kind) * unit
    foot = layout.centre(place.hex) + Point(out, -out)
    edge = FLAG * unit
    return Box(foot.x - POLE * edge, foot.y - FOOT * edge, edge, edge)


def flag_parts(layout: Layout, place: Place) -> tuple[Box, Box]:
    """Return the boxes of a flag's cloth and pole, which text must not overlap."""
    box = flag_box(layout, place)
    edge = box.width

    def part(x: float, y: float, width: float, height: float) -> Box:
        return Box(box.x + x * edge, box.y + y * edge, width * edge, height * edge)

    return (
        part(CLOTH.x, CLOTH.y, CLOTH.width, CLOTH.height),
        part(POLE - 0.05, 0.0, 0.1, FOOT),
    )
