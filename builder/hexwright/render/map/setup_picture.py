"""Draw the map sheet with the counters of a scenario's set-up on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_groups import side_by_side
from hexwright.render.counters.unit_face import draw_unit_face
from hexwright.render.designer_pictures import Art
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.map_sheet_drawing import draw_sheet
from hexwright.render.map.sheet_plan import HEAD, SheetPlan
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.theme import Theme

_ROOM: Final = 0.9
"""The share of a hex's width that its counters cover together."""


def setup_svg(
    game: Game, theme: Theme, plan: SheetPlan, scenario: Scenario, art: Art, board: MapLayers
) -> str:
    """Return the sheet with a scenario's units in their hexes and boxes, as SVG text."""
    canvas = SvgCanvas(plan.width, plan.height, f"{game.info.title}: set-up of {scenario.title}")
    draw_sheet(game, theme, canvas, plan, board)
    for unit_id, step, box in (*counters_on_the_map(game, plan, scenario), *_in_boxes(game, plan, scenario)):
        unit = game.counters.unit(unit_id)
        draw_unit_face(canvas, game, unit, min(step, len(unit.steps)) - 1, theme, box, art=art)
    return canvas.to_svg()


def counters_on_the_map(game: Game, plan: SheetPlan, scenario: Scenario) -> Iterator[tuple[UnitId, int, Box]]:
    """Yield the units on the map, each with its step and the box of its counter; all of a hex are visible."""
    units: dict[HexId, list[UnitId]] = {}
    for hex_id, unit_id in scenario.setup.standing:
        units.setdefault(hex_id, []).append(unit_id)
    room = _ROOM * plan.layout.hex_width
    for hex_id, here in units.items():
        boxes = side_by_side(plan.layout.centre(hex_id), game.counters.sheet.counter_mm, room, len(here))
        for unit_id, box in zip(here, boxes, strict=True):
            yield unit_id, scenario.shown_step(unit_id), box


def _in_boxes(game: Game, plan: SheetPlan, scenario: Scenario) -> Iterator[tuple[UnitId, int, Box]]:
    """Yield the units that start in boxes, each with its step and the box of its counter."""
    for box_id, area in plan.boxes.items():
        here = [
            (unit_id, entry.step)
            for entry in scenario.setup.in_boxes
            if entry.box == box_id
            for unit_id in entry.units
        ]
        if not here:
            continue
        free = Box(area.x, area.y + HEAD, area.width, area.height - HEAD).inset(1.0)
        edge = min(game.counters.sheet.counter_mm, free.height)
        # As many rows as are needed for counters of this size, smaller ones if the box is full.
        while (columns := max(1, math.floor(free.width / edge))) * math.floor(free.height / edge) < len(here):
            edge *= 0.95
        for number, (unit_id, step) in enumerate(here):
            row, column = divmod(number, columns)
            yield unit_id, step, Box(free.x + column * edge, free.y + row * edge, edge, edge)
