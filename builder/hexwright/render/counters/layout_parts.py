"""Draw the parts of layouts that aren't text: areas, marks that count, emblem, size mark and symbol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import LayoutPart
from hexwright.model.counter_mix import Unit
from hexwright.render.canvas import Box, Canvas, Colour, Path, Segment, Style
from hexwright.render.counters.counter_background import EDGE, hexagon_path
from hexwright.render.counters.counter_face import CounterFace
from hexwright.render.counters.counter_fonts import SYMBOL_FONT
from hexwright.render.counters.counter_palette import WHITE
from hexwright.render.counters.layout_text import MM_PER_POINT
from hexwright.render.counters.nato_symbols import SYMBOLS
from hexwright.render.counters.unit_size_marks import size_mark
from hexwright.render.side_emblems import emblem_path
from hexwright.render.text_fitting import FittedLine, fit_line

_K: Final = 0.5522847498
_RULE: Final = 0.16
"""Width of the lines of bands and stripes, in mm of the grid."""
_MOST: Final = 24
"""The greatest number of marks that count something."""
_NUMBER: Final = re.compile(r"\d{1,2}")


def note_shape(face: CounterFace, part: LayoutPart, box: Box) -> None:
    """Record that a part covers a box on which no text may stand."""
    if face.record is not None and not part.ignore:
        face.record.shapes.append((part, box))


def note_area(face: CounterFace, box: Box, fill: Colour) -> None:
    """Record that a box has one colour."""
    if face.record is not None:
        face.record.areas.append((box, fill))


# Areas -------------------------------------------------------------------------------------------


def draw_ground(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Fill the whole counter."""
    fill = _fill(face, part, face.palette.ground)
    face.card.ground(canvas, fill, face.bleed)
    note_area(face, face.card.frame, fill)


def draw_plate(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Fill a rectangle, or outline it, or both."""
    filled = part.fill is not None or part.line is None
    fill = _fill(face, part, face.palette.accent) if filled else None
    area = face.area_of(part)
    with canvas.group("plate"), _clipped(canvas, face, part):
        path = plate_path(face, part, area)
        line = None if part.line is None or part.rules else face.colour(part.line, face.palette.ink)
        width = (part.width or 0.3) * face.card.unit
        if fill is not None:
            canvas.path(path, Style(fill=fill))
            note_area(face, area, fill)
        if line is not None:
            inner = Path.rectangle(area.inset(width / 2), part.corner * face.card.unit)
            canvas.path(inner, Style(stroke=line, width=width))
        if part.rules:
            rule = Style(
                stroke=face.colour(part.line, face.palette.ink), width=(part.width or _RULE) * face.card.unit
            )
            for y in (area.y, area.bottom):
                canvas.path(Path.line([Point(area.x, y), Point(area.right, y)]), rule)


def draw_stripe(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Fill a rectangle in the formation's colour, with a line at its inner edge."""
    fill = _fill(face, part, face.formation_colour("colour"))
    area = face.area_of(part)
    with canvas.group("stripe"), _clipped(canvas, face, part):
        canvas.path(plate_path(face, part, area), Style(fill=fill))
        note_area(face, area, fill)
        if part.rules:
            left, top, right, bottom = face.touches(part)
            upright = area.height >= area.width
            ends = (
                [Point(x := area.x if right and not left else area.right, area.y), Point(x, area.bottom)]
                if upright
                else [Point(area.x, y := area.y if bottom and not top else area.bottom), Point(area.right, y)]
            )
            width = (part.width or 0.2) * face.card.unit
            canvas.path(Path.line(ends), Style(stroke=face.colour(part.line, face.palette.ink), width=width))


def draw_disc(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a circle or an ellipse."""
    box = face.box_of(part)
    _outlined(canvas, face, part, Path.ellipse(box.centre, box.width / 2, box.height / 2), box)


def draw_hexagon(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a hexagon."""
    box = face.box_of(part)
    _outlined(canvas, face, part, hexagon_path(box), box)


def _outlined(canvas: Canvas, face: CounterFace, part: LayoutPart, path: Path, box: Box) -> None:
    fill = _fill(face, part, face.colour("side.paper", WHITE))
    line = None if part.line is None else face.colour(part.line, face.palette.ink)
    width = (part.width or 0.24) * face.card.unit
    with canvas.group("mark"):
        canvas.path(path, Style(fill=fill, stroke=line, width=width))
    note_area(face, box, fill)


def draw_ring(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a ring along the edge of a round counter, or within a box."""
    fill = _fill(face, part, face.palette.accent)
    box = face.area_of(part)
    width = (part.width or 2.0) * face.card.unit + (face.bleed if part.box is None and face.bleed > 0 else 0)
    with canvas.group("ring"):
        middle = box.inset(width / 2)
        circle = Path.ellipse(middle.centre, middle.width / 2, middle.height / 2)
        canvas.path(circle, Style(stroke=fill, width=width))
        note_area(face, Box(box.x, box.y, box.width, width), fill)
        if part.line is not None:
            inner = box.inset(width)
            rule = Style(stroke=face.colour(part.line, WHITE), width=0.18 * face.card.unit)
            canvas.path(Path.ellipse(inner.centre, inner.width / 2, inner.height / 2), rule)


def draw_swatches(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw bands of colours, one below the other: a uniform's coat, facings and trousers."""
    colours = [
        face.colour(name, face.palette.accent)
        for name in re.split(r"[\s,]+", face.fill_in(part.of).strip())
        if re.fullmatch(r"#[0-9A-Fa-f]{6}", name)
    ][:_MOST]
    if not colours or part.box is None:
        return
    x, y, width, height = part.box
    each = height / len(colours)
    with canvas.group("swatches"):
        for number, colour in enumerate(colours):
            band = LayoutPart("plate", (x, y + number * each, width, each))
            area = face.area_of(band)
            with _clipped(canvas, face, band):
                canvas.path(plate_path(face, band, area), Style(fill=colour))
            note_area(face, area, colour)
            if number:
                rule = Style(stroke=face.palette.ink, width=0.14 * face.card.unit)
                canvas.path(Path.line([Point(area.x, area.y), Point(area.right, area.y)]), rule)
        box = face.area_of(part)
        line = Style(stroke=face.colour(part.line, face.palette.ink), width=0.2 * face.card.unit)
        canvas.path(Path.line([Point(box.right, box.y), Point(box.right, box.bottom)]), line)


def draw_edge(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the counter's border."""
    stroke = face.colour(part.line, face.palette.edge)
    face.card.edge(canvas, stroke, face.bleed, EDGE if part.width is None else part.width)


def plate_path(face: CounterFace, part: LayoutPart, area: Box) -> Path:
    """Return a plate's outline: round where it touches a corner of the counter, or by its own radius."""
    if part.corner:
        return Path.rectangle(area, part.corner * face.card.unit)
    left, top, right, bottom = face.touches(part)
    radius = face.card.radius * face.card.unit if face.bleed <= 0 else 0.0
    if face.layout.shape in ("round", "hexagon") or not radius:
        return Path.rectangle(area)
    radius = min(radius, area.width, area.height)
    rounded = (left and top, right and top, right and bottom, left and bottom)
    return Path.rectangle(area) if not any(rounded) else _rounded(area, radius, rounded)


def _rounded(box: Box, radius: float, corners: tuple[bool, bool, bool, bool]) -> Path:
    """Return a rectangle with some round corners, clockwise from the upper left."""
    a, b, c, d = (radius if one else 0.0 for one in corners)
    k = 1 - _K
    x, y, right, low = box.x, box.y, box.right, box.bottom
    pieces = [Segment("M", (Point(x + a, y),)), Segment("L", (Point(right - b, y),))]
    if b:
        pieces.append(Segment("C", (Point(right - b * k, y), Point(right, y + b * k), Point(right, y + b))))
    pieces.append(Segment("L", (Point(right, low - c),)))
    if c:
        pieces.append(
            Segment("C", (Point(right, low - c * k), Point(right - c * k, low), Point(right - c, low)))
        )
    pieces.append(Segment("L", (Point(x + d, low),)))
    if d:
        pieces.append(Segment("C", (Point(x + d * k, low), Point(x, low - d * k), Point(x, low - d))))
    pieces.append(Segment("L", (Point(x, y + a),)))
    if a:
        pieces.append(Segment("C", (Point(x, y + a * k), Point(x + a * k, y), Point(x + a, y))))
    return Path((*pieces, Segment("Z")))


@contextmanager
def _clipped(canvas: Canvas, face: CounterFace, part: LayoutPart) -> Iterator[None]:
    """Clip what touches the edge of a counter that isn't a rectangle."""
    odd = face.layout.shape in ("round", "hexagon") and any(face.touches(part))
    clip = face.card.outline(-face.bleed if face.bleed > 0 else 0.0)
    with canvas.group("cut", clip=clip) if odd else nullcontext():
        yield


def _fill(face: CounterFace, part: LayoutPart, default: Colour) -> Colour:
    if face.reduced and part.reduced is not None:
        return face.colour(part.reduced, default)
    return face.colour(part.fill, default)


# Marks -------------------------------------------------------------------------------------------


def draw_emblem(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the side's emblem."""
    if face.side is None:
        return
    box = face.box_of(part)
    path = emblem_path(face.side.emblem, box.centre, min(box.width, box.height) / 2)
    with canvas.group("emblem"):
        canvas.path(path, Style(fill=_fill(face, part, face.palette.accent)))
    note_shape(face, part, box)


def draw_echelon(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the size mark of a unit."""
    if not isinstance(face.counter, Unit):
        return
    box = face.box_of(part)
    mark = size_mark(face.counter.size, box.centre, box.height)
    if mark is None:
        return
    with canvas.group("size"):
        ink = _fill(face, part, face.palette.ink)
        canvas.path(mark, Style(stroke=ink, width=(part.width or 0.24) * face.card.unit))
    if face.record is not None:
        note_shape(face, part, mark.box)


def draw_pips(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a dot for each of a number, along the longer side of the box; the rest of `total` are empty."""
    count, total = _counts(face, part)
    box = face.box_of(part)
    upright = box.height >= box.width
    cell = min(box.width, box.height)
    pitch = min(cell * 0.86, (max(box.width, box.height)) / max(total, 1))
    fill = _fill(face, part, face.palette.ink)
    line = (part.width or 0.16) * face.card.unit
    radius = pitch * 0.36
    with canvas.group("pips"):
        for number in range(total):
            along = pitch * (number + 0.5)
            at = Point(box.centre.x, box.bottom - along) if upright else Point(box.x + along, box.centre.y)
            full = number < count
            canvas.path(
                Path.ellipse(at, radius - line / 2),
                Style(fill=fill if full else None, stroke=fill, width=line),
            )
    if total:
        note_shape(face, part, box)


def draw_boxes(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a row of boxes, for hits to be marked; of `total`, those beyond the number are filled."""
    count, total = _counts(face, part)
    if not total:
        return
    box = face.box_of(part)
    each = box.width / total
    fill, line = _fill(face, part, WHITE), face.colour(part.line, face.palette.ink)
    u = face.card.unit
    with canvas.group("boxes"):
        for number in range(total):
            cell = Box(box.x + number * each + 0.12 * u, box.y, each - 0.24 * u, box.height)
            style = Style(fill=fill if number < count else line, stroke=line, width=0.2 * u)
            canvas.path(Path.rectangle(cell.inset(0.1 * u), 0.2 * u), style)
    note_shape(face, part, box)


def _counts(face: CounterFace, part: LayoutPart) -> tuple[int, int]:
    """Return the number that is drawn full, and the number of places."""
    count = _first_number(face.fill_in(part.of))
    return count, max(count, _first_number(face.fill_in(part.total)))


def _first_number(text: str) -> int:
    found = _NUMBER.search(text)
    return min(_MOST, int(found[0])) if found else 0


def draw_turns(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw the strengths of a block's steps as squares along its edges: the upper edge is the strength now.

    The first stands above; each next is seen after a quarter turn to the left.
    """
    numbers = [min(9, int(found)) for found in _NUMBER.findall(face.fill_in(part.of))][:4]
    box = face.box_of(part)
    u = face.card.unit
    side, pitch = 1.16 * u, 1.75 * u
    fill = _fill(face, part, face.palette.ink)
    c = box.centre
    with canvas.group("turns"):
        for turn, count in enumerate(numbers):
            reach = (box.height if turn % 2 == 0 else box.width) / 2 - side / 2
            for n in range(count):
                along = (n - (count - 1) / 2) * pitch
                x, y = ((along, -reach), (reach, along), (-along, reach), (-reach, -along))[turn]
                square = Box(c.x + x - side / 2, c.y + y - side / 2, side, side)
                canvas.path(Path.rectangle(square, 0.12 * u), Style(fill=fill))
                note_shape(face, part, square)


# Symbol ------------------------------------------------------------------------------------------


def draw_symbol(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a unit's branch symbol, or the designer's picture of the unit in its place."""
    if not isinstance(face.counter, Unit):
        return
    frame = face.box_of(part)
    with canvas.group("symbol"):
        art = face.art.get(face.counter.symbol_picture)
        if art is not None:
            canvas.image(frame.inset(-0.2 * face.card.unit), art)
        else:
            _branch(canvas, face, part, frame, face.counter)
    note_shape(face, part, frame)


def _branch(canvas: Canvas, face: CounterFace, part: LayoutPart, frame: Box, unit: Unit) -> None:
    u = face.card.unit
    accent = face.colour(part.second, face.palette.accent)
    name = face.game.counters.class_of(unit).symbol
    if name == "none":
        if face.side is not None:
            path = emblem_path(face.side.emblem, frame.centre, frame.height / 2)
            canvas.path(path, Style(fill=accent))
        return
    inverted = bool(part.invert) and bool(face.fill_in(part.invert))
    ink = face.colour(part.line, face.palette.ink)
    light = face.colour(part.lit, WHITE)
    ground, line = (accent, light) if inverted else (_fill(face, part, face.palette.box), ink)
    solid = light if inverted else accent
    width = (part.width or 0.4) * u
    canvas.path(Path.rectangle(frame), Style(fill=ground))
    symbol = SYMBOLS[name](frame)
    if symbol.strokes.segments:
        canvas.path(symbol.strokes, Style(stroke=line, width=width))
    if symbol.solids.segments:
        canvas.path(symbol.solids, Style(fill=solid))
    if symbol.letters:
        fitted = _symbol_letters(face, part, frame, symbol.letters)
        canvas.text(fitted.at, fitted.text, SYMBOL_FONT, fitted.size, line, anchor=fitted.anchor)
    canvas.path(Path.rectangle(frame), Style(stroke=ink, width=width))


def _symbol_letters(face: CounterFace, part: LayoutPart, frame: Box, letters: str) -> FittedLine:
    """Return the letters of a symbol: they shrink with the picture, down to the least size of the part."""
    size = max(3.6 * frame.height / 4.95, (part.min or 0.0) * MM_PER_POINT * face.card.unit)
    return fit_line(frame.inset(0.6 * face.card.unit), letters, SYMBOL_FONT, size)


def symbol_letter_size(face: CounterFace, part: LayoutPart) -> float:
    """Return the size in mm of the letters of a unit's symbol."""
    if not isinstance(face.counter, Unit):
        return 0.0
    frame = face.box_of(part)
    symbol = SYMBOLS[face.game.counters.class_of(face.counter).symbol](frame)
    return _symbol_letters(face, part, frame, symbol.letters).size
