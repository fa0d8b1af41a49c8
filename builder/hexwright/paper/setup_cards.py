"""Draw the set-up cards: for each scenario and side, the positions of units on a small map and in a list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game, Side
from hexwright.model.ids import HexId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.paper.map_sheets import MapDrawing, reduced_drawing_name
from hexwright.paper.page_drawing import open_page
from hexwright.paper.page_furniture import draw_band, draw_foot, draw_head, draw_text, text_height
from hexwright.paper.page_margins import FOOT, HEAD, SIDE
from hexwright.paper.paper_sizes import Paper
from hexwright.paper.print_settings import PrintSettings
from hexwright.paper.setup_card_contents import (
    CardScenario,
    SetupRow,
    SetupSection,
    card_sections,
    free_setup_text,
    scenario_length,
    scenario_numbers,
    scenarios_by_card,
)
from hexwright.render.canvas import Box, Canvas, Colour, Path, Style
from hexwright.render.counters.counter_groups import side_by_side
from hexwright.render.counters.unit_face import SMALLEST_FACE, draw_unit_face, draw_unit_token
from hexwright.render.fonts import FontFace, fitting_lines, fitting_size, text_width
from hexwright.render.map.sheet_plan import SheetPlan
from hexwright.render.pdf_canvas import PdfCanvas
from hexwright.render.pdf_document import PdfDocument
from hexwright.render.pdf_flattening import Placement
from hexwright.render.theme import FINE, MEDIUM, Theme

_CELL = 15.3
_LEADING = 1.1
_COLUMNS = 4
_SMALLEST_MAP = 35.0
"""The minimum height in mm of a small map; lower areas get no map."""
_PLATE = 11.0
"""The height in mm of the title plate."""
_MAPS = (110.0, 100.0, 90.0, 70.0, 45.0)
"""Minimum heights of the map on the first page, in mm; the first that needs no further page is used."""
_SMALLEST_HEX = 1.9
"""The minimum width in mm of hexes on a small map; if they are narrower, the map gets its own page."""
_LINE = 5.2
"""The height in mm of a row in the table of scenarios."""
_ON = ", continued"


def draw_setup_cards(
    document: PdfDocument, game: Game, settings: PrintSettings, paper: Paper, drawing: MapDrawing
) -> None:
    """Draw a card for each side of each scenario; scenarios with the same set-up share it."""
    for variants in scenarios_by_card(game):
        for side in game.info.sides:
            _card(document, game, settings, paper, drawing, variants, side)


def _card(
    document: PdfDocument,
    game: Game,
    settings: PrintSettings,
    paper: Paper,
    drawing: MapDrawing,
    variants: Sequence[CardScenario],
    side: Side,
) -> None:
    theme, plan, scenario = settings.theme, drawing.plan, variants[0].scenario
    wide = paper.width - 2 * SIDE
    plate = Box(SIDE, HEAD - 2.0, wide, _PLATE)
    band = Box(SIDE, plate.bottom + 1.6, wide, 9.0)
    top, bottom = band.bottom + 3.0, paper.height - FOOT - 4
    table = _table_height(variants)
    free = free_setup_text(game, scenario, side)
    free_high = text_height(free, FontFace.SANS, 2.9, wide - 6) + 4 if free else 0.0
    whole = card_sections(game, variants, side)
    tried = [_pages(whole, wide, bottom - top, first + table, free_high) for first in _maps(plan, wide)]
    pages = min(tried, key=len)
    name = scenario.title if len(variants) == 1 else _title(variants)
    for n, parts in enumerate(pages):
        listed = sum(_section_height(section, wide) for section in parts)
        below = free_high if n == len(pages) - 1 else 0.0
        room = Box(SIDE, top + table, wide, bottom - top - table - listed - below)
        if n == 0 and room.height >= _SMALLEST_MAP:
            drawing.store_reduced(document, game, settings, _scale(plan, room))
        label = f"Set-up: {name}, {side.name}" + (f", page {n + 1}" if n else "")
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            note = f"Page {n + 1} of {len(pages)}" if len(pages) > 1 else ""
            draw_head(canvas, game, theme, paper, "Set-up card", note)
            _draw_plate(canvas, game, theme, plate, variants)
            draw_band(canvas, theme, band, f"{side.name} set-up", side)
            y = top
            if n == 0:
                _draw_table(canvas, theme, Box(SIDE, top, wide, table), variants)
                y = _small_map(canvas, game, settings, plan, scenario, side, room) + 3.0
            for section in parts:
                y = _section(canvas, game, settings, section, Box(SIDE, y, wide, 0))
            if free and n == len(pages) - 1:
                rule = Path.line([Point(SIDE, y + 0.5), Point(SIDE + wide, y + 0.5)])
                canvas.path(rule, Style(stroke=theme.rule, width=FINE))
                draw_text(canvas, Box(SIDE, y + 2.2, wide, 30), free, FontFace.SANS, 2.9, theme.ink)
            if not settings.shop:
                foot = f"{game.info.title}, version {game.info.version}"
                draw_foot(canvas, theme, paper, foot, paper.name)


def _maps(plan: SheetPlan, wide: float) -> list[float]:
    """Return the map heights to try, in mm: those with large enough hexes, or else the largest."""
    seen = [
        high for high in _MAPS if _scale(plan, Box(0, 0, wide, high)) * plan.layout.hex_width >= _SMALLEST_HEX
    ]
    return seen or [_MAPS[0]]


def _pages(
    parts: Sequence[SetupSection], wide: float, room: float, first: float, last: float
) -> list[list[SetupSection]]:
    """Return the sections of each page.

    On the first page `first` mm are reserved for the map, on the last page `last` mm for other text.
    """
    pages = paginate_sections(parts, wide, room, first)
    kept = first if len(pages) == 1 else 0.0
    if kept + sum(_section_height(section, wide) for section in pages[-1]) + last <= room:
        return pages
    # If the text doesn't fit, some sections of the last page move to one more page, so that it doesn't
    # contain only text.
    return [*pages[:-1], *paginate_sections(pages[-1], wide, room - last, kept)]


def _title(variants: Sequence[CardScenario]) -> str:
    """Return the title of a card for several scenarios, with their numbers."""
    told = scenario_numbers([variant.number for variant in variants])
    return f"{told[0].upper()}{told[1:]}"


def _table_height(variants: Sequence[CardScenario]) -> float:
    return 0.0 if len(variants) == 1 else len(variants) * _LINE + 3.0


def _draw_table(canvas: Canvas, theme: Theme, box: Box, variants: Sequence[CardScenario]) -> None:
    """Draw the list of a card's scenarios: number, title, and differences."""
    if len(variants) == 1:
        return
    own = max(text_width(variant.differs, FontFace.SANS, 2.9) for variant in variants)
    room = box.width - 10.0 - min(own, 0.5 * box.width)
    # All of one size, because a single smaller line would look like an aside.
    told = min(fitting_size(variant.differs, FontFace.SANS, 2.9, 0.5 * box.width) for variant in variants)
    for n, variant in enumerate(variants):
        line = Box(box.x, box.y + n * _LINE, box.width, _LINE)
        if n % 2 == 0:
            canvas.path(Path.rectangle(line), Style(fill=theme.panel))
        y = line.centre.y + 1.05
        canvas.text(
            Point(line.x + 6.0, y), str(variant.number), FontFace.SANS_BOLD, 3.1, theme.ink, anchor="end"
        )
        title = variant.scenario.title.removeprefix(f"{variant.number}. ")
        size = fitting_size(title, FontFace.SANS, 3.1, room)
        canvas.text(Point(line.x + 8.0, y), title, FontFace.SANS, size, theme.ink, anchor="start")
        at = Point(line.right - 1.0, y)
        canvas.text(at, variant.differs, FontFace.SANS, told, theme.ink_quiet, anchor="end")


def _draw_plate(canvas: Canvas, game: Game, theme: Theme, box: Box, variants: Sequence[CardScenario]) -> None:
    """Draw the title plate of a card: the scenario's number in a square, title and turns, or several numbers.

    Every other plate is light on dark, so that cards of two scenarios look different from across the table.
    """
    scenario, number = variants[0].scenario, variants[0].number
    dark = number % 2 == 1
    ground, ink = (theme.ink, theme.panel) if dark else (theme.panel, theme.ink)
    canvas.path(Path.rectangle(box, 1.0), Style(fill=ground, stroke=theme.ink, width=MEDIUM))
    x = box.x + 4.0
    if len(game.scenarios) > 1 and len(variants) == 1:
        square = Box(box.x, box.y, box.height, box.height)
        fill, figure = (theme.panel, theme.ink) if dark else (theme.ink, theme.panel)
        canvas.path(Path.rectangle(square.inset(1.4), 0.6), Style(fill=fill))
        at = Point(square.centre.x, square.centre.y + 2.9)
        canvas.text(
            at,
            str(number),
            FontFace.SERIF_BOLD,
            fitting_size(str(number), FontFace.SERIF_BOLD, 8.2, 7.5),
            figure,
        )
        x = square.right + 2.0
    shared = {scenario_length(game, variant.scenario) for variant in variants}
    turns = shared.pop() if len(shared) == 1 else ""
    name = scenario.title if len(variants) == 1 else _title(variants)
    right = box.right - 4.0
    canvas.text(Point(right, box.centre.y + 1.2), turns, FontFace.SANS_SEMIBOLD, 3.4, ink, anchor="end")
    room = right - text_width(turns, FontFace.SANS_SEMIBOLD, 3.4) - 4.0 - x
    size = fitting_size(name, FontFace.SERIF_BOLD, 7.4, room)
    at = Point(x, box.centre.y + size * 0.34)
    canvas.text(at, name, FontFace.SERIF_BOLD, size, ink, anchor="start")


def paginate_sections(
    parts: Sequence[SetupSection], wide: float, room: float, first: float
) -> list[list[SetupSection]]:
    """Return the sections of each page, with long sections split; `first` mm are reserved for the map."""
    pages: list[list[SetupSection]] = [[]]
    left = room - first
    waiting = list(parts)
    while waiting:
        section = waiting.pop(0)
        head = _section_height(section, wide) - _rows(section) * _CELL
        lines = math.floor((left - head) / _CELL)
        if lines < 1 and (pages[-1] or left < room):
            pages.append([])
            left = room
            waiting.insert(0, section)
            continue
        fitting = max(lines, 1) * _COLUMNS
        part = replace(section, rows=section.rows[:fitting])
        if len(section.rows) > fitting:
            rest = section.rows[fitting:]
            waiting.insert(0, SetupSection(f"{section.title.removesuffix(_ON)}{_ON}", "", rest))
        pages[-1].append(part)
        left -= _section_height(part, wide)
    return pages


def _small_map(
    canvas: PdfCanvas,
    game: Game,
    settings: PrintSettings,
    plan: SheetPlan,
    scenario: Scenario,
    side: Side,
    room: Box,
) -> float:
    """Draw the part of the map that the set-up uses, with its counters; return the y of its lower edge."""
    layout, field = plan.layout, plan.field
    placement: dict[HexId, list[UnitId]] = {}
    for hex_id, unit_id in scenario.setup.standing:
        if game.counters.unit(unit_id).side == side.id:
            placement.setdefault(hex_id, []).append(unit_id)
    if not placement or room.height < _SMALLEST_MAP:
        return room.y
    scale = _scale(plan, room)
    left = room.x + (room.width - field.width * scale) / 2
    frame = Box(left, room.y, field.width * scale, field.height * scale)
    with canvas.group("small-map", clip=Path.rectangle(frame)):
        turn = Placement(left - field.x * scale, room.y - field.y * scale, 0.0, scale)
        canvas.drawing(reduced_drawing_name(scale), turn)
        # As large as is readable, but no larger than counters on a large hex.
        edge = min(layout.hex_width * 0.72, game.counters.sheet.counter_mm * 1.2) * scale
        for hex_id, units in sorted(placement.items()):
            centre = turn.apply(layout.centre(hex_id))
            boxes = side_by_side(centre, edge, layout.hex_width * 0.9 * scale, len(units))
            for unit_id, box in zip(units, boxes, strict=True):
                unit = game.counters.unit(unit_id)
                if box.width < SMALLEST_FACE:
                    draw_unit_token(canvas, game, unit, settings.theme, box)
                else:
                    _face(canvas, game, settings, unit, scenario.shown_step(unit_id), box)
    canvas.path(Path.rectangle(frame), Style(stroke=settings.theme.ink, width=MEDIUM))
    return frame.bottom


def _scale(plan: SheetPlan, room: Box) -> float:
    """Return the scale at which the map fits the available area."""
    return min(room.width / plan.field.width, room.height / plan.field.height)


def _face(canvas: Canvas, game: Game, settings: PrintSettings, unit: Unit, step: int, box: Box) -> None:
    index = min(step, len(unit.steps)) - 1
    draw_unit_face(canvas, game, unit, index, settings.theme, box, art=settings.art)


def _rows(section: SetupSection) -> int:
    return -(-len(section.rows) // _COLUMNS)


def _section_height(section: SetupSection, wide: float) -> float:
    note = text_height(section.note, FontFace.SANS_ITALIC, 2.7, wide) if section.note else 0.0
    return 6.4 + note + _rows(section) * _CELL + 2.0


def _section(canvas: Canvas, game: Game, settings: PrintSettings, section: SetupSection, at: Box) -> float:
    theme = settings.theme
    canvas.text(Point(at.x, at.y + 4.0), section.title, FontFace.SERIF_BOLD, 4.0, theme.ink, anchor="start")
    y = at.y + 6.4
    if section.note:
        y = draw_text(
            canvas, Box(at.x, y - 0.8, at.width, 20), section.note, FontFace.SANS, 2.7, theme.ink_quiet
        )
        y += 0.8
    cell = at.width / _COLUMNS
    for n, row in enumerate(section.rows):
        column, line = n // _rows(section), n % _rows(section)
        box = Box(at.x + column * cell, y + line * _CELL, cell, _CELL)
        _entry(canvas, game, settings, row, box, theme.ink, theme.ink_quiet)
    return y + _rows(section) * _CELL + 2.0


def _entry(
    canvas: Canvas,
    game: Game,
    settings: PrintSettings,
    row: SetupRow,
    box: Box,
    ink: Colour,
    quiet: Colour,
) -> None:
    edge = _CELL - 2.0
    picture = Box(box.x, box.y + 1.0, edge, edge)
    _face(canvas, game, settings, row.unit, row.step, picture)
    x = picture.right + 2.0
    room = box.right - x - 1.0
    middle = box.centre.y
    face, size, colour = (FontFace.SANS, 2.6, quiet) if row.place else (FontFace.SANS_SEMIBOLD, 3.2, ink)
    lines, size = fitting_lines(row.unit.name, face, size, room, 2.0 * size * _LEADING, _LEADING)
    base = middle + (4.2 if row.place else 1.1) - 0.5 * size * _LEADING * (len(lines) - 1)
    if row.place:
        canvas.text(Point(x, base - 3.8), row.place, FontFace.SANS_BOLD, 4.6, ink, anchor="start")
    for line in lines:
        canvas.text(Point(x, base), line, face, size, colour, anchor="start")
        base += size * _LEADING
