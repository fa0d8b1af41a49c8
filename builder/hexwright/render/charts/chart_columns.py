"""Arrange a chart that is too tall for the screen in several columns, so that all of it is readable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from hexwright.render.canvas import Box, Canvas
from hexwright.render.charts.chart_layout import GAP, MARGIN, Block, Chart, Stack
from hexwright.render.theme import Theme

SCREEN_MM = (140.0, 86.0)
"""The area of a chart window on the smallest supported screen: 980 × 602 pixels at 7 pixels per mm."""
READABLE = 0.54
"""The smallest scale at which a chart is readable; body text is then eleven pixels high."""
GUTTER = 2 * GAP


@dataclass(frozen=True, slots=True)
class Columns:
    """A block that arranges other blocks in columns of equal width."""

    columns: tuple[Block, ...]

    def _width(self, width: float) -> float:
        return (width - GUTTER * (len(self.columns) - 1)) / len(self.columns)

    def height(self, width: float) -> float:
        """Return the height in mm of the tallest column."""
        return max(column.height(self._width(width)) for column in self.columns)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the columns from left to right."""
        wide = self._width(box.width)
        for number, column in enumerate(self.columns):
            left = box.x + number * (wide + GUTTER)
            column.draw(canvas, theme, Box(left, box.y, wide, column.height(wide)))


def fit_scale(width: float, height: float) -> float:
    """Return the largest scale, at most 1, at which an area in mm fits the smallest supported screen."""
    return min(1.0, SCREEN_MM[0] / width, SCREEN_MM[1] / height)


def initial_scale(width: float, height: float) -> float:
    """Return the scale at which a chart window opens.

    The whole chart is shown if its text is readable at that size. Otherwise the chart fills the width of the
    window, or is enlarged only until its text is readable.
    """
    return max(fit_scale(width, height), min(1.0, SCREEN_MM[0] / width, READABLE))


def arranged_for_screen(chart: Chart) -> Chart:
    """Return a chart with the smallest number of columns that fits the screen; unchanged if none fits."""
    tried = [chart, *(_set_in(chart, number) for number in range(2, len(chart.blocks) + 1))]
    return next((one for one in tried if fit_scale(one.width, one.height) >= READABLE), chart)


def _set_in(chart: Chart, number: int) -> Chart:
    """Return a chart with `number` columns, divided so that the tallest column is as short as possible."""
    inner = chart.inner
    heights = [block.height(inner) for block in chart.blocks]

    def tallest(ends: tuple[int, ...]) -> float:
        return max(sum(heights[one:other]) + GAP * (other - one) for one, other in pairwise(ends))

    ends = min(_splits(len(heights), number), key=tallest)
    columns = tuple(Stack(chart.blocks[one:other], gap=GAP) for one, other in pairwise(ends))
    width = number * inner + (number - 1) * GUTTER + 2 * MARGIN
    return replace(chart, width=width, blocks=(Columns(columns),))


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield each way to split `count` items into `parts` non-empty runs, as tuples of split positions."""
    if parts == 1:
        yield 0, count
        return
    for at in range(parts - 1, count):
        for before in _splits(at, parts - 1):
            yield *before, count
