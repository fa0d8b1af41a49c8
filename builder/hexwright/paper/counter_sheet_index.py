"""Draw the index of the counter sheets: each counter's number, a picture of its front, its name and
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game, Side
from hexwright.paper.counter_imposition import CounterCopy, counter_side
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_band, draw_foot, draw_head
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.counters.unit_face import draw_unit_face, printed_figures
from hexwright.render.fonts import FontFace, fitting_lines, fitting_size
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.theme import HAIR
from hexwright.support.message_wording import count_noun

_BAND = 7.0
_GAP = 5.0
_LARGEST = 15.0
"""The largest edge in mm of a counter's picture; smaller counters are shown at full size."""
_COLUMN = 56.0
"""Minimum width in mm of a column: number, picture, and a name on two or three lines."""
_NAME, _LEADING = 2.8, 1.1


@dataclass(frozen=True, slots=True)
class _Title:
    """The title band above a group of counters."""

    text: str
    side: Side | None


_Line = _Title | tuple[CounterCopy, ...]


def _numbers(pieces: Sequence[CounterCopy]) -> str:
    """Return the numbers of identical counters, such as "43–53"."""
    first, last = pieces[0].number, pieces[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _values(piece: CounterCopy) -> str:
    counter = piece.counter
    if not isinstance(counter, Unit):
        return ""
    faces = [counter.steps[piece.front]] + ([counter.steps[piece.back]] if piece.back is not None else [])
    return " / ".join(text for step in faces if (text := printed_figures(step)))


def draw_index(
    document: PdfDocument, game: Game, settings: PrintSettings, paper: Paper, pieces: Sequence[CounterCopy]
) -> None:
    """Draw the index pages in as many columns as fit, with a band for each side and for the markers."""
    lines: list[_Line] = []
    for _, run in groupby(pieces, key=lambda piece: piece.group):
        group = tuple(run)
        side = counter_side(game, group[0])
        lines.append(_Title("Markers" if side is None else f"{side.name} units", side))
        lines += [tuple(alike) for _, alike in groupby(group, key=lambda p: (p.counter.id, p.front))]
    columns = max(1, int((paper.width - 2 * SIDE + _GAP) // (_COLUMN + _GAP)))
    edge = min(game.counters.sheet.counter_mm, _LARGEST)
    row = edge + 1.0
    most = max(1, int((paper.height - HEAD - FOOT - 3) // row))
    wide = (paper.width - 2 * SIDE - _GAP * (columns - 1)) / columns
    theme = settings.theme
    pages = 0
    while lines:
        pages += 1
        label = "Index of counters" if pages == 1 else f"Index of counters, page {pages}"
        tall = min(most, -(-len(lines) // columns))
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            draw_head(canvas, game, theme, paper, "Index of counters", count_noun(len(pieces), "counter"))
            for column in range(columns):
                part, lines = _column(lines, tall if column < columns - 1 else most)
                for n, line in enumerate(part):
                    box = Box(SIDE + column * (wide + _GAP), HEAD + n * row, wide, row)
                    if isinstance(line, _Title):
                        band = Box(box.x, box.y + (row - _BAND) / 2, wide, _BAND)
                        draw_band(canvas, theme, band, line.text, line.side)
                    else:
                        _entry(canvas, game, settings, box, edge, line)
            text = "Counters are numbered row by row; a row’s first and last numbers are printed beside it."
            draw_foot(canvas, theme, paper, text, paper.name)


def _column(lines: list[_Line], most: int) -> tuple[list[_Line], list[_Line]]:
    """Split off the lines of one column, so that no title is the last line."""
    end = min(most, len(lines))
    if end < len(lines) and end > 1 and isinstance(lines[end - 1], _Title):
        end -= 1
    return lines[:end], lines[end:]


def _entry(
    canvas: Canvas, game: Game, settings: PrintSettings, box: Box, edge: float, alike: Sequence[CounterCopy]
) -> None:
    theme, piece = settings.theme, alike[0]
    middle = box.centre.y
    number = _numbers(alike)
    size = fitting_size(number, FontFace.SANS_BOLD, 3.0, 10.4)
    canvas.text(Point(box.x + 10.4, middle + 1.0), number, FontFace.SANS_BOLD, size, theme.ink, anchor="end")
    picture = Box(box.x + 11.6, middle - edge / 2, edge, edge)
    counter = piece.counter
    if isinstance(counter, Unit):
        draw_unit_face(canvas, game, counter, piece.front, theme, picture, art=settings.art)
    else:
        draw_marker_face(canvas, game, counter, piece.front, theme, picture, art=settings.art)
    x = picture.right + 1.8
    values = _values(piece) if counter_side(game, piece) is not None else f"× {len(alike)}"
    below = 3.4 if values else 0.0
    lines, size = fitting_lines(piece.name, FontFace.SANS, _NAME, box.right - x, edge - 0.6 - below, _LEADING)
    y = middle - (len(lines) * size * _LEADING + below) / 2
    for line in lines:
        y += size * _LEADING
        canvas.text(Point(x, y - 0.4), line, FontFace.SANS, size, theme.ink, anchor="start")
    canvas.text(Point(x, y + 2.6), values, FontFace.SANS_SEMIBOLD, 2.8, theme.ink, anchor="start")
    rule = Path.line([Point(box.x, box.bottom), Point(box.right, box.bottom)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
