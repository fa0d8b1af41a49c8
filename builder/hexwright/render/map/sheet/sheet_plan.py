"""Plan the sheet: the positions of the map, tracks, boxes and panels, in mm.

All positions come from the plan: the sheet is drawn from it, and the module takes its grid, zones and boxes
from it.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.geometry.hex_layout import Layout, Point
from hexwright.geometry.hexgrid import HexGrid
from hexwright.geometry.scan_fit import ScanFit, fit_scan
from hexwright.model.charts import TurnTrack
from hexwright.model.game import Game
from hexwright.model.hex_map import Box as HoldingBox
from hexwright.model.hex_map import HexMap, MapSheet, PixelArea
from hexwright.model.ids import BoxId, HexId, PhaseId
from hexwright.model.scenario import Scenario
from hexwright.model.words.reconstruction_words import map_source
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace, fitting_size, wrap
from hexwright.render.map.sheet.legend_rows import LegendRow, key_height, legend_rows
from hexwright.render.map.sheet.theatre_inset import NOTE, Theatre, situation
from hexwright.render.map.sheet.theatre_inset import PAD as INSET_PAD
from hexwright.render.map.sheet.waiting_piles import WaitingPile, fullest_piles, waiting_piles
from hexwright.render.weather_outcomes import weather_outcomes

MARGIN = 7.0
GAP = 4.0
FRAME_BAND = 5.0
"""Width of the frame around the neatline, which contains the names of the edges."""
PAD = 3.5
"""Space between the outermost hexes and the neatline."""
PANEL_WIDTH = 105.0
TRACK_HEIGHT = 20.0
"""Minimum height of a turn's cell; with large counters, cells are higher."""
TRACK_HEAD = 6.0
OUTCOME_HEIGHT = 6.2
"""Height of a line of text that describes the possible weather of a turn."""
CELL_WIDTH = 20.0
HEAD = 5.5
"""Height of the heading of a panel."""
PHASE_HEIGHT = 15.5
PHASE_COLUMNS = 4
BOX_HEIGHT = 26.0
CREDITS_SIZE = 2.4
CREDITS_LEADING = 1.25
TITLE_LEADING = 1.1
COMPASS = 10.8
"""Height of the compass rose with its letter."""
BOX_GAP = 3.0
EDGE, TIGHT_PAD, TIGHT_GAP = 1.5, 2.0, 2.8
"""Lengths on a sheet of fixed size: the paper's margin, the space around the hexes, the space between
parts.
"""
_LEAST_MAP_WIDTH = 150.0


@dataclass(frozen=True, slots=True)
class LineStretch:
    """The parts of the map's lines that lie in one hex, in mm of the sheet.

    Network marks are drawn over them.
    """

    runs: tuple[tuple[Point, ...], ...]
    """The sections of the lines that marks may cover."""
    middle: Point
    """The position for a mark: near the hex's centre, if possible where no text is."""
    way: Point
    """The direction of the line at `middle`."""


@dataclass(frozen=True)
class SheetPlan:
    """The positions of everything on the sheet."""

    width: float
    height: float
    layout: Layout
    field: Box
    """The area within the neatline."""
    frame: Box
    """The map including its frame."""
    title: Box
    legend: Box | None
    legend_rows: tuple[LegendRow, ...]
    key: Box | None
    """The map key: a legend without terrain effects."""
    timetable: TurnTrack | None
    turn_track: Box | None
    turns: Mapping[int, Box]
    """Cells of the turn track, keyed by turn number."""
    phase_track: Box | None
    phases: Mapping[PhaseId, Box]
    """Cells of the phase track, keyed by phase."""
    boxes: Mapping[BoxId, Box]
    printed: frozenset[BoxId]
    """The boxes that the scanned map shows, and so aren't drawn."""
    credits: Box
    credit_lines: tuple[str, ...]
    strip: Box | None = None
    """The map key as a strip below the map."""
    theatre: Theatre | None = None
    """The inset with the whole map; None if the panels beside the map leave no room for it."""
    piles: Mapping[BoxId, tuple[WaitingPile, ...]] = dataclasses.field(default_factory=dict)
    """The units that wait in each box when the game begins, as the box shows them."""
    stretches: Mapping[HexId, LineStretch] | None = None
    """The sections of lines under network marks, by hex; None until the map is laid out."""

    @property
    def sheet(self) -> Box:
        """Return the whole sheet."""
        return Box(0.0, 0.0, self.width, self.height)

    def counter_slots(self, box: BoxId, counter: float) -> tuple[Box, ...]:
        """Return the places for counters in a holding box; those that hexwright draws have a heading."""
        area = self.boxes[box]
        head = 0.0 if box in self.printed else HEAD
        return counter_slots(Box(area.x, area.y + head, area.width, area.height - head), counter)

    def parts(self) -> dict[str, Box]:
        """Return all parts of the sheet by name, without boxes on a scan. No two of them overlap."""
        found = {"map": self.frame, "title": self.title, "credits": self.credits}
        panels = {"legend": self.legend, "key": self.key, "strip": self.strip}
        panels["theatre"] = None if self.theatre is None else self.theatre.box
        found.update({name: panel for name, panel in panels.items() if panel is not None})
        found.update({f"turn {turn}": box for turn, box in self.turns.items()})
        found.update({f"phase {phase}": box for phase, box in self.phases.items()})
        drawn = (item for item in self.boxes.items() if item[0] not in self.printed)
        found.update({f"box {box_id}": box for box_id, box in drawn})
        return found


def plan_sheet(game: Game, scenario: Scenario | None = None) -> SheetPlan:
    """Plan the sheet of a game, with the turn track of the given scenario.

    Without a scenario, the sheet has the longest turn track.
    """
    plan = _planned(game, scenario)
    counter = game.counters.sheet.counter_mm
    piles = {
        box_id: waiting_piles(game, scenario, box_id, len(plan.counter_slots(box_id, counter)))
        for box_id in plan.boxes
    }
    return replace(plan, piles=MappingProxyType({box_id: found for box_id, found in piles.items() if found}))


_GAPS: Final = (0.02, 0.09)
"""The gap between counters in a box, as a part of their edge: the least, and that where there is room."""


def counter_slots(free: Box, counter: float) -> tuple[Box, ...]:
    """Return the places for counters in the free part of a holding box, in rows: as many as lie side by side.

    There is always one, in the middle of a box that is smaller than a counter.
    """
    columns, across = _side_by_side(free.width, counter)
    rows, down = _side_by_side(free.height, counter)
    left = free.centre.x - (columns * across - across + counter) / 2
    top = free.centre.y - (rows * down - down + counter) / 2
    return tuple(
        Box(left + column * across, top + row * down, counter, counter)
        for row in range(rows)
        for column in range(columns)
    )


def _side_by_side(room: float, counter: float) -> tuple[int, float]:
    """Return how many counters lie side by side in a length, and the distance of their centres."""
    least, most = (gap * counter for gap in _GAPS)
    count = max(1, int((room - least) // (counter + least)))
    return count, counter + max(least, min(most, (room - count * counter) / (count + 1)))


def _planned(game: Game, scenario: Scenario | None) -> SheetPlan:
    timetable = _timetable(game, scenario)
    if game.hexmap.sheet is not None:
        return _fixed_sheet(game, game.hexmap.sheet, timetable)
    grid = HexGrid.of(game.hexmap.grid)
    extent = _extent(game.hexmap, Layout(grid, game.hexmap.grid.hex_mm), PAD)
    turns = len(timetable.turns) if timetable else 0
    map_width = max(extent.width + 2 * FRAME_BAND, _LEAST_MAP_WIDTH)
    rows = () if _has_strip(game) else legend_rows(game, PANEL_WIDTH)

    counter = game.counters.sheet.counter_mm
    cell_height = max(TRACK_HEIGHT, counter + 4, _weathers_height(game))
    per_row = max(1, math.floor((map_width - TRACK_HEAD) / max(CELL_WIDTH, counter + 2)))
    track_rows = math.ceil(turns / per_row) if turns else 0
    track_height = track_rows * cell_height
    strip_height = _strip_height(game, map_width)

    title_height = title_block_height(game)
    legend_height = HEAD + 5.0 + sum(row.height for row in rows) if rows else 0.0
    phase_height = _phase_height(game, PANEL_WIDTH)
    box_height = max(BOX_HEIGHT, counter + HEAD + 4)
    box_rows = _rows_of_boxes(game)
    wanted = [_wanted_height(game, ids, box_height) for ids, _ in box_rows]
    stack = [h for h in (title_height, legend_height, phase_height) if h]
    fixed = sum(stack) + GAP * (len(stack) - 1)
    least = fixed + (GAP + len(box_rows) * (box_height + 3) - 3 if box_rows else 0.0)

    map_height = extent.height + 2 * FRAME_BAND
    column = map_height + sum(_BELOW_MAP + part for part in (strip_height, track_height) if part)
    tall = max(column, least)
    map_height += tall - column
    spare = tall - fixed - (GAP + sum(wanted) + BOX_GAP * (len(wanted) - 1) if wanted else 0.0)
    inset_height = _inset_height(extent, spare - GAP)
    least_heights = wanted if inset_height else [box_height] * len(wanted)

    frame = Box(MARGIN, MARGIN, map_width, map_height)
    panel_x = frame.right + GAP + 1
    if game.hexmap.grid.half_hexes:
        # More room would show the halves beyond the edge.
        wide, high = extent.width + 2 * FRAME_BAND, extent.height + 2 * FRAME_BAND
        frame = Box(frame.centre.x - wide / 2, frame.centre.y - high / 2, wide, high)
    field = frame.inset(FRAME_BAND)
    origin = Point(
        field.centre.x - extent.width / 2 - extent.x, field.centre.y - extent.height / 2 - extent.y
    )
    y = MARGIN
    title = Box(panel_x, y, PANEL_WIDTH, title_height)
    y = title.bottom + GAP
    legend = None
    if rows:
        legend = Box(panel_x, y, PANEL_WIDTH, legend_height)
        y = legend.bottom + GAP
    phase_track = None
    if phase_height:
        phase_track = Box(panel_x, y, PANEL_WIDTH, phase_height)
        y = phase_track.bottom + GAP
    theatre = None
    if inset_height:
        theatre = Theatre(Box(panel_x, y, PANEL_WIDTH, inset_height), *situation(game, scenario))
        y = theatre.box.bottom + GAP
    boxes = _boxes(box_rows, Box(panel_x, y, PANEL_WIDTH, MARGIN + tall - y), least_heights)
    turn_track, cells = None, {}
    if timetable is not None and turns:
        turn_track = Box(MARGIN, MARGIN + tall - track_height, map_width, track_height)
        cells = _cells(timetable, turn_track, per_row, track_rows)
    strip = None
    if strip_height:
        below = MARGIN + tall if turn_track is None else turn_track.y - _BELOW_MAP
        strip = Box(MARGIN, below - strip_height, map_width, strip_height)
    room = panel_x + PANEL_WIDTH - MARGIN
    credit_lines = credits_lines(game, room)
    credits = Box(MARGIN, MARGIN + tall + 1.5, room, len(credit_lines) * CREDITS_SIZE * CREDITS_LEADING)
    layout = Layout(grid, game.hexmap.grid.hex_mm, origin)
    printed = _printed_boxes(game.hexmap, layout)
    return SheetPlan(
        width=panel_x + PANEL_WIDTH + MARGIN,
        height=credits.bottom + 4.0,
        layout=layout,
        field=field,
        frame=frame,
        title=title,
        legend=legend,
        legend_rows=rows,
        key=None,
        strip=strip,
        theatre=theatre,
        timetable=timetable,
        turn_track=turn_track,
        turns=MappingProxyType(cells),
        phase_track=phase_track,
        phases=MappingProxyType(_phases(game, phase_track)),
        boxes=MappingProxyType({**boxes, **printed}),
        printed=frozenset(printed),
        credits=credits,
        credit_lines=credit_lines,
    )


def _has_strip(game: Game) -> bool:
    """Return whether the map key is a strip below the map."""
    style = game.hexmap.style
    return style is not None and style.key == "strip" and bool(game.charts.terrain_effects)


def _strip_height(game: Game, width: float) -> float:
    """Return the height of the map key as a strip below a map of a width; 0 if there is none."""
    return key_height(game, width - TRACK_HEAD) + _STRIP_PAD if _has_strip(game) else 0.0


_BELOW_MAP: Final = GAP - 0.5
"""The distance of what stands below the map, in mm."""
_STRIP_PAD: Final = 0.4
_LEAST_INSET: Final = 60.0
"""The least height of the inset with the whole map, in mm."""


def _inset_height(extent: Box, room: float) -> float:
    """Return the height of the inset with the whole map in so much room; 0 if there is too little."""
    around = HEAD + NOTE + 2 * INSET_PAD
    full = around + (PANEL_WIDTH - 2 * INSET_PAD) * extent.height / extent.width
    return min(full, room) if min(full, room) >= _LEAST_INSET else 0.0


_ROWS_OF_LOST: Final = 5
"""The rows of counters for which there is room in a box of lost units, if the sheet has the room."""

_MOST_ROWS: Final = 8
"""The most rows of waiting units for which a box grows: with more, it shows them by class."""


def _wanted_height(game: Game, boxes: Sequence[BoxId], least: float) -> float:
    """Return the height of a row of boxes that suits their units, with a row of counters to spare."""
    counter = game.counters.sheet.counter_mm
    step = counter + max(1.0, 0.09 * counter)
    columns = max(1, math.floor((PANEL_WIDTH - BOX_GAP) / len(boxes) / step))
    kinds = {box.id: box.kind for box in game.hexmap.boxes}
    rows = 0
    for box in boxes:
        if kinds[box] in ("pool", "eliminated"):
            rows = max(rows, _ROWS_OF_LOST)
        else:
            piles = fullest_piles(game, box, _MOST_ROWS * columns)
            rows = max(rows, 1 + math.ceil(len(piles) / columns))
    return max(least, HEAD + (rows + 0.2) * step)


def _extent(hexmap: HexMap, layout: Layout, pad: float) -> Box:
    """Return the area within the neatline, relative to the upper left corner of the hexes' bounding box.

    It extends `pad` beyond the hexes, except at edges that cut the outermost hexes in half, or contains the
    part of a scan that is shown.
    """
    fit = _scan_fit(hexmap, layout)
    if fit is not None and hexmap.scan is not None and hexmap.scan.shown is not None:
        shown = _area_of(fit, hexmap.scan.shown)
        left, top = min(0.0, shown.x), min(0.0, shown.y)
        right, bottom = max(layout.size.x, shown.right), max(layout.size.y, shown.bottom)
        return Box(left, top, right - left, bottom - top)
    cut, (half_x, half_y) = layout.grid.grid.half_hexes, layout.half_hex
    left, right = (-half_x if edge in cut else pad for edge in ("left", "right"))
    top, bottom = (-half_y if edge in cut else pad for edge in ("top", "bottom"))
    return Box(-left, -top, layout.size.x + left + right, layout.size.y + top + bottom)


def _scan_fit(hexmap: HexMap, layout: Layout) -> ScanFit | None:
    """Return how the hexes lie on the scan; None without a scan, or if it is invalid."""
    scan = hexmap.scan
    if scan is None or any(hex_id not in layout.grid for hex_id in scan.hexes):
        return None
    return fit_scan(layout, scan)


def _area_of(fit: ScanFit, area: PixelArea) -> Box:
    """Return the smallest rectangle of the sheet that contains a rectangle of the scan."""
    left, top, right, bottom = area
    corners = [fit.transform.inverse(Point(x, y)) for x in (left, right) for y in (top, bottom)]
    return Box.around(corners)


def _printed_boxes(hexmap: HexMap, layout: Layout) -> dict[BoxId, Box]:
    """Return the areas of the boxes that are printed on the scan."""
    fit = _scan_fit(hexmap, layout)
    areas = {box.id: box.on_scan for box in hexmap.boxes if box.on_scan is not None}
    return {} if fit is None else {box: _area_of(fit, area) for box, area in areas.items()}


def _fixed_sheet(game: Game, sheet: MapSheet, timetable: TurnTrack | None) -> SheetPlan:
    """Plan a sheet whose size is given in the data.

    Hexes keep their size, and the other parts share the remaining space.
    """
    grid = HexGrid.of(game.hexmap.grid)
    extent = _extent(game.hexmap, Layout(grid, game.hexmap.grid.hex_mm), TIGHT_PAD)
    frame = Box(EDGE, EDGE, extent.width + 2 * FRAME_BAND, extent.height + 2 * FRAME_BAND)
    corner = Point(EDGE + FRAME_BAND - extent.x, EDGE + FRAME_BAND - extent.y)
    room = sheet.width_mm - 2 * EDGE
    credit_lines = credits_lines(game, room)
    credits_height = len(credit_lines) * CREDITS_SIZE * CREDITS_LEADING
    credits = Box(EDGE, sheet.height_mm - EDGE - credits_height, room, credits_height)
    bottom = credits.y - 1.5
    x, y = frame.right + GAP, EDGE
    wide = EDGE + room - x
    found: dict[str, Box] = {}
    rows = legend_rows(game, wide) if "effects" in sheet.panels and not _has_strip(game) else ()
    heights = {
        "title": title_block_height(game, wide),
        "effects": HEAD + 5.0 + sum(row.height for row in rows) if rows else 0.0,
        "key": HEAD + key_height(game, wide),
        "phases": _phase_height(game, wide),
    }
    for panel in sheet.panels:
        if heights[panel]:
            found[panel] = Box(x, y, wide, heights[panel])
            y = found[panel].bottom + TIGHT_GAP
    box_rows = _rows_of_boxes(game)
    counter = game.counters.sheet.counter_mm
    least = counter + HEAD + 1.0
    needed = len(box_rows) * (least + TIGHT_GAP) - TIGHT_GAP if box_rows else -TIGHT_GAP
    turn_track, cells = None, {}
    top = frame.bottom + TIGHT_GAP
    strip = None
    if strip_height := _strip_height(game, frame.width):
        strip = Box(EDGE, top, frame.width, strip_height)
        top = strip.bottom + TIGHT_GAP
    track = counter + 4 if timetable is not None and timetable.turns else 0.0
    lacking = max(y + needed - bottom, top + track - bottom), x + 2 * least - EDGE - room
    if max(lacking) > 0.001:
        tall, more = (max(0.0, length) for length in lacking)
        raise InputError.single(
            "B006",
            f"the sheet of {sheet.width_mm:g} × {sheet.height_mm:g} mm is too small: it needs {more:.0f} mm "
            f"more width and {tall:.0f} mm more height",
            Span(f"data/{game.slug}/map.yaml"),
            "write a larger 'width_mm' and 'height_mm', a smaller 'hex_mm', or fewer 'panels'",
        )
    if timetable is not None and timetable.turns:
        turn_track = Box(EDGE, top, frame.width, bottom - top)
        cells = _cells(timetable, turn_track, len(timetable.turns), 1)
    layout = Layout(grid, game.hexmap.grid.hex_mm, corner)
    printed = _printed_boxes(game.hexmap, layout)
    boxes = _boxes(box_rows, Box(x, y, wide, bottom - y), [least] * len(box_rows), TIGHT_GAP)
    return SheetPlan(
        width=sheet.width_mm,
        height=sheet.height_mm,
        layout=layout,
        field=frame.inset(FRAME_BAND),
        frame=frame,
        title=found.get("title", Box(x, EDGE, wide, 0.0)),
        legend=found.get("effects"),
        legend_rows=rows,
        key=found.get("key"),
        strip=strip,
        timetable=timetable,
        turn_track=turn_track,
        turns=MappingProxyType(cells),
        phase_track=found.get("phases"),
        phases=MappingProxyType(_phases(game, found.get("phases"))),
        boxes=MappingProxyType({**boxes, **printed}),
        printed=frozenset(printed),
        credits=credits,
        credit_lines=credit_lines,
    )


def _phase_grid(game: Game, width: float) -> tuple[int, float]:
    """Return the number of phases per row, and the height of a phase's cell in mm."""
    counter = game.counters.sheet.counter_mm
    columns = max(1, min(PHASE_COLUMNS, math.floor(width / (counter + 1))))
    return columns, max(PHASE_HEIGHT, counter + 0.5)


def _phase_height(game: Game, width: float) -> float:
    columns, cell = _phase_grid(game, width)
    rows = math.ceil(len(game.rules.sequence) / columns)
    return HEAD + rows * cell if rows else 0.0


def _phases(game: Game, track: Box | None) -> dict[PhaseId, Box]:
    if track is None:
        return {}
    columns, cell = _phase_grid(game, track.width)
    wide = track.width / columns
    return {
        phase.id: Box(track.x + n % columns * wide, track.y + HEAD + n // columns * cell, wide, cell)
        for n, phase in enumerate(game.rules.sequence)
    }


def _timetable(game: Game, scenario: Scenario | None) -> TurnTrack | None:
    if scenario is not None:
        return game.charts.timetable(scenario.turn_track)
    return max(game.charts.turn_tracks, key=lambda table: len(table.turns), default=None)


def title_lines(game: Game, width: float = PANEL_WIDTH) -> tuple[tuple[str, ...], float]:
    """Return the lines of the title and their text size.

    A title in one line has a larger size than a title in several lines.
    """
    room, title = width - 10, game.hexmap.title
    size = fitting_size(title, FontFace.SERIF_BOLD, 12.0, room)
    if size >= min(8.0, width / 11):
        return (title,), size
    lines = wrap(title, FontFace.SERIF_BOLD, 8.0, room)
    return lines, min(fitting_size(line, FontFace.SERIF_BOLD, 8.0, room) for line in lines)


def title_block_height(game: Game, width: float = PANEL_WIDTH) -> float:
    """Return the height in mm of the title block."""
    lines, size = title_lines(game, width)
    return 32.5 + len(lines) * size * TITLE_LEADING


def credits_lines(game: Game, width: float) -> tuple[str, ...]:
    """Return the lines of the credits: the authors of the game, and the source of the map."""
    info, hexmap = game.info, game.hexmap
    makers = " · ".join(f"{credit.role}: {', '.join(credit.names)}" for credit in info.credits[:2])
    first = f"{info.title} · {info.publisher} {info.published}" + (f" · {makers}" if makers else "")
    told = (first,) if game.invented else (first, map_source(hexmap))
    return tuple(line for text in told for line in wrap(text, FontFace.SANS, CREDITS_SIZE, width))


def _weathers_height(game: Game) -> float:
    """Return the height needed for the turn with the most kinds of weather; 0 if no turn needs extra room."""
    most = max(
        (
            len(weather_outcomes(game.charts.weather, turn))
            for table in game.charts.turn_tracks
            for turn in table.turns
        ),
        default=0,
    )
    return 13.4 + (most - 1) * OUTCOME_HEIGHT if most > 2 else 0.0


def _cells(timetable: TurnTrack, track: Box, per_row: int, rows: int) -> dict[int, Box]:
    count = math.ceil(len(timetable.turns) / rows)
    wide = (track.width - TRACK_HEAD) / min(per_row, count)
    tall = track.height / rows
    return {
        turn.turn: Box(track.x + TRACK_HEAD + n % count * wide, track.y + n // count * tall, wide, tall)
        for n, turn in enumerate(timetable.turns)
    }


def _rows_of_boxes(game: Game) -> list[tuple[tuple[BoxId, ...], float]]:
    """Return rows of one or two boxes of the same kind, each with its share of the height."""
    share = {"pool": 1.7, "holding": 1.3, "eliminated": 1.0, "out-of-play": 0.9}
    if _most_never_return(game):
        share["pool"], share["eliminated"] = share["eliminated"], share["pool"]
    rows: list[tuple[tuple[BoxId, ...], float]] = []
    for kind, weight in share.items():
        found = [box.id for box in game.hexmap.boxes if box.kind == kind and not _is_printed(game, box)]
        rows += [(tuple(found[n : n + 2]), weight) for n in range(0, len(found), 2)]
    return rows


def _is_printed(game: Game, box: HoldingBox) -> bool:
    """Whether the scanned map shows a box."""
    return box.on_scan is not None and game.hexmap.scan is not None


def _most_never_return(game: Game) -> bool:
    """Return whether most unit classes of a side with a pool can't be replaced, so that their lost units are
    put into the box of eliminated units.
    """
    pools = {box.side for box in game.hexmap.boxes if box.kind == "pool"}
    never = max(
        (len(r.not_replaceable) for r in game.rules.replacements if {r.side, None} & pools), default=0
    )
    return 2 * never > len(game.counters.classes)


def _boxes(
    rows: Sequence[tuple[tuple[BoxId, ...], float]], area: Box, least: Sequence[float], gap: float = BOX_GAP
) -> dict[BoxId, Box]:
    if not rows:
        return {}
    spare = area.height - gap * (len(rows) - 1) - sum(least)
    total = sum(max(0.0, weight - 0.8) for _, weight in rows) or 1.0
    found = {}
    y = area.y
    for (ids, weight), height in zip(rows, least, strict=True):
        tall = height + spare * max(0.0, weight - 0.8) / total
        wide = (area.width - gap * (len(ids) - 1)) / len(ids)
        for n, box_id in enumerate(ids):
            found[box_id] = Box(area.x + n * (wide + gap), y, wide, tall)
        y += tall + gap
    return found
