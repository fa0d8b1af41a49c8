"""Draw the map sheet with the counters of a scenario's set-up on it."""

from __future__ import annotations

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
from hexwright.render.map.sheet.map_sheet_drawing import draw_sheet
from hexwright.render.map.sheet.sheet_plan import SheetPlan
from hexwright.render.map.sheet.waiting_piles import waiting_piles
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
    steps = {unit_id: entry.step for entry in scenario.setup.in_boxes for unit_id in entry.units}
    edge = game.counters.sheet.counter_mm
    for box_id, area in plan.boxes.items():
        slots = plan.counter_slots(box_id, edge)
        for pile, slot in zip(waiting_piles(game, scenario, box_id, len(slots)), slots, strict=False):
            boxes = side_by_side(slot.centre, edge, min(edge, area.height), len(pile.units))
            for unit_id, box in zip(pile.units, boxes, strict=True):
                yield unit_id, steps[unit_id], box
