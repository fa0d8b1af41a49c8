"""Set the index of a rulebook as one block of narrow columns, and what stands below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.paper.columns.item_groups import side_by_side, stacked
from hexwright.paper.columns.rulebook_blocks import Line, Span, Typesetter, break_spans, draw_spans
from hexwright.paper.columns.rulebook_flow import FlowItem
from hexwright.paper.columns.rulebook_grid import POINT
from hexwright.render.fonts import FontFace
from hexwright.render.pdf_canvas import PdfCanvas

_SIZE: Final = 7.2 * POINT
_LEADING: Final = 3.1
_GUTTER: Final = 4.0
_LEAST_COLUMN: Final = 33.0
_INDENT: Final = 2.5
_BELOW: Final = 1.5

Entry = tuple[str, Sequence[str]]
"""A word of the index with the numbers that it cites."""


@dataclass(frozen=True, slots=True)
class IndexBlock:
    """The entries of an index, in columns of equal height across the page."""

    setter: Typesetter
    entries: Sequence[Entry]
    titles: Sequence[FlowItem]
    """The heading of the index, and the words that head a part of it on a later page."""

    @property
    def _columns(self) -> int:
        return max(1, int((self.setter.grid.width + _GUTTER) // (_LEAST_COLUMN + _GUTTER)))

    @property
    def _step(self) -> float:
        return (self.setter.grid.width + _GUTTER) / self._columns

    def items(self) -> list[FlowItem]:
        """Return the index as one item; as several if it is longer than a page."""
        return self._parts([self._entry(one) for one in self.entries], first=0.0)

    def _parts(self, lines: Sequence[FlowItem], first: float) -> list[FlowItem]:
        """Return the parts of the index; the first is no higher than `first` unless that is 0."""
        found: list[FlowItem] = []
        rest = list(lines)
        while rest:
            title = self.titles[min(len(found), len(self.titles) - 1)]
            whole = self.setter.grid.height - title.height - _BELOW
            room = first - title.height - _BELOW if first and not found else whole
            columns, rest = self._filled(rest, room)
            table = side_by_side([stacked(column) for column in columns], self._step)
            part = stacked([title, replace(table, gap=_BELOW)])
            found.append(replace(part, wide=True, gap=7.0))
        if not first and len(found) == 1:
            found[0] = replace(found[0], divide=lambda room: self._parts(lines, room))
        return found

    def _filled(self, lines: Sequence[FlowItem], room: float) -> tuple[list[list[FlowItem]], list[FlowItem]]:
        """Return columns of entries as level as they can be, and the entries that no column holds."""
        columns, rest = _columns_of(lines, self._columns, room)
        low, high = 0.0, room
        while not rest and high - low > 0.5:
            middle = (low + high) / 2
            tried, left = _columns_of(lines, self._columns, middle)
            if left:
                low = middle
            else:
                columns, high = tried, middle
        return columns, rest

    def _entry(self, entry: Entry) -> FlowItem:
        """Return a word with its numbers; its second line is indented."""
        word, numbers = entry
        setter, wide = self.setter, self._step - _GUTTER
        spans = (Span(f"{word}  ", FontFace.SANS), Span(", ".join(numbers), FontFace.SANS, red=True))
        broken = break_spans(spans, _SIZE, wide)
        if len(broken) > 1:
            broken = (broken[0], *_rest(spans, broken[0], wide - _INDENT))

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            for n, line in enumerate(broken):
                at = Point(x + (_INDENT if n else 0.0), y + n * _LEADING + _LEADING / 2 + _SIZE * 0.33)
                draw_spans(canvas, line, at, _SIZE, setter.theme.ink, setter.red)

        return FlowItem(_LEADING * len(broken), draw)


def _rest(spans: Sequence[Span], first: Sequence[tuple[float, Span]], width: float) -> Sequence[Line]:
    """Return the lines after the first one of an entry, in the width that the indent leaves."""
    told = len(" ".join("".join(span.text for _, span in first).split()).replace(" ", ""))
    left: list[Span] = []
    for span in spans:
        skipped = 0
        while told and skipped < len(span.text):
            told -= not span.text[skipped].isspace()
            skipped += 1
        left.append(replace(span, text=span.text[skipped:].lstrip() if not left else span.text[skipped:]))
    return break_spans(tuple(one for one in left if one.text.strip()), _SIZE, width)


def _columns_of(
    lines: Sequence[FlowItem], count: int, room: float
) -> tuple[list[list[FlowItem]], list[FlowItem]]:
    columns: list[list[FlowItem]] = [[]]
    y = 0.0
    for n, line in enumerate(lines):
        if y + line.height > room + 1e-6 and columns[-1]:
            if len(columns) == count:
                return columns, list(lines[n:])
            columns.append([])
            y = 0.0
        columns[-1].append(line)
        y += line.height
    return columns, []
