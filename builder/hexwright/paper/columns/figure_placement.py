"""Place the diagrams and charts of a rulebook near their rules, on pages that stay full."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from hexwright.paper.columns.rulebook_flow import FlowItem, Page, PageFiller
from hexwright.paper.columns.rulebook_grid import Grid

_LEAST_FULL: Final = 0.85
"""The share of a page's height below which a page counts as empty."""
_EMPTY: Final = 50.0
_UNUSED: Final = 40.0
_BARE: Final = 60.0
_FAR: Final = 3.0
_AHEAD: Final = 1.0
_TURNED: Final = 12.0
_ABOVE_HEAD: Final = 8.0
_BEYOND: Final = 6.0
_MOST_BEYOND: Final = 4
_ORDER: Final = 3.0
_STUB: Final = 5.0
"""The cost of an empty page, of a page's height unused, of a page without text, of a float on the
page after its home, of one above its home, of a chart over the leaf, of a float above the heading of its
section, of a chart below that of each later section (up to some number), of a figure higher than one
before it, and of a few lines alone above a float that end a paragraph."""
_FEW: Final = 3
"""The number of lines that are few."""
_FIGURE: Final = "figure:"
_ROUNDS: Final = 4
_GIVEN: Final = 4
"""The number of floats over the leaf to which others give way."""
_NEAR: Final = 2
"""How many pages from the home of a float others give way to it."""
_RECENT: Final = 32
"""The number of anchors for which it is known where every item stands."""
_PART: Final = "title:"
_RULES: Final = "section:"
_TABLE: Final = "table:"

Anchors = Mapping[str, int]
"""For each float, by its first mark, the number of the paragraph before which the filler meets it."""
_Cost = tuple[int, int, int, float]
_Spot = tuple[int, float, float]
"""Page, column and height, in the order in which a reader meets them."""


@dataclass(frozen=True, slots=True)
class _Measured:
    """A page with what its contents cost, wherever its floats have their homes."""

    page: Page
    spots: Mapping[int, _Spot]
    """Where each item stands, by its identity."""
    unused: float
    bare: bool
    """Whether it has no text."""
    disorder: float


class FigurePlacement:
    """Items with floats that have a home; searches the paragraphs before which the filler meets these.

    A float is set where it fits after the text before it. So one that comes at the end of a long section
    may drift far from its case, and is brought forward; a figure is never set before the page of its home.
    """

    def __init__(self, grid: Grid, first: int, items: Sequence[FlowItem]) -> None:
        self._grid, self._first = grid, first
        self._floats = [item for item in items if item.home]
        self._text = [item for item in items if not item.home]
        places = {mark: n for n, item in enumerate(self._text) for mark in item.marks}
        rules = min((n for mark, n in places.items() if mark.startswith(_RULES)), default=0)
        parts = [n for n, item in enumerate(self._text) if any(m.startswith(_PART) for m in item.marks)]
        self._paragraphs = [n for n in range(1, len(self._text)) if _begins_paragraph(self._text, n)]
        self._paragraphs.append(len(self._text))
        self._homes = {_key(item): places[item.home] for item in self._floats}
        self._latest: dict[str, int] = {}
        self._ends: dict[str, int] = {}
        """For each float, the last item of the text of its section."""
        self._part: dict[str, int | None] = {}
        self._heads = [n for n, item in enumerate(self._text) if _is_head(item)]
        before = 0
        for item in items:
            if item.home:
                self._latest[_key(item)] = bisect_left(self._paragraphs, before)
                self._ends[_key(item)] = max(n for n in range(before) if not self._text[n].places_nothing)
                self._part[_key(item)] = next((n for n in parts if n >= before), None)
            else:
                before += 1
        self._earliest = bisect_right(self._paragraphs, rules)
        self._limit = 0
        self._costs: dict[tuple[int, ...], _Cost] = {}
        self._recent: dict[tuple[int, ...], Mapping[int, _Spot]] = {}
        """Where every item stands, for the anchors that were tried last; those of all would fill memory."""
        self._measured: Mapping[int, _Measured] = {}
        """The pages that were filled last, by their identity: most are the same the next time."""
        self._filler = PageFiller(grid, first)
        self._filler.fill(())
        self.pages: list[Page] = []
        self.anchors: Anchors = {}
        self.least = (0, 0)
        """The numbers of items misplaced and of figures far from their case."""

    def place(self, known: Anchors, least: tuple[int, int] = (0, 0)) -> None:
        """Fill the pages: with known anchors if they still serve, otherwise with the best that are found.

        `least` are the numbers of items misplaced and of figures far from their case that no earlier search
        could avoid.
        """
        self._limit = len(self.filled(self._latest))
        serves = set(known) == set(self._latest) and all(n < len(self._paragraphs) for n in known.values())
        if serves and self._cost(known)[:3] <= (0, *least):
            self._keep(known)
            return
        best = self._improved(known) if serves else None
        if best is not None and best[0][:3] <= (0, *least):
            self._keep(best[1])
            return
        late, early = self._latest, self._at_homes()
        mixed = [
            {key: (early if key.startswith(_FIGURE) is figures else late)[key] for key in late}
            for figures in (True, False)
        ]
        for start in (late, early, *mixed):
            found = self._improved(start)
            if best is None or found[0] < best[0]:
                best = found
        assert best is not None
        _, anchors = self._rearranged(*best)
        self._keep(anchors)

    def place_roughly(self) -> None:
        """Fill the pages with each float at the end of its section."""
        self._limit = len(self.filled(self._latest))
        self._keep(self._latest)

    def _keep(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.least = self._cost(anchors)[1:3]
        self.pages = self.filled(anchors)

    def _at_homes(self) -> Anchors:
        """Return anchors right after the first paragraph of each home."""
        return {
            key: min(latest, bisect_right(self._paragraphs, self._homes[key]))
            for key, latest in self._latest.items()
        }

    def _improved(
        self, start: Anchors, rounds: int = _ROUNDS, movable: Sequence[FlowItem] = ()
    ) -> tuple[_Cost, Anchors]:
        """Return anchors that cost least as long as single floats are moved, any or those given."""
        best, anchors = self._cost(start), start
        for _ in range(rounds):
            before = best
            for item in movable or self._floats:
                key, spots = _key(item), self._spots(anchors)
                tried = [{**anchors, key: n} for n in self._candidates(item, spots) if n != anchors[key]]
                for other in tried:
                    cost = self._cost(other)
                    if cost < best:
                        best, anchors = cost, other
            if best == before:
                break
        return best, anchors

    def _rearranged(self, best: _Cost, anchors: Anchors) -> tuple[_Cost, Anchors]:
        """Return anchors for which others give way to floats that stand over the leaf."""
        poor = sorted(self._floats, key=lambda item: -self._poorness(item, anchors))
        for item in [item for item in poor if self._poorness(item, anchors)][:_GIVEN]:
            for n in self._candidates(item, self._spots(anchors)):
                forced = {**anchors, _key(item): n}
                cost, found = self._improved(forced, rounds=1, movable=self._near(item, forced))
                if cost < best:
                    best, anchors = cost, found
        return best, anchors

    def _poorness(self, item: FlowItem, anchors: Anchors) -> float:
        """Return how badly a float stands: over the leaf, or out of its section."""
        spots, key = self._spots(anchors), _key(item)
        turned = self._is_turned(item, spots)
        # Figures over the leaf come first.
        weight = _EMPTY if key.startswith(_FIGURE) else _TURNED
        return weight * turned + self._outside(key, spots[id(item)], spots)

    def _near(self, item: FlowItem, anchors: Anchors) -> Sequence[FlowItem]:
        """Return the floats whose homes are within a few pages of an item's."""
        spots = self._spots(anchors)
        pages = {id(one): spots[id(self._text[self._homes[_key(one)]])][0] for one in self._floats}
        return [one for one in self._floats if abs(pages[id(one)] - pages[id(item)]) <= _NEAR]

    def _is_turned(self, item: FlowItem, spots: Mapping[int, _Spot]) -> bool:
        """Whether a figure stands on no page that faces its case, or a chart on none of its section."""
        key, page = _key(item), spots[id(item)][0]
        home, end = (spots[id(self._text[at[key]])][0] for at in (self._homes, self._ends))
        # A chart serves its whole section.
        return not home // 2 <= page // 2 <= (end if item.home.startswith(_RULES) else home) // 2

    def _candidates(self, item: FlowItem, spots: Mapping[int, _Spot]) -> Sequence[int]:
        """Return the first paragraph of each column where the item may go.

        Before the first one of a page a wide item goes to its top, before the second one to its foot.
        """
        key = _key(item)
        page = spots[id(self._text[self._homes[key]])][0] - 1
        found: dict[tuple[float, ...], list[int]] = {}
        for n in range(self._earliest, self._latest[key]):
            spot = spots[id(self._text[self._paragraphs[n]])]
            if spot[0] >= page:
                found.setdefault(spot[: 1 if item.wide else 2], []).append(n)
        firsts = chain.from_iterable(run[: 2 if item.wide else 1] for run in found.values())
        return [*firsts, self._latest[key]]

    def filled(self, anchors: Anchors) -> list[Page]:
        """Return the pages with floats before some paragraphs."""
        return PageFiller(self._grid, self._first).fill(list(self._ordered(anchors)))

    def _fill_again(self, anchors: Anchors) -> tuple[list[Page], int]:
        """Return the pages, and the number of rulings for which the margins have no room.

        Pages that no float that has moved since the last time reaches stay as they are.
        """
        return self._filler.fill_again([*self._ordered(anchors)]), self._filler.inline_notes

    def _ordered(self, anchors: Anchors) -> Iterator[FlowItem]:
        before: dict[int, list[FlowItem]] = {}
        for item in self._floats:
            before.setdefault(self._paragraphs[anchors[_key(item)]], []).append(item)
        ends = sorted(before)
        for start, end in pairwise((0, *ends, len(self._text))):
            yield from self._text[start:end]
            yield from before.pop(end, ())

    def _cost(self, anchors: Anchors) -> _Cost:
        key = self._key_of(anchors)
        if key not in self._costs:
            self._measure(key, anchors)
        return self._costs[key]

    def _spots(self, anchors: Anchors) -> Mapping[int, _Spot]:
        """Return where every item stands."""
        key = self._key_of(anchors)
        if key not in self._recent:
            self._measure(key, anchors)
        return self._recent[key]

    def _key_of(self, anchors: Anchors) -> tuple[int, ...]:
        return tuple(anchors[one] for one in self._latest)

    def _measure(self, key: tuple[int, ...], anchors: Anchors) -> None:
        pages, inline = self._fill_again(anchors)
        measured = [self._measured.get(id(page)) or self._measure_of(page) for page in pages]
        self._measured = {id(one.page): one for one in measured}
        spots: dict[int, _Spot] = {}
        for one in measured:
            spots.update(one.spots)
        self._costs[key] = self._cost_of(measured, spots, inline)
        self._recent[key] = spots
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]

    def _measure_of(self, page: Page) -> _Measured:
        share = page.share(self._grid.height)
        return _Measured(
            page,
            {id(one.item): (page.number, one.x, one.y) for one in page.items},
            _EMPTY * (share < _LEAST_FULL) + _UNUSED * (1.0 - share),
            all(one.item.floats for one in page.items),
            _ORDER * _rising_figures(page) + _STUB * _lone_lines(page),
        )

    def _cost_of(self, measured: Sequence[_Measured], spots: Mapping[int, _Spot], inline: int) -> _Cost:
        """Return pages added, items misplaced, figures far away, and a measure of distance and unused space.

        A float is misplaced before the page of its home (a chart: before the facing page), after the page
        that follows its section, and in a later part of the book; a table also above its home. So is a
        ruling outside the margin. A figure is far away if its case isn't on its page or the facing one.
        """
        misplaced, far, measure, pages = inline, 0, 0.0, [one.page for one in measured]
        for item in self._floats:
            key = _key(item)
            spot, home = spots[id(item)], spots[id(self._text[self._homes[key]])]
            end = spots[id(self._text[self._ends[key]])]
            part = self._part[key]
            later = part is not None and spot > spots[id(self._text[part])]
            ahead = spot < home and not item.wide
            figure = not item.home.startswith(_RULES)
            turned = self._is_turned(item, spots)
            early = spot[0] < home[0] and (spot[0] // 2 < home[0] // 2 or figure)
            misplaced += later or early or spot[0] > end[0] + 1 or (ahead and key.startswith(_TABLE))
            far += turned and figure
            measure += self._outside(key, _met(pages, item, spot), spots)
            measure += (
                _FAR * (spot[0] - home[0]) ** 2 + _AHEAD * (spot < home) + _TURNED * (turned and not figure)
            )
        measure += sum(one.unused for one in measured[:-1])
        measure += _BARE * sum(one.bare for one in measured)
        measure += sum(one.disorder for one in measured)
        return max(0, len(pages) - self._limit), misplaced, far, measure

    def _outside(self, key: str, spot: _Spot, spots: Mapping[int, _Spot]) -> float:
        """Return the cost of a float above the heading of its section, or of a chart below those after it."""
        first = bisect_right(self._heads, self._homes[key]) - 1
        after = self._heads[bisect_right(self._heads, self._ends[key]) :][:_MOST_BEYOND]
        above = first >= 0 and spot < spots[id(self._text[self._heads[first]])]
        if key.startswith(_FIGURE):
            return _ABOVE_HEAD * above
        return _ABOVE_HEAD * above + _BEYOND * sum(spots[id(self._text[n])] < spot for n in after)


def _met(pages: Sequence[Page], item: FlowItem, spot: _Spot) -> _Spot:
    """Return where a reader meets a float: one across all columns at the foot of a page after their text."""
    page = pages[spot[0] - pages[0].number]
    return (spot[0], page.items[-1].x, spot[2]) if item.wide and spot[2] >= page.bottom else spot


def _rising_figures(page: Page) -> int:
    """Return how many figures of a page stand higher than the one before them."""
    figures = [(one.x, one.y) for one in page.items if one.item.marks and _key(one.item).startswith(_FIGURE)]
    return sum(below[1] < above[1] for above, below in pairwise(sorted(figures)))


def _lone_lines(page: Page) -> int:
    """Return how often only a few lines that end a paragraph stand above a float at the top of a column."""
    found, column, lines = 0, -1.0, 0
    for one in page.items:
        if one.item.wide:
            continue
        if one.x != column:
            column, lines = one.x, 0
        if one.item.floats:
            found += 0 < lines <= _FEW
            lines = _FEW + 1
        elif one.item.continues and lines <= _FEW:
            lines += 1
        else:
            lines = _FEW + 1
    return found


def _is_head(item: FlowItem) -> bool:
    return any(mark.startswith(_RULES) for mark in item.marks)


def _key(item: FlowItem) -> str:
    return item.marks[0]


def _begins_paragraph(text: Sequence[FlowItem], n: int) -> bool:
    return text[n].gap > 0 and text[n].head is None and not text[n - 1].keep_next
