"""Draw the set-up cards: for each scenario and side which unit goes where, on a small map and in a list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.geometry.layout import Point
from builder.model.circumstance_words import choices_told
from builder.model.counters import Unit
from builder.model.game import Game, Side
from builder.model.ids import HexId, UnitId
from builder.model.scenario import Scenario, SetUpArea
from builder.printing.furniture import (
    FOOT,
    HEAD,
    SIDE,
    draw_band,
    draw_foot,
    draw_head,
    draw_text,
    text_height,
)
from builder.printing.mapsheet import MapDrawing, small_map
from builder.printing.paper import Paper
from builder.printing.press import open_page
from builder.printing.settings import Settings
from builder.render.canvas import Box, Canvas, Colour, Path, Style
from builder.render.counters.face import SMALLEST_FACE, draw_unit_face, draw_unit_token
from builder.render.fonts import Face, fitted, text_width
from builder.render.map.plan import SheetPlan
from builder.render.pdf import PdfDocument
from builder.render.pdf_canvas import PdfCanvas
from builder.render.theme import FINE, MEDIUM, Theme
from builder.render.washes import Turn

_CELL = 15.5
_COLUMNS = 4
_SMALLEST_MAP = 35.0
"""A room lower than this in mm takes no map."""
_PLATE = 11.0
"""The height of the plate that names the scenario."""
_LEAST_MAP = 45.0
"""What the small map takes of the first page at least, in mm."""
_ON = ", continued"


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of a card: where it goes and the step it shows."""

    unit: Unit
    place: str
    step: int


@dataclass(frozen=True, slots=True)
class Section:
    """Units that share a heading."""

    title: str
    note: str
    rows: tuple[Row, ...]


def draw_setup_cards(
    document: PdfDocument, game: Game, settings: Settings, paper: Paper, drawing: MapDrawing
) -> None:
    """Draw a card for each scenario and side."""
    for number, scenario in enumerate(sorted(game.scenarios, key=lambda s: (s.order, s.id)), start=1):
        for side in game.info.sides:
            _card(document, game, settings, paper, drawing, scenario, number, side)


def _step(scenario: Scenario, unit: UnitId) -> int:
    return next((area.step for area in scenario.areas if unit in area.units), 1)


def _placed_like(game: Game, scenario: Scenario) -> Scenario | None:
    """Return the scenario whose units on the map stand as this one's, which says so itself; else None."""
    first = game.scenario(scenario.like) if scenario.like is not None else None
    same = first is not None and first.setup.placement == scenario.setup.placement
    return first if same and first is not None and first.areas == scenario.areas else None


def sections(game: Game, scenario: Scenario, side: Side) -> list[Section]:
    """Return what a side sets up: the units on the map by hex, those in boxes, those that come later."""
    own = {unit.id: unit for unit in game.counters.units if unit.side == side.id}
    setup = scenario.setup
    placed = tuple(
        Row(own[unit], hex_id, _step(scenario, unit))
        for hex_id, unit in sorted(setup.standing)
        if unit in own
    )
    first = _placed_like(game, scenario)
    if placed and first is not None:
        told = f"On the map: as on the card of {first.title}"
        found = [Section(told, "The units stand in the same hexes.", ())]
    else:
        found = [Section(f"On the map: {setup.name}", "", placed)] if placed else []
    names = {box.id: box.name for box in game.hexmap.boxes}
    for held in setup.held:
        rows = tuple(Row(own[unit], "", held.step) for unit in held.units if unit in own)
        if rows:
            found.append(Section(names.get(held.box, held.box), held.text, rows))
    standing = {row.unit.id for section in found for row in section.rows} | {row.unit.id for row in placed}
    for arrival in game.oob.arrivals:
        if arrival.scenarios and scenario.id not in arrival.scenarios:
            continue
        rows = tuple(
            Row(own[unit], f"turn {arrival.turn}", 1)
            for unit in arrival.units
            if unit in own and unit not in standing and unit not in scenario.not_used
        )
        if rows:
            chosen = "".join(f" Where chosen: {words}." for words in choices_told(game, arrival.under))
            found.append(Section(f"From turn {arrival.turn}", arrival.text + chosen, rows))
    return found


def _card(
    document: PdfDocument,
    game: Game,
    settings: Settings,
    paper: Paper,
    drawing: MapDrawing,
    scenario: Scenario,
    number: int,
    side: Side,
) -> None:
    theme, plan = settings.theme, drawing.plan
    wide = paper.width - 2 * SIDE
    plate = Box(SIDE, HEAD - 2.0, wide, _PLATE)
    band = Box(SIDE, plate.bottom + 1.6, wide, 9.0)
    top, bottom = band.bottom + 3.0, paper.height - FOOT - 4
    free = _free_text(game, scenario, side)
    free_high = text_height(free, Face.SANS, 2.9, wide - 6) + 4 if free else 0.0
    pages = paged(sections(game, scenario, side), wide, bottom - top - free_high, _LEAST_MAP)
    for n, parts in enumerate(pages):
        listed = sum(_section_height(section, wide) for section in parts)
        below = free_high if n == len(pages) - 1 else 0.0
        room = Box(SIDE, top, wide, bottom - top - listed - below)
        drawn = n == 0 and _placed_like(game, scenario) is None
        if drawn and room.height >= _SMALLEST_MAP:
            drawing.store_small(document, game, settings, _scale(plan, room))
        label = f"Set-up: {scenario.title}, {side.name}" + (f", page {n + 1}" if n else "")
        with open_page(document, settings, paper, label, bookmark=label) as canvas:
            note = f"Page {n + 1} of {len(pages)}" if len(pages) > 1 else ""
            draw_head(canvas, game, theme, paper, "Set-up card", note)
            _draw_plate(canvas, game, theme, plate, scenario, number)
            draw_band(canvas, theme, band, f"{side.name} set-up", side)
            y = top
            if drawn:
                y = _small_map(canvas, game, settings, plan, scenario, side, room) + 3.0
            for section in parts:
                y = _section(canvas, game, settings, section, Box(SIDE, y, wide, 0))
            if free and n == len(pages) - 1:
                rule = Path.line([Point(SIDE, y + 0.5), Point(SIDE + wide, y + 0.5)])
                canvas.path(rule, Style(stroke=theme.rule, width=FINE))
                draw_text(canvas, Box(SIDE, y + 2.2, wide, 30), free, Face.SANS, 2.9, theme.ink)
            if not settings.shop:
                foot = f"{game.info.title}, version {game.info.version}"
                draw_foot(canvas, theme, paper, foot, paper.name)


def _draw_plate(canvas: Canvas, game: Game, theme: Theme, box: Box, scenario: Scenario, number: int) -> None:
    """Draw which scenario a card is for: its number in a square, its title, its turns.

    Every other one is light on dark, so that cards of two scenarios differ from across the table.
    """
    dark = number % 2 == 1
    ground, ink = (theme.ink, theme.panel) if dark else (theme.panel, theme.ink)
    canvas.path(Path.rectangle(box, 1.0), Style(fill=ground, stroke=theme.ink, width=MEDIUM))
    x = box.x + 4.0
    if len(game.scenarios) > 1:
        square = Box(box.x, box.y, box.height, box.height)
        fill, figure = (theme.panel, theme.ink) if dark else (theme.ink, theme.panel)
        canvas.path(Path.rectangle(square.inset(1.4), 0.6), Style(fill=fill))
        at = Point(square.centre.x, square.centre.y + 2.9)
        canvas.text(at, str(number), Face.SERIF_BOLD, fitted(str(number), Face.SERIF_BOLD, 8.2, 7.5), figure)
        x = square.right + 2.0
    turns = scenario_turns(game, scenario)
    right = box.right - 4.0
    canvas.text(Point(right, box.centre.y + 1.2), turns, Face.SANS_SEMIBOLD, 3.4, ink, anchor="end")
    room = right - text_width(turns, Face.SANS_SEMIBOLD, 3.4) - 4.0 - x
    size = fitted(scenario.title, Face.SERIF_BOLD, 7.4, room)
    at = Point(x, box.centre.y + size * 0.34)
    canvas.text(at, scenario.title, Face.SERIF_BOLD, size, ink, anchor="start")


def scenario_turns(game: Game, scenario: Scenario) -> str:
    """Say how long a scenario is, such as "Turns 1 to 7, Oct I to Dec I"."""
    dates = {turn.turn: turn.date for turn in game.charts.timetable(scenario.timetable).turns}
    first, last = scenario.first_turn, scenario.last_turn
    if first == last:
        return ", ".join(filter(None, (f"Turn {first}", dates.get(first, ""))))
    span = " to ".join(date for date in (dates.get(first), dates.get(last)) if date)
    return ", ".join(filter(None, (f"Turns {first} to {last}", span)))


def paged(parts: Sequence[Section], wide: float, room: float, first: float) -> list[list[Section]]:
    """Put sections on pages of a height, `first` mm of the first kept for the map; long ones are broken."""
    pages: list[list[Section]] = [[]]
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
            waiting.insert(0, Section(f"{section.title.removesuffix(_ON)}{_ON}", "", rest))
        pages[-1].append(part)
        left -= _section_height(part, wide)
    return pages


def _free_text(game: Game, scenario: Scenario, side: Side) -> str:
    """Say where the rules let the side's units stand, when it may choose."""
    source = scenario.setup.provenance
    held = [place.name for place in game.hexmap.places if scenario.owners.get(place.id) == side.id]
    parts = [f"At the beginning your side holds {', '.join(held)}, whatever the map shows."] if held else []
    for area in scenario.areas:
        if area.side == side.id and scenario.free_setup:
            feature = next(f for f in game.hexmap.features if f.id == area.feature)
            if area.hexes or area.stack or feature.art == "none":
                parts.append(area_text(game, area))
                continue
            strength = "at full strength" if area.step == 1 else "with the back up"
            every = "in each hex" if area.fill else "in any hex"
            parts.append(
                f"By the rules you choose: one of these units {every} marked “{feature.name}” "
                f"({len(feature.hexes)} hexes), {strength}. The placement above is the one shipped."
            )
    if source.status == "reconstructed":
        shipped = parts and parts[-1].endswith("shipped.")
        parts.append(
            f"{'It' if shipped or not parts else 'This placement'} is reconstructed from {source.source}."
        )
    return " ".join(parts)


def _words(words: Sequence[str], joiner: str) -> str:
    """Write "a, b and c"."""
    return f" {joiner} ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def area_text(game: Game, area: SetUpArea) -> str:
    """Say where the units of an area of some hexes stand, and how many may share one."""
    feature = next(f for f in game.hexmap.features if f.id == area.feature)
    hexes = area.hexes or feature.hexes
    names = _words([game.counters.unit(unit).name for unit in area.units], "and")
    stand = "stands" if len(area.units) == 1 else "stand"
    if len(hexes) == 1:
        return f"By the rules {names} {stand} in {hexes[0]}."
    if not area.hexes:
        return f"By the rules {names} {stand} in any hex that counts as “{feature.name}”."
    among = _words([str(hex_id) for hex_id in hexes], "and" if area.fill else "or")
    how = "as you choose" if area.stack else "one in each" if area.fill else "no two together"
    return f"By the rules {names} {stand} in {among}, {how}."


def _small_map(
    canvas: PdfCanvas,
    game: Game,
    settings: Settings,
    plan: SheetPlan,
    scenario: Scenario,
    side: Side,
    room: Box,
) -> float:
    """Draw the part of the map that the set-up needs, with its counters; return its lower edge."""
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
        turn = Turn(left - field.x * scale, room.y - field.y * scale, 0.0, scale)
        canvas.drawing(small_map(scale), turn)
        # As large as reads well, but no larger than counters lie in a large hex.
        edge = min(layout.hex_width * 0.72, game.counters.sheet.counter_mm * 1.2) * scale
        for hex_id, units in sorted(placement.items()):
            centre = turn.apply(layout.centre(hex_id))
            boxes = side_by_side(centre, edge, layout.hex_width * 0.9 * scale, len(units))
            for unit_id, box in zip(units, boxes, strict=True):
                unit = game.counters.unit(unit_id)
                if box.width < SMALLEST_FACE:
                    draw_unit_token(canvas, game, unit, settings.theme, box)
                else:
                    _face(canvas, game, settings, unit, _step(scenario, unit_id), box)
    canvas.path(Path.rectangle(frame), Style(stroke=settings.theme.ink, width=MEDIUM))
    return frame.bottom


def _scale(plan: SheetPlan, room: Box) -> float:
    """Return the scale at which the map's field fills a room."""
    return min(room.width / plan.field.width, room.height / plan.field.height)


def side_by_side(centre: Point, edge: float, room: float, count: int) -> list[Box]:
    """Return the boxes of the counters of one hex: up to `edge` mm wide, together up to `room`."""
    across = math.ceil(math.sqrt(count))
    down = math.ceil(count / across)
    wide = min(edge, room / across)
    left, top = centre.x - across * wide / 2, centre.y - down * wide / 2
    return [Box(left + n % across * wide, top + n // across * wide, wide, wide) for n in range(count)]


def _face(canvas: Canvas, game: Game, settings: Settings, unit: Unit, step: int, box: Box) -> None:
    index = min(step, len(unit.steps)) - 1
    draw_unit_face(canvas, game, unit, index, settings.theme, box, art=settings.art)


def _rows(section: Section) -> int:
    return -(-len(section.rows) // _COLUMNS)


def _section_height(section: Section, wide: float) -> float:
    note = text_height(section.note, Face.SANS_ITALIC, 2.7, wide) if section.note else 0.0
    return 6.4 + note + _rows(section) * _CELL + 2.0


def _section(canvas: Canvas, game: Game, settings: Settings, section: Section, at: Box) -> float:
    theme = settings.theme
    canvas.text(Point(at.x, at.y + 4.0), section.title, Face.SERIF_BOLD, 4.0, theme.ink, anchor="start")
    y = at.y + 6.4
    if section.note:
        y = draw_text(canvas, Box(at.x, y - 0.8, at.width, 20), section.note, Face.SANS, 2.7, theme.ink_quiet)
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
    settings: Settings,
    row: Row,
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
    name = row.unit.name
    if row.place:
        canvas.text(Point(x, middle + 0.4), row.place, Face.SANS_BOLD, 4.6, ink, anchor="start")
        size = fitted(name, Face.SANS, 2.6, room)
        canvas.text(Point(x, middle + 4.2), name, Face.SANS, size, quiet, anchor="start")
    else:
        size = fitted(name, Face.SANS_SEMIBOLD, 3.2, room)
        canvas.text(Point(x, middle + 1.1), name, Face.SANS_SEMIBOLD, size, ink, anchor="start")
