"""Fill the columns of a rulebook: text in order, diagrams as floats, rulings beside their cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from hexwright.paper.columns.rulebook_grid import Grid
from hexwright.render.pdf_canvas import PdfCanvas

Draw = Callable[[PdfCanvas, float, float], None]
"""A function that draws an item with its upper left corner at a point."""
NOTE_GAP: Final = 3.0
"""The space in mm between rulings."""
_LEAST_NOTE_GAP: Final = 1.2
"""The space in mm between rulings of a full margin."""
_BELOW_WIDE: Final = 5.0
"""The least space in mm between text and an item across all columns."""
_BELOW_FLOAT: Final = 3.0
"""The least space below a diagram, where a paragraph may go on that began in the column before."""
_LEAST_TEXT: Final = 24.0
"""The height in mm below which no text is set above or below items that span the columns."""
_SLACK: Final = 30.0
"""The height in mm by which levelled columns are rarely higher than their items are together."""
_LEAST_COLUMN: Final = 8.0
"""The height in mm of columns below which the second one is left empty."""
_LAST_PART: Final = 0.65
"""The share of the last column from which a case whose ruling has no room goes to the next page."""
_LEAST_PIECE: Final = 90.0
"""The least height in mm for the first part of an item that is divided between facing pages."""


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
    """Whether the item spans all columns; it stands at the top or at the foot of a page."""
    notes: tuple[Note, ...] = ()
    breaks: bool = False
    """Whether a new page begins here."""
    levels: bool = False
    """Whether the columns above end level here, so that what follows stands below both."""
    flushes: bool = False
    """Whether everything above must be placed before what follows."""
    continues: bool = False
    """Whether the item goes on with a paragraph; no diagram and no table is placed before it."""
    head: FlowItem | None = None
    """The head of the item's table, shown again above an item that begins a column or follows a diagram."""
    home: str = ""
    """The mark of the case or section near which the item should stand; empty for any place."""
    divide: Callable[[float], Sequence[FlowItem]] | None = None
    """Divides a wide item for facing pages: into a part no higher than a height, and the rest."""

    @property
    def places_nothing(self) -> bool:
        """Return whether the item is only an instruction to the filler."""
        return self.breaks or self.levels or self.flushes


class PlacedItem(NamedTuple):
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
    bottom: float = 0.0
    """Where the columns end, above items that span them at the foot of the page."""
    uneven: float = 0.0
    """The height in mm that stays empty above levelled text, since columns can't end at the same height."""

    def copied(self) -> Page:
        """Return a page of its own with the same items."""
        return replace(self, items=list(self.items), notes=list(self.notes), ends=list(self.ends))

    def is_like(self, other: Page) -> bool:
        """Return whether the very same items and rulings stand at the same places of another page."""
        return (
            (self.number, self.top, self.bottom, self.uneven)
            == (other.number, other.top, other.bottom, other.uneven)
            and self.ends == other.ends
            and len(self.items) == len(other.items)
            and len(self.notes) == len(other.notes)
            and all(
                a.item is b.item and a.x == b.x and a.y == b.y
                for a, b in zip(self.items, other.items, strict=True)
            )
            and all(a[1] is b[1] and a[0] == b[0] for a, b in zip(self.notes, other.notes, strict=True))
        )

    def share(self, height: float) -> float:
        """Return the share of the page that is filled."""
        return (sum(self.ends) / len(self.ends) + height - self.bottom - self.uneven) / height

    def note_gap(self, height: float) -> float:
        """Return the space in mm between rulings: less than usual if the margin would else be too short."""
        spaces = max(1, len(self.notes) - 1)
        return min(NOTE_GAP, (height - sum(note.height for _, note in self.notes)) / spaces)

    def has_room_for(self, note: Note, height: float) -> bool:
        """Return whether the margin has room for another ruling."""
        needed = sum(one.height + _LEAST_NOTE_GAP for _, one in self.notes) + note.height
        return needed <= height

    def placed_notes(self, height: float) -> list[tuple[float, Note]]:
        """Return the rulings in the order of their cases: beside them, or below one another."""
        found: list[tuple[float, Note]] = []
        y, gap = 0.0, self.note_gap(height)
        for wanted, note in self.notes:
            y = max(y, wanted)
            found.append((y, note))
            y += note.height + gap
        # What would run over the foot of the page moves up, and pushes up what is above it.
        below = height
        for n in range(len(found) - 1, -1, -1):
            at, note = found[n]
            at = min(at, below - note.height)
            found[n] = (at, note)
            below = at - gap
        return found


@dataclass(frozen=True, slots=True)
class _GroupHeights:
    """Items that are kept together, and the heights of those below their first."""

    items: Sequence[FlowItem]
    head: FlowItem | None
    rest: float
    """The height of all items but the first, with the spaces above them."""
    all: float
    """The height of all items, which stand below the head of their table."""

    @classmethod
    def of(cls, group: Sequence[FlowItem]) -> _GroupHeights:
        """Return the heights of a group."""
        head = group[0].head
        rest = sum(item.gap + item.height for item in group[1:])
        return cls(group, head, rest, sum(item.gap + item.height for item in group) if head else 0.0)


@dataclass(frozen=True, slots=True)
class _Stop:
    """The state of a filler where a page has just begun, from which it can go on."""

    placed: int
    """The number of items before."""
    full: int
    """The number of pages before, which are full."""
    page: Page
    column: int
    floats: tuple[FlowItem, ...]
    wide: tuple[FlowItem, ...]
    run: tuple[Sequence[FlowItem], ...]
    before: tuple[int, int]
    held: bool
    footed: int
    inline_notes: int

    def goes_on_like(self, other: _Stop) -> bool:
        """Return whether the same items would be placed alike from here and from another stop."""
        return (
            self.full == other.full
            and (self.column, self.before, self.held, self.inline_notes)
            == (other.column, other.before, other.held, other.inline_notes)
            # Only what is at the foot of this page counts.
            and (self.footed == self.page.number) == (other.footed == self.page.number)
            and _are_same((self.floats, self.wide), (other.floats, other.wide))
            and _are_same(self.run, other.run)
            and self.page.is_like(other.page)
        )


def _are_same(some: Sequence[Sequence[object]], others: Sequence[Sequence[object]]) -> bool:
    """Return whether groups hold the very same items."""
    return len(some) == len(others) and all(
        len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
        for one, other in zip(some, others, strict=True)
    )


class PageFiller:
    """Fills pages with items in order."""

    def __init__(self, grid: Grid, first: int) -> None:
        self._grid, self._first, self._height = grid, first, grid.height
        self.pages: list[Page] = []
        self.inline_notes = 0
        """The number of rulings that stand in the text, since the margin has no room."""
        self._column = 0
        self._floats: list[FlowItem] = []
        self._wide: list[FlowItem] = []
        self._page: Page
        self._run: list[Sequence[FlowItem]] = []
        """What stands in the columns of the page, in order."""
        self._before: tuple[int, int] = (0, 0)
        """The numbers of items and rulings that the page had before the columns began."""
        self._held = False
        """Whether diagrams wait until a paragraph ends."""
        self._footed = 0
        """The last page at whose foot an item stands that doesn't float."""
        self._items: Sequence[FlowItem] = ()
        """What was filled last."""
        self._stops: list[_Stop] = []
        self._former: dict[int, _Stop] = {}
        """Stops of the time before from which everything behind is what is filled now, by items before."""
        self._former_end: tuple[list[Page], int] = [], 0
        """The pages of the time before, and the number of rulings that stood in the text."""
        self._new_page()

    def fill(self, items: Sequence[FlowItem]) -> list[Page]:
        """Return the pages of all items."""
        self._stops, self._items = [self._stop(0)], items
        return self._fill(list(items), 0)

    def fill_again(self, items: Sequence[FlowItem]) -> list[Page]:
        """Return the pages of other items.

        Pages before the first difference from those that were filled last stay as they are, and so do pages
        behind the last difference that begin as they did. No page may be changed by the caller.
        """
        alike = _count_alike(items, self._items)
        behind = _count_alike(items[::-1], self._items[::-1]) if len(items) == len(self._items) else 0
        self._former = {one.placed: one for one in self._stops if one.placed >= len(items) - behind}
        self._former_end = self.pages, self.inline_notes
        self._items = items
        # Whether items are kept together may depend on the first one behind them.
        self._stops = [stop for stop in self._stops if stop.placed < alike] or self._stops[:1]
        stop = self._stops[-1]
        self.pages = [*self.pages[: stop.full], stop.page.copied()]
        self._page, self._column, self._held = self.pages[-1], stop.column, stop.held
        self._floats, self._wide, self._run = list(stop.floats), list(stop.wide), list(stop.run)
        self._before, self._footed, self.inline_notes = stop.before, stop.footed, stop.inline_notes
        return self._fill(list(items[stop.placed :]), stop.placed)

    def _rejoins(self, stop: _Stop) -> bool:
        """Go on as the time before if everything from here is the same; return whether it is."""
        former = self._former.get(stop.placed)
        if former is None or not stop.goes_on_like(former):
            return False
        pages, self.inline_notes = self._former_end
        self.pages = [*self.pages[:-1], *pages[stop.full :]]
        self._stops += [one for one in self._former.values() if one.placed >= stop.placed]
        return True

    def _stop(self, placed: int) -> _Stop:
        return _Stop(
            placed,
            len(self.pages) - 1,
            self._page.copied(),
            self._column,
            tuple(self._floats),
            tuple(self._wide),
            tuple(self._run),
            self._before,
            self._held,
            self._footed,
            self.inline_notes,
        )

    def _fill(self, waiting: list[FlowItem], placed: int) -> list[Page]:
        n, inserted, seen = 0, 0, len(self.pages)
        while n < len(waiting):
            # Rulings that were put between the items would be missing if it went on from here.
            if len(self.pages) > seen and not inserted:
                seen = len(self.pages)
                stop = self._stop(placed + n)
                if self._rejoins(stop):
                    return self.pages
                self._stops.append(stop)
            item = waiting[n]
            if item.places_nothing or item.wide:
                self._turn_or_span(item)
                n += 1
                continue
            group = _group(waiting, n)
            n += len(group)
            continues = group[0].continues
            if self._held and not continues:
                self._held = False
                self._place_floats()
            behind = bool(self._floats) or self._is_awaited()
            if len(group) == 1 and item.floats and (behind or not self._fits(group)):
                self._floats.append(item)
                continue
            if self._continued(group):
                self._run.append(group)
                continue
            self._find_room(group, continues)
            self._run.append(group)
            for one in self._headed(group):
                if overflow := self._place(one):
                    self.inline_notes += 1
                    # A ruling for which the margin has no room stands after the last line of its case.
                    end = next((m for m in range(n, len(waiting)) if not waiting[m].continues), len(waiting))
                    waiting[end:end] = overflow
                    inserted += len(overflow)
        self._finish_floats()
        return self.pages

    def _continued(self, group: Sequence[FlowItem]) -> bool:
        """Place plain lines below the one before them, if they fit; return whether it did.

        Most items are such lines, and a search for places fills pages thousands of times.
        """
        page = self._page
        y = page.ends[self._column]
        if y <= page.top:
            return False
        x = self._column * (self._grid.column + self._grid.gutter)
        placed, before = [], page.items[-1].item
        for item in group:
            if item.head is not None or item.notes or item.floats:
                return False
            y += _gap(item, before)
            placed.append(PlacedItem(x, y, item))
            y, before = y + item.height, item
        if y > page.bottom + 1e-6:
            return False
        page.items += placed
        page.ends[self._column] = y
        return True

    def _find_room(self, group: Sequence[FlowItem], continues: bool) -> None:
        """Go to the column in which a group fits, and on to a margin with room for its rulings."""
        while not self._fits(self._headed(group)):
            self._next_column(continues)
        if self._lacks_margin(group):
            self._new_page()
            while not self._fits(self._headed(group)):
                self._next_column()

    def _turn_or_span(self, item: FlowItem) -> None:
        """Begin a page, level the columns, place what waits, or place an item across all columns."""
        if item.wide:
            self._place_wide(item)
            return
        self._held = False
        if item.levels:
            self._level()
        if item.flushes or item.breaks:
            self._finish_floats()
            self._level()
        if item.breaks and self._page.items:
            self._new_page()

    def _new_page(self, continues: bool = False) -> None:
        number = self._first + len(self.pages)
        self._page = Page(number, ends=[0.0] * self._grid.columns, bottom=self._height)
        self.pages.append(self._page)
        self._column = 0
        self._begin_columns()
        if continues:
            self._place_at_foot()
        else:
            self._place_waiting_wide()
        self._held = continues
        if not continues:
            self._place_floats()

    def _begin_columns(self) -> None:
        page = self._page
        page.ends = [min(page.top, page.bottom)] * self._grid.columns
        self._column, self._run = 0, []
        self._before = (len(page.items), len(page.notes))

    # Items across all columns ---------------------------------------------------------------------

    def _place_waiting_wide(self) -> None:
        """Place items across all columns at the top of the page, as many as fit."""
        page = self._page
        if not self._is_fresh():
            return
        for item in list(self._wide):
            y = page.top + (max(0.0, item.gap - _BELOW_WIDE) if page.top else 0.0)
            # A heading stands above some text.
            least = _BELOW_WIDE + _LEAST_TEXT if item.keep_next else 0.0
            if y + item.height + least <= page.bottom + 1e-6 or not page.items:
                self._wide.remove(item)
                page.items.append(PlacedItem(0.0, y, item))
                page.top = y + item.height + _BELOW_WIDE
            elif not item.floats:
                break
        if page.top > 0.0 and page.bottom - page.top < _LEAST_TEXT:
            # A few lines in each column would be read as a part of what stands above.
            page.uneven += max(0.0, page.bottom - page.top)
            page.top = page.bottom = min(page.top, page.bottom)
        self._begin_columns()

    def _place_at_foot(self) -> None:
        """Place items across all columns at the foot of the page, so that a paragraph goes on above them."""
        page, placed = self._page, list[FlowItem]()
        room = page.bottom - max(page.ends[self._column], page.top + _LEAST_TEXT)
        for item in list(self._wide):
            if item.height + _BELOW_WIDE <= room + 1e-6:
                self._wide.remove(item)
                placed.append(item)
                self._footed = self._footed if item.floats else page.number
                room -= item.height + _BELOW_WIDE
        items, notes = self._before
        for item in reversed(placed):
            page.items.insert(items, PlacedItem(0.0, page.bottom - item.height, item))
            page.bottom -= item.height + _BELOW_WIDE
        self._before = (items + len(placed), notes)

    def _place_wide(self, item: FlowItem) -> None:
        """Place an item across all columns: above empty columns, at their foot, or on the next page."""
        page = self._page
        if self._grid.columns == 1:
            if item.floats and not self._fits([item]):
                self._floats.append(item)
                return
            self._find_room([item], continues=False)
            self._run.append([item])
            self._place(item)
            return
        room = page.bottom - page.top - (max(0.0, item.gap - _BELOW_WIDE) if page.top else 0.0)
        first, *rest = [item]
        if self._is_fresh() and item.height > room >= _LEAST_PIECE and item.divide and page.number % 2 == 0:
            first, *rest = item.divide(room)
        self._wide.append(first)
        if self._is_fresh():
            self._place_waiting_wide()
        elif self._column == 0 and len(self._wide) == 1 and not self._floats:
            self._place_at_foot()
        self._wide += rest

    def _is_fresh(self) -> bool:
        """Return whether the columns of the page are empty."""
        return not self._run

    # Columns --------------------------------------------------------------------------------------

    def _level(self) -> None:
        """End the columns of the page at the same height; what follows stands below them."""
        page = self._page
        if self._grid.columns == 1 or self._is_fresh():
            return
        run, high = self._run, page.bottom
        least = sum(item.height for group in run for item in group) / self._grid.columns
        low = min(high, page.top + least)
        heights = [_GroupHeights.of(group) for group in run]
        if low + _SLACK < high and self._columns_hold(heights, low + _SLACK):
            high = low + _SLACK
        while high - low > 0.5:
            middle = (low + high) / 2
            if self._columns_hold(heights, middle):
                high = middle
            else:
                low = middle
        self._refill(run, high)
        page.uneven += max(page.ends) - sum(page.ends) / len(page.ends)
        page.top = min(page.bottom, max(page.ends) + _BELOW_WIDE)
        self._begin_columns()
        if page.bottom - page.top < _LEAST_TEXT:
            page.ends = [page.top - _BELOW_WIDE] * self._grid.columns
            self._new_page()
        else:
            self._place_waiting_wide()

    def _columns_hold(self, run: Sequence[_GroupHeights], bottom: float) -> bool:
        """Return whether the columns of the page hold what stands in them, down to a height.

        `_refill` would place it; this is asked often, and only adds heights.
        """
        top, columns = self._page.top, self._grid.columns
        endless = top == 0.0 and bottom == self._height
        column, end, bottom = 0, top, bottom + 1e-6
        last: FlowItem | None = None
        for group in run:
            while True:
                fresh, first, rest = end <= top, group.items[0], group.rest
                headed = group.head is not None and (fresh or (last is not None and last.floats))
                if group.head is not None and headed:
                    first, rest = group.head, group.all
                needed = (0.0 if fresh else _gap(first, last)) + first.height
                if (endless and fresh) or end + (needed + rest) <= bottom:
                    break
                column += 1
                if column == columns:
                    return False
                end = top
            for item in (group.head, *group.items) if group.head is not None and headed else group.items:
                if end > top:
                    end += _gap(item, last)
                end += item.height
                last = item
        return True

    def _refill(self, run: Sequence[Sequence[FlowItem]], bottom: float) -> None:
        """Fill the columns of the page again, down to a height."""
        page, items, notes = self._page, *self._before
        del page.items[items:], page.notes[notes:]
        page.ends = [page.top] * self._grid.columns
        self._column, whole = 0, page.bottom
        page.bottom = bottom
        fits = True
        for group in run:
            while fits and not self._fits(self._headed(group)):
                self._column += 1
                fits = self._column < self._grid.columns
            if not fits:
                break
            for one in self._headed(group):
                self._place(one)
        page.bottom = whole

    def _next_column(self, continues: bool = False) -> None:
        page = self._page
        if self._column + 1 < self._grid.columns and page.bottom - page.top >= _LEAST_COLUMN:
            self._column += 1
            self._held = continues
            if not continues:
                self._place_floats()
        else:
            self._new_page(continues)

    def _is_awaited(self) -> bool:
        """Return whether no diagram may come: an item that doesn't float waits, or is at the foot."""
        return self._footed == self._page.number or any(not item.floats for item in self._wide)

    def _place_floats(self) -> None:
        while self._floats and not self._is_awaited() and self._fits(self._floats[:1]):
            item = self._floats.pop(0)
            self._run.append([item])
            self._place(item)

    def _finish_floats(self) -> None:
        self._place_waiting_wide()
        self._place_floats()
        while self._floats or self._wide:
            self._next_column()

    def _fits(self, group: Sequence[FlowItem]) -> bool:
        page = self._page
        end = page.ends[self._column]
        fresh = end <= page.top
        if fresh and page.top == 0.0 and page.bottom == self._height:
            return True
        first, *rest = group
        needed = (0.0 if fresh else _gap(first, page.items[-1].item)) + first.height
        needed += sum(item.gap + item.height for item in rest)
        return end + needed <= page.bottom + 1e-6

    def _lacks_margin(self, group: Sequence[FlowItem]) -> bool:
        """Return whether a group at the end of a page has a ruling for which the margin has no room."""
        page, height = self._page, self._height
        last = self._column == self._grid.columns - 1
        if not last or page.ends[self._column] < _LAST_PART * page.bottom:
            return False
        return any(not page.has_room_for(note, height) for one in group for note in one.notes)

    def _headed(self, group: Sequence[FlowItem]) -> Sequence[FlowItem]:
        """Return items that are kept together, with the head of their table if it isn't right above them."""
        page, head = self._page, group[0].head
        apart = page.ends[self._column] <= page.top or page.items[-1].item.floats
        return (head, *group) if head is not None and apart else group

    def _place(self, item: FlowItem) -> list[FlowItem]:
        page = self._page
        y = page.ends[self._column]
        if y > page.top:
            y += _gap(item, page.items[-1].item)
        x = self._column * (self._grid.column + self._grid.gutter)
        page.items.append(PlacedItem(x, y, item))
        page.ends[self._column] = y + item.height
        overflow: list[FlowItem] = []
        for note in item.notes:
            if page.has_room_for(note, self._height):
                page.notes.append((y, note))
            else:
                overflow += note.inline
        return overflow


def _count_alike(some: Sequence[FlowItem], others: Sequence[FlowItem]) -> int:
    """Return how many items at the beginning are the very same."""
    return next(compress(count(), map(is_not, some, others)), min(len(some), len(others)))


def _gap(item: FlowItem, before: FlowItem | None) -> float:
    """Return the space above an item that isn't the first of its column, below the one before it."""
    if before is not None and before.floats and not before.wide:
        return max(item.gap, _BELOW_FLOAT)
    return item.gap


def _group(items: Sequence[FlowItem], first: int) -> Sequence[FlowItem]:
    last = first
    while items[last].keep_next and last + 1 < len(items) and not items[last + 1].wide:
        last += 1
    return items[first : last + 1]
