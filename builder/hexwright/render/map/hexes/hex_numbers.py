"""Place the hex numbers: small, pale, and in one place of their hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Halo
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, face_metrics
from hexwright.render.map.hex_regions import lies_in_hex
from hexwright.render.map.lines.fortified_hexes import FORT_TINT
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_ground import BitRaster, Item, LabelGround
from hexwright.render.recording_canvas import text_box
from hexwright.render.theme import SMALLEST_TEXT, Theme
from hexwright.support.colour_contrast import contrast_ratio

_FACE = FontFace.SANS_SEMIBOLD
_SIZE: Final = 1.76
"""The text size of hex numbers in mm: 5 points."""
_LARGE_HEX: Final = 26.0
"""The width in mm of the largest hexes with numbers of that size. In larger ones, numbers grow with them."""
_HALO, _LEAST_HALO = 0.4, 0.38
"""The width of the halo of a number: in mm on a 24 mm hex, and at least in mm."""
_PALER: Final = 0.4
"""How far the halo of a number lies from the colour of woods and cities to that of paper, from 0 to 1."""
_WIDEST = 0.62
"""The maximum width of a number as a share of its hex; a map with wider numbers may omit them."""
_CLEAR = 0.3
"""The least distance of a number from its hexsides in mm."""
_BELOW: Final = 2.4
"""The distance of a number from the upper side of its hex, in mm on a 24 mm hex, if a counter leaves room."""
_BELOW_CORNER: Final = 1.5
"""How much farther than it must a number stands below the upper corner of its hex, in mm on a 24 mm hex."""
_ABOVE: Final = 0.6
"""The distance of a number from the place of a counter in mm, if there is room."""
_INDENT: Final = 0.06
"""How far left of the middle of its hex a number ends, as a share of the hex's radius."""
_SLIDE: Final = 0.02
"""The step by which a number slides aside or down, as a share of the hex's width."""
_STEPS: Final = 4
"""How many steps above or below its usual place a number slides before it tries the corners of its hex."""
_APART: Final = 0.45
"""The distance of a number from lines in mm."""
_TIGHT: Final = 0.25
"""The distance from railways and roads at which a number still keeps its usual place, in mm."""
_BETWEEN: Final = 0.8
"""The least distance between two numbers in mm."""
_FILLED: Final = 0.75
"""A counter that is wider than this share of its hex hides a part of the number's strip in any case."""
_OFF: Final = 0.7
"""The distance of a number from a name above or below it in mm: closer, the two would be read as one."""
_AWAY: Final = 0.15
"""The distance of a number from symbols and signs in mm."""
_STRUCK: Final[Mapping[Item, float]] = MappingProxyType(
    {"track": 5.0, "fort": 5.0, "shore": 2.0, "water": 2.0, "front": 4.0}
)
"""How bad it is that a kind of line covers a number, for each square mm, where no place is free."""
_UNBROKEN: Final[Mapping[Item, float]] = MappingProxyType({"track": 5.0, "front": 4.0})
"""The kinds of line for which a number leaves its usual place; others are broken at it."""
_TINTS: Final = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""The strengths of a number's colour on the colour of its ground, from 0 to 1, palest first."""
_DARKER: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How far a number's colour lies from its usual one to that of ink, where no tint has the contrast."""
_CONTRAST, _CONTRAST_OF_SMALL, _CONTRAST_AMONG_MARKS = 4.5, 6.0, 7.0
"""The least contrast of a number with its ground: on hexes with room for all marks, and on those with least,
in clear land and elsewhere. The palest tint that has it is used.
"""


def number_size(view: MapView) -> float:
    """Return the text size of hex numbers in mm: the smallest of other text if the map is printed smaller."""
    # A reduced map is read from as near as the text around it.
    size = _SIZE * max(1.0, view.layout.hex_width / _LARGE_HEX)
    return size if view.min_lettering <= SMALLEST_TEXT else max(size, view.min_lettering)


def number_box(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box that a hex's number covers; `at` is the middle of its baseline."""
    return text_box(at, hex_id, _FACE, number_size(view), "middle", 0.0, 0.0)


def widest_number(view: MapView) -> float:
    """Return the width of the map's widest hex number in mm; 0 on a map without hexes."""
    return max((number_box(view, hex_id, Point(0, 0)).width for hex_id in view.grid), default=0.0)


def _cap(view: MapView) -> float:
    return face_metrics(_FACE).cap_height * number_size(view)


def number_indent(view: MapView) -> float:
    """Return how far left of the middle of its hex a number ends, in mm; 0 where it stands in the middle."""
    return _INDENT * view.layout.radius if view.layout.flat else 0.0


def usual_places(view: MapView) -> Mapping[HexId, Point]:
    """Return the usual place of each hex's number: at the top, in the strip that a counter leaves free.

    Below an upper hexside it stands to the left, so that railways and start lines pass it straight on its
    right. If the map's scale is so small that numbers would fill their hexes, the result is empty.
    """
    widest = widest_number(view)
    if view.min_lettering > SMALLEST_TEXT and widest > _WIDEST * view.layout.hex_width:
        return {}
    cap, layout = _cap(view), view.layout
    if layout.flat:
        away = Point(-number_indent(view) - widest / 2, -layout.hex_width / 2 + _below_side(view) + cap)
    else:
        # Below the upper corner, where the hex is wide enough for the digits and clear of most rivers.
        corner = (widest / 2 + _CLEAR) / 3**0.5 + _CLEAR
        away = Point(0.0, -layout.radius + corner + _BELOW_CORNER * view.art_scale_of_hex + cap)
    return {hex_id: _kept_in_field(view, layout.centre(hex_id), away, widest) for hex_id in view.grid}


def number_inks(view: MapView) -> Mapping[HexId, Box]:
    """Return the boxes of the digits of all numbers in their usual places."""
    widest, cap = widest_number(view), _cap(view)
    return {
        hex_id: Box(at.x - widest / 2, at.y - cap, widest, cap) for hex_id, at in usual_places(view).items()
    }


def _below_side(view: MapView) -> float:
    """Return the distance of numbers from the upper sides of their hexes: far enough to be clear of most
    rivers, unless a counter would hide them there alone.
    """
    far = _BELOW * view.art_scale_of_hex
    room = (view.layout.hex_width - view.counter_mm) / 2 - _cap(view)
    return far if room < _CLEAR else min(far, max(room - _ABOVE, min(room, _CLEAR + 0.2)))


def _kept_in_field(view: MapView, centre: Point, away: Point, widest: float) -> Point:
    """Return the place of a number; in a hex that the map's edge cuts it stays on the map."""
    field, cap = view.field, _cap(view)
    x, y = centre.x + away.x, centre.y + away.y
    if y - cap < field.y:
        y = centre.y - away.y + cap
    aside = widest / 2 + _CLEAR
    return Point(min(max(x, field.x + aside), field.right - aside), min(y, field.bottom - _CLEAR))


def place_numbers(
    view: MapView, usual: Mapping[HexId, Point], names: Sequence[Box], ground: LabelGround
) -> Mapping[HexId, Point]:
    """Return the place of each hex's number: the usual one, unless a name, sign, track or front is there.

    `names` are the boxes of the letters of all names. Rivers, shores and forts move no number, since they
    are broken at it. A number that gives way slides aside as little as it must; otherwise it goes
    to a side corner of its hex, then to the first other place that is free. In a hex without a free place,
    it stands where lines cover least of it.
    """
    lettered = BitRaster(ground.bounds.inset(-4.0))
    for box in names:
        lettered.fill_box(Box(box.x - 0.3, box.y - _OFF, box.width + 0.6, box.height + 2 * _OFF))
    others: dict[tuple[float, float, float], tuple[Point, ...]] = {}
    inks = {hex_id: number_ink(view, hex_id, Point(0, 0)) for hex_id in usual}
    found = {
        hex_id: at
        for hex_id, at in usual.items()
        if _cost(inks[hex_id].moved(at), lettered, ground, _UNBROKEN, _TIGHT) == 0.0
    }
    # Those that give way keep a distance from all others.
    for hex_id, at in found.items():
        lettered.fill_box(inks[hex_id].moved(at).inset(-_BETWEEN))
    for hex_id in (hex_id for hex_id in usual if hex_id not in found):
        ink, centre = inks[hex_id], view.layout.centre(hex_id)
        away = usual[hex_id] - centre
        shape = round(ink.width, 2), round(away.x, 2), round(away.y, 2)
        if shape not in others:
            others[shape] = tuple(_other_places(view, ink, away))
        # The map's edge may cut hexes.
        spots = (at for move in others[shape] if view.field.holds(ink.moved(at := centre + move)))
        found[hex_id] = at = _best_place(ink, spots, lettered, ground, usual[hex_id])
        lettered.fill_box(ink.moved(at).inset(-_BETWEEN))
    return {hex_id: found[hex_id] for hex_id in usual}


def _cost(
    box: Box,
    lettered: BitRaster,
    ground: LabelGround,
    prices: Mapping[Item, float] = _STRUCK,
    apart: float = _APART,
) -> float:
    """Return how much lines cover of a number; infinity where a name, another number or a sign stands."""
    if lettered.meets(box) or any(ground.meets(item, box.inset(-_AWAY)) for item in ("symbol", "sign")):
        return math.inf
    around = box.inset(-apart)
    if not ground.is_struck(around):
        return 0.0
    return sum(price * ground.area(item, around) for item, price in prices.items())


def _best_place(
    ink: Box, spots: Iterable[Point], lettered: BitRaster, ground: LabelGround, usual: Point
) -> Point:
    """Return the first free place for digits that cover `ink`, or that where lines cover least of them."""
    best, least = usual, math.inf
    for at in spots:
        cost = _cost(ink.moved(at), lettered, ground)
        if cost < least:
            best, least = at, cost
        if least == 0.0:
            break
    return best


def number_ink(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box of a number's digits, which don't reach below their line; `at` is the middle of that."""
    box = number_box(view, hex_id, at)
    return Box(box.x, box.y, box.width, at.y - box.y)


def _other_places(view: MapView, ink: Box, usual: Point) -> Iterator[Point]:
    """Yield the places of a number that gives way, from its hex's centre: beside the usual one, the nearest
    first, then the side corners, then anywhere, upper ones first. Places under a counter come last.
    """
    layout, around, half = view.layout, ink.inset(-_CLEAR), view.counter_mm / 2
    counter = Box(-half, -half, 2 * half, 2 * half)
    hidden = counter.overlaps(ink.moved(usual)) or view.counter_mm > _FILLED * layout.hex_width
    step = _SLIDE * layout.hex_width
    most = math.ceil(layout.radius / step)
    ways = [Point(x * step, y * step) for y in range(-_STEPS, _STEPS + 1) for x in range(-most, most + 1)]
    ways.sort(key=lambda way: (abs(way.x) + 2 * abs(way.y), -way.y, way.x))
    for at in (usual + way for way in ways):
        if lies_in_hex(layout, around.moved(at)) and (hidden or not counter.overlaps(ink.moved(at))):
            yield at
    reach = layout.radius if layout.flat else layout.hex_width / 2
    lean = (ink.height / 2 + _CLEAR) / 3**0.5 if layout.flat else 0.0
    across = reach - ink.width / 2 - _CLEAR - lean
    for side in (-1, 1):
        yield Point(side * across, ink.height / 2)
    step = 0.04 * layout.hex_width
    offers = (Point(x * step, y * step) for y in range(-14, 15) for x in range(-14, 15))
    inside = (at for at in offers if lies_in_hex(layout, around.moved(at)))
    # At the foot a number would seem to belong to the hex below.
    foot = 0.25 * layout.hex_width
    yield from sorted(
        inside, key=lambda p: (p.y > foot, counter.overlaps(ink.moved(p)), p.y + 0.6 * abs(p.x), p.x)
    )


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
    wide = max(_LEAST_HALO, _HALO * view.art_scale_of_hex)
    with canvas.group("number-halos"):
        for hex_id, at in spots.items():
            if pictured or hex_id in marked:
                colour = halo_colour(view.theme, grounds.get(hex_id, view.theme.land))
                canvas.text(at, hex_id, _FACE, number_size(view), colour, halo=Halo(colour, wide))


def halo_colour(theme: Theme, ground: Colour) -> Colour:
    """Return the colour of the halo of a number: paler than woods and cities."""
    return ground if ground in (theme.land, theme.water) else mix_colours(ground, theme.halo, _PALER)


def draw_hex_numbers(canvas: Canvas, view: MapView, spots: Mapping[HexId, Point]) -> None:
    """Draw the hex numbers in the palest tint of their colour that is easily read."""
    grounds, theme = hex_grounds(view), view.theme
    tints = {
        ground: _tint(ground, theme, _least_contrast(view, ground))
        for ground in {theme.land_mottle, *grounds.values()}
    }
    # Water is darker where it is deep.
    tints[theme.water] = mix_colours(theme.hex_number, theme.ink, 0.4)
    with canvas.group("hex-numbers"):
        for hex_id, at in spots.items():
            colour = tints[grounds.get(hex_id, theme.land_mottle)]
            canvas.text(at, hex_id, _FACE, number_size(view), colour)


def _least_contrast(view: MapView, ground: Colour) -> float:
    """Return the least contrast of a number with its ground: more where there are trees or houses."""
    small = _CONTRAST_OF_SMALL if ground == view.theme.land_mottle else _CONTRAST_AMONG_MARKS
    return _CONTRAST + (small - _CONTRAST) * view.smallness


def _tint(ground: Colour, theme: Theme, least: float) -> Colour:
    """Return the palest tint of the numbers' colour with a contrast, or one between it and ink."""
    paler = [mix_colours(ground, theme.hex_number, strength) for strength in _TINTS]
    darker = [mix_colours(theme.hex_number, theme.ink, strength) for strength in _DARKER]
    return next((c for c in (*paler, *darker) if contrast_ratio(c, ground) >= least), theme.ink)
