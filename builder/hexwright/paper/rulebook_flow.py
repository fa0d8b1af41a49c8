"""Fill the columns of a rulebook: text in order, diagrams as floats, rulings beside their cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from hexwright.paper.rulebook_grid import Grid
from hexwright.render.pdf_canvas import PdfCanvas

Draw = Callable[[PdfCanvas, float, float], None]
"""A function that draws an item with its upper left corner at a point."""
NOTE_GAP: Final = 3.0
_BELOW_WIDE: Final = 6.0
_BELOW_FLOAT: Final = 3.0
"""The least space below a diagram, where a paragraph may go on that began in the column before."""


@dataclass(frozen=True, slots=True)
class Note:
    """A ruling in the margin, and the lines that take its place where the margin is full."""

    height: float
    draw: Draw
    inline: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True)
class FlowItem:
    """An item that isn't divided: a line of text, a row of a table, a heading, a diagram."""

    height: float
    draw: Draw
    keep_next: bool = False
    """Whether the next item must be in the same column."""
    gap: float = 0.0
    """The space in mm above; omitted at the top of a column."""
    marks: tuple[str, ...] = ()
    """Marks under which the page and the position are recorded."""
    floats: bool = False
    """Whether later text may stand before the item if it doesn't fit in the column."""
    wide: bool = False
    """Whether the item spans all columns; it stands at the top of a page."""
    notes: tuple[Note, ...] = ()
    breaks: bool = False
    """Whether a new page begins here."""
    head: FlowItem | None = None
    """The head of the item's table, shown again above an item that begins a column or follows a diagram."""
    home: str = ""
    """The mark of the case or section near which the item should stand; empty for any place."""


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item with its position in mm from the corner of the text."""

    x: float
    y: float
    item: FlowItem


@dataclass(slots=True)
class Page:
    """A page with its items, and the rulings with the positions that they ask for."""

    number: int
    items: list[PlacedItem] = field(default_factory=list)
    notes: list[tuple[float, Note]] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    """Where each column ends, in mm from the top of the text."""
    top: float = 0.0
    """Where the columns begin, below items that span them."""

    @property
    def note_height(self) -> float:
        """Return the height in mm of the rulings."""
        return sum(note.height + NOTE_GAP for _, note in self.notes)

    def placed_notes(self, height: float) -> list[tuple[float, Note]]:
        """Return the rulings in the order of their cases: beside them, or below one another."""
        found: list[tuple[float, Note]] = []
        y = 0.0
        for wanted, note in self.notes:
            y = max(y, wanted)
            found.append((y, note))
            y += note.height + NOTE_GAP
        # What would run over the foot of the page moves up, and pushes up what is above it.
        below = height
        for n in range(len(found) - 1, -1, -1):
            at, note = found[n]
            at = min(at, below - note.height)
            found[n] = (at, note)
            below = at - NOTE_GAP
        return found


class PageFiller:
    """Fills pages with items in order."""

    def __init__(self, grid: Grid, first: int) -> None:
        self._grid, self._first = grid, first
        self.pages: list[Page] = []
        self._column = 0
        self._floats: list[FlowItem] = []
        self._wide: list[FlowItem] = []
        self._new_page()

    def fill(self, items: Sequence[FlowItem]) -> list[Page]:
        """Return the pages of all items."""
        waiting = list(items)
        n = 0
        while n < len(waiting):
            item = waiting[n]
            if item.breaks:
                self._finish_floats()
                if self.pages[-1].items:
                    self._new_page()
                n += 1
                continue
            if item.wide:
                self._place_wide(item)
                n += 1
                continue
            group = _group(waiting, n)
            n += len(group)
            if len(group) == 1 and item.floats and (self._floats or not self._fits(group)):
                self._floats.append(item)
                continue
            while not self._fits(self._headed(group)):
                self._next_column()
            for one in self._headed(group):
                if overflow := self._place(one):
                    # A ruling for which the margin has no room stands after the last line of its case.
                    end = next((m for m in range(n, len(waiting)) if waiting[m].gap > 0), len(waiting))
                    waiting[end:end] = overflow
        self._finish_floats()
        return self.pages

    @property
    def _page(self) -> Page:
        return self.pages[-1]

    def _new_page(self) -> None:
        number = self._first + len(self.pages)
        self.pages.append(Page(number, ends=[0.0] * self._grid.columns))
        self._column = 0
        self._place_waiting_wide()
        self._place_floats()

    def _place_waiting_wide(self) -> None:
        page = self._page
        while self._wide and page.top + self._wide[0].height <= self._grid.height + 1e-6:
            item = self._wide.pop(0)
            page.items.append(PlacedItem(0.0, page.top, item))
            page.top += item.height + _BELOW_WIDE
        page.ends = [min(page.top, self._grid.height)] * self._grid.columns

    def _place_wide(self, item: FlowItem) -> None:
        """Place an item across all columns: at once on an empty page, otherwise on the next page."""
        if self._grid.columns == 1:
            if not self._fits([item]):
                self._floats.append(item)
            else:
                self._place(item)
            return
        self._wide.append(item)
        if not self._page.items:
            self._place_waiting_wide()

    def _next_column(self) -> None:
        if self._column + 1 < self._grid.columns and self._page.top < self._grid.height - 20.0:
            self._column += 1
            self._place_floats()
        else:
            self._new_page()

    def _place_floats(self) -> None:
        while self._floats and self._fits(self._floats[:1]):
            self._place(self._floats.pop(0))

    def _finish_floats(self) -> None:
        while self._floats or self._wide:
            self._next_column()

    def _fits(self, group: Sequence[FlowItem]) -> bool:
        page = self._page
        end = page.ends[self._column]
        fresh = end <= page.top
        if fresh and page.top == 0.0:
            return True
        first, *rest = group
        needed = (0.0 if fresh else self._gap(first)) + first.height
        needed += sum(item.gap + item.height for item in rest)
        return end + needed <= self._grid.height + 1e-6

    def _headed(self, group: Sequence[FlowItem]) -> Sequence[FlowItem]:
        """Return items that are kept together, with the head of their table if it isn't right above them."""
        page, head = self._page, group[0].head
        apart = page.ends[self._column] <= page.top or page.items[-1].item.floats
        return (head, *group) if head is not None and apart else group

    def _gap(self, item: FlowItem) -> float:
        """Return the space above an item that isn't the first of its column."""
        before = self._page.items[-1].item
        return max(item.gap, _BELOW_FLOAT) if before.floats and not before.wide else item.gap

    def _place(self, item: FlowItem) -> list[FlowItem]:
        page = self._page
        y = page.ends[self._column]
        if y > page.top:
            y += self._gap(item)
        x = self._column * (self._grid.column + self._grid.gutter)
        page.items.append(PlacedItem(x, y, item))
        page.ends[self._column] = y + item.height
        overflow: list[FlowItem] = []
        for note in item.notes:
            if page.note_height + note.height <= self._grid.height:
                page.notes.append((y, note))
            else:
                overflow += note.inline
        return overflow


def _group(items: Sequence[FlowItem], first: int) -> Sequence[FlowItem]:
    last = first
    while items[last].keep_next and last + 1 < len(items) and not items[last + 1].wide:
        last += 1
    return items[first : last + 1]
