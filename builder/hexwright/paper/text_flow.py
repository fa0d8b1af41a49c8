"""Flow text and diagrams over pages: lines, blocks, and their positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Canvas, Colour
from hexwright.render.fonts import FontFace, fitting_size, text_width
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.theme import Theme

BODY: Final = 3.15
LEADING: Final = 1.42
_LISTED: Final = 0.3
"""The space in mm above an item of a list."""
_HANGING: Final = 3.0
"""The distance in mm from an item's bullet to its text."""
_LEAD = re.compile(r"^((?:\d+\. )?[^.:;()]{1,36}:)(?= |$)")
_MARKED = re.compile(r"\b(Ruling|Example|Optional rule):")
_APOSTROPHE = re.compile(r"(?<=\w)'")

Draw = Callable[[PdfCanvas, float, float], None]
"""A function that draws an item with its upper left corner at a point."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """Consecutive words of one face on one line."""

    x: float
    text: str
    face: FontFace


Line = tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class FlowBlock:
    """An item that isn't split over pages: a line of text, a heading, a diagram."""

    height: float
    draw: Draw
    keep_with_next: bool = False
    """Whether the next item must be on the same page."""
    gap: float = 0.0
    """The space in mm above the item; omitted at the top of a page."""
    marks: tuple[str, ...] = ()
    """The marks under which the item's page number is recorded."""
    floats: bool = False
    """Whether later text may move before the item if it doesn't fit on the rest of a page."""


@dataclass(slots=True)
class Page:
    """A page with its items and their positions."""

    number: int
    items: list[tuple[float, FlowBlock]] = field(default_factory=list)
    used: float = 0.0


def styled_words(text: str) -> list[tuple[str, FontFace]]:
    """Split a paragraph into words, each with its font face; lead-ins and rulings are emphasised."""
    text = _APOSTROPHE.sub("’", " ".join(text.split()))
    bold: set[int] = set()
    lead = _LEAD.match(text)
    if lead is not None:
        bold.update(range(lead.end()))
    for marked in _MARKED.finditer(text):
        bold.update(range(marked.start(), marked.end()))
    found = []
    for word in re.finditer(r"\S+", text):
        face = FontFace.SERIF_SEMIBOLD if word.start() in bold else FontFace.SERIF
        found.append((word.group(), face))
    return found


@lru_cache(maxsize=4096)
def break_into_lines(text: str, width: float, size: float = BODY) -> tuple[Line, ...]:
    """Break a paragraph into lines; each line consists of runs of words in one font face."""
    space = text_width(" ", FontFace.SERIF, size)
    lines: list[list[tuple[float, str, FontFace]]] = [[]]
    x = 0.0
    for word, face in styled_words(text):
        run = text_width(word, face, size)
        if x > 0 and x + run > width + 1e-6:
            lines.append([])
            x = 0.0
        lines[-1].append((x, word, face))
        x += run + space
    return tuple(_runs(line, size) for line in lines if line)


def _runs(words: Sequence[tuple[float, str, FontFace]], size: float) -> Line:
    runs: list[TextRun] = []
    for x, word, face in words:
        if runs and runs[-1].face == face:
            last = runs[-1]
            runs[-1] = TextRun(last.x, f"{last.text} {word}", face)
        else:
            runs.append(TextRun(x, word, face))
    return tuple(runs)


def paragraph(
    text: str,
    width: float,
    ink: Colour,
    *,
    size: float = BODY,
    gap: float = 1.6,
    indent: float = 0.0,
    leading: float = LEADING,
) -> list[FlowBlock]:
    """Return the lines of a paragraph.

    Its first two and its last two lines stay together. If it ends in a colon, it stays with the next item.
    """
    lines = break_into_lines(text, width - indent, size)
    high = size * leading
    atoms = []
    for n, line in enumerate(lines):

        def draw(canvas: PdfCanvas, x: float, y: float, line: Line = line) -> None:
            draw_line(canvas, line, x + indent, y + high * 0.5 + size * 0.33, size, ink)

        last = n == len(lines) - 1
        keep = text.endswith(":") if last else n in (0, len(lines) - 2)
        marks = (f"text:{text}",) if n == 0 else ()
        atoms.append(FlowBlock(high, draw, keep, gap if n == 0 else 0.0, marks))
    return atoms


def list_item(text: str, width: float, ink: Colour, *, leading: float = LEADING) -> list[FlowBlock]:
    """Return the lines of a list item, indented after a bullet."""
    first, *rest = paragraph(text, width, ink, gap=_LISTED, indent=_HANGING, leading=leading)

    def draw(canvas: PdfCanvas, x: float, y: float) -> None:
        draw_line(
            canvas, (TextRun(0.0, "•", FontFace.SERIF),), x, y + BODY * leading * 0.5 + BODY * 0.33, BODY, ink
        )
        first.draw(canvas, x, y)

    return [replace(first, draw=draw), *rest]


def draw_line(canvas: Canvas, line: Line, x: float, baseline: float, size: float, ink: Colour) -> None:
    """Draw the runs of a line."""
    for run in line:
        canvas.text(Point(x + run.x, baseline), run.text, run.face, size, ink, anchor="start")


def _kept_together(atoms: Sequence[FlowBlock], first: int) -> Sequence[FlowBlock]:
    last = first
    while atoms[last].keep_with_next and last + 1 < len(atoms):
        last += 1
    return atoms[first : last + 1]


def fill_pages(atoms: Sequence[FlowBlock], height: float, first: int = 1) -> list[Page]:
    """Distribute items over pages of a height; `break_page` starts a new page.

    A diagram that doesn't fit moves to the top of the next page, and the text continues before it.
    """
    pages = [Page(first)]
    waiting: list[FlowBlock] = []

    def turn_page() -> None:
        pages.append(Page(pages[-1].number + 1))
        while waiting and _fits(pages[-1], waiting[:1], height):
            _place(pages[-1], waiting.pop(0))

    n = 0
    while n < len(atoms):
        if atoms[n].height == 0 and not atoms[n].keep_with_next:
            while waiting:
                turn_page()
            if pages[-1].items:
                turn_page()
            n += 1
            continue
        group = _kept_together(atoms, n)
        n += len(group)
        if len(group) == 1 and group[0].floats and (waiting or not _fits(pages[-1], group, height)):
            waiting.append(group[0])
            continue
        while not _fits(pages[-1], group, height):
            turn_page()
        for atom in group:
            _place(pages[-1], atom)
    while waiting:
        turn_page()
    return pages


def _fits(page: Page, group: Sequence[FlowBlock], height: float) -> bool:
    needed = sum(atom.height + atom.gap for atom in group) - (0 if page.items else group[0].gap)
    return not page.items or page.used + needed <= height + 1e-6


def _place(page: Page, atom: FlowBlock) -> None:
    if page.items:
        page.used += atom.gap
    page.items.append((page.used, atom))
    page.used += atom.height


def break_page() -> FlowBlock:
    """Return an item that starts a new page."""
    return FlowBlock(0.0, lambda canvas, x, y: None)


def heading(number: str, title: str, level: int, theme: Theme, mark: str, width: float) -> FlowBlock:
    """Return a heading with its number; a heading wider than the page is shrunk."""
    size = {1: 6.4, 2: 4.7}.get(level, 4.0)
    size = fitting_size(f"{number} {title}", FontFace.SERIF_BOLD, size, width - 2.4)

    def draw(canvas: PdfCanvas, x: float, y: float) -> None:
        base = y + size * 1.05
        at = x
        if number:
            canvas.text(Point(x, base), number, FontFace.SERIF_BOLD, size, theme.fort, anchor="start")
            at += text_width(number, FontFace.SERIF_BOLD, size) + 2.4
        canvas.text(Point(at, base), title, FontFace.SERIF_BOLD, size, theme.ink, anchor="start")

    return FlowBlock(size * 1.5, draw, True, 5.0 if level == 1 else 3.8, (mark,))
