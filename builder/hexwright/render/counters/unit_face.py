"""Draw the face of a unit's counter.

From top to bottom it shows the side's crest with the emblem and the designation, the size mark, the branch
symbol, and strength and movement allowance. A unit below full strength has a pale card, a crest in outline,
and a white stripe behind lighter numbers. A reinforcement has an inverted symbol and its turn of arrival.
"""

from __future__ import annotations

from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Rating, Step, Unit
from hexwright.model.game import Game, Side
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.counter_background import DESIGN, SAFE_INSET, CounterCard
from hexwright.render.counters.counter_fonts import (
    BESIDE_SYMBOL_FONT,
    DESIGNATION_FONT,
    FIGURE_FONT,
    NAME_FONT,
    REDUCED_FIGURE_FONT,
    SYMBOL_FONT,
)
from hexwright.render.counters.counter_layout import (
    ASIDE,
    FIGURE_SIZE,
    FIGURES,
    LINE,
    MARK_HEIGHT,
    MARK_Y,
    PICTURE,
    STRIPE_TOP,
    SYMBOL,
)
from hexwright.render.counters.counter_palette import (
    WHITE,
    Palette,
    lettering_colour,
    mix_colours,
    unit_palette,
)
from hexwright.render.counters.emblem_crests import Crest, crest_for_emblem
from hexwright.render.counters.nato_symbols import SYMBOLS
from hexwright.render.counters.unit_size_marks import size_mark
from hexwright.render.designer_pictures import NO_ART, Art
from hexwright.render.side_emblems import emblem_path
from hexwright.render.text_fitting import (
    letter_in_box,
    letter_in_narrow_box,
    letter_lines,
)
from hexwright.render.theme import Theme

_ENCLOSED: Final = {None: ("", ""), "parentheses": ("(", ")"), "brackets": ("[", "]")}


def printed_figures(step: Step) -> str:
    """Return strength and movement allowance as printed.

    A defence strength that differs from the strength is printed between the two.
    """
    moves = "" if step.ma is None else str(step.ma)
    opens, closes = _ENCLOSED[step.enclosed]
    fights = [f"{opens}{step.strength}{closes}"] if step.strength is not None else []
    if step.defence is not None:
        fights.append(step.defence.replace("1/2", "½"))
    # A lone movement allowance has a dot in place of the strength; otherwise it would look like a strength.
    return "–".join([*(fights or ["•"]), moves] if moves else fights)


def arrival_turns(game: Game, unit: Unit) -> tuple[int, ...]:
    """Return the turns on which a unit arrives as a reinforcement, over all scenarios."""
    return tuple(sorted({a.turn for a in game.oob.reinforcements if unit.id in a.units}))


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
) -> None:
    """Draw one face of a unit into a square box.

    `step_index` 0 is full strength. `art` contains the pictures that the data name; one can replace the
    whole face or the symbol. With a `bleed` in mm, the background extends beyond the box, and border and
    round corners are omitted.
    """
    card = CounterCard(box)
    side = game.info.side(unit.side)
    step = unit.steps[step_index]
    palette = unit_palette(side, theme, step_index, len(unit.steps))
    card.ground(canvas, palette.ground, bleed)
    if step.picture in art:
        card.picture(canvas, art[step.picture], bleed)
        return
    _crest(canvas, card, unit, side, palette, bleed)
    _symbol(canvas, card, game, unit, side, palette, art.get(unit.symbol_picture))
    _figures(canvas, card, unit, step, palette, step_index, bleed)
    _beside(canvas, card, game, unit, step, palette)
    card.edge(canvas, palette.edge, bleed)


def _designation_room(card: CounterCard, crest: Crest) -> Box:
    return card.part(crest.text_from, SAFE_INSET, DESIGN - SAFE_INSET - crest.text_from, 2.35)


SMALLEST_FACE = 11.0
"""The smallest edge length in mm at which a counter's face is readable."""


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


def _crest(canvas: Canvas, card: CounterCard, unit: Unit, side: Side, palette: Palette, bleed: float) -> None:
    """Draw the side's crest and emblem, with the designation to the right."""
    u = card.unit
    crest = crest_for_emblem(side.emblem)
    full = palette.stripe is None
    with canvas.group("crest"):
        if full:
            canvas.path(crest.ground(card, bleed), Style(fill=palette.accent))
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
        letter_in_box(canvas, room, unit.designation, DESIGNATION_FONT, size * u, fill, "end", middle)


def _symbol(
    canvas: Canvas, card: CounterCard, game: Game, unit: Unit, side: Side, palette: Palette, art: bytes | None
) -> None:
    u = card.unit
    frame = card.part(*SYMBOL)
    mark = size_mark(unit.size, card.point(DESIGN / 2, MARK_Y), MARK_HEIGHT * u)
    if mark is not None:
        with canvas.group("size"):
            canvas.path(mark, Style(stroke=palette.ink, width=0.3 * u))
    with canvas.group("symbol"):
        if art is not None:
            canvas.image(card.part(*PICTURE), art)
            return
        name = game.counters.class_of(unit).symbol
        if name == "none":
            canvas.path(emblem_path(side.emblem, frame.centre, frame.height / 2), Style(fill=palette.accent))
            return
        inverted = bool(arrival_turns(game, unit))
        ground, line = (palette.accent, WHITE) if inverted else (palette.box, palette.ink)
        solid = WHITE if inverted else palette.accent
        canvas.path(Path.rectangle(frame), Style(fill=ground))
        symbol = SYMBOLS[name](frame)
        if symbol.strokes.segments:
            canvas.path(symbol.strokes, Style(stroke=line, width=LINE * u))
        if symbol.solids.segments:
            canvas.path(symbol.solids, Style(fill=solid))
        if symbol.letters:
            letter_in_box(canvas, frame.inset(0.6 * u), symbol.letters, SYMBOL_FONT, 3.6 * u, line)
        canvas.path(Path.rectangle(frame), Style(stroke=palette.ink, width=LINE * u))


def _figures(
    canvas: Canvas, card: CounterCard, unit: Unit, step: Step, palette: Palette, step_index: int, bleed: float
) -> None:
    u = card.unit
    if palette.stripe is not None:
        with canvas.group("stripe"):
            canvas.path(card.band(STRIPE_TOP, DESIGN, bleed), Style(fill=palette.stripe))
            rule = [card.point(0, STRIPE_TOP), card.point(DESIGN, STRIPE_TOP)]
            canvas.path(Path.line(rule), Style(stroke=mix_colours(palette.accent, WHITE, 0.3), width=0.2 * u))
    text = printed_figures(step)
    with canvas.group("figures"):
        if text:
            face = FIGURE_FONT if palette.stripe is None else REDUCED_FIGURE_FONT
            letter_in_box(canvas, card.part(*FIGURES), text, face, FIGURE_SIZE * u, palette.ink)
        else:
            room = card.part(
                SAFE_INSET, STRIPE_TOP - 0.1, DESIGN - 2 * SAFE_INSET, DESIGN - SAFE_INSET - STRIPE_TOP + 0.1
            )
            letter_lines(canvas, room, unit.name, NAME_FONT, 2.2 * u, palette.ink)


def _beside(canvas: Canvas, card: CounterCard, game: Game, unit: Unit, step: Step, palette: Palette) -> None:
    """Draw the turn of arrival to the left of the symbol, and further ratings to the right."""
    u = card.unit
    turns = arrival_turns(game, unit)
    # If scenarios bring it in on different turns, the counter can't name a turn.
    if len(turns) == 1:
        with canvas.group("arrival"):
            room = card.part(SAFE_INSET, SYMBOL[1], ASIDE, SYMBOL[3])
            letter_in_narrow_box(canvas, room, f"T{turns[0]}", BESIDE_SYMBOL_FONT, 2.4 * u, palette.ink)
    kinds = {figure.id: figure for figure in game.counters.ratings}
    extra = [
        (text, kinds.get(name, Rating(name, name)))
        for name, text in step.ratings.items()
        if text.strip() and (name not in kinds or kinds[name].art != "none")
    ][:3]
    if extra:
        height = SYMBOL[3] / len(extra)
        with canvas.group("values"):
            for number, (text, figure) in enumerate(extra):
                room = card.part(DESIGN - SAFE_INSET - ASIDE, SYMBOL[1] + number * height, ASIDE, height)
                if figure.art == "pips" and text.isdigit():
                    _pips(canvas, room.inset(0.05 * height * u), int(text), palette)
                else:
                    shown = figure.format.replace("{value}", text)
                    letter_in_narrow_box(canvas, room, shown, BESIDE_SYMBOL_FONT, 2.4 * u, palette.ink)


def _pips(canvas: Canvas, room: Box, count: int, palette: Palette) -> None:
    """Draw up to four dots, one above the other."""
    pitch = room.height / max(count, 3)
    top = room.centre.y - pitch * (count - 1) / 2
    for number in range(min(count, 4)):
        at = Point(room.centre.x, top + number * pitch)
        canvas.path(Path.ellipse(at, min(pitch * 0.36, room.width * 0.3)), Style(fill=palette.ink))
