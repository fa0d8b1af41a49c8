"""Lay out a chart: a framed panel with a title, and blocks stacked below the title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.fonts import FontFace, face_metrics, fitting_size, text_width, wrap
from hexwright.render.theme import HAIR, MEDIUM, STRONG, Theme

BODY = 2.85
"""Size of body text in mm."""
SMALL = 2.5
LEADING = 1.28
MARGIN = 6.0
GAP = 4.0
TITLE, SUBTITLE = 6.4, 3.2
_ORPHAN = 0.3
"""A last line shorter than this share of the width counts as an orphan."""
_HALVINGS = 6
_APOSTROPHE = re.compile(r"(?<=\w)'")


class Block(Protocol):
    """A part of a chart that can compute its height for a given width, and draw itself."""

    def height(self, width: float) -> float:
        """Return the height in mm that the block needs for the given width."""

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the block into a box that has the height the block needs."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart, laid out and ready to draw."""

    title: str
    subtitle: str
    width: float
    blocks: tuple[Block, ...]

    @property
    def inner(self) -> float:
        """Return the width in mm between the margins."""
        return self.width - 2 * MARGIN

    @property
    def _head(self) -> float:
        lines = len(self._subtitle_lines)
        return MARGIN + len(self._title_lines) * TITLE * 1.1 + lines * SUBTITLE * LEADING + 1.6

    @property
    def _title_lines(self) -> tuple[str, ...]:
        return break_lines(self.title, FontFace.SERIF_BOLD, TITLE, self.inner)

    @property
    def _subtitle_lines(self) -> tuple[str, ...]:
        return break_lines(self.subtitle, FontFace.SERIF_ITALIC, SUBTITLE, self.inner)

    @property
    def height(self) -> float:
        """Return the chart's height in mm."""
        parts = sum(block.height(self.inner) + GAP for block in self.blocks)
        return round(self._head + parts + MARGIN, 2)

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the whole chart with its upper left corner at the origin."""
        sheet = Box(0, 0, self.width, self.height)
        canvas.path(Path.rectangle(sheet), Style(fill=theme.sheet))
        panel = sheet.inset(2)
        canvas.path(Path.rectangle(panel), Style(fill=theme.panel, stroke=theme.ink, width=MEDIUM))
        canvas.path(Path.rectangle(panel.inset(0.9)), Style(stroke=theme.ink, width=HAIR))
        y = MARGIN
        for line in self._title_lines:
            y += TITLE * 1.1
            at = Point(self.width / 2, y - TITLE * 0.22)
            size = fitting_size(line, FontFace.SERIF_BOLD, TITLE, self.inner)
            canvas.text(at, line, FontFace.SERIF_BOLD, size, theme.ink)
        for line in self._subtitle_lines:
            y += SUBTITLE * LEADING
            at = Point(self.width / 2, y - SUBTITLE * 0.18)
            size = fitting_size(line, FontFace.SERIF_ITALIC, SUBTITLE, self.inner)
            canvas.text(at, line, FontFace.SERIF_ITALIC, size, theme.ink_quiet)
        left, right = MARGIN, self.width - MARGIN
        for offset, width in ((1.4, STRONG), (2.2, HAIR)):
            rule = Path.line([Point(left, y + offset), Point(right, y + offset)])
            canvas.path(rule, Style(stroke=theme.ink, width=width))
        y = self._head
        for block in self.blocks:
            y += GAP
            height = block.height(self.inner)
            block.draw(canvas, theme, Box(MARGIN, y, self.inner, height))
            y += height


def typographic(text: str) -> str:
    """Return a text with typographic apostrophes instead of straight ones."""
    return _APOSTROPHE.sub("’", text)


@cache
def break_lines(text: str, face: FontFace, size: float, width: float) -> tuple[str, ...]:
    """Break text into lines that fit a width, and replace straight apostrophes by typographic ones.

    If the last line would be almost empty, the text is spread evenly over the same number of lines.
    """
    if not text:
        return ()
    text = typographic(text)
    lines = wrap(text, face, size, width)
    if len(lines) < 2 or text_width(lines[-1], face, size) >= _ORPHAN * width:
        return lines
    low, high = 0.5 * width, width
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        tried = wrap(text, face, size, middle)
        if len(tried) > len(lines) or any(text_width(line, face, size) > middle for line in tried):
            low = middle
        else:
            lines, high = tried, middle
    return lines


def lines_height(lines: Sequence[str], size: float) -> float:
    """Return the total height in mm of some lines of text of a given size."""
    return len(lines) * size * LEADING


def draw_lines(
    canvas: Canvas,
    box: Box,
    lines: Sequence[str],
    face: FontFace,
    size: float,
    fill: Colour,
    *,
    centred: bool = False,
) -> None:
    """Draw lines of text, left-aligned or centred, in the vertical middle of a box.

    All are drawn smaller if a word is too wide for the box.
    """
    top = box.y + (box.height - lines_height(lines, size)) / 2
    drop = size * (LEADING + face_metrics(face).cap_height) / 2
    # A word that is too wide makes all lines smaller: lines of two sizes look like two texts.
    fitting = min((fitting_size(line, face, size, box.width) for line in lines if line), default=size)
    for number, line in enumerate(lines):
        if line:
            y = top + number * size * LEADING + drop
            at = Point(box.centre.x if centred else box.x, y)
            canvas.text(at, line, face, fitting, fill, anchor="middle" if centred else "start")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of body text, optionally with a bullet."""

    text: str
    face: FontFace = FontFace.SANS
    size: float = BODY
    quiet: bool = False
    bullet: bool = False

    @property
    def _indent(self) -> float:
        return 3.2 if self.bullet else 0.0

    def height(self, width: float) -> float:
        """Return the height of the paragraph when its lines are at most `width` mm wide."""
        return lines_height(break_lines(self.text, self.face, self.size, width - self._indent), self.size)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the text, broken into lines that fit the box."""
        lines = break_lines(self.text, self.face, self.size, box.width - self._indent)
        fill = theme.ink_quiet if self.quiet else theme.ink
        if self.bullet:
            dot = Point(box.x + 1.3, box.y + self.size * LEADING / 2)
            lozenge = [dot + Point(x, y) for x, y in ((0.0, -0.7), (0.7, 0.0), (0.0, 0.7), (-0.7, 0.0))]
            canvas.path(Path.line(lozenge, closed=True), Style(fill=theme.ink_quiet))
        inner = Box(box.x + self._indent, box.y, box.width - self._indent, box.height)
        draw_lines(canvas, inner, lines, self.face, self.size, fill)


@dataclass(frozen=True, slots=True)
class Stack:
    """A block that stacks other blocks vertically, with the same gap between all of them."""

    blocks: tuple[Block, ...]
    gap: float = 1.2

    def height(self, width: float) -> float:
        """Return the height of all blocks and gaps."""
        return sum(block.height(width) for block in self.blocks) + self.gap * (len(self.blocks) - 1)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the blocks."""
        y = box.y
        for block in self.blocks:
            height = block.height(box.width)
            block.draw(canvas, theme, Box(box.x, y, box.width, height))
            y += height + self.gap


@dataclass(frozen=True, slots=True)
class Heading:
    """A small heading above other blocks."""

    text: str

    def height(self, width: float) -> float:
        """Return the height of the heading, which is the same at every width."""
        return 4.6

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the heading."""
        draw_lines(canvas, box, [self.text], FontFace.SERIF_SEMIBOLD, 3.8, theme.ink)
