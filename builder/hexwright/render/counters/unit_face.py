"""Draw the face of a unit's counter by its layout, and the parts of the standard layout.

From top to bottom, the standard layout shows the side's crest with the emblem and the designation, the size
mark, the branch symbol, and strength and movement allowance. A unit below full strength has a pale card, a
crest in outline, and a white stripe behind lighter numbers. A reinforcement has an inverted symbol and its
turn of arrival.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import CounterLayout, LayoutPart, PartKind
from hexwright.model.counter_mix import Rating, Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters import layout_parts, layout_pictures, layout_text
from hexwright.render.counters.counter_background import DESIGN, SAFE_INSET, CounterCard
from hexwright.render.counters.counter_face import (
    CounterFace,
    FaceRecord,
    Painter,
    arrival_turns,
    back_layout_of,
    layout_of,
    printed_figures,
)
from hexwright.render.counters.counter_fonts import (
    BESIDE_SYMBOL_FONT,
    DESIGNATION_FONT,
    FIGURE_FONT,
    NAME_FONT,
    REDUCED_FIGURE_FONT,
)
from hexwright.render.counters.counter_palette import WHITE, lettering_colour, mix_colours, unit_palette
from hexwright.render.counters.emblem_crests import Crest, crest_for_emblem
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.side_emblems import emblem_path
from hexwright.render.text_fitting import letter_in_box, letter_in_narrow_box, letter_lines
from hexwright.render.theme import Theme
from hexwright.render.turned_canvas import TurnedCanvas

__all__ = ["arrival_turns", "draw_unit_back", "draw_unit_face", "draw_unit_token", "printed_figures"]

SMALLEST_FACE = 11.0
"""The smallest edge length in mm at which a counter's face is readable."""
_FIGURE_SIZE: Final = 5.3
"""The largest text size of strength and movement allowance; longer strings are smaller."""


def draw_unit_face(
    canvas: Canvas,
    game: Game,
    unit: Unit,
    step_index: int,
    theme: Theme,
    box: Box,
    *,
    art: Art = NO_ART,
    bleed: float = 0.0,
    record: FaceRecord | None = None,
    layout: CounterLayout | None = None,
) -> None:
    """Draw one face of a unit into a box; a counter of other proportions stands in its middle.

    `step_index` 0 is full strength. `art` contains the pictures that the data name; one can replace the
    whole face or the symbol. With a `bleed` in mm, the background extends beyond the box, and border and
    round corners are omitted. `record` receives what was drawn, for checks. `layout` replaces that of the
    unit.
    """
    if step_index and layout_of(game, unit, step_index).shape == "block":
        # A block has one face: the edge that is up tells the step.
        canvas, step_index = TurnedCanvas(canvas, box.centre, -step_index), 0
    face = CounterFace.in_box(game, unit, step_index, theme, box, art, bleed, record, layout)
    if face.step.picture in art:
        face.card.ground(canvas, face.palette.ground, bleed)
        face.card.picture(canvas, art[face.step.picture], bleed)
        return
    draw_parts(canvas, face)


def draw_unit_back(
    canvas: Canvas,
    game: Game,
    unit: Unit,
    theme: Theme,
    box: Box,
    *,
    art: Art = NO_ART,
    bleed: float = 0.0,
    record: FaceRecord | None = None,
    layout: CounterLayout | None = None,
) -> None:
    """Draw the back of a unit that has one face; the arguments are as in `draw_unit_face`."""
    front = layout_of(game, unit, 0)
    card = CounterCard(box, front.grid, front.corner, front.shape)
    face = CounterFace.in_box(game, unit, 0, theme, box, art, bleed, record, layout or back_layout_of(game))
    ground = Colour(face.colours.reduced)
    card.ground(canvas, ground, bleed)
    layout_parts.note_area(face, card.frame, ground)
    if unit.back_picture in art:
        card.picture(canvas, art[unit.back_picture], bleed)
    else:
        draw_parts(canvas, face)


def draw_parts(canvas: Canvas, face: CounterFace) -> None:
    """Draw the parts of a face's layout in order."""
    for part in face.layout.parts:
        if face.draws(part):
            PAINTERS[part.draw](canvas, face, part)


def draw_unit_token(canvas: Canvas, game: Game, unit: Unit, theme: Theme, box: Box) -> None:
    """Draw a unit at a size at which its face isn't readable: only the side's colours and the designation."""
    card = CounterCard(box)
    side = game.info.side(unit.side)
    palette = unit_palette(side, theme, 0, len(unit.steps))
    card.ground(canvas, palette.ground)
    with canvas.group("emblem"):
        canvas.path(card.band(0, 5.2), Style(fill=palette.accent))
        centre = card.point(DESIGN / 2, 2.7)
        canvas.path(
            emblem_path(side.emblem, centre, 1.9 * card.unit), Style(fill=lettering_colour(palette.accent))
        )
    with canvas.group("designation"):
        room = card.part(0.8, 5.9, DESIGN - 1.6, 8.3)
        letter_in_box(canvas, room, unit.designation, DESIGNATION_FONT, 6.5 * card.unit, palette.ink)
    card.edge(canvas, palette.edge)


# The parts of the standard layout ----------------------------------------------------------------


def _designation_room(card: CounterCard, crest: Crest) -> Box:
    return card.part(crest.text_from, SAFE_INSET, card.grid[0] - SAFE_INSET - crest.text_from, 2.35)


def _crest(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the side's crest and emblem, with the designation to the right."""
    card, side, palette, unit = face.card, face.side, face.palette, face.counter
    if side is None or not isinstance(unit, Unit):
        return
    u = card.unit
    crest = crest_for_emblem(side.emblem)
    full = palette.stripe is None
    with canvas.group("crest"):
        if full:
            canvas.path(crest.ground(card, face.bleed), Style(fill=palette.accent))
        else:
            canvas.path(crest.border(card), Style(stroke=palette.accent, width=0.2 * u))
    with canvas.group("emblem"):
        centre = card.point(*crest.emblem_at)
        fill = WHITE if full else palette.accent
        canvas.path(emblem_path(side.emblem, centre, crest.emblem_radius * u), Style(fill=fill))
    with canvas.group("designation"):
        room = _designation_room(card, crest)
        fill = (lettering_colour(palette.accent) if full else palette.ink) if crest.across else palette.ink
        middle = card.point(0, 1.95).y
        size = 2.7 if crest.across else 2.9
        if part.min is not None and (least := part.min * layout_text.MM_PER_POINT) > size:
            # A small face has a larger designation, for which there is room above and below.
            size, more = least, (least - size) * u
            room = Box(room.x, room.y - more, room.width + more, room.height + 2 * more)
        letter_in_box(canvas, room, unit.designation, DESIGNATION_FONT, size * u, fill, "end", middle)


def _reduced_stripe(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the white stripe behind the numbers of a face below full strength."""
    card, palette = face.card, face.palette
    if palette.stripe is None or part.box is None:
        return
    top, bottom = part.box[1], part.box[1] + part.box[3]
    with canvas.group("stripe"):
        canvas.path(card.band(top, bottom, face.bleed), Style(fill=palette.stripe))
        layout_parts.note_area(face, card.part(0, top, card.grid[0], bottom - top), palette.stripe)
        rule = [card.point(0, top), card.point(card.grid[0], top)]
        line = mix_colours(palette.accent, WHITE, 0.3)
        canvas.path(Path.line(rule), Style(stroke=line, width=0.2 * card.unit))


def _figures(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw strength and movement allowance, or the name of a unit that has neither."""
    u, palette = face.card.unit, face.palette
    text = printed_figures(face.step)
    box = part.box or (0.0, 0.0, *face.layout.grid)
    with canvas.group("figures"):
        if text:
            font = FIGURE_FONT if palette.stripe is None else REDUCED_FIGURE_FONT
            letter_in_box(canvas, face.card.part(*box), text, font, _FIGURE_SIZE * u, palette.ink)
        else:
            top = box[1] - 0.3
            room = face.card.part(box[0], top, box[2], box[1] + box[3] - top)
            letter_lines(canvas, room, face.counter.name, NAME_FONT, 2.2 * u, palette.ink)


def _arrival(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the turn of arrival.

    If scenarios bring a unit in on different turns, the counter can't name a turn.
    """
    text = face.fill_in(part.text)
    if text:
        with canvas.group("arrival"):
            room = face.box_of(part)
            size = 2.4 * face.card.unit
            letter_in_narrow_box(canvas, room, text, BESIDE_SYMBOL_FONT, size, face.palette.ink)


def _ratings(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw up to three further ratings, one below the other."""
    u, palette, game, step = face.card.unit, face.palette, face.game, face.step
    kinds = {figure.id: figure for figure in game.counters.ratings}
    extra = [
        (text, kinds.get(name, Rating(name, name)))
        for name, text in step.ratings.items()
        if text.strip() and (name not in kinds or kinds[name].art != "none")
    ][:3]
    if not extra or part.box is None:
        return
    x, y, width, whole = part.box
    height = whole / len(extra)
    with canvas.group("values"):
        for number, (text, figure) in enumerate(extra):
            room = face.card.part(x, y + number * height, width, height)
            if figure.art == "pips" and text.isdigit():
                _pips(canvas, room.inset(0.05 * height * u), int(text), face)
            else:
                shown = figure.format.replace("{value}", text)
                letter_in_narrow_box(canvas, room, shown, BESIDE_SYMBOL_FONT, 2.4 * u, palette.ink)


def _pips(canvas: Canvas, room: Box, count: int, face: CounterFace) -> None:
    """Draw up to four dots, one above the other."""
    pitch = room.height / max(count, 3)
    top = room.centre.y - pitch * (count - 1) / 2
    for number in range(min(count, 4)):
        at = Point(room.centre.x, top + number * pitch)
        canvas.path(Path.ellipse(at, min(pitch * 0.36, room.width * 0.3)), Style(fill=face.palette.ink))


def _text(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    with canvas.group(f"{face.layout.id}.{part.id or face.layout.parts.index(part) + 1}"):
        layout_text.draw_text(canvas, face, part)


def _nothing(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw nothing: the part belongs to counters of another kind."""


PAINTERS: Final[Mapping[PartKind, Painter]] = MappingProxyType(
    {
        "ground": layout_parts.draw_ground,
        "plate": layout_parts.draw_plate,
        "stripe": layout_parts.draw_stripe,
        "disc": layout_parts.draw_disc,
        "hexagon": layout_parts.draw_hexagon,
        "ring": layout_parts.draw_ring,
        "swatches": layout_parts.draw_swatches,
        "edge": layout_parts.draw_edge,
        "emblem": layout_parts.draw_emblem,
        "echelon": layout_parts.draw_echelon,
        "pips": layout_parts.draw_pips,
        "boxes": layout_parts.draw_boxes,
        "turns": layout_parts.draw_turns,
        "symbol": layout_parts.draw_symbol,
        "text": _text,
        "crest": _crest,
        "reduced stripe": _reduced_stripe,
        "figures": _figures,
        "arrival": _arrival,
        "ratings": _ratings,
        "picture": layout_pictures.draw_picture,
        "marker": _nothing,
    }
)
"""The functions that draw the parts of units' faces, by kind."""
