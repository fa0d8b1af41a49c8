"""Place the hex numbers: small, pale, and in one place of their hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Halo
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, face_metrics
from hexwright.render.map.fortified_hexes import FORT_TINT
from hexwright.render.map.hex_regions import within_hex
from hexwright.render.map.label_ground import BitRaster, LabelGround
from hexwright.render.map.map_view import MapView
from hexwright.render.recording_canvas import text_box
from hexwright.render.theme import SMALLEST_TEXT
from hexwright.support.colour_contrast import contrast_ratio

_FACE = FontFace.SANS_SEMIBOLD
_LARGEST: Final = 1.76
"""The text size of hex numbers in mm: 5 points."""
_SMALLEST: Final = 1.6
"""The text size of hex numbers on small hexes in mm: 4.5 points."""
_SHARE: Final = 0.105
"""The text size as a share of the hex's width, between these limits."""
_HALO = 0.4
_WIDEST = 0.62
"""The maximum width of a number as a share of its hex; a map with wider numbers may omit them."""
_CLEAR = 0.3
"""The least distance of a number from its hexsides in mm."""
_BELOW: Final = 2.4
"""The distance of a number from the upper side of its hex, in mm on a 24 mm hex, if a counter leaves room.

It is far enough to be clear of most rivers.
"""
_ABOVE: Final = 0.6
"""The least distance of a number that is so far down from the place of a counter, in mm."""
_TINTS: Final = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""The strengths of a number's colour on the colour of its ground, from 0 to 1, palest first."""
_CONTRAST: Final = 5.3
"""The least contrast of a number with its ground: the palest tint that has it is used."""


def number_size(view: MapView) -> float:
    """Return the text size of hex numbers in mm: the smallest of other text if the map is printed smaller."""
    size = min(_LARGEST, max(_SMALLEST, _SHARE * view.layout.hex_width))
    # A reduced map is read from as near as the text around it.
    return size if view.min_lettering <= SMALLEST_TEXT else max(size, view.min_lettering)


def number_box(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box that a hex's number covers; `at` is the middle of its baseline."""
    return text_box(at, hex_id, _FACE, number_size(view), "middle", 0.0, 0.0)


def _cap(view: MapView) -> float:
    return face_metrics(_FACE).cap_height * number_size(view)


def usual_places(view: MapView) -> Mapping[HexId, Point]:
    """Return the usual place of each hex's number: at the top, in the strip that a counter leaves free.

    If the map's scale is so small that numbers would fill their hexes, the result is empty.
    """
    widest = max((number_box(view, hex_id, Point(0, 0)).width for hex_id in view.grid), default=0.0)
    if view.min_lettering > SMALLEST_TEXT and widest > _WIDEST * view.layout.hex_width:
        return {}
    cap, layout = _cap(view), view.layout
    if layout.flat:
        room = (layout.hex_width - view.counter_mm) / 2 - cap - _ABOVE
        down = -layout.hex_width / 2 + max(_CLEAR, min(_BELOW * view.art_scale_of_hex, room)) + cap
    else:
        # Below the upper corner, where the hex is wide enough for the digits.
        down = -layout.radius + (widest / 2 + _CLEAR) / 3**0.5 + _CLEAR + cap
    return {hex_id: _kept_in_field(view, layout.centre(hex_id), down, widest) for hex_id in view.grid}


def _kept_in_field(view: MapView, centre: Point, down: float, widest: float) -> Point:
    """Return the place of a number; in a hex that the map's edge cuts it stays on the map."""
    field, cap = view.field, _cap(view)
    y = centre.y + down
    if y - cap < field.y:
        y = centre.y - down + cap
    aside = widest / 2 + _CLEAR
    return Point(min(max(centre.x, field.x + aside), field.right - aside), min(y, field.bottom - _CLEAR))


def place_numbers(
    view: MapView, usual: Mapping[HexId, Point], names: Sequence[Box], ground: LabelGround
) -> Mapping[HexId, Point]:
    """Return the place of each hex's number: its usual one, unless a name or a sign stands there.

    `names` are the boxes of the letters of all names. A number that gives way goes to a side
    corner of its hex, otherwise to the first other place that is free.
    """
    lettered = BitRaster(ground.bounds.inset(-4.0))
    for box in names:
        lettered.fill_box(box.inset(-0.3))

    def blocked(box: Box) -> bool:
        return lettered.meets(box) or any(ground.area(item, box) > 0.0 for item in ("symbol", "sign"))

    found = {}
    for hex_id, at in usual.items():
        spots = chain((at,), _other_places(view, hex_id))
        free = (spot for spot in spots if not blocked(_ink(view, hex_id, spot)))
        found[hex_id] = next(free, at)
    return found


def _ink(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box of a number's digits, which don't reach below their line."""
    box = number_box(view, hex_id, at)
    return Box(box.x, box.y, box.width, at.y - box.y)


def _other_places(view: MapView, hex_id: HexId) -> Iterator[Point]:
    """Yield the places of a number that gives way: side corners first, then anywhere in the hex."""
    layout, cap = view.layout, _cap(view)
    centre, wide = layout.centre(hex_id), number_box(view, hex_id, Point(0, 0)).width
    half = layout.radius if layout.flat else layout.hex_width / 2
    lean = (cap / 2 + _CLEAR) / 3**0.5 if layout.flat else 0.0
    across = half - wide / 2 - _CLEAR - lean
    for side in (-1, 1):
        yield centre + Point(side * across, cap / 2)
    step = 0.06 * layout.hex_width
    offers = [Point(x * step, y * step) for y in range(-9, 10) for x in range(-9, 10)]
    for move in sorted(offers, key=lambda p: (p.y + 0.6 * abs(p.x), p.x)):
        if within_hex(layout, hex_id, _ink(view, hex_id, centre + move).inset(-_CLEAR)):
            yield centre + move


def hex_grounds(view: MapView) -> dict[HexId, Colour]:
    """Return the colour of the ground in every hex that isn't clear terrain."""
    theme = view.theme
    found = {hex_id: theme.ground(kind.art) for kind in view.hexmap.terrain for hex_id in kind.hexes}
    for feature in view.hexmap.features:
        if feature.art == "fortification":
            for hex_id in (hex_id for group in view.groups(feature) for hex_id in group.hexes):
                found[hex_id] = mix_colours(found.get(hex_id, theme.land), theme.fort_ground, FORT_TINT)
    return found


def draw_number_halos(
    canvas: Canvas, view: MapView, spots: Mapping[HexId, Point], grounds: Mapping[HexId, Colour]
) -> None:
    """Draw the outlines of numbers in and beside terrain that isn't clear, and in towns, below all lines."""
    towns = {place.hex for place in view.hexmap.places if place.kind != "name"}
    marked = towns | grounds.keys()
    marked |= {n for hex_id in grounds if hex_id in view.grid for n in view.grid.neighbours(hex_id).values()}
    # Nobody knows how dark the designer's own ground is, or what farms lie below a number.
    pictured = view.hexmap.picture in view.art or view.theme.look.fields > 0
    wide = _HALO * view.art_scale_of_hex
    with canvas.group("number-halos"):
        for hex_id, at in spots.items():
            if pictured or hex_id in marked:
                colour = grounds.get(hex_id, view.theme.land)
                canvas.text(at, hex_id, _FACE, number_size(view), colour, halo=Halo(colour, wide))


def draw_hex_numbers(canvas: Canvas, view: MapView, spots: Mapping[HexId, Point]) -> None:
    """Draw the hex numbers in the palest tint of their colour that is easily read."""
    grounds, theme = hex_grounds(view), view.theme
    tints = {ground: _tint(ground, theme.hex_number) for ground in {theme.land_mottle, *grounds.values()}}
    with canvas.group("hex-numbers"):
        for hex_id, at in spots.items():
            colour = tints[grounds.get(hex_id, theme.land_mottle)]
            canvas.text(at, hex_id, _FACE, number_size(view), colour)


def _tint(ground: Colour, ink: Colour) -> Colour:
    mixed = (mix_colours(ground, ink, strength) for strength in _TINTS)
    return next((colour for colour in mixed if contrast_ratio(colour, ground) >= _CONTRAST), ink)
