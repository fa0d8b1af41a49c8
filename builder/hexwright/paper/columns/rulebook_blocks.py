"""Set the parts of a rulebook as items of a column: headings, cases, rulings, tables, boxes, figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.words.rulebook_cases import Case, cited_runs
from hexwright.paper.columns.rulebook_flow import FlowItem, Note
from hexwright.paper.columns.rulebook_grid import (
    BODY,
    LEADING,
    NOTE,
    NOTE_LEADING,
    POINT,
    TABLE,
    TABLE_LEADING,
    Grid,
)
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, fitting_size, text_width, wrap
from hexwright.render.pdf_canvas import Citation, PdfCanvas
from hexwright.render.theme import HAIR, HEAVY, MEDIUM, Theme
from hexwright.support.message_wording import join_with_and

_CASE_GAP: Final = 2.0
_PAD: Final = 3.0
_BAND: Final = 5.6
_UNDIVIDED: Final = 40.0
"""The height in mm up to which a table isn't divided."""


@dataclass(frozen=True, slots=True)
class Span:
    """Some text of one face; references and numbers of cases are red."""

    text: str
    face: FontFace
    red: bool = False


Line = tuple[tuple[float, Span], ...]
"""The runs of a line, each with its distance in mm from the start."""


def text_spans(text: str, known: frozenset[str], face: FontFace, bold: FontFace) -> list[Span]:
    """Return a text in spans, with the numbers of cited sections in red."""
    runs = cited_runs(text, known)
    return [Span(run, bold, red=True) if cited else Span(run, face) for run, cited in runs]


_APOSTROPHE: Final = re.compile(r"(?<=\w)'")
_UNIT: Final = re.compile(r"(?<=\d) (?=(?:%|(?:km|MP)\b))")
_LETTERS: Final = re.compile(r"\((?=[A-Z], )[A-Z, ]+\)")
"""A list of letters in brackets, such as the options of a scenario: it stays on one line."""
_ORDINAL: Final = re.compile(r"(?<!turn )(?<!turns )(?<!to )(?<![^\s(])(\d{1,2}\.) (?=[A-Z])")
"""The number of a name, as of the 4. Armee; the word after it stays on its line."""


def curly(text: str) -> str:
    """Return a text with the apostrophes of printed books.

    Units and names stay with their numbers, and lists of letters in brackets on one line.
    """
    text = _UNIT.sub("\u00a0", _APOSTROPHE.sub("’", text))
    text = _LETTERS.sub(lambda found: found[0].replace(" ", "\u00a0"), text)
    return _ORDINAL.sub(lambda found: f"{found[1]}\u00a0", text)


_BREAKS: Final = re.compile("([ \u200b])")
"""Where lines may be broken."""


@lru_cache(maxsize=8192)
def break_spans(spans: tuple[Span, ...], size: float, width: float) -> tuple[Line, ...]:
    """Break spans into lines no wider than `width`; a reference stays with the word before it.

    Lines may also be broken at a zero-width space, U+200B.
    """
    words: list[list[Span]] = [[]]
    joined: set[int] = set()
    for span in spans:
        for part in _BREAKS.split(curly(span.text)):
            if part in (" ", "\u200b"):
                if words[-1]:
                    words.append([])
                    joined |= {len(words) - 1} if part == "\u200b" else set()
            elif part:
                words[-1].append(replace(span, text=part))
    lines: list[list[tuple[float, Span]]] = [[]]
    x = 0.0
    for number, word in ((n, word) for n, word in enumerate(words) if word):
        wide = sum(text_width(piece.text, piece.face, size) for piece in word)
        blank = text_width(" ", word[0].face, size) if x and number not in joined else 0.0
        if x and x + blank + wide > width + 1e-6:
            lines.append([])
            x, blank = 0.0, 0.0
        x += blank
        for piece in word:
            _extend(lines[-1], x, piece, size)
            x += text_width(piece.text, piece.face, size)
    return tuple(tuple(line) for line in lines if line)


def _extend(line: list[tuple[float, Span]], x: float, part: Span, size: float) -> None:
    """Add a word to a line, joined with the run before it if both look alike."""
    if line:
        start, last = line[-1]
        if (last.face, last.red) == (part.face, part.red):
            end = start + text_width(last.text, last.face, size)
            blank = " " if x > end + 0.05 else ""
            line[-1] = (start, replace(last, text=f"{last.text}{blank}{part.text}"))
            return
    line.append((x, part))


def draw_spans(canvas: PdfCanvas, line: Line, at: Point, size: float, ink: Colour, red: Colour) -> None:
    """Draw a line of spans with its baseline at a point."""
    for x, span in line:
        fill = red if span.red else ink
        start = Point(at.x + x, at.y)
        canvas.text(start, span.text, span.face, size, fill, anchor="start")
        if span.red and isinstance(canvas, PdfCanvas):
            canvas.cited.append(Citation(span.text, start, span.face, size))


def figures_cited(numbers: Sequence[int]) -> str:
    """Return figures as a case cites them, such as "Figure 6" or "Figures 2 and 4–7"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told: list[str] = []
    for run in runs:
        told += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
    noun = "Figure" if len(numbers) == 1 else "Figures"
    return f"{noun}\u00a0{join_with_and(told, 'and')}"


@dataclass(frozen=True, slots=True)
class Typesetter:
    """Sets text in the columns of a grid."""

    grid: Grid
    theme: Theme
    known: frozenset[str]
    """The numbers that may be cited."""

    @property
    def red(self) -> Colour:
        """Return the colour of numbers and references."""
        return self.theme.fort

    def lines(
        self,
        spans: Sequence[Span],
        *,
        size: float = BODY,
        leading: float = LEADING,
        gap: float = _CASE_GAP,
        indent: float = 0.0,
        width: float | None = None,
        ink: Colour | None = None,
        marks: tuple[str, ...] = (),
        notes: tuple[Note, ...] = (),
    ) -> list[FlowItem]:
        """Return the lines of a paragraph; its first two and its last two lines stay together."""
        wide = (self.grid.column if width is None else width) - indent
        broken = break_spans(tuple(spans), size, wide)
        fill, red = ink or self.theme.ink, self.red
        items = []
        for n, line in enumerate(broken):

            def draw(canvas: PdfCanvas, x: float, y: float, line: Line = line) -> None:
                base = y + leading / 2 + size * 0.33
                draw_spans(canvas, line, Point(x + indent, base), size, fill, red)

            last = n == len(broken) - 1
            items.append(
                FlowItem(
                    leading,
                    draw,
                    keep_next=not last and n in (0, len(broken) - 2),
                    gap=gap if n == 0 else 0.0,
                    marks=marks if n == 0 else (),
                    notes=notes if n == 0 else (),
                    continues=n > 0,
                )
            )
        return items

    def text(self, text: str, *, gap: float = _CASE_GAP, marks: tuple[str, ...] = ()) -> list[FlowItem]:
        """Return the lines of a paragraph of running text."""
        return self.lines(self._spans(text), gap=gap, marks=marks)

    def _spans(self, text: str) -> list[Span]:
        return text_spans(text, self.known, FontFace.SERIF, FontFace.SANS_SEMIBOLD)

    def case(self, case: Case, figures: Sequence[int] = ()) -> list[FlowItem]:
        """Return a case: its number and lead word run in, its text, and its rulings in the margin.

        After its text it cites the numbers of the figures that explain it.
        """
        if case.example:
            return self.box(case.lead, case.text)
        spans: list[Span] = []
        if case.number:
            mark = "†" if case.rulings else ""
            spans.append(Span(f"{case.number}{mark} ", FontFace.SANS_SEMIBOLD, red=True))
        if case.lead:
            spans.append(Span(f"{case.lead}. ", FontFace.SERIF_SEMIBOLD))
        spans += self._spans(case.text)
        if figures:
            spans += [
                Span(" (", FontFace.SERIF),
                Span(figures_cited(figures), FontFace.SANS_SEMIBOLD, red=True),
                Span(")", FontFace.SERIF),
            ]
        notes = (self.note(case),) if case.rulings else ()
        return self.lines(spans, marks=(f"case:{case.number}",) if case.number else (), notes=notes)

    def note(self, case: Case) -> Note:
        """Return the rulings of a case as a note in the margin."""
        head = f"{case.number}† {case.lead}".strip()
        grid, theme, red = self.grid, self.theme, self.red
        title = wrap(head, FontFace.SANS_BOLD, NOTE, grid.notes)
        spans = text_spans(" ".join(case.rulings), self.known, FontFace.SANS, FontFace.SANS_SEMIBOLD)
        lines = break_spans(tuple(spans), NOTE, grid.notes)
        high = 1.2 + (len(title) + len(lines)) * NOTE_LEADING

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            rule = Path.line([Point(x, y), Point(x + grid.notes, y)])
            canvas.path(rule, Style(stroke=red, width=MEDIUM))
            base = y + 1.2
            for text in title:
                base += NOTE_LEADING
                canvas.text(Point(x, base - 0.8), text, FontFace.SANS_BOLD, NOTE, red, anchor="start")
            for line in lines:
                base += NOTE_LEADING
                draw_spans(canvas, line, Point(x, base - 0.8), NOTE, theme.ink, red)

        inline = self.lines(
            [Span(f"{case.number}† ", FontFace.SANS_BOLD, red=True), *spans],
            size=NOTE + 0.1,
            leading=NOTE_LEADING + 0.2,
            gap=0.8,
            indent=3.0,
        )
        return Note(high, draw, tuple(inline))

    def title(
        self, number: str, title: str, level: int, mark: str, *, width: float | None = None
    ) -> list[FlowItem]:
        """Return a heading of a column, or of another width; a long one takes several lines."""
        theme, red, wide = self.theme, self.red, self.grid.column if width is None else width
        size = (17.0 if level == 1 else 13.0) * POINT
        lead = text_width(number, FontFace.SERIF_BOLD, size) + 3.2 if number else 0.0
        size = min(
            size, *(fitting_size(word, FontFace.SERIF_BOLD, size, wide - lead) for word in title.split())
        )
        lines = wrap(title, FontFace.SERIF_BOLD, size, wide - lead)
        high = 2.0 + len(lines) * size * 1.15 + 1.6

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            rule = Path.line([Point(x, y), Point(x + wide, y)])
            colour, width = (red, 1.1) if level == 1 else (theme.ink, 0.6)
            canvas.path(rule, Style(stroke=colour, width=width))
            base = y + 2.0
            for n, line in enumerate(lines):
                base += size * 1.15
                at = Point(x + lead, base - size * 0.2)
                if n == 0 and number:
                    canvas.text(Point(x, at.y), number, FontFace.SERIF_BOLD, size, red, anchor="start")
                canvas.text(at, line, FontFace.SERIF_BOLD, size, theme.ink, anchor="start")

        return [FlowItem(high, draw, keep_next=True, gap=6.0 if level == 1 else 5.0, marks=(mark,))]

    def box(self, title: str, text: str) -> list[FlowItem]:
        """Return an example on a tinted ground, which isn't divided."""
        theme, wide = self.theme, self.grid.column
        spans = text_spans(text, self.known, FontFace.SANS, FontFace.SANS_SEMIBOLD)
        lines = break_spans(tuple(spans), TABLE, wide - 2 * _PAD)
        high = 2 * _PAD + TABLE_LEADING * (len(lines) + 1) - 0.6
        tint = mix_colours(theme.panel, theme.water, 0.28)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            canvas.path(Path.rectangle(Box(x, y, wide, high)), Style(fill=tint))
            canvas.path(Path.rectangle(Box(x, y, 1.0, high)), Style(fill=theme.ink))
            base = y + _PAD + 2.5
            canvas.text(Point(x + _PAD, base), title, FontFace.SANS_BOLD, TABLE, theme.ink, anchor="start")
            for line in lines:
                base += TABLE_LEADING
                draw_spans(canvas, line, Point(x + _PAD, base), TABLE, theme.ink, self.red)

        return [FlowItem(high, draw, gap=3.0)]

    def table_title(self, title: str, number: str, width: float) -> FlowItem:
        """Return the title of a table, with the number of its section: "Stacking limits (8)"."""
        theme = self.theme

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            base = y + TABLE_LEADING
            canvas.text(Point(x, base), title, FontFace.SANS_BOLD, TABLE, theme.ink, anchor="start")
            if number:
                end = Point(x + text_width(f"{title} ", FontFace.SANS_BOLD, TABLE), base)
                canvas.text(end, f"({number})", FontFace.SANS_SEMIBOLD, TABLE, self.red, anchor="start")

        return FlowItem(TABLE_LEADING + 1.4, draw, keep_next=True, gap=4.0)

    def table(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        shares: Sequence[float],
        *,
        merged: bool = False,
        width: float | None = None,
    ) -> list[FlowItem]:
        """Return a table: a dark head, then a row each; the head stands again where the table goes on.

        In a `merged` table a row whose columns after the first say the same has one cell for them all.
        """
        theme = self.theme
        total, whole = sum(shares), self.grid.column if width is None else width
        widths = [share * whole / total for share in shares]
        items = [
            self._row(head, widths, theme.ink, theme.on_dark, FontFace.SANS_SEMIBOLD, keep=True, gap=3.0)
        ]
        sand = mix_colours(theme.panel, theme.rule, 0.18)
        for n, row in enumerate(rows):
            ground = sand if n % 2 == 0 else None
            keep = n == len(rows) - 2 or (n == 0 and len(rows) > 1)
            cells, wide = row, widths
            if merged and len(row) > 2 and len(set(row[1:])) == 1:
                cells, wide = row[:2], [widths[0], sum(widths[1:])]
            made = self._row(cells, wide, ground, theme.ink, FontFace.SANS, keep=keep)
            items.append(replace(made, head=items[0]) if n else made)
        if sum(item.height for item in items) <= _UNDIVIDED:
            items[:-1] = [replace(item, keep_next=True) for item in items[:-1]]
        last = items[-1]

        def closed(canvas: PdfCanvas, x: float, y: float) -> None:
            last.draw(canvas, x, y)
            rule = Path.line([Point(x, y + last.height), Point(x + whole, y + last.height)])
            canvas.path(rule, Style(stroke=theme.ink, width=MEDIUM))

        items[-1] = replace(last, draw=closed)
        return items

    def _row(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        ground: Colour | None,
        ink: Colour,
        face: FontFace,
        *,
        keep: bool,
        gap: float = 0.0,
    ) -> FlowItem:
        told = zip(map(curly, cells), widths, strict=True)
        wrapped = [wrap(cell, face, TABLE, wide - 2.4) for cell, wide in told]
        high = max(len(lines) for lines in wrapped) * TABLE_LEADING + 1.7
        column = sum(widths)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            if ground is not None:
                canvas.path(Path.rectangle(Box(x, y, column, high)), Style(fill=ground))
            for lines, wide in zip(wrapped, widths, strict=True):
                for n, line in enumerate(lines):
                    at = Point(x + 1.2, y + 0.85 + (n + 0.76) * TABLE_LEADING)
                    size = fitting_size(line, face, TABLE, wide - 1.6)
                    canvas.text(at, line, face, size, ink, anchor="start")
                x += wide

        return FlowItem(high, draw, keep_next=keep, gap=gap)


def page_rule(canvas: PdfCanvas, theme: Theme, x: float, right: float, y: float) -> None:
    """Draw the rule below a page's head."""
    canvas.path(Path.line([Point(x, y), Point(right, y)]), Style(stroke=theme.ink, width=HEAVY / 2))


def ruled_lines(grid: Grid, theme: Theme) -> list[FlowItem]:
    """Return the lines of a page for notes."""
    style = Style(stroke=theme.rule, width=HAIR)

    def draw(canvas: PdfCanvas, x: float, y: float) -> None:
        canvas.path(Path.line([Point(x, y + 8.0), Point(x + grid.column, y + 8.0)]), style)

    return [FlowItem(8.0, draw)] * int((grid.height - 12.0) // 8.0)
