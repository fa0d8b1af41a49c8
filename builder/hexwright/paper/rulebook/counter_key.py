"""The key to the counters: what is printed on a counter of each side, the classes of units, and the markers.

All is read from the counters' own layouts, so that the key can't differ from the counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import Formation
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.paper.columns.item_groups import kept_together
from hexwright.paper.columns.rulebook_blocks import Span, Typesetter, curly
from hexwright.paper.columns.rulebook_flow import Draw, FlowItem
from hexwright.paper.columns.rulebook_grid import POINT
from hexwright.paper.pages.print_settings import PrintSettings
from hexwright.paper.rulebook.booklet_index import MARKERS
from hexwright.render.canvas import Box, Colour, Path, Style
from hexwright.render.counters.counter_explanation import (
    explained_parts,
    figure_sentences,
    formation_title,
    marker_title,
    sample_units,
    side_classes,
    used_formations,
)
from hexwright.render.counters.counter_face import counter_size
from hexwright.render.counters.diagram_face import draw_diagram_face
from hexwright.render.counters.explained_counter import (
    BESIDE,
    BLEED,
    DISC,
    SAMPLE,
    draw_disc,
    draw_explained_counter,
    scaled_size,
)
from hexwright.render.counters.marker_face import draw_marker_face
from hexwright.render.fonts import FontFace, wrap
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.theme import HAIR

KEY: Final = "key:"
"""What the mark of a list begins with: of the classes of a side, or of the markers."""
_SMALL: Final = 10.5
"""The height in mm of a counter that stands for a class."""
_MARKER: Final = 15.0
"""The height in mm of a marker."""
_SIZE: Final = 7.2 * POINT
_LEADING: Final = 3.15
_SWATCH: Final = 4.0


@dataclass(frozen=True, slots=True)
class _Cell:
    """A picture, with its size in mm, and a text to its right."""

    text: str
    wide: float
    high: float
    draw: Draw


class CounterKey:
    """The key to a game's counters, as items of a rulebook."""

    def __init__(self, game: Game, settings: PrintSettings, setter: Typesetter) -> None:
        self._game, self._settings, self._setter = game, settings, setter
        self._theme = settings.theme
        self._wide = setter.grid.column

    def items(self) -> Iterator[FlowItem]:
        """Yield the explained counters, then classes, formations and markers.

        No list but that of the markers is broken: what goes on in another column would have no heading there.
        """
        game = self._game
        samples = sample_units(game, self._theme)
        yield from map(self._explained, samples)
        yield from self._setter.text(" ".join(figure_sentences(game, samples)))
        for side in game.info.sides:
            if units := side_classes(game, side):
                cells = [self._counter_cell(*one) for one in units]
                head, *others = self._heading(f"{side.name} classes")
                head = replace(head, marks=(f"{KEY}{side.id}",))
                yield from kept_together([head, *others, *self._grid(cells)])
        if formations := used_formations(game):
            cells = [self._formation_cell(one) for one in formations]
            yield from kept_together([*self._heading("Formations"), *self._grid(cells)])
        if game.counters.markers:
            first, *others = self._heading("Markers")
            yield from (replace(first, marks=(f"{KEY}{MARKERS}",)), *others)
            yield from self._grid([self._marker_cell(one) for one in game.counters.markers])

    def _heading(self, text: str) -> list[FlowItem]:
        lines = self._setter.lines([Span(text, FontFace.SANS_BOLD)], size=_SIZE * 1.1, gap=3.0)
        return [FlowItem(line.height + 0.8, line.draw, keep_next=True, gap=line.gap) for line in lines]

    def _explained(self, unit: Unit) -> FlowItem:
        """Return a counter with numbered parts, and beside it what they tell."""
        game, theme, settings = self._game, self._theme, self._settings
        parts = explained_parts(game, theme, unit)
        wide, high = scaled_size(counter_size(game, unit), SAMPLE)
        at_text = 2 * BESIDE + wide + 1.5
        lines = [
            (number, wrap(curly(part.text), FontFace.SANS, _SIZE, self._wide - at_text - 4.2))
            for number, part in enumerate(parts, start=1)
        ]
        listed = sum(len(told) * _LEADING + 0.9 for _, told in lines)
        whole = max(high, listed)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            box = Box(x + BESIDE, y + (whole - high) / 2, wide, high)
            draw_explained_counter(canvas, game, theme, unit, box, parts, settings.art)
            base = y + (whole - listed) / 2
            for number, told in lines:
                draw_disc(canvas, theme, number, Point(x + at_text + DISC, base + _LEADING / 2))
                for line in told:
                    at = Point(x + at_text + 4.6, base + _LEADING / 2 + _SIZE * 0.34)
                    canvas.text(at, line, FontFace.SANS, _SIZE, theme.ink, anchor="start")
                    base += _LEADING
                base += 0.9

        return FlowItem(whole, draw, gap=3.0)

    # Cells of a grid -------------------------------------------------------------------------------------
    def _counter_cell(self, unit: Unit, name: str) -> _Cell:
        game, settings = self._game, self._settings
        wide, high = scaled_size(counter_size(game, unit), _SMALL)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            draw_diagram_face(canvas, game, unit, 0, self._theme, Box(x, y, wide, high), art=settings.art)

        return _Cell(name, wide, high, draw)

    def _marker_cell(self, marker: Marker) -> _Cell:
        game, settings = self._game, self._settings
        wide, high = scaled_size(counter_size(game, marker), _MARKER)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            box = Box(x, y, wide, high)
            draw_marker_face(canvas, game, marker, 0, self._theme, box, art=settings.art, bleed=BLEED)

        return _Cell(marker_title(marker), wide, high, draw)

    def _formation_cell(self, formation: Formation) -> _Cell:
        fill = Colour(formation.colour)

        def draw(canvas: PdfCanvas, x: float, y: float) -> None:
            box = Box(x, y, _SWATCH, 2.4)
            canvas.path(Path.rectangle(box), Style(fill=fill, stroke=self._theme.ink, width=HAIR))

        return _Cell(formation_title(formation), _SWATCH, 2.4, draw)

    def _grid(self, cells: Sequence[_Cell]) -> list[FlowItem]:
        """Return the cells in rows of two."""
        columns = 2
        room = self._wide / columns
        items: list[FlowItem] = []
        rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
        for row in rows:
            told = [wrap(curly(cell.text), FontFace.SANS, _SIZE, room - cell.wide - 3.0) for cell in row]
            high = max(max(cell.high, len(lines) * _LEADING) for cell, lines in zip(row, told, strict=True))

            def draw(
                canvas: PdfCanvas,
                x: float,
                y: float,
                row: Sequence[_Cell] = row,
                told: Sequence[Sequence[str]] = told,
                high: float = high,
            ) -> None:
                for cell, lines in zip(row, told, strict=True):
                    cell.draw(canvas, x, y + (high - cell.high) / 2)
                    base = y + (high - len(lines) * _LEADING) / 2
                    for line in lines:
                        at = Point(x + cell.wide + 1.6, base + _LEADING / 2 + _SIZE * 0.34)
                        canvas.text(at, line, FontFace.SANS, _SIZE, self._theme.ink, anchor="start")
                        base += _LEADING
                    x += room

            items.append(FlowItem(high + 1.6, draw))
        return items
