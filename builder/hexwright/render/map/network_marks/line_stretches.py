"""Divide the drawn lines of the map by hex, so that the module can draw network marks over them.

Marks avoid names, numbers and town symbols.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box
from hexwright.render.map.hexes.city_symbols import place_symbol_box
from hexwright.render.map.hexes.hex_numbers import number_box
from hexwright.render.map.lines.line_gaps import LineGaps
from hexwright.render.map.lines.railways_and_roads import trace_all_lines
from hexwright.render.map.map_layers import MapLayers
from hexwright.render.map.map_view import MapView
from hexwright.render.map.network_marks.changing_lines import changing_line_ids
from hexwright.render.map.polylines import Line
from hexwright.render.map.sheet.sheet_plan import LineStretch, SheetPlan
from hexwright.render.theme import THEMES

_EVERY: Final = 3
"""Every n-th point of a curve is kept."""
_CLEAR: Final = 0.35
"""Minimum distance of a mark from text, which is also half the mark's width, in mm on a 24 mm hex."""
_SIGN: Final = 1.5


def line_stretches(
    game: Game, plan: SheetPlan, board: MapLayers | None = None
) -> Mapping[HexId, LineStretch]:
    """Return, for each hex, the sections of the lines that can change.

    Without `board`, sections may run under names.
    """
    lines = changing_line_ids(game)
    view = MapView(game.hexmap, plan.layout, plan.field, THEMES["classic"], options=game.options)
    view = board.view if board is not None else view
    boxes = [box.inset(-_CLEAR * view.art_scale_of_hex) for box in _lettering(view, board)]
    gaps = LineGaps(boxes, view.layout.hex_width)
    runs: dict[HexId, list[Line]] = {}
    features = game.hexmap.lines
    strokes = trace_all_lines(view, features)
    for feature in features:
        if feature.id not in lines:
            continue
        laid = {hex_id for line in feature.lines for hex_id in line.path}
        for stroke in strokes[feature.id]:
            for hex_id, run in _cut(view, stroke.line, laid):
                runs.setdefault(hex_id, []).append(run)
    return {hex_id: _stretch(view, hex_id, found, gaps, boxes) for hex_id, found in runs.items()}


def _lettering(view: MapView, board: MapLayers | None) -> Iterator[Box]:
    for place in view.hexmap.places:
        if (box := place_symbol_box(view, place)) is not None:
            yield box
    if board is not None:
        yield from (box for label in board.labels for box in label.boxes)
        yield from (number_box(view, hex_id, at) for hex_id, at in board.numbers.items())


def _cut(view: MapView, line: Line, laid: Collection[HexId]) -> list[tuple[HexId, Line]]:
    """Return the sections of a curve with their hexes, in order.

    A brief touch of another hex doesn't end a section.
    """
    found: list[tuple[HexId, list[Point]]] = []
    for one, two in pairwise(line):
        here = view.layout.hex_at(one.towards(two, 0.5))
        if here is None or here not in laid:
            here = found[-1][0] if found else None
        if here is None:
            continue
        if not found or found[-1][0] != here:
            found.append((here, [one]))
        found[-1][1].append(two)
    return [(hex_id, tuple(points)) for hex_id, points in found]


def _stretch(
    view: MapView, hex_id: HexId, runs: Sequence[Line], gaps: LineGaps, boxes: Sequence[Box]
) -> LineStretch:
    centre, half = view.layout.centre(hex_id), _SIGN * view.art_scale_of_hex
    reach = view.layout.hex_width
    around = Box(centre.x - reach, centre.y - reach, 2 * reach, 2 * reach)
    near = [box for box in boxes if box.overlaps(around)]

    def hidden(point: Point) -> bool:
        sign = Box(point.x - half, point.y - half, 2 * half, 2 * half)
        return any(sign.overlaps(box) for box in near)

    spots = [(centre.distance(point), number, run) for run in runs for number, point in enumerate(run)]
    # The nearest first, because few are hidden; of spots with equal cost, the first along the line.
    best: tuple[float, int] | None = None
    for away, order in sorted((spot[0], order) for order, spot in enumerate(spots)):
        if best is not None and away > best[0]:
            break
        _, number, run = spots[order]
        cost = away + (view.layout.hex_width if hidden(run[number]) else 0.0)
        best = (cost, order) if best is None else min(best, (cost, order))
    assert best is not None, "every hex of a line has a run"
    _, number, run = spots[best[1]]
    before, after = run[max(0, number - 1)], run[min(len(run) - 1, number + 1)]
    size = before.distance(after) or 1.0
    drawn = tuple(_thinned(part) for whole in runs for part in gaps.runs(whole))
    return LineStretch(drawn, run[number], (after - before).scaled(1 / size))


def _thinned(points: Line) -> Line:
    return (*points[:-1:_EVERY], points[-1])
