"""Draw a unit's printed face small, as in diagrams: the same parts, with text that can still be read.

What a layout draws is drawn at the same place and in the same colours. Text that would be too small to read
is left out, except the first line and the values: these are set larger, in the room around them. Where that
doesn't suffice, an emblem makes way, then the rows of text grow at the expense of stripe and symbol. A first
line that still has no room is abbreviated, or left out. Where values have none, figures lay the counters of a
hex on each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import CounterLayout, GridBox, LayoutPart
from hexwright.model.counter_mix import ConditionDisplay, Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo
from hexwright.render.counters.counter_face import CounterFace, layout_of
from hexwright.render.counters.layout_parts import symbol_letter_size
from hexwright.render.counters.layout_text import MM_PER_POINT, SMALL_CAPS, fit_part, text_of
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.nato_symbols import has_letters
from hexwright.render.counters.tight_layout import EDGE, GAP, tight_layout
from hexwright.render.counters.type_faces import LIGHTER, type_face
from hexwright.render.counters.unit_face import draw_unit_back, draw_unit_face
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.fonts import FontFace
from hexwright.render.theme import Theme
from hexwright.render.turned_canvas import TurnedCanvas

LEAST_TEXT: Final = 6.5
"""The size in points on paper below which text other than the first line and the values is left out."""
_READ: Final = LEAST_TEXT - 0.01
"""The size in points down to which text counts as one that can be read."""
_WANTED: Final = 6.51
"""The size in points on paper to which the first line and the values are set larger if they have room."""
_SMALL_TEXT: Final = 2.4
"""The size of the standard layout's turn of arrival and of its ratings, on the grid."""
_ROW: Final = 0.7
"""The height of capitals, in ems."""
_VALUES: Final = ("{values}", "{strength}", "{defence}", "{ma}", "{strengths}", "{ratings.")
_BACK_FONT: Final = "semibold"
_BACK_ROOM: Final = (0.5, 6.5, 14.0, 6.5)
BACK: Final = CounterLayout(
    "diagram-back",
    (
        LayoutPart("emblem", (5.5, 1.2, 4.0, 4.0)),
        LayoutPart("text", _BACK_ROOM, text="{designation}", font=_BACK_FONT, ignore=True),
        LayoutPart("edge"),
    ),
)
"""The back of a counter with one face in a diagram: the unit's name, for all else is too small to be read."""
_NARROWER: Final = {**LIGHTER, "bold": "semibold"}
_VOWELS: Final = frozenset("aeiouyäöü")
_LEAST_LETTERS: Final = 3
"""The number of letters that an abbreviation has at least."""
_MARKER: Final = 0.5
"""The edge of a marker on a counter, in edges of the counter."""
_BEHIND: Final = frozenset({"ground", "edge", "crest", "reduced stripe"})
"""Parts on or beside which text may stand anywhere."""


def diagram_layout(layout: CounterLayout, edge: float, *, emblem: bool, roomy: bool = False) -> CounterLayout:
    """Return a layout for a face with an edge in mm, with an emblem or without.

    With `roomy`, the first line and the values take all the room around them even if that isn't needed for
    their height.
    """
    unit = edge / max(layout.grid)
    heading = _heading(layout)
    kept = [
        part
        for part in layout.parts
        if (emblem or part.draw != "emblem") and _is_kept(part, unit, part is heading)
    ]
    enlarged = [_enlarged(part, kept, layout, unit, heading, roomy=roomy) for part in kept]
    return replace(layout, parts=tuple(enlarged))


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
    share = SMALL_CAPS if part.caps == "small" else 1.0
    return part.size * share * unit >= LEAST_TEXT


def _enlarged(
    part: LayoutPart,
    kept: list[LayoutPart],
    layout: CounterLayout,
    unit: float,
    heading: LayoutPart | None,
    *,
    roomy: bool,
) -> LayoutPart:
    """Return a part; the first line and the values with a size that can be read, in the room around them."""
    wanted = _WANTED / unit
    if part.draw in ("crest", "symbol"):
        return replace(part, min=wanted)
    if part is not heading and not (_is_line(part) and _has_values(part)):
        return part
    cramped = part.box is not None and part.box[3] < _ROW * wanted * MM_PER_POINT
    if part.box is None or not (roomy or cramped or part.size < wanted):
        return replace(part, size=max(part.size, wanted), min=wanted, ignore=True)
    room = _room(part.box, part, kept, layout.grid)
    return replace(part, size=max(part.size, wanted), min=wanted, box=room, ignore=True)


def _room(box: GridBox, part: LayoutPart, kept: list[LayoutPart], grid: tuple[float, float]) -> GridBox:
    """Return the room around the box of a text that no other part takes."""
    left, top, right, bottom = EDGE, EDGE, grid[0] - EDGE, grid[1] - EDGE
    others = list(_others(part, kept))
    x, y, end, foot = box[0], box[1], box[0] + box[2], box[1] + box[3]
    for other in others:
        a, b, c, d = other[0], other[1], other[0] + other[2], other[1] + other[3]
        if a <= x and b <= y and c >= end and d >= foot:
            # The text stands on a plate.
            left, top = max(left, a + GAP), max(top, b + GAP)
            right, bottom = min(right, c - GAP), min(bottom, d - GAP)
        elif b < foot and d > y:
            left = max(left, c + GAP) if c <= x + GAP else left
            right = min(right, a - GAP) if a >= end - GAP else right
    for other in others:
        a, b, c, d = other[0], other[1], other[0] + other[2], other[1] + other[3]
        if a < right and c > left:
            top = max(top, d + GAP) if d <= y + GAP else top
            bottom = min(bottom, b - GAP) if b >= foot - GAP else bottom
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
    """Return the layout of a unit's face with an edge in mm in a diagram: the first in which all can be read.

    If there is none, it is that without a first line.
    """
    found = _legible_layout(game, unit, step_index, theme, edge, art)
    if found is None:
        return _layouts(layout_of(game, unit, step_index), edge, _has_lettered_symbol(game, unit))[-1]
    return found


def _legible_layout(
    game: Game, unit: Unit, step_index: int, theme: Theme, edge: float, art: Art
) -> CounterLayout | None:
    """Return the first layout in which a unit's face can be read with its first line, or None."""
    box = Box(0, 0, edge, edge)

    def face_in(layout: CounterLayout) -> CounterFace:
        return CounterFace.in_box(game, unit, step_index, theme, box, art, layout=layout)

    printed = layout_of(game, unit, step_index)
    *whole, _ = _layouts(printed, edge, _has_lettered_symbol(game, unit))
    found = next((layout for layout in whole if _is_legible(face_in(layout))), None)
    heading = _heading(whole[-1])
    if found is not None or heading is None:
        return found
    shorter = (
        _headed(layout, short)
        for short in abbreviations(text_of(face_in(whole[-1]), heading))
        for layout in whole[-2:]
    )
    return next((layout for layout in shorter if _is_legible(face_in(layout))), None)


def _headed(layout: CounterLayout, text: str) -> CounterLayout:
    """Return a layout with another first line."""
    top = _heading(layout)
    parts = (replace(part, text=text) if part is top else part for part in layout.parts)
    return replace(layout, parts=tuple(parts))


def abbreviations(name: str) -> Iterator[str]:
    """Yield a name cut before a vowel, such as "Mozh." of Mozhaisk, the longest first."""
    for end in range(len(name) - 1, _LEAST_LETTERS - 1, -1):
        if name[end] in _VOWELS and name[end - 1].isalpha() and name[end - 1] not in _VOWELS:
            yield f"{name[:end]}."


def is_legible(
    game: Game,
    unit: Unit,
    step_index: int,
    theme: Theme,
    edge: float,
    art: Art = NO_ART,
    conditions: Collection[str] = (),
) -> bool:
    """Whether what `draw_diagram_counter` draws with an edge in mm can be read, with its first line."""
    if _lies_face_down(game, conditions):
        if len(unit.steps) == 1:
            kind = type_face(game, _BACK_FONT, art)
            room = edge * _BACK_ROOM[2] / max(BACK.grid)
            return kind.width(unit.designation, 0.0) * _WANTED * MM_PER_POINT <= room
        step_index = 1 - min(step_index, 1)
    return _legible_layout(game, unit, step_index, theme, edge, art) is not None


def _has_lettered_symbol(game: Game, unit: Unit) -> bool:
    return has_letters(game.counters.class_of(unit).symbol)


@cache
def _layouts(printed: CounterLayout, edge: float, lettered: bool) -> tuple[CounterLayout, ...]:
    """Return what a diagram may draw in place of a printed layout, from the most like it to the least."""
    heading = _heading(printed)
    values = next(
        (one for one in printed.parts if _is_line(one) and _has_values(one) and one is not heading), None
    )
    tight = low = printed
    if heading is not None and values is not None:
        row = _ROW * _WANTED * MM_PER_POINT * max(printed.grid) / edge + 2 * GAP + EDGE
        tight = tight_layout(printed, heading, values, row, row, wide_symbol=lettered)
        low = tight_layout(printed, heading, values, 0.0, row, wide_symbol=lettered)
    found = []
    for layout, roomy in ((printed, False), (tight, True)):
        found += [diagram_layout(layout, edge, emblem=emblem, roomy=roomy) for emblem in (True, False)]
    found += [_in_lighter_fonts(found[-1], values=values) for values in (False, True)]
    last = _in_lighter_fonts(diagram_layout(low, edge, emblem=True, roomy=True), values=True)
    # The parts of a layout belong to several faces, but all of these have their first line at one place.
    top = _heading(last)
    return (*found, replace(last, parts=tuple(one for one in last.parts if one is not top)))


def _in_lighter_fonts(layout: CounterLayout, *, values: bool) -> CounterLayout:
    """Return a layout with its first line in a font that is less wide, and with `values` these too."""
    top = _heading(layout)
    parts = (
        replace(one, font=_NARROWER.get(one.font, one.font)) if one is top or values else one
        for one in layout.parts
    )
    return replace(layout, parts=tuple(parts))


def _is_legible(face: CounterFace) -> bool:
    """Whether all text of a unit's face has at least the size that can be read, and its room."""
    lettered = isinstance(face.counter, Unit) and _has_lettered_symbol(face.game, face.counter)
    for part in face.layout.parts:
        if part.draw == "symbol" and part.box is not None and lettered:
            if symbol_letter_size(face, part) < _READ * MM_PER_POINT:
                return False
        elif part.draw == "text" and not part.arc and face.draws(part) and (text := text_of(face, part)):
            fitted = fit_part(face, part, text)
            if max(fitted.too_wide, fitted.too_high) > 1e-6:
                return False
            if fitted.points * face.card.unit < _READ:
                return False
    return True


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
    shown = _displays(game, conditions)
    ground = TurnedCanvas(canvas, box.centre, 1) if any(one.turned == "sideways" for one in shown) else canvas
    if _lies_face_down(game, conditions):
        _draw_lower_face(ground, game, unit, step_index, theme, box, art)
    else:
        draw_diagram_face(ground, game, unit, step_index, theme, box, art=art)
    for marker in game.counters.markers:
        if any(one.marker == marker.id for one in shown):
            edge = _MARKER * box.width
            corner = Box(box.right - edge, box.y - 0.2 * edge, edge, edge)
            draw_marker_face(LegibleCanvas(canvas, corner.centre, 0), game, marker, 0, theme, corner, art=art)


class LegibleCanvas(TurnedCanvas):
    """A canvas that leaves text away that is too small to be read."""

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw one line of text if it can be read."""
        if size >= _READ * MM_PER_POINT:
            TurnedCanvas.text(
                self, at, text, face, size, fill, anchor=anchor, rotation=rotation, spacing=spacing, halo=halo
            )


def _displays(game: Game, conditions: Collection[str]) -> list[ConditionDisplay]:
    """Return how a counter shows some conditions."""
    return [one for one in map(game.counters.display, conditions) if one is not None]


def _lies_face_down(game: Game, conditions: Collection[str]) -> bool:
    return any(one.turned == "face-down" for one in _displays(game, conditions))


def draw_blank_counter(canvas: Canvas, game: Game, unit: Unit, theme: Theme, box: Box) -> None:
    """Draw the ground and the border of a unit's counter, for one below another."""
    printed = layout_of(game, unit, 0)
    layout = replace(printed, parts=tuple(part for part in printed.parts if part.draw in ("ground", "edge")))
    draw_unit_face(canvas, game, unit, 0, theme, box, layout=layout)


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
    layout = unit_layout(game, unit, step_index, theme, round(box.width, 2), art)
    draw_unit_face(canvas, game, unit, step_index, theme, box, art=art, layout=layout)
