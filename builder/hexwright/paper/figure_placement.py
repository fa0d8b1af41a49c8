"""Place the diagrams and charts of a rulebook near their rules, on pages that stay full."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hexwright.paper.rulebook_flow import FlowItem, Page, PageFiller
from hexwright.paper.rulebook_grid import Grid

_LEAST_FULL: Final = 0.85
"""The share of a page's height below which a page counts as empty."""
_EMPTY: Final = 50.0
_UNUSED: Final = 40.0
_BARE: Final = 60.0
_FAR: Final = 3.0
_AHEAD: Final = 1.0
"""The cost of an empty page, of a page's height unused, of a page without text, of a float on the
page after its home, and of one above its home."""
_ROUNDS: Final = 4
_PART: Final = "title:"
_RULES: Final = "section:"
_TABLE: Final = "table:"

Anchors = Mapping[str, int]
"""For each float, by its first mark, the number of the paragraph before which the filler meets it."""
_Cost = tuple[int, int, int, float]
_Spot = tuple[int, float, float]
"""Page, column and height, in the order in which a reader meets them."""


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
        self._known: dict[tuple[int, ...], tuple[_Cost, Mapping[int, _Spot]]] = {}
        self.pages: list[Page] = []
        self.anchors: Anchors = {}

    def place(self, known: Anchors) -> None:
        """Fill the pages: with known anchors if they still serve, otherwise with the best that are found."""
        self._limit = len(self._filled(self._latest))
        serves = set(known) == set(self._latest) and all(n < len(self._paragraphs) for n in known.values())
        if serves and not any(self._cost(known)[:2]):
            self._keep(known)
            return
        best: tuple[_Cost, Anchors] | None = None
        for start in (self._latest, self._at_homes()):
            found = self._improved(start)
            if best is None or found[0] < best[0]:
                best = found
            if not any(best[0][:3]):
                break
        assert best is not None
        self._keep(best[1])

    def _keep(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.pages = self._filled(anchors)

    def _at_homes(self) -> Anchors:
        """Return anchors right after the first paragraph of each home."""
        return {
            key: min(latest, bisect_right(self._paragraphs, self._homes[key]))
            for key, latest in self._latest.items()
        }

    def _improved(self, start: Anchors) -> tuple[_Cost, Anchors]:
        """Return anchors that cost least as long as one float after the other is moved."""
        best, anchors = self._cost(start), start
        for _ in range(_ROUNDS):
            before = best
            for item in self._floats:
                key, spots = _key(item), self._measured(anchors)[1]
                tried = [{**anchors, key: n} for n in self._candidates(item, spots) if n != anchors[key]]
                for other in tried:
                    cost = self._cost(other)
                    if cost < best:
                        best, anchors = cost, other
            if best == before:
                break
        return best, anchors

    def _candidates(self, item: FlowItem, spots: Mapping[int, _Spot]) -> Sequence[int]:
        """Return the first paragraph of each column (of each page for a wide item) where the item may go."""
        key = _key(item)
        page = spots[id(self._text[self._homes[key]])][0] - 1
        found: dict[tuple[float, ...], int] = {}
        for n in range(self._earliest, self._latest[key]):
            spot = spots[id(self._text[self._paragraphs[n]])]
            if spot[0] >= page:
                found.setdefault(spot[: 1 if item.wide else 2], n)
        return [*found.values(), self._latest[key]]

    def _filled(self, anchors: Anchors) -> list[Page]:
        return self._fill(anchors)[0]

    def _fill(self, anchors: Anchors) -> tuple[list[Page], int]:
        """Return the pages, and the number of rulings for which the margins have no room."""
        filler = PageFiller(self._grid, self._first)
        return filler.fill(list(self._ordered(anchors))), filler.inline_notes

    def _ordered(self, anchors: Anchors) -> Iterator[FlowItem]:
        before: dict[int, list[FlowItem]] = {}
        for item in self._floats:
            before.setdefault(self._paragraphs[anchors[_key(item)]], []).append(item)
        for n, item in enumerate(self._text):
            yield from before.get(n, ())
            yield item
        yield from before.get(len(self._text), ())

    def _cost(self, anchors: Anchors) -> _Cost:
        return self._measured(anchors)[0]

    def _measured(self, anchors: Anchors) -> tuple[_Cost, Mapping[int, _Spot]]:
        """Return the cost of anchors, and where every item then stands."""
        key = tuple(anchors[one] for one in self._latest)
        if key not in self._known:
            pages, inline = self._fill(anchors)
            spots = {id(one.item): (page.number, one.x, one.y) for page in pages for one in page.items}
            self._known[key] = self._cost_of(pages, spots, inline), spots
        return self._known[key]

    def _cost_of(self, pages: Sequence[Page], spots: Mapping[int, _Spot], inline: int) -> _Cost:
        """Return pages added, items misplaced, figures far away, and a measure of distance and unused space.

        A float is misplaced before the page of its home, after the page that follows its section, and in a
        later part of the book; a table also above its home. So is a ruling outside the margin. A figure is
        far away after the page that follows its case.
        """
        misplaced, far, measure = inline, 0, 0.0
        for item in self._floats:
            key = _key(item)
            spot, home = spots[id(item)], spots[id(self._text[self._homes[key]])]
            end = spots[id(self._text[self._ends[key]])]
            part = self._part[key]
            later = part is not None and spot > spots[id(self._text[part])]
            ahead = spot < home and not item.wide
            misplaced += later or not home[0] <= spot[0] <= end[0] + 1 or (ahead and key.startswith(_TABLE))
            far += spot[0] > home[0] + 1 and not item.home.startswith(_RULES)
            measure += _FAR * (spot[0] - home[0]) ** 2 + _AHEAD * ahead
        shares = [page.share(self._grid.height) for page in pages[:-1]]
        measure += sum(_EMPTY * (share < _LEAST_FULL) + _UNUSED * (1.0 - share) for share in shares)
        measure += _BARE * sum(all(one.item.floats for one in page.items) for page in pages)
        return max(0, len(pages) - self._limit), misplaced, far, measure


def _key(item: FlowItem) -> str:
    return item.marks[0]


def _begins_paragraph(text: Sequence[FlowItem], n: int) -> bool:
    return text[n].gap > 0 and text[n].head is None and not text[n - 1].keep_next
