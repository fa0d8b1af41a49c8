"""Place the hex numbers, each in a free part of its hex that no line crosses."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour, Halo
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, face_metrics
from hexwright.render.map.fortified_hexes import FORT_TINT
from hexwright.render.map.hex_regions import share_in_hex, within_hex
from hexwright.render.map.map_view import COUNTER, MapView
from hexwright.render.recording_canvas import text_box
from hexwright.render.theme import SMALLEST_TEXT

_FACE = FontFace.SANS_SEMIBOLD
_SIZE = 2.95
_STEP = 0.8
"""The distance between the positions that are tried within a hex."""
_HALO = 0.5
_SWAY = 3.2
"""The maximum distance by which terrain is drawn beyond its hexsides."""
_WIDEST = 0.62
"""The maximum width of a number as a share of its hex; a map with wider numbers may omit them."""
_CLEAR = 0.35
"""The distance of a number from its hexsides."""


def number_size(view: MapView) -> float:
    """Return the text size of hex numbers in mm."""
    return view.lettering(_SIZE)


def number_box(view: MapView, hex_id: HexId, at: Point) -> Box:
    """Return the box that a hex's number covers; `at` is the middle of its baseline."""
    return text_box(at, hex_id, _FACE, number_size(view), "middle", 0.0, 0.0)


def _moves(view: MapView) -> Sequence[Point]:
    """Return the possible positions of a number relative to its hex's centre, best first.

    The first is at the top of the hex. Next are positions beside it, for hexes where a line enters at the
    top. Then come all other positions with enough room; positions that a counter would hide are last.
    """
    unit, layout = view.art_scale_of_hex, view.layout
    cap = face_metrics(_FACE).cap_height * number_size(view)
    if layout.flat:
        top = -layout.hex_width / 2 + 0.85 * unit + cap
        usual = [(0.0, 0.0), (-3.6, 0.0), (3.6, 0.0)]
    else:
        # Below the upper corner, where the hex is wide enough for four digits.
        top = -layout.radius + 2.6 * unit + cap
        usual = [(0.0, 0.0), (0.0, 1.2), (-3.6, 2.1), (3.6, 2.1)]
    found = [(0.1 * n, Point(dx * unit, top + dy * unit)) for n, (dx, dy) in enumerate(usual)]
    step, half = _STEP * unit, COUNTER / 2 * unit
    counter = Box(-half, -half, 2 * half, 2 * half)
    across, down = round(layout.radius / step), round(2 * layout.radius / step)
    for column in range(-across, across + 1):
        for row in range(-2, down + 1):
            spot = Point(column * step, top + row * step)
            box = text_box(spot, "0000", _FACE, number_size(view), "middle", 0.0, 0.0)
            away = (0.6 * abs(spot.x) + abs(spot.y - top)) / unit
            cost = 1.0 + away + 5 * box.shared(counter) / (box.width * box.height) + 9 * (spot.y > 0)
            found.append((cost, spot))
    return [spot for _, spot in sorted(found, key=lambda offer: (offer[0], offer[1].y, offer[1].x))]


def place_numbers(
    view: MapView, taken: Callable[[Box], bool], struck: Callable[[Box], bool]
) -> Mapping[HexId, Point]:
    """Choose for each hex the first free position of its number that no line crosses.

    If there is none, a line may cross the number, but no symbol may. If the map's scale is so small that
    numbers would fill their hexes, the result is empty.
    """
    moves = _moves(view)
    widest = max((number_box(view, hex_id, Point(0, 0)).width for hex_id in view.grid), default=0.0)
    if view.min_lettering > SMALLEST_TEXT and widest > _WIDEST * view.layout.hex_width:
        return {}
    clear = _CLEAR * view.art_scale_of_hex
    found = {}
    for hex_id in view.grid:
        centre = view.layout.centre(hex_id)
        second: Point | None = None
        for move in moves:
            spot = centre + move
            box = number_box(view, hex_id, spot)
            if not within_hex(view.layout, hex_id, box.inset(-clear)) or taken(box):
                continue
            if not struck(box):
                found[hex_id] = spot
                break
            second = second or spot
        else:
            found[hex_id] = second or centre + moves[0]
    return found


def _grounds(view: MapView) -> dict[HexId, Colour]:
    """Return the colour of the terrain in every hex that isn't clear terrain."""
    theme = view.theme
    found = {hex_id: theme.ground(kind.art) for kind in view.hexmap.terrain for hex_id in kind.hexes}
    for feature in view.hexmap.features:
        if feature.art == "fortification":
            for hex_id in (hex_id for group in view.groups(feature) for hex_id in group.hexes):
                found[hex_id] = mix_colours(found.get(hex_id, theme.land), theme.fort_ground, FORT_TINT)
    return found


def _marked(view: MapView, hex_id: HexId, box: Box, marks: Container[HexId]) -> bool:
    """Return whether the drawing of terrain other than clear may extend into a box in a hex."""
    if hex_id in marks:
        return True
    neighbours = view.grid.neighbours(hex_id).values()
    # At the map's edge, terrain continues beyond the edge, and may reach back from there.
    far = _SWAY * view.art_scale_of_hex if len(neighbours) == 6 else view.layout.hex_width
    near = box.inset(-far)
    return any(n in marks and share_in_hex(view.layout, n, near) > 0 for n in neighbours)


def draw_hex_numbers(
    canvas: Canvas, view: MapView, spots: Mapping[HexId, Point], crossed: Callable[[Box], bool]
) -> None:
    """Draw the hex numbers.

    A number has an outline in the terrain's colour if something may be drawn below it. `crossed` returns
    whether lines run through a box. On clear terrain an outline would only lighten the mottling, and an
    outline takes as long to render as the number.
    """
    grounds = _grounds(view)
    marks = grounds.keys() | {place.hex for place in view.hexmap.places if place.kind != "name"}
    wide = _HALO * view.art_scale_of_hex
    # Nobody knows how dark the designer's own ground is, or what farms lie below a number.
    pictured = view.hexmap.picture in view.art or view.theme.look.fields > 0
    with canvas.group("hex-numbers"):
        for hex_id, at in spots.items():
            box = number_box(view, hex_id, at).inset(-wide)
            rimmed = pictured or _marked(view, hex_id, box, marks) or crossed(box)
            rim = Halo(grounds.get(hex_id, view.theme.land), wide) if rimmed else None
            canvas.text(at, hex_id, _FACE, number_size(view), view.theme.hex_number, halo=rim)
