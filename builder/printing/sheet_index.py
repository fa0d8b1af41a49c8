"""Draw the index of the counter sheets: each counter's number, picture of its front, name and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from builder.geometry.layout import Point
from builder.model.counters import Unit
from builder.model.game import Game, Side
from builder.printing.furniture import FOOT, HEAD, SIDE, draw_band, draw_foot, draw_head
from builder.printing.imposition import Piece, side_of
from builder.printing.paper import Paper
from builder.printing.press import open_page
from builder.printing.settings import Settings
from builder.render.canvas import Box, Canvas, Path, Style
from builder.render.counters.face import draw_unit_face, figures
from builder.render.counters.markers import draw_marker_face
from builder.render.fonts import Face, fitted
from builder.render.pdf import PdfDocument
from builder.render.theme import HAIR

_ROW = 7.4
_BAND = 6.6
_GAP = 6.0


@dataclass(frozen=True, slots=True)
class _Title:
    """The band above a group."""

    text: str
    side: Side | None


_Line = _Title | tuple[Piece, ...]


def _numbers(pieces: Sequence[Piece]) -> str:
    """Return the numbers of counters that are alike, such as "43–53"."""
    first, last = pieces[0].number, pieces[-1].number
    return str(first) if first == last else f"{first}–{last}"


def _values(piece: Piece) -> str:
    counter = piece.counter
    if not isinstance(counter, Unit):
        return ""
    faces = [counter.steps[piece.front]] + ([counter.steps[piece.back]] if piece.back is not None else [])
    return " / ".join(text for step in faces if (text := figures(step)))


def draw_index(
    document: PdfDocument, game: Game, settings: Settings, paper: Paper, pieces: Sequence[Piece]
) -> None:
    """Draw the index pages: two columns, a band for each side and one for the markers."""
    lines: list[_Line] = []
    for _, run in groupby(pieces, key=lambda piece: piece.group):
        group = tuple(run)
        side = side_of(game, group[0])
        lines.append(_Title("Markers" if side is None else f"{side.name} units", side))
        lines += [tuple(alike) for _, alike in groupby(group, key=lambda p: (p.counter.id, p.front))]
    columns = 2 if paper.width > 150 else 1
    most = int((paper.height - HEAD - FOOT - 3) // _ROW)
    wide = (paper.width - 2 * SIDE - _GAP * (columns - 1)) / columns
    theme = settings.theme
    pages = 0
    while lines:
        pages += 1
        label = "Index of counters" if pages == 1 else f"Index of counters, page {pages}"
        tall = min(most, -(-len(lines) // columns))
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            draw_head(canvas, game, theme, paper, "Index of counters", f"{len(pieces)} counters")
            for column in range(columns):
                part, lines = _column(lines, tall if column < columns - 1 else most)
                for n, line in enumerate(part):
                    box = Box(SIDE + column * (wide + _GAP), HEAD + n * _ROW, wide, _ROW)
                    if isinstance(line, _Title):
                        band = Box(box.x, box.y + (_ROW - _BAND) / 2, wide, _BAND)
                        draw_band(canvas, theme, band, line.text, line.side)
                    else:
                        _entry(canvas, game, settings, box, line)
            text = "Numbers run along the rows of the sheets; a row’s first and last stand beside it."
            draw_foot(canvas, theme, paper, text, paper.name)


def _column(lines: list[_Line], most: int) -> tuple[list[_Line], list[_Line]]:
    """Take the lines of a column; a title never stands last."""
    end = min(most, len(lines))
    if end < len(lines) and end > 1 and isinstance(lines[end - 1], _Title):
        end -= 1
    return lines[:end], lines[end:]


def _entry(canvas: Canvas, game: Game, settings: Settings, box: Box, alike: Sequence[Piece]) -> None:
    theme, piece = settings.theme, alike[0]
    middle = box.centre.y
    number = _numbers(alike)
    size = fitted(number, Face.SANS_BOLD, 3.0, 8.6)
    canvas.text(Point(box.x + 9.0, middle + 1.0), number, Face.SANS_BOLD, size, theme.ink, anchor="end")
    picture = Box(box.x + 11.0, box.y + 0.5, _ROW - 1.0, _ROW - 1.0)
    counter = piece.counter
    if isinstance(counter, Unit):
        draw_unit_face(canvas, game, counter, piece.front, theme, picture, art=settings.art)
    else:
        draw_marker_face(canvas, game, counter, piece.front, theme, picture, art=settings.art)
    x = picture.right + 2.2
    values = _values(piece) if side_of(game, piece) is not None else f"× {len(alike)}"
    room = box.right - x - 19.0
    size = fitted(piece.name, Face.SANS, 3.0, room)
    canvas.text(Point(x, middle + 1.0), piece.name, Face.SANS, size, theme.ink, anchor="start")
    canvas.text(
        Point(box.right - 0.5, middle + 1.0), values, Face.SANS_SEMIBOLD, 2.8, theme.ink, anchor="end"
    )
    rule = Path.line([Point(box.x, box.bottom), Point(box.right, box.bottom)])
    canvas.path(rule, Style(stroke=theme.rule, width=HAIR))
