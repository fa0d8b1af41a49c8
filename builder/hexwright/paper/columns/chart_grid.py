"""Set charts on one grid: each fills the width of the page or half of it, without a frame of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Box, Canvas, Path, Style
from hexwright.render.charts.chart_columns import GUTTER, Columns
from hexwright.render.charts.chart_layout import BODY, Block, Chart, Paragraph, Stack, break_lines
from hexwright.render.charts.chart_tables import Cell, Table
from hexwright.render.charts.sequence_chart import BlocksSideBySide
from hexwright.render.fonts import FontFace, fitting_size, text_width
from hexwright.render.theme import HEAVY, Theme

COLUMN_GAP: Final = 6.0
ROW_GAP: Final = 6.0
_GAP: Final = 3.0
"""The space in mm between the blocks of a chart."""
_TITLE, _SUBTITLE = 4.9, 2.6
_HEAD: Final = 1.2
_MOST_CHOICES: Final = 12
"""The number of charts for which all combinations of widths are tried."""
_TALLEST: Final = 8.0
"""The height in mm above which drawings in tables are reduced."""
_SCALES: Final = tuple(1.0 + 0.05 * n for n in range(1, 9))
"""The scales that are tried for pages that would else be empty in part."""
_MOST_SPREAD: Final = 9.0
"""The space in mm by which charts below each other are moved apart at most."""
_FEW_COLUMNS: Final = 6
"""The number of columns above which a table needs space between them."""
_MOST_NARROWER: Final = 1.15
"""How much wider than a table columns of one width may be: the longest words shrink as much."""
_WIDER: Final = 1.35
"""A chart is set over the whole width only if half of it is less than this share of its natural width."""


@dataclass(frozen=True, slots=True)
class PaperChart:
    """A chart set to a width, with its title below a rule."""

    chart: Chart
    width: float
    height: float = field(init=False)
    """The height in mm, computed once, since many arrangements are tried."""
    blocks: tuple[Block, ...] = field(init=False)
    """The blocks of the chart, with columns that fit the width."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(_refitted(block, self.width) for block in self.chart.blocks))
        blocks = [block.height(self.width) for block in self.blocks]
        high = self._head + sum(blocks) + _GAP * max(0, len(blocks) - 1)
        object.__setattr__(self, "height", high)

    @property
    def _title_lines(self) -> tuple[str, ...]:
        return break_lines(self.chart.title, FontFace.SERIF_BOLD, _TITLE, self.width)

    @property
    def _beside(self) -> bool:
        """Return whether the subtitle fits on the title's line."""
        title = text_width(self.chart.title, FontFace.SERIF_BOLD, _TITLE)
        return title + 4.0 + text_width(self.chart.subtitle, FontFace.SANS, _SUBTITLE) <= self.width

    @property
    def _head(self) -> float:
        below = 0.0 if self._beside or not self.chart.subtitle else _SUBTITLE * 1.35
        return _HEAD + len(self._title_lines) * _TITLE * 1.15 + below + 1.6

    def draw(self, canvas: Canvas, theme: Theme, at: Point) -> None:
        """Draw the chart with its upper left corner at a point."""
        rule = Path.line([at, Point(at.x + self.width, at.y)])
        canvas.path(rule, Style(stroke=theme.ink, width=HEAVY))
        y = at.y + _HEAD
        for line in self._title_lines:
            y += _TITLE * 1.15
            size = fitting_size(line, FontFace.SERIF_BOLD, _TITLE, self.width)
            canvas.text(Point(at.x, y - 0.9), line, FontFace.SERIF_BOLD, size, theme.ink, anchor="start")
        if self.chart.subtitle and self._beside:
            end = Point(at.x + self.width, y - 0.9)
            canvas.text(end, self.chart.subtitle, FontFace.SANS, _SUBTITLE, theme.ink_quiet, anchor="end")
        elif self.chart.subtitle:
            size = fitting_size(self.chart.subtitle, FontFace.SANS, _SUBTITLE, self.width)
            below = Point(at.x, y + _SUBTITLE * 0.9)
            canvas.text(below, self.chart.subtitle, FontFace.SANS, size, theme.ink_quiet, anchor="start")
        y = at.y + self._head
        for block in self.blocks:
            high = block.height(self.width)
            block.draw(canvas, theme, Box(at.x, y, self.width, high))
            y += high + _GAP


@dataclass(frozen=True, slots=True)
class PlacedChart:
    """A chart with its position on a page, in mm."""

    chart: PaperChart
    x: float
    y: float

    @property
    def bottom(self) -> float:
        """Return the y of its lower edge."""
        return self.y + self.chart.height


def least_width(block: Block) -> float:
    """Return the width in mm below which the words of a block's tables would shrink."""
    match block:
        case Table():
            return sum(_least_columns(block))
        case Stack():
            return max((least_width(one) for one in block.blocks), default=0.0)
        case BlocksSideBySide():
            return max(least_width(one) for one in block.blocks) * len(block.blocks)
        case Columns():
            return max(least_width(one) for one in block.columns) * len(block.columns) + GUTTER
        case _:
            return getattr(block, "least_width", 0.0)


def _least_columns(table: Table, most: float = math.inf) -> list[float]:
    """Return the width in mm of each column at which no word shrinks below the size `most`."""
    rows = [table.head, *table.rows] if table.head else list(table.rows)
    rows = [tuple(replace(cell, size=min(cell.size, most)) for cell in row) for row in rows]
    return [
        max(
            max(cell.min_width + (cell.drawing_size[0] if cell.text else 0.0), cell.drawing_size[0] + 1.0)
            for cell in cells
        )
        for cells in zip(*rows, strict=True)
    ]


def _refitted(block: Block, width: float) -> Block:
    """Return a block whose tables give each column what its words need; unchanged if they fit as they are."""
    match block:
        case Table() if block.rows:
            block = replace(block, rows=tuple(tuple(map(_lower, row)) for row in block.rows))
            least = _even_columns(block.shares, _least_columns(block), _least_columns(block, BODY), width)
            total = sum(block.shares)
            if all(width * share / total >= need for share, need in zip(block.shares, least, strict=True)):
                return block
            spare = max(0.0, width - sum(least))
            shares = tuple(
                need + spare * share / total for share, need in zip(block.shares, least, strict=True)
            )
            return replace(block, shares=shares)
        case Stack():
            return replace(block, blocks=tuple(_refitted(one, width) for one in block.blocks))
        case _:
            return block


def _even_columns(
    shares: Sequence[float], least: Sequence[float], small: Sequence[float], width: float
) -> list[float]:
    """Return the least widths of columns, with the same for columns of the same share if there is room.

    Large letters may shrink for it: `small` has the widths that columns need with them as small as body text.
    """
    even, narrow = _widest_of_share(shares, least), _widest_of_share(shares, small)
    if sum(even) <= _MOST_NARROWER * width:
        return even
    if sum(narrow) > width:
        return list(least)
    part = (width - sum(narrow)) / (sum(even) - sum(narrow))
    return [less + part * (more - less) for less, more in zip(narrow, even, strict=True)]


def _widest_of_share(shares: Sequence[float], widths: Sequence[float]) -> list[float]:
    """Return for each column the largest width of those with its share."""
    most = {
        share: max(width for one, width in zip(shares, widths, strict=True) if one == share)
        for share in shares
    }
    return [most[share] for share in shares]


def _lower(cell: Cell) -> Cell:
    """Return a cell whose drawing is no taller than paper needs."""
    wide, high = cell.drawing_size
    times = _TALLEST / high if high > _TALLEST else 1.0
    return replace(cell, drawing_size=(wide * times, high * times)) if times < 1 else cell


def chart_widths(chart: Chart, whole: float, gap: float = COLUMN_GAP) -> list[float]:
    """Return the widths in mm of the grid in which a chart is readable, the preferred one first."""
    half = (whole - gap) / 2
    least = max((_airy_width(block) for block in chart.blocks), default=0.0)
    if least > half or chart.inner > _WIDER * half:
        return [whole] if least > half or chart.inner > 2 * half else [whole, half]
    return [half, whole]


def _airy_width(block: Block) -> float:
    """Return the least width in mm of a block; tables of many short columns need space between them."""
    columns = len(block.head or block.rows[0]) if isinstance(block, Table) and block.rows else 0
    return least_width(block) + (columns if columns > _FEW_COLUMNS else 0.0)


def arrange_charts(charts: Sequence[Chart], room: Box, gap: float = COLUMN_GAP) -> list[list[PlacedChart]]:
    """Arrange charts on as few pages as possible, in two columns or across both."""
    choices = [_choices(chart, room, gap) for chart in charts]
    texts = [n for n, chart in enumerate(charts) if all(isinstance(one, Paragraph) for one in chart.blocks)]
    if len(texts) > 1:
        # Texts stand beside each other rather than in a low band each.
        for n in texts:
            choices[n].sort(key=lambda one: one.width)
    if len(charts) > _MOST_CHOICES:
        choices = [widths[:1] for widths in choices]
    tries = (_arranged(chosen, room) for chosen in product(*choices))
    # `product` yields the preferred widths first, and `min` keeps the first of equals.
    return min(tries, key=lambda pages: (len(pages), _emptiness(pages, room)), default=[])


def fill_pages(charts: Sequence[Chart], room: Box) -> tuple[float, list[list[PlacedChart]]]:
    """Arrange charts on as few pages as possible, at the largest scale at which they fill no more pages.

    Return the scale with the pages. Positions are before scaling, from the upper left corner of the room;
    charts below each other stand apart as far as there is room.
    """
    scale, pages = 1.0, _scaled(charts, room, 1.0)
    low, high = 0, len(_SCALES)
    while pages and low < high:
        middle = (low + high) // 2
        larger = _scaled(charts, room, _SCALES[middle])
        if len(larger) <= len(pages):
            scale, pages, low = _SCALES[middle], larger, middle + 1
        else:
            high = middle
    high_room = room.height / scale
    return scale, [_spread(page, high_room) for page in pages]


def _scaled(charts: Sequence[Chart], room: Box, scale: float) -> list[list[PlacedChart]]:
    large = Box(0.0, 0.0, room.width / scale, room.height / scale)
    found = arrange_charts(charts, large, COLUMN_GAP / scale)
    over = any(placed.bottom > room.height / scale + 1e-6 for page in found for placed in page)
    return [[] for _ in charts] + found if over and scale > 1.0 else found


def _spread(page: Sequence[PlacedChart], height: float) -> list[PlacedChart]:
    """Return the charts of a page with more space between those below each other."""
    above: dict[int, int] = {}
    for n, one in enumerate(page):
        over = [above[m] + 1 for m, other in enumerate(page[:n]) if _is_below(one, other)]
        above[n] = max(over, default=0)
    steps = max(above.values(), default=0)
    free = height - max((one.bottom for one in page), default=height)
    more = min(_MOST_SPREAD, max(0.0, free) / steps) if steps else 0.0
    return [replace(one, y=one.y + more * above[n]) for n, one in enumerate(page)]


def _is_below(one: PlacedChart, other: PlacedChart) -> bool:
    beside = one.x + one.chart.width <= other.x or other.x + other.chart.width <= one.x
    return not beside and one.y > other.y


def _choices(chart: Chart, room: Box, gap: float) -> list[PaperChart]:
    """Return a chart in each width in which it fits a page; in the whole width if it fits in none."""
    made = [PaperChart(chart, width) for width in chart_widths(chart, room.width, gap)]
    return [one for one in made if one.height <= room.height] or [PaperChart(chart, room.width)]


def _emptiness(pages: Sequence[Sequence[PlacedChart]], room: Box) -> float:
    """Return how uneven the columns of all pages but the last are, in whole centimetres."""
    empty = 0.0
    for page in pages[:-1]:
        for x in (room.x, room.right - 1.0):
            reach = max((p.bottom for p in page if p.x <= x <= p.x + p.chart.width), default=room.y)
            empty += room.bottom - reach
    return empty // 10.0


def _arranged(charts: Sequence[PaperChart], room: Box) -> list[list[PlacedChart]]:
    waiting = list(charts)
    pages: list[list[PlacedChart]] = []
    while waiting:
        page: list[PlacedChart] = []
        ends = [room.y, room.y]
        while True:
            found = next(
                ((c, at) for c in waiting if (at := _place(c, ends, room, not page)) is not None), None
            )
            if found is None:
                break
            chart, column = found
            waiting.remove(chart)
            page.append(_put(chart, column, ends, room))
        pages.append(page)
    return pages


def _place(chart: PaperChart, ends: Sequence[float], room: Box, empty: bool) -> int | None:
    """Return the column in which a chart fits: 0 or 1, or -1 across both; None if there is no room."""
    across = chart.width > room.width / 2
    if across:
        return -1 if empty or max(ends) + chart.height <= room.bottom else None
    for column in sorted((0, 1), key=lambda n: ends[n]):
        if empty or ends[column] + chart.height <= room.bottom:
            return column
    return None


def _put(chart: PaperChart, column: int, ends: list[float], room: Box) -> PlacedChart:
    y = max(ends) if column < 0 else ends[column]
    x = room.right - chart.width if column == 1 else room.x
    below = y + chart.height + ROW_GAP
    ends[:] = [below, below] if column < 0 else [below if n == column else end for n, end in enumerate(ends)]
    return PlacedChart(chart, x, y)
