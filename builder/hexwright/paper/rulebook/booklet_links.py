"""Links of a rulebook's pages: each number of a section, case or figure that the text cites leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hexwright.paper.rulebook.rulebook import Rulebook
from hexwright.render.canvas import Box
from hexwright.render.fonts import text_width
from hexwright.render.pdf_canvas import Citation
from hexwright.render.pdf_document import Anchor
from hexwright.support.linear_regex import LinearRegex

_NUMBER: Final = LinearRegex(r"\d+(?:\.\d+)*")
_ABOVE: Final = 3.0
"""How far above its target a link leads, in mm."""


class BookletLinks:
    """The targets of a composed rulebook: sections, cases and figures, by the numbers that cite them."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._marks: dict[int, list[tuple[str, float]]] = {}
        for page in book.pages:
            for placed in page.items:
                for mark in placed.item.marks:
                    if mark.startswith(("section:", "case:", "figure:")):
                        at = max(0.0, book.grid.top + placed.y - _ABOVE)
                        self._marks.setdefault(page.number, []).append((mark, at))
        known = {mark for marks in self._marks.values() for mark, _ in marks}
        self._figures = self._targets(
            {str(number): f"figure:{name}" for name, number in book.figure_numbers.items()}, known
        )
        cases = {case.number: f"case:{case.number}" for one in book.sections for case in one.cases}
        sections = {one.number: f"section:{one.id}" for one in book.sections}
        self._rules = self._targets({**cases, **sections}, known)

    def _targets(self, marks: Mapping[str, str], known: set[str]) -> Mapping[str, str]:
        return {number: mark for number, mark in marks.items() if number and mark in known}

    def anchors(self, page: int) -> Sequence[Anchor]:
        """Return the targets on a page."""
        return [(mark, 0.0, y) for mark, y in self._marks.get(page, ())]

    def links(self, cited: Sequence[Citation]) -> Iterator[tuple[Box, str]]:
        """Yield the place of each cited number on a page, and its target."""
        for one in cited:
            targets = self._figures if one.text.startswith("Figure") else self._rules
            for found in _NUMBER.finditer(one.text):
                if found[0] in targets:
                    before = text_width(one.text[: found.start()], one.face, one.size)
                    wide = text_width(found[0], one.face, one.size)
                    high = one.size
                    yield Box(one.at.x + before, one.at.y - 0.8 * high, wide, high), targets[found[0]]
