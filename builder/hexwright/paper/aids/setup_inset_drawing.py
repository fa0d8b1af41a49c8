"""Draw what belongs to the insets of a set-up: their titles, the map that shows them, and stacks of units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.paper.aids.setup_inset_groups import INSET_HEAD
from hexwright.paper.aids.setup_map_insets import Inset
from hexwright.paper.aids.setup_map_windows import counter_edge
from hexwright.paper.aids.setup_strips import Strip
from hexwright.paper.aids.start_lines import StandingUnit, StartLine
from hexwright.paper.figures.example_diagrams import LARGE_HEX
from hexwright.paper.figures.figure_counters import badge_spot
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.diagram_face import draw_diagram_face
from hexwright.render.designer_pictures import Art
from hexwright.render.fonts import FontFace, fitting_size, text_width
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.sheet.theatre_inset import Theatre, draw_theatre, framed_boxes
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import MEDIUM, SMALLEST_TEXT, Theme

_TITLE: Final = 3.2
_DISC: Final = 1.9
_STAR: Final = 1.0
"""The radius in mm of the disc with the asterisk of a unit of some scenarios only."""
_ALONE, _ALONE_SMALL, _PAIR = 0.6, 0.84, 0.47
"""The edge of a counter alone in a large hex, in a small one, and beside another, in widths of the hex."""
_LEAST_PAIR: Final = 8.5
"""The edge in mm on the page from which counters stand side by side instead of on each other."""
_LOW: Final = 0.11
"""How far counters stand below the middle of a large hex, in its widths, so that its number is seen."""
_ROOM: Final = 0.77
"""The height that counters on each other may take in a large hex, in its widths."""
_STRIP: Final = 0.16
"""What is seen of a row of counters below another, in widths of the hex: their designations."""
_SEEN: Final = 0.25
"""What is seen of a counter below another, in widths of the counter."""
_EDGE_SEEN: Final = 0.45
"""What is seen of the edge of a counter below another in an inset, in mm."""
_LETTER: Final = 1.35
"""The radius in mm of the disc with the letter of a stack."""
MOST_SHOWN: Final = 3
"""The number of counters on each other; a higher stack tells how many it has."""


def units_by_hex(line: StartLine) -> Mapping[HexId, list[StandingUnit]]:
    """Return the units of a start line by hex."""
    found: dict[HexId, list[StandingUnit]] = {}
    for one in line.standing:
        found.setdefault(one.hex, []).append(one)
    return found


def stacked_in_hex(centre: Point, wide: float, count: int, scale: float = 1.0, most: int = 1) -> list[Box]:
    """Return the boxes of units in a hex `wide` mm wide: side by side, or each on the one before.

    `most` is the largest number of units in a hex: if pairs stand side by side, all counters have one size.

    Of a counter below another, the designation is seen. In a hex that is large when shown at `scale`, they
    leave the hex number free. Of a high stack only `MOST_SHOWN` counters have boxes.
    """
    large = wide * scale >= LARGE_HEX
    middle = Point(centre.x, centre.y + (_LOW * wide if large else 0.0))
    if count > 1 and _PAIR * wide * scale >= _LEAST_PAIR:
        edge = _PAIR * wide
        rows = math.ceil(count / 2)
        step = min(_STRIP * wide, (_ROOM * wide - edge) / max(1, rows - 1))
        top, left = middle.y - (edge + (rows - 1) * step) / 2, middle.x - edge
        return [Box(left + n % 2 * edge, top + n // 2 * step, edge, edge) for n in range(count)]
    shown = min(count, MOST_SHOWN)
    alone, room = (_ALONE, _ROOM) if large else (_ALONE_SMALL, 1.0)
    edge = wide * min(alone, room / (1 + _SEEN * (shown - 1)))
    if most > 1 and _PAIR * wide * scale >= _LEAST_PAIR:
        edge = _PAIR * wide
    step = _SEEN * edge
    top = middle.y - (edge + (shown - 1) * step) / 2
    return [Box(middle.x - edge / 2, top + n * step, edge, edge) for n in range(shown)]


def draw_stack(
    canvas: Canvas, game: Game, theme: Theme, units: Sequence[StandingUnit], boxes: Sequence[Box], art: Art
) -> None:
    """Draw the units of a hex into their boxes; a stack with more units than boxes tells how many it has.

    Units of only some scenarios have an asterisk.
    """
    for one, box in zip(units, boxes, strict=False):
        index = min(one.step, len(one.unit.steps)) - 1
        draw_diagram_face(canvas, game, one.unit, index, theme, box, art=art)
        if one.numbers:
            _starred(canvas, theme, Point(box.x, box.y))
    if len(units) > len(boxes):
        _counted(canvas, theme, len(units), Point(boxes[0].right, boxes[0].y))


def inset_box(centre: Point, wide: float) -> Box:
    """Return the box of the counter, or of the uppermost of a stack, in a hex of an inset."""
    edge = counter_edge(wide)
    down = _LOW * wide if wide >= LARGE_HEX else 0.0
    return Box(centre.x - edge / 2, centre.y + down - edge / 2, edge, edge)


def draw_in_inset(
    canvas: PdfCanvas, game: Game, theme: Theme, units: Sequence[StandingUnit], box: Box, art: Art
) -> None:
    """Draw the units of a hex of an inset: one counter, or a stack, whose other units a strip shows."""
    for n in range(min(len(units), MOST_SHOWN) - 1, 0, -1):
        under = Box(box.x + n * _EDGE_SEEN, box.y + n * _EDGE_SEEN, box.width, box.height)
        canvas.path(Path.rectangle(under, 0.5), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM / 2))
    draw_stack(canvas, game, theme, units[:1], [box], art)


def letter_box(hex_corners: Sequence[Point], box: Box, texts: Sequence[Box]) -> Box:
    """Return the box of the letter of a stack, in its hex and where it hides no text of its counter."""
    at = badge_spot(hex_corners, _LETTER, [box], texts)
    return Box(at.x - _LETTER, at.y - _LETTER, 2 * _LETTER, 2 * _LETTER)


def draw_letter(canvas: PdfCanvas, theme: Theme, letter: str, at: Point) -> None:
    """Draw the letter of a stack, which its strip repeats."""
    canvas.path(Path.ellipse(at, _LETTER), Style(fill=theme.ink, stroke=theme.panel, width=MEDIUM / 2))
    foot = Point(at.x, at.y + 0.28 * SMALLEST_BOOK_TEXT)
    canvas.text(foot, letter, FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.panel)


def draw_strip(
    canvas: PdfCanvas,
    game: Game,
    theme: Theme,
    by_hex: Mapping[HexId, Sequence[StandingUnit]],
    strip: Strip,
    at: Point,
    art: Art,
) -> None:
    """Draw a strip of counters by hex, with its upper left corner at a point."""
    for cell in strip.cells:
        foot = at + cell.foot
        canvas.text(foot, cell.label, FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.ink, anchor="start")
        boxes = [Box(at.x + box.x, at.y + box.y, box.width, box.height) for box in cell.boxes]
        draw_stack(canvas, game, theme, by_hex[cell.hex], boxes, art)


def draw_plain_title(canvas: PdfCanvas, theme: Theme, text: str, at: Point) -> None:
    """Draw the title of what stands among insets and has no number."""
    base = Point(at.x, at.y + INSET_HEAD - 1.3)
    canvas.text(base, text, FontFace.SANS_BOLD, _TITLE, theme.ink, anchor="start")


def draw_inset_title(canvas: PdfCanvas, theme: Theme, number: int, name: str, at: Point, wide: float) -> None:
    """Draw the number of an inset on a disc, and its name, smaller if it is wider than the inset."""
    base = at.y + INSET_HEAD - 1.3
    _numbered(canvas, theme, number, Point(at.x + _DISC, base - 0.36 * _TITLE))
    after = Point(at.x + 2 * _DISC + 1.4, base)
    size = max(SMALLEST_BOOK_TEXT, fitting_size(name, FontFace.SANS_BOLD, _TITLE, wide + at.x - after.x))
    canvas.text(after, name, FontFace.SANS_BOLD, size, theme.ink, anchor="start")


def reference_box(at: Point) -> Box:
    """Return the box of the disc that names another inset, in the middle of a hex."""
    radius = 0.85 * _DISC
    return Box(at.x - radius, at.y - radius, 2 * radius, 2 * radius)


def draw_reference(canvas: PdfCanvas, theme: Theme, number: int, at: Point, frame: Box) -> None:
    """Draw the number of the inset that shows the units of a hex, on a pale disc."""
    radius = 0.85 * _DISC
    if frame.inset(radius).holds_point(at):
        canvas.path(Path.ellipse(at, radius), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM / 2))
        below = Point(at.x, at.y + 0.35 * SMALLEST_BOOK_TEXT)
        canvas.text(below, str(number), FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.ink)


def _draw_reference_key(canvas: PdfCanvas, theme: Theme, number: int, at: Point, width: float) -> None:
    """Draw what a pale disc with a number means, beside the title of the map of insets."""
    base, radius = at.y + INSET_HEAD - 1.3, 0.85 * _DISC
    centre = Point(at.x + radius, base - 0.36 * _TITLE)
    draw_reference(canvas, theme, number, centre, Box.around((centre,)).inset(-2 * radius))
    told = f"in a hex: see inset {number}"
    start = Point(at.x + 2 * radius + 1.0, base)
    size = fitting_size(told, FontFace.SANS, 1.1 * SMALLEST_BOOK_TEXT, width - 2 * radius - 1.0)
    canvas.text(start, told, FontFace.SANS, max(SMALLEST_BOOK_TEXT, size), theme.ink, anchor="start")


def _counted(canvas: Canvas, theme: Theme, count: int, corner: Point) -> None:
    """Draw how many units a stack has, on a plate at its upper right corner."""
    text = f"×{count}"
    wide = text_width(text, FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT) + 0.8
    plate = Box(corner.x - 0.5, corner.y - 0.3, wide, SMALLEST_BOOK_TEXT)
    canvas.path(Path.rectangle(plate), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM / 2))
    foot = Point(plate.centre.x, plate.bottom - 0.17 * SMALLEST_BOOK_TEXT)
    canvas.text(foot, text, FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.ink)


def _numbered(canvas: PdfCanvas, theme: Theme, number: int, at: Point) -> None:
    canvas.path(Path.ellipse(at, _DISC), Style(fill=theme.ink, stroke=theme.panel, width=MEDIUM / 2))
    below = Point(at.x, at.y + 0.35 * SMALLEST_BOOK_TEXT)
    canvas.text(below, str(number), FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.panel)


def _starred(canvas: Canvas, theme: Theme, at: Point) -> None:
    """Draw an asterisk on a small disc, for a unit that isn't in all scenarios of a start line."""
    canvas.path(Path.ellipse(at, _STAR), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM / 2))
    below = Point(at.x, at.y + 0.58 * SMALLEST_BOOK_TEXT)
    canvas.text(below, "*", FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT, theme.ink)


def draw_overview(
    canvas: PdfCanvas,
    game: Game,
    theme: Theme,
    line: StartLine,
    box: Box,
    insets: Sequence[Inset],
    board: MapLayers,
) -> None:
    """Draw the whole map at a small scale, with the frames of the insets."""
    title = "Where the insets lie"
    draw_plain_title(canvas, theme, title, Point(box.x, box.y))
    if len(insets) > 1:
        after = box.x + text_width(f"{title}  ", FontFace.SANS_BOLD, _TITLE)
        _draw_reference_key(canvas, theme, insets[-1].number, Point(after, box.y), box.right - after)
    times = SMALLEST_BOOK_TEXT / SMALLEST_TEXT
    held = {one.hex: one.unit.side for one in line.standing}
    panel = Box(0.0, 0.0, box.width / times, (box.height - INSET_HEAD) / times)
    theatre = Theatre(panel, line.title, held, [inset.window for inset in insets])
    with canvas.placed(Placement(box.x, box.y + INSET_HEAD, 0.0, times)):
        names = draw_theatre(canvas, game, theme, theatre, 0.0, board)
        frames = framed_boxes(theatre, board.view.field, 0.0)
        discs = clear_discs(frames, Box(0.0, 0.0, panel.width, panel.height), _DISC, names)
        for at, frame in zip(discs, frames, strict=True):
            nearest = Point(min(max(at.x, frame.x), frame.right), min(max(at.y, frame.y), frame.bottom))
            if math.hypot(at.x - nearest.x, at.y - nearest.y) > _DISC:
                canvas.path(Path.line((at, nearest)), Style(stroke=theme.ink, width=MEDIUM / 2))
        for inset, at in zip(insets, discs, strict=True):
            _numbered(canvas, theme, inset.number, at)


def clear_discs(frames: Sequence[Box], room: Box, radius: float, names: Sequence[Box] = ()) -> list[Point]:
    """Return where the numbers of frames stand: at a corner, or as near as they are clear of each other and
    of names.
    """
    found: dict[int, Point] = {}
    for n in sorted(range(len(frames)), key=lambda n: frames[n].width * frames[n].height):
        box = frames[n]
        corners = [Point(x, y) for y in (box.y, box.bottom) for x in (box.x, box.right)]
        rings = [
            Point(box.centre.x + far * math.cos(turn), box.centre.y + far * math.sin(turn))
            for far in (radius * step for step in range(2, 16))
            for turn in (k * math.pi / 8 for k in range(16))
        ]
        inside = room.inset(radius)
        free = [
            at
            for at in (*corners, *rings)
            if inside.holds_point(at)
            and not any(name.inset(-radius).holds_point(at) for name in names)
            and all(math.hypot(at.x - other.x, at.y - other.y) >= 2 * radius for other in found.values())
        ]
        found[n] = free[0] if free else corners[0]
    return [found[n] for n in range(len(frames))]
