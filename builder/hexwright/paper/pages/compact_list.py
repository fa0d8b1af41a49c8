"""Set long lists of units in narrow columns: one line a unit, under headings that stay with their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Side
from hexwright.paper.pages.page_furniture import draw_band
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.charts.chart_layout import typographic
from hexwright.render.fonts import FontFace, text_width, wrap
from hexwright.render.theme import HAIR, Theme

COLUMN: Final = 43.0
"""The least width in mm of a column."""
WIDE: Final = 55.0
"""The same for lists whose rows join several units."""
GUTTER: Final = 4.0
_SIZE, _LEADING = 2.55, 1.26
_LINE: Final = _SIZE * _LEADING
_BAND: Final = 6.4
_HEAD: Final = 3.0
SMALLER: Final = (0.97, 0.94)
"""The scales of type, down to 6.8 points, that are tried if they save a page."""
_LEAD: Final = 8.6
"""The width in mm of the hex or turn at the start of a row."""


class ListItem(Protocol):
    """An item of a list: it knows its height in a column, and draws itself."""

    @property
    def keeps_next(self) -> bool:
        """Return whether the next item must be in the same column."""

    def height(self, width: float) -> float:
        """Return the height in mm in a column."""

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the item into its box."""


@dataclass(frozen=True, slots=True)
class SideBand:
    """The band with a side's name, or with another title, above its lists."""

    text: str
    side: Side | None = None
    keeps_next: bool = True

    def height(self, width: float) -> float:
        """Return the height in mm of the band with the space around it."""
        return _BAND + 2.6

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the band."""
        draw_band(canvas, theme, Box(box.x, box.y + 1.2, box.width, _BAND), self.text, self.side)


@dataclass(frozen=True, slots=True)
class ListHeading:
    """A heading: the name of an army, with its colour before it."""

    text: str
    colour: Colour | None = None
    keeps_next: bool = True

    def _lines(self, width: float) -> tuple[str, ...]:
        return wrap(typographic(self.text), FontFace.SANS_BOLD, _HEAD, width - (3.4 if self.colour else 0.0))

    def height(self, width: float) -> float:
        """Return the height in mm with the space above."""
        return 1.6 + len(self._lines(width)) * _HEAD * 1.2 + 0.7

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the heading over a line."""
        x, y = box.x, box.y + 1.6
        if self.colour is not None:
            chip = Box(x, y + 0.35, 2.3, _HEAD * 0.9)
            canvas.path(Path.rectangle(chip, 0.3), Style(fill=self.colour, stroke=theme.ink, width=HAIR))
            x += 3.4
        for line in self._lines(box.width):
            y += _HEAD * 1.2
            canvas.text(Point(x, y - 0.7), line, FontFace.SANS_BOLD, _HEAD, theme.ink, anchor="start")
        rule = Path.line([Point(box.x, y + 0.35), Point(box.right, y + 0.35)])
        canvas.path(rule, Style(stroke=theme.ink, width=HAIR))


@dataclass(frozen=True, slots=True)
class ListNote:
    """Text between the rows: how units arrive, or where else they may start."""

    text: str
    keeps_next: bool = False

    def _lines(self, width: float) -> tuple[str, ...]:
        return wrap(typographic(self.text), FontFace.SANS, _SIZE, width)

    def height(self, width: float) -> float:
        """Return the height in mm of the lines with the space around them."""
        return len(self._lines(width)) * _LINE + 1.2

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the lines."""
        for n, line in enumerate(self._lines(box.width)):
            at = Point(box.x, box.y + 0.4 + (n + 0.78) * _LINE)
            canvas.text(at, line, FontFace.SANS, _SIZE, theme.ink, anchor="start")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A unit: its hex, turn or number, its name, and its values at the right."""

    lead: str
    text: str
    tail: str = ""
    keeps_next: bool = False

    def _room(self, width: float) -> float:
        tail = text_width(self.tail, FontFace.SANS_SEMIBOLD, _SIZE) + 1.6 if self.tail else 0.0
        return width - self._lead_width - tail

    @property
    def _lead_width(self) -> float:
        if not self.lead:
            return 0.0
        return max(_LEAD, text_width(self.lead, FontFace.SANS_BOLD, _SIZE) + 1.4)

    def _lines(self, width: float) -> tuple[str, ...]:
        return wrap(typographic(self.text), FontFace.SANS, _SIZE, self._room(width))

    def height(self, width: float) -> float:
        """Return the height in mm; a long name needs several lines."""
        return len(self._lines(width)) * _LINE + 0.25

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the row."""
        base = box.y + 0.8 * _LINE
        canvas.text(Point(box.x, base), self.lead, FontFace.SANS_BOLD, _SIZE, theme.ink, anchor="start")
        for n, line in enumerate(self._lines(box.width)):
            at = Point(box.x + self._lead_width, base + n * _LINE)
            canvas.text(at, line, FontFace.SANS, _SIZE, theme.ink, anchor="start")
        end = Point(box.right, base)
        canvas.text(end, self.tail, FontFace.SANS_SEMIBOLD, _SIZE, theme.ink, anchor="end")


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item with its box on the page."""

    item: ListItem
    box: Box


def columns_of(width: float, least: float = COLUMN) -> tuple[int, float]:
    """Return how many columns a width holds that are at least so wide, and the width in mm of each."""
    count = max(1, int((width + GUTTER) // (least + GUTTER)))
    return count, (width - GUTTER * (count - 1)) / count


def fill_columns(
    items: Sequence[ListItem], room: Box, least: float = COLUMN
) -> tuple[list[PlacedItem], Sequence[ListItem]]:
    """Place as many items as a page's columns hold; return them and the rest.

    If all fit, the columns are as short as they can be, so that the list ends level.
    """
    count, wide = columns_of(room.width, least)
    groups = _groups(items, wide, count * room.height)
    placed, used = _placed(groups, room, count, wide, room.height)
    if used < len(items):
        return placed, items[used:]
    low, high = 0.0, room.height
    while high - low > 0.5:
        middle = (low + high) / 2
        tried, used = _placed(groups, room, count, wide, middle)
        if used < len(items):
            low = middle
        else:
            placed, high = tried, middle
    return placed, ()


def list_height(items: Sequence[ListItem], width: float, most: float) -> float:
    """Return the height in mm that a list needs in level columns; more than `most` if it doesn't fit."""
    placed, rest = fill_columns(items, Box(0, 0, width, most))
    return most + 1.0 if rest else max((one.box.bottom for one in placed), default=0.0)


Group = tuple[tuple[ListItem, ...], float]
"""Items that stay in one column, and their height in mm."""


def _groups(items: Sequence[ListItem], wide: float, most: float) -> list[Group]:
    """Return the groups at the start of a list, until they are higher than `most` together."""
    found: list[Group] = []
    run: list[ListItem] = []
    total = 0.0
    for item in items:
        run.append(item)
        if not item.keeps_next:
            high = sum(one.height(wide) for one in run)
            found.append((tuple(run), high))
            run = []
            total += high
            if total > most:
                return found
    if run:
        found.append((tuple(run), sum(one.height(wide) for one in run)))
    return found


def _placed(
    groups: Sequence[Group], room: Box, count: int, wide: float, most: float
) -> tuple[list[PlacedItem], int]:
    """Return the items that fit with their places, and their number."""
    placed: list[PlacedItem] = []
    column, y = 0, 0.0
    for group, high in groups:
        if y > 0 and y + high > most + 1e-6:
            column, y = column + 1, 0.0
        if column == count or (y == 0 and high > most):
            break
        for item in group:
            tall = item.height(wide)
            x = room.x + column * (wide + GUTTER)
            placed.append(PlacedItem(item, Box(x, room.y + y, wide, tall)))
            y += tall
    return placed, len(placed)


def draw_placed(canvas: Canvas, theme: Theme, placed: Sequence[PlacedItem]) -> None:
    """Draw placed items."""
    for one in placed:
        one.item.draw(canvas, theme, one.box)


def list_pages(
    items: Sequence[ListItem], first: Box, later: Box, least: float = COLUMN
) -> Iterator[list[PlacedItem]]:
    """Yield the items of each page: the first page has the room `first`, each further page `later`."""
    room, rest = first, items
    while rest:
        placed, left = fill_columns(rest, room, least)
        if not placed and room is later:
            placed = [PlacedItem(rest[0], Box(room.x, room.y, room.width, rest[0].height(room.width)))]
            left = rest[1:]
        yield placed
        room, rest = later, left


_SHORT: Final = 60.0
"""The height in mm up to which the parts of a list stand side by side, each in a column."""


def _parts_side_by_side(items: Sequence[ListItem], room: Box) -> list[PlacedItem]:
    """Return a short list with a column for each of its parts, which bands begin; empty for others."""
    parts: list[list[ListItem]] = []
    for item in items:
        if isinstance(item, SideBand) or not parts:
            parts.append([])
        parts[-1].append(item)
    count, wide = columns_of(room.width)
    if len(parts) > count:
        return []
    placed: list[PlacedItem] = []
    for column, part in enumerate(parts):
        found, rest = _placed(_groups(part, wide, room.height), room, 1, wide, _SHORT)
        if rest < len(part):
            return []
        placed += [
            replace(one, box=replace(one.box, x=one.box.x + column * (wide + GUTTER))) for one in found
        ]
    return placed


def fitted_pages(
    items: Sequence[ListItem], width: float, height: float
) -> tuple[float, list[list[PlacedItem]]]:
    """Return the pages of a list, and the scale of its type: a little smaller if that saves a page.

    Positions are before scaling, from the upper left corner of the room.
    """
    whole = Box(0.0, 0.0, width, height)
    if parts := _parts_side_by_side(items, whole):
        return 1.0, [parts]
    pages = list(list_pages(items, whole, whole))
    for scale in SMALLER:
        if len(pages) < 2:
            break
        smaller = Box(0.0, 0.0, width / scale, height / scale)
        fewer = list(list_pages(items, smaller, smaller))
        if len(fewer) < len(pages):
            return scale, fewer
    return 1.0, pages
