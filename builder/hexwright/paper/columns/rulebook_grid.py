"""The rulebook's page: columns, the margin for rulings, and the type, in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwright.paper.pages.paper_sizes import A4, LETTER, PAPERS, Paper
from hexwright.render.canvas import Box

POINT: Final = 25.4 / 72
BODY: Final = 9.0 * POINT
LEADING: Final = 4.0
NOTE: Final = 7.4 * POINT
NOTE_LEADING: Final = 3.2
CAPTION: Final = 7.6 * POINT
CAPTION_LEADING: Final = 3.3
TABLE: Final = 8.0 * POINT
TABLE_LEADING: Final = 3.5
SMALLEST: Final = 6.5 * POINT
"""The smallest size of text in a rulebook."""
A5: Final = PAPERS["a5"]


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a rulebook: the text stands in columns, rulings in the outer margin."""

    paper: Paper
    columns: int
    column: float
    """The width in mm of a column."""
    gutter: float
    inner: float
    outer: float
    notes: float
    """The width in mm of the margin for rulings."""
    top: float
    bottom: float
    gap: float = 4.0
    """The space in mm between text and rulings."""

    @property
    def height(self) -> float:
        """Return the height in mm of the text."""
        return self.paper.height - self.top - self.bottom

    @property
    def width(self) -> float:
        """Return the width in mm of all columns."""
        return self.columns * self.column + (self.columns - 1) * self.gutter

    def text(self, page: int) -> Box:
        """Return the box of the text; rulings stand at the left on even pages, at the right on odd ones."""
        x = self.outer + self.notes + self.gap if page % 2 == 0 else self.inner
        return Box(x, self.top, self.width, self.height)

    def margin(self, page: int) -> Box:
        """Return the box of the rulings."""
        text = self.text(page)
        x = self.outer if page % 2 == 0 else text.right + self.gap
        return Box(x, self.top, self.notes, self.height)


def rulebook_grid(paper: Paper, *, imposed: bool) -> Grid:
    """Return the grid for a paper: two columns on A4 and Letter, one on smaller pages.

    On larger paper pages are as large as A4, or as Letter if the paper is measured in inches.

    A booklet of two pages a side has pages of A5, since A4 reduced by half would be set too small.
    """
    if imposed or paper.width < 190.0:
        page = A5 if imposed else paper
        notes, inner, outer, gap = 30.0, 12.0, 8.0, 3.0
        column = page.width - notes - inner - outer - gap
        return Grid(page, 1, column, 0.0, inner, outer, notes, 19.0, 16.0, gap)
    upright = paper if paper.upright else paper.turned
    page = upright if upright.width < 230.0 else LETTER if paper.is_american else A4
    column = (page.width - 15.0 - 13.0 - 33.0 - 4.0 - 5.0) / 2
    return Grid(page, 2, column, 5.0, 15.0, 13.0, 33.0, 20.0, 18.0)
