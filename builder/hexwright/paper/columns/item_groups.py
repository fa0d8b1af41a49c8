"""Join items of a rulebook to one: below each other, or side by side across all columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexwright.paper.columns.rulebook_flow import FlowItem
from hexwright.paper.columns.rulebook_grid import Grid
from hexwright.render.pdf_canvas import PdfCanvas


def stacked(items: Sequence[FlowItem]) -> FlowItem:
    """Return one item that has others below each other; it has the space above and the marks of the first."""
    places: list[tuple[float, FlowItem]] = []
    y = 0.0
    for n, item in enumerate(items):
        y += item.gap if n else 0.0
        places.append((y, item))
        y += item.height

    def draw(canvas: PdfCanvas, left: float, top: float) -> None:
        for down, item in places:
            item.draw(canvas, left, top + down)

    marks = tuple(mark for item in items for mark in item.marks)
    return FlowItem(y, draw, gap=items[0].gap if items else 0.0, marks=marks)


def side_by_side(columns: Sequence[FlowItem], step: float) -> FlowItem:
    """Return one item that has others beside each other, each `step` mm to the right of the one before."""

    def draw(canvas: PdfCanvas, left: float, top: float) -> None:
        for n, item in enumerate(columns):
            item.draw(canvas, left + n * step, top)

    marks = tuple(mark for item in columns for mark in item.marks)
    high = max((item.height for item in columns), default=0.0)
    return FlowItem(high, draw, gap=max((item.gap for item in columns), default=0.0), marks=marks)


def in_columns(items: Sequence[FlowItem], grid: Grid) -> list[FlowItem]:
    """Return rows of items, one in each column of the grid."""
    count = grid.columns
    rows = [items[at : at + count] for at in range(0, len(items), count)]
    return [side_by_side(row, grid.column + grid.gutter) for row in rows]


def kept_together(items: Sequence[FlowItem]) -> list[FlowItem]:
    """Return items that all stand in one column."""
    return [replace(item, keep_next=True) for item in items[:-1]] + list(items[-1:])
