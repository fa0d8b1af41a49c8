"""Draw a unit's printed face small, as in diagrams: the same parts, with text that can still be read.

What a layout draws is drawn at the same place and in the same colours. Text that would be too small to read
is left out, except the first line and the values: these are set larger, in the room around them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from hexwright.model.counter_layouts import CounterLayout, GridBox, LayoutPart
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas
from hexwright.render.counters.counter_face import CounterFace, layout_of
from hexwright.render.counters.layout_text import MM_PER_POINT, fit_part, text_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import SMALLEST_FACE, draw_unit_back, draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.theme import Theme
from hexwright.render.turned_canvas import TurnedCanvas

LEAST_TEXT: Final = 6.5
"""The size in points on paper below which text other than the first line and the values is left out."""
_WANTED: Final = 6.51
"""The size in points on paper to which the first line and the values are set larger if they have room."""
_SMALLEST: Final = 3.4
"""The size in points on paper to which a long first line may shrink."""
_SMALL_TEXT: Final = 2.4
"""The size of the standard layout's turn of arrival and of its ratings, on the grid."""
_EDGE: Final = 0.45
_GAP: Final = 0.25
"""The least distance of enlarged text from the counter's edge and from other parts, on the grid."""
_VALUES: Final = ("{values}", "{strength}", "{defence}", "{ma}", "{strengths}", "{ratings.")
BACK: Final = CounterLayout(
    "diagram-back",
    (
        LayoutPart("emblem", (5.5, 1.2, 4.0, 4.0)),
        LayoutPart(
            "text", (0.5, 6.5, 14.0, 6.5), text="{designation}", font="semibold", min=1.0, ignore=True
        ),
        LayoutPart("edge"),
    ),
)
"""The back of a counter with one face in a diagram: the unit's name, for all else is too small to be read."""
_MARKER: Final = 0.5
"""The edge of a marker on a counter, in edges of the counter."""
_BEHIND: Final = frozenset({"ground", "edge", "crest", "reduced stripe"})
"""Parts on or beside which text may stand anywhere."""


def diagram_layout(layout: CounterLayout, edge: float, without: Collection[int] = ()) -> CounterLayout:
    """Return a printed layout for a face with an edge in mm; the parts numbered `without` are left out."""
    return _diagram_layout(layout, edge, frozenset(without))


@cache
def _diagram_layout(layout: CounterLayout, edge: float, without: frozenset[int]) -> CounterLayout:
    unit = edge / max(layout.grid)
    heading = _heading(layout)
    kept = [
        part
        for number, part in enumerate(layout.parts)
        if number not in without and _is_kept(part, unit, part is heading)
    ]
    return replace(layout, parts=tuple(_enlarged(part, kept, layout, unit, heading) for part in kept))


def _heading(layout: CounterLayout) -> LayoutPart | None:
    """Return the text at the top of a layout."""
    texts = [part for part in layout.parts if _is_line(part) and part.box is not None]
    return min(texts, key=lambda part: (part.box or (0.0, 0.0))[1], default=None)


def _is_line(part: LayoutPart) -> bool:
    return part.draw == "text" and not part.rotate and not part.arc


def _has_values(part: LayoutPart) -> bool:
    return part.draw == "text" and any(name in part.text for name in _VALUES)


def _is_kept(part: LayoutPart, unit: float, heading: bool) -> bool:
    if part.draw in ("arrival", "ratings"):
        return _SMALL_TEXT * unit / MM_PER_POINT >= LEAST_TEXT
    if part.draw != "text" or heading or (_is_line(part) and _has_values(part)):
        return True
    share = 0.8 if part.caps == "small" else 1.0
    return part.size * share * unit >= LEAST_TEXT


def _enlarged(
    part: LayoutPart, kept: list[LayoutPart], layout: CounterLayout, unit: float, heading: LayoutPart | None
) -> LayoutPart:
    """Return a part; the first line and the values with a size that can be read, in the room around them."""
    if part.draw == "crest":
        return replace(part, min=_WANTED / unit)
    if part is not heading and not (_is_line(part) and _has_values(part)):
        return part
    size = max(part.size, _WANTED / unit)
    least = min(size, part.min or part.size, _SMALLEST / unit)
    if size == part.size or part.box is None:
        return replace(part, min=least, ignore=True)
    return replace(part, size=size, min=least, box=_room(part.box, part, kept, layout.grid), ignore=True)


def _room(box: GridBox, part: LayoutPart, kept: list[LayoutPart], grid: tuple[float, float]) -> GridBox:
    """Return the room around the box of a text that no other part takes."""
    left, top, right, bottom = _EDGE, _EDGE, grid[0] - _EDGE, grid[1] - _EDGE
    others = list(_others(part, kept))
    x, y, end, foot = box[0], box[1], box[0] + box[2], box[1] + box[3]
    for other in others:
        a, b, c, d = other[0], other[1], other[0] + other[2], other[1] + other[3]
        if a <= x and b <= y and c >= end and d >= foot:
            # The text stands on a plate.
            left, top = max(left, a + _GAP), max(top, b + _GAP)
            right, bottom = min(right, c - _GAP), min(bottom, d - _GAP)
        elif b < foot and d > y:
            left = max(left, c + _GAP) if c <= x + _GAP else left
            right = min(right, a - _GAP) if a >= end - _GAP else right
    for other in others:
        a, b, c, d = other[0], other[1], other[0] + other[2], other[1] + other[3]
        if a < right and c > left:
            top = max(top, d + _GAP) if d <= y + _GAP else top
            bottom = min(bottom, b - _GAP) if b >= foot - _GAP else bottom
    left, top, right, bottom = min(left, x), min(top, y), max(right, end), max(bottom, foot)
    return (left, top, right - left, bottom - top)


def _others(part: LayoutPart, kept: list[LayoutPart]) -> Iterator[GridBox]:
    for other in kept:
        # Parts of other faces, such as the plate of reduced ones, aren't in the way.
        elsewhere = {part.when, other.when} >= {"full", "reduced"}
        if other is not part and other.box is not None and other.draw not in _BEHIND and not elsewhere:
            yield other.box


def unit_layout(
    game: Game, unit: Unit, step_index: int, theme: Theme, edge: float, art: Art = NO_ART
) -> CounterLayout:
    """Return the layout of a unit's face with an edge in mm in a diagram.

    An emblem beside a first line that has no room makes way for it.
    """
    printed = layout_of(game, unit, step_index)
    found = diagram_layout(printed, edge)

    def size_in(layout: CounterLayout) -> float:
        heading = next((one for one in layout.parts if one.ignore and not _has_values(one)), None)
        if heading is None:
            return _WANTED
        face = CounterFace.in_box(game, unit, step_index, theme, Box(0, 0, edge, edge), art, layout=layout)
        fitted = fit_part(face, heading, text_of(face, heading))
        return 0.0 if fitted.too_wide else fitted.points * edge / max(layout.grid)

    size = size_in(found)
    if size < _WANTED - 0.01:
        emblems = [number for number, part in enumerate(printed.parts) if part.draw == "emblem"]
        other = diagram_layout(printed, edge, emblems)
        if size_in(other) > size + 0.2:
            return other
    return found


def draw_diagram_counter(
    canvas: Canvas,
    game: Game,
    unit: Unit,
    step_index: int,
    theme: Theme,
    box: Box,
    *,
    conditions: Collection[str] = (),
    art: Art = NO_ART,
) -> None:
    """Draw a unit's counter in a diagram as it lies on the map: some conditions turn it or add a marker."""
    shown = [one for one in map(game.counters.display, conditions) if one is not None]
    turned = {one.turned for one in shown}
    ground = TurnedCanvas(canvas, box.centre, 1) if "sideways" in turned else canvas
    if "face-down" in turned:
        _draw_lower_face(ground, game, unit, step_index, theme, box, art)
    else:
        draw_diagram_face(ground, game, unit, step_index, theme, box, art=art)
    for marker in game.counters.markers:
        if any(one.marker == marker.id for one in shown):
            edge = _MARKER * box.width
            corner = Box(box.right - edge, box.y - 0.2 * edge, edge, edge)
            draw_marker_face(canvas, game, marker, 0, theme, corner, art=art)


def _draw_lower_face(
    canvas: Canvas, game: Game, unit: Unit, step_index: int, theme: Theme, box: Box, art: Art
) -> None:
    """Draw the face that a counter shows when it is turned over: its other step, or its back."""
    if len(unit.steps) > 1:
        draw_diagram_face(canvas, game, unit, 1 - min(step_index, 1), theme, box, art=art)
        return
    size = _WANTED * BACK.grid[0] / box.width
    layout = replace(BACK, parts=tuple(replace(part, size=size) for part in BACK.parts))
    draw_unit_back(canvas, game, unit, theme, box, art=art, layout=layout)


def draw_diagram_face(
    canvas: Canvas, game: Game, unit: Unit, step_index: int, theme: Theme, box: Box, *, art: Art = NO_ART
) -> None:
    """Draw the printed face of a unit in a diagram."""
    if box.width >= max(SMALLEST_FACE, 0.95 * game.counters.sheet.counter_mm):
        draw_unit_face(canvas, game, unit, step_index, theme, box, art=art)
        return
    layout = unit_layout(game, unit, step_index, theme, round(box.width, 2), art)
    draw_unit_face(canvas, game, unit, step_index, theme, box, art=art, layout=layout)
