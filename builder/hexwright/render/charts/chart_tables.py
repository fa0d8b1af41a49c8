"""Lay out and draw tables: columns with relative widths, and rows as tall as their text needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts.chart_layout import BODY, break_lines, draw_lines, lines_height
from hexwright.render.fonts import FontFace, text_width
from hexwright.render.theme import FINE, MEDIUM, Theme

Drawing = Callable[[Canvas, Theme, Box], None]

PAD_X, PAD_Y = 1.6, 1.1
_PAD_SHARE = 0.12
_CLEAR: Final = 0.7
"""The least space in mm beside a drawing that is alone in its cell."""
_NARROWEST = 5.0
"""Width in mm of a column that contains only single letters."""


def _pad(width: float) -> float:
    """Return the padding beside a cell's text; narrow cells, which contain numbers, have less padding."""
    return min(PAD_X, _PAD_SHARE * width)


def _around(width: float) -> float:
    """Return the total width of a cell whose text area has the given width."""
    return min(width + 2 * PAD_X, width / (1 - 2 * _PAD_SHARE)) + 0.1


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: text, a drawing, or both side by side."""

    text: str = ""
    face: FontFace = FontFace.SANS
    size: float = BODY
    centred: bool = False
    fill: Colour | None = None
    ink: Colour | None = None
    drawing: Drawing | None = None
    drawing_size: tuple[float, float] = (0.0, 0.0)

    def _lines(self, width: float) -> tuple[str, ...]:
        return break_lines(self.text, self.face, self.size, self._room(width))

    def _room(self, width: float) -> float:
        beside = self.drawing_size[0] + PAD_X if self.drawing and self.text else 0.0
        return width - 2 * _pad(width) - beside

    @property
    def min_width(self) -> float:
        """Return the width in mm below which the longest word would have to shrink."""
        return _around(
            max((text_width(word, self.face, self.size) for word in self.text.split()), default=0.0)
        )

    @property
    def one_line_width(self) -> float:
        """Return the width in mm that the text needs to fit on one line."""
        return _around(text_width(self.text, self.face, self.size))

    def height(self, width: float) -> float:
        """Return the height in mm that the cell needs for a given width."""
        return max(lines_height(self._lines(width), self.size), self.drawing_size[1]) + 2 * PAD_Y

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the cell's content into its box, without a background."""
        inner = Box(box.x + _pad(box.width), box.y, box.width - 2 * _pad(box.width), box.height)
        if self.drawing is not None:
            wide, high = self.drawing_size
            if not self.text and wide > box.width - 2 * _CLEAR:
                # A die keeps clear of the rules of a narrow column.
                wide, high = box.width - 2 * _CLEAR, high * (box.width - 2 * _CLEAR) / wide
            x = inner.x if self.text else inner.centre.x - wide / 2
            self.drawing(canvas, theme, Box(x, box.centre.y - high / 2, wide, high))
            if self.text:
                inner = Box(inner.x + wide + PAD_X, inner.y, inner.width - wide - PAD_X, inner.height)
        ink = self.ink or theme.ink
        draw_lines(canvas, inner, self._lines(box.width), self.face, self.size, ink, centred=self.centred)


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    `shares` contains the relative widths of the columns, which are scaled to the available width.
    """

    shares: tuple[float, ...]
    rows: tuple[tuple[Cell, ...], ...]
    head: tuple[Cell, ...] = ()
    upright_rules: bool = False

    def _widths(self, width: float) -> list[float]:
        total = sum(self.shares)
        return [share * width / total for share in self.shares]

    def _heights(self, width: float) -> list[float]:
        widths = self._widths(width)
        rows = [self.head, *self.rows] if self.head else list(self.rows)
        return [max(cell.height(w) for cell, w in zip(row, widths, strict=True)) for row in rows]

    def height(self, width: float) -> float:
        """Return the total height of the header and the rows."""
        return sum(self._heights(width))

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the backgrounds, then the content of the cells, then the lines between the rows."""
        widths, heights = self._widths(box.width), self._heights(box.width)
        rows = [self.head, *self.rows] if self.head else list(self.rows)
        if self.head:
            band = Box(box.x, box.y, box.width, heights[0])
            canvas.path(Path.rectangle(band), Style(fill=theme.panel_dark))
        y = box.y
        edges = [y]
        for row, height in zip(rows, heights, strict=True):
            x = box.x
            _ground(canvas, row, widths, Box(x, y, box.width, height))
            for cell, width in zip(row, widths, strict=True):
                cell.draw(canvas, theme, Box(x, y, width, height))
                x += width
            y += height
            edges.append(y)
        for number, edge in enumerate(edges[1:-1]):
            strong = number == 0 and bool(self.head)
            rule = Path.line([Point(box.x, edge), Point(box.right, edge)])
            style = Style(stroke=theme.ink if strong else theme.rule, width=MEDIUM if strong else FINE)
            canvas.path(rule, style)
        if self.upright_rules:
            x = box.x
            for width in widths[:-1]:
                x += width
                canvas.path(Path.line([Point(x, box.y), Point(x, y)]), Style(stroke=theme.rule, width=FINE))
        canvas.path(
            Path.rectangle(Box(box.x, box.y, box.width, y - box.y)), Style(stroke=theme.ink, width=MEDIUM)
        )


def fitted_columns(rows: tuple[tuple[Cell, ...], ...], least: float, most: float) -> tuple[float, ...]:
    """Return column widths in mm that suit the text of the cells. The sum of the widths is between `least`
    and `most`.

    If there is room, each column is at least as wide as its longest word. The remaining width goes to columns
    whose text would otherwise break.
    """
    columns = list(zip(*rows, strict=True))
    narrow = [max(_NARROWEST, *(cell.min_width for cell in column)) for column in columns]
    wide = [max(_NARROWEST, *(cell.one_line_width for cell in column)) for column in columns]
    room = min(max(sum(wide), least), most)
    spare = room - sum(narrow)
    wanting = [more - less for less, more in zip(narrow, wide, strict=True)]
    if spare <= 0 or not sum(wanting):
        return tuple(width * room / sum(narrow) for width in narrow)
    if sum(wide) < room:
        return tuple(width * room / sum(wide) for width in wide)
    return tuple(less + spare * more / sum(wanting) for less, more in zip(narrow, wanting, strict=True))


def _ground(canvas: Canvas, row: tuple[Cell, ...], widths: list[float], box: Box) -> None:
    """Paint the backgrounds of a row.

    Adjacent cells of the same colour are painted as one, so that no seam is visible.
    """
    x = box.x
    for fill, run in groupby(zip(row, widths, strict=True), key=lambda pair: pair[0].fill):
        width = sum(share for _, share in run)
        if fill is not None:
            canvas.path(Path.rectangle(Box(x, box.y, width, box.height)), Style(fill=fill))
        x += width


def head_cell(text: str, *, centred: bool = False, drawing: Drawing | None = None, wide: float = 0.0) -> Cell:
    """Return a cell of a table's header."""
    return Cell(
        text,
        FontFace.SANS_BOLD,
        BODY,
        centred=centred,
        drawing=drawing,
        drawing_size=(wide, wide) if drawing else (0.0, 0.0),
    )
