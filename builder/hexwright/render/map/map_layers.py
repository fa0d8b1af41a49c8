"""Combine the layers of the map: compute the position of every item first, then paint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature, ScanLayer
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas, Colour
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.land_cover import texture_scale
from hexwright.render.map.ground.street_fabric import draw_street_fabric
from hexwright.render.map.hexes.city_symbols import draw_place, place_symbol_box
from hexwright.render.map.hexes.flag_corners import flag_parts
from hexwright.render.map.hexes.hex_numbers import (
    draw_hex_numbers,
    draw_number_halos,
    hex_grounds,
    number_box,
    place_numbers,
    usual_places,
)
from hexwright.render.map.hexes.hex_symbols import (
    draw_letters,
    draw_symbol,
    letters_of,
    place_symbols,
    symbol_box,
    symbol_half,
)
from hexwright.render.map.hexes.lakes import (
    draw_lake_casings,
    draw_lake_depth,
    draw_lake_water,
    lakes_of,
    shore_lines,
)
from hexwright.render.map.hexes.terrain_areas import GroundLines, draw_ground_off_map, draw_land, draw_terrain
from hexwright.render.map.lines.fortified_hexes import (
    FortifiedLine,
    draw_fort_ground,
    draw_fortified_lines,
    fortified_line_strokes,
    trace_fortified_lines,
)
from hexwright.render.map.lines.fortified_hexside_lines import (
    citadel_box,
    draw_citadel,
    trace_fortified_hexsides,
)
from hexwright.render.map.lines.front_lines import (
    FrontLine,
    beside_tracks,
    draw_front_lines,
    front_width,
    trace_front_lines,
)
from hexwright.render.map.lines.hex_grid_lines import draw_hex_lines, draw_water_lines
from hexwright.render.map.lines.hexside_marks import (
    HexsideCrossing,
    HexsideEdge,
    draw_hexside_crossings,
    draw_hexside_edges,
    trace_hexside_crossings,
    trace_hexside_edges,
)
from hexwright.render.map.lines.line_gaps import LineGaps
from hexwright.render.map.lines.railways_and_roads import (
    LineStroke,
    draw_rail_beds,
    draw_rail_lines,
    draw_roads,
    trace_all_lines,
)
from hexwright.render.map.lines.river_lines import River, draw_river_casings, draw_river_water, trace_rivers
from hexwright.render.map.lines.road_ends import bare_road_ends, draw_hamlets, hamlet_box
from hexwright.render.map.map_view import MapView
from hexwright.render.map.names.label_ground import LabelGround
from hexwright.render.map.names.map_names import NameMemory
from hexwright.render.map.names.name_placement import PlacedName, draw_name, draw_name_halo
from hexwright.render.map.polylines import resample
from hexwright.support.colour_contrast import contrast_ratio
from hexwright.support.result_cache import ResultCache


@dataclass(frozen=True, slots=True)
class MapLayers:
    """The positions of all items on the map."""

    view: MapView
    rivers: tuple[River, ...]
    rails: tuple[LineStroke, ...]
    roads: tuple[LineStroke, ...]
    fortified_lines: tuple[FortifiedLine, ...]
    edges: tuple[HexsideEdge, ...]
    crossings: tuple[HexsideCrossing, ...]
    front_lines: tuple[FrontLine, ...]
    citadels: tuple[HexId, ...]
    road_ends: tuple[Point, ...]
    """Where roads end in hexes without a place."""
    symbols: tuple[tuple[Feature, Mapping[HexId, Point]], ...]
    numbers: Mapping[HexId, Point]
    labels: tuple[PlacedName, ...]
    unplaced_names: tuple[str, ...]
    """Names without a free position. Names of places are drawn anyway; other names are omitted."""
    ground: LabelGround


_SHARED_NAMES: Final = NameMemory(8)
"""The names of the last maps of the process: a printed game lays out the same map for several parts."""


def lay_out_map(
    view: MapView, names: NameMemory | None = None, cache: ResultCache | None = None
) -> MapLayers:
    """Compute the positions of all items on the map.

    `names` remembers the names of the map before, and `cache` those of maps of other processes.
    """
    hexmap = view.hexmap
    rivers = trace_rivers(view, hexmap.hexsides)
    view = replace(view, banks=tuple(river.line for river in rivers))
    edges = trace_hexside_edges(view, hexmap.hexsides)
    crossings = trace_hexside_crossings(view, hexmap.hexsides)
    railways = [f for f in hexmap.lines if not f.is_road]
    highways = [f for f in hexmap.lines if f.is_road]
    strokes = trace_all_lines(view, hexmap.lines)
    rails = tuple(s for f in railways for s in strokes[f.id])
    roads = tuple(s for f in highways for s in strokes[f.id])
    works = tuple(
        w for f in hexmap.features if f.art == "fortification" for w in trace_fortified_lines(view, f)
    )
    works += tuple(w for f in hexmap.hexsides for w in trace_fortified_hexsides(view, f))
    fronts = tuple(x for f in hexmap.features if f.art == "front" for x in trace_front_lines(view, f))
    fronts = beside_tracks(view, fronts, [stroke.line for stroke in (*rails, *roads)])
    ground = LabelGround(view.field.inset(0.8))
    citadels = tuple(
        h for f in hexmap.features if f.art == "citadel" for group in view.groups(f) for h in group.hexes
    )
    road_ends = bare_road_ends(view, highways, roads)
    _record_symbols(view, ground, citadels)
    ground.add_boxes("symbol", (hamlet_box(view, at) for at in road_ends))
    _record_lines(view, ground, rivers, (*rails, *roads), works, fronts)
    _record_marks(view, ground, edges, crossings)
    _record_counters(view, ground)
    usual = usual_places(view)
    ground.add_boxes("number", (number_box(view, hex_id, at) for hex_id, at in usual.items()))
    symbols = _place_symbols(view, ground, ("letters", "star", "cross"))
    named = (*works, *(FortifiedLine(e.id, e.name, (), (e.line,), ()) for e in edges))
    labels, unplaced = (names or _SHARED_NAMES).place(view, ground, rivers, named, fronts, cache)
    numbers = place_numbers(view, usual, [box for label in labels for box in label.boxes], ground)
    return MapLayers(
        view,
        rivers,
        rails,
        roads,
        works,
        edges,
        crossings,
        fronts,
        citadels,
        road_ends,
        symbols,
        numbers,
        labels,
        unplaced,
        ground,
    )


_AROUND: Final = 0.3
"""The distance that names keep from symbols, in mm."""


def _record_symbols(view: MapView, ground: LabelGround, citadels: Sequence[HexId]) -> None:
    for place in view.hexmap.places:
        if (box := place_symbol_box(view, place)) is not None:
            ground.add_boxes("symbol", [box.inset(-_AROUND)])
    for parts in _flag_parts(view).values():
        ground.reserve_boxes(parts)
    ground.add_boxes("symbol", (citadel_box(view, hex_id).inset(-_AROUND) for hex_id in citadels))


def _flag_parts(view: MapView) -> dict[HexId, list[Box]]:
    """Return where flags of owners will stand, by hex."""
    return {
        place.hex: [part.inset(-0.1) for part in flag_parts(view.layout, place)]
        for place in view.hexmap.places
        if place.owner is not None and place_symbol_box(view, place) is not None
    }


def _record_counters(view: MapView, ground: LabelGround) -> None:
    """Record where counters lie. Beyond the hexes there are none, but a name at the map's edge is no better
    than one among them.
    """
    half = view.counter_mm / 2
    centres = [view.layout.centre(hex_id) for hex_id in view.grid]
    centres += [centre for centre, _ in view.off_map_hexes.values()]
    ground.add_boxes("counter", (Box(c.x - half, c.y - half, 2 * half, 2 * half) for c in centres))


def _record_lines(
    view: MapView,
    ground: LabelGround,
    rivers: Iterable[River],
    strokes: Iterable[LineStroke],
    works: Iterable[FortifiedLine],
    fronts: Iterable[FrontLine],
) -> None:
    """Record what is drawn along lines, each a little wider than it is drawn."""
    unit = view.art_scale_of_hex
    for river in rivers:
        # A river is far wider at its mouth than at its spring.
        for n in range(0, len(river.line) - 1, 8):
            part = resample(river.line[n : n + 9], 0.7 * min(1.0, unit))
            ground.add_line("water", part, max(river.widths[n : n + 9]) + 0.3 * unit)
    for stroke in strokes:
        ground.add_line("track", resample(stroke.line, 0.7 * min(1.0, unit)), 1.9 * unit)
    for work in works:
        for line in fortified_line_strokes(view, work):
            ground.add_line("fort", resample(line, 0.7 * min(1.0, unit)), 0.6 * unit)
    for kind in lakes_of(view):
        for ring in shore_lines(view, kind):
            shore = resample(ring, 0.7 * min(1.0, unit), closed=True)
            ground.add_line("shore", shore, 1.1 * unit)
    for run in fronts:
        line = resample(run.line, 0.7 * min(1.0, unit)) if len(run.line) > 1 else run.line
        ground.add_line("front", line, front_width(view) + 0.1 * unit)


def _record_marks(
    view: MapView, ground: LabelGround, edges: Iterable[HexsideEdge], crossings: Iterable[HexsideCrossing]
) -> None:
    """Record marks along hexsides, which names avoid, and across them, which no name covers."""
    unit = view.art_scale_of_hex
    for edge in edges:
        ground.add_line("fort", resample(edge.line, 0.7 * min(1.0, unit)), 1.4 * unit)
    ground.add_boxes("symbol", (mark.box(unit) for mark in crossings))


def _place_symbols(
    view: MapView, ground: LabelGround, arts: Sequence[str]
) -> tuple[tuple[Feature, Mapping[HexId, Point]], ...]:
    """Place the symbols of features with the given styles, in the same corner of all hexes if possible."""
    signs = [
        (feature, tuple(dict.fromkeys(h for group in view.groups(feature) for h in group.hexes)))
        for feature in view.hexmap.features
        if feature.art in arts
    ]

    def blocked(box: Box) -> bool:
        return ground.is_taken(box) or ground.is_struck(box) or ground.meets("number", box.inset(-0.5))

    whole = dict.fromkeys(hex_id for _, hexes in signs for hex_id in hexes)
    size = max((symbol_half(view, feature) for feature, _ in signs), default=0.0)
    common = dict(place_symbols(view, tuple(whole), blocked, size))
    found = []
    for feature, hexes in signs:
        half = symbol_half(view, feature)
        # Where several sides may set up, the second side's symbols stand in the next corner.
        own = {hex_id: common.pop(hex_id) for hex_id in hexes if hex_id in common}
        ground.reserve_boxes(symbol_box(at, half).inset(-_AROUND) for at in own.values())
        own |= place_symbols(view, tuple(hex_id for hex_id in hexes if hex_id not in own), blocked, half)
        ground.reserve_boxes(symbol_box(at, half).inset(-_AROUND) for at in own.values())
        found.append((feature, own))
    return tuple(found)


def draw_map_layers(canvas: Canvas, board: MapLayers) -> None:
    """Paint the map within its neatline."""
    view = board.view
    with canvas.group("map"):
        _draw_ground(canvas, board)
        _draw_banks(canvas, board)
        _draw_halos(canvas, board)
        _draw_lines(canvas, board)
        if view.draws("features"):
            _draw_symbols(canvas, board)
            _draw_citadels(canvas, board)
        if view.draws("places"):
            for place in view.hexmap.places:
                draw_place(canvas, view, place)
        if view.draws("numbers"):
            draw_hex_numbers(canvas, view, board.numbers)
        for label in _drawn_labels(board):
            draw_name(canvas, label)


def _drawn_labels(board: MapLayers) -> Iterator[PlacedName]:
    for label in board.labels:
        if board.view.draws(_LABELS.get(label.id.partition(":")[0], "places")):
            yield label


def _draw_halos(canvas: Canvas, board: MapLayers) -> None:
    """Paint the halos of names and numbers. They break the banks of water, and no other line."""
    view = board.view
    grounds = hex_grounds(view)
    for label in _drawn_labels(board):
        middle = Box.around(box.centre for box in label.boxes).centre
        hex_id = view.layout.hex_at(middle)
        colour = grounds.get(hex_id, view.theme.land) if hex_id is not None else view.theme.land_off
        draw_name_halo(canvas, label, _halo(colour, view.theme.halo, label.lettering.fill))
    if view.draws("numbers"):
        draw_number_halos(canvas, view, board.numbers, grounds)


_PALER: Final = (0.3, 0.45, 0.6, 0.75, 0.9)
"""How far a halo's colour lies from that of the ground to that of paper, from 0 to 1."""
_CONTRAST: Final = 4.7
"""The least contrast of a name with its halo."""


def _halo(ground: Colour, paper: Colour, ink: Colour) -> Colour:
    """Return the colour nearest to the ground's on which a name is easily read."""
    mixed = (mix_colours(ground, paper, share) for share in _PALER)
    return next((colour for colour in mixed if contrast_ratio(colour, ink) >= _CONTRAST), paper)


_LABELS: Mapping[str, ScanLayer] = MappingProxyType(
    {"work": "features", "front": "features", "river": "lines"}
)
"""The layer to which a name belongs, by the beginning of its id; all others are names of places."""


def _draw_ground(canvas: Canvas, board: MapLayers) -> None:
    """Paint what lies below all lines: land, terrain, the ground of forts and cities, and the hex grid."""
    view, ground = board.view, board.ground

    flags = _flag_parts(view)
    signs = [
        symbol_box(at, symbol_half(view, feature))
        for feature, spots in board.symbols
        for at in spots.values()
    ]

    def open_ground(point: Point) -> bool:
        near = 0.85 * texture_scale(view)
        box = Box(point.x - near, point.y - near, 2 * near, 2 * near)
        if ground.is_free(box):
            return True
        # Names leave room for a flag, but until it stands there, a wood without trees would look cut.
        here = view.layout.hex_at(point)
        return (
            here in flags
            and any(part.overlaps(box) for part in flags[here])
            and not ground.is_struck(box)
            and not any(ground.meets(item, box) for item in ("symbol", "number"))
            and not any(sign.overlaps(box) for sign in signs)
        )

    lines = GroundLines(
        [(river.line, max(river.widths)) for river in board.rivers],
        [stroke.line for stroke in (*board.roads, *board.rails)],
    )
    with canvas.group("land"):
        draw_land(canvas, view, lines)
    if view.draws("terrain"):
        with canvas.group("terrain"):
            draw_terrain(canvas, view, open_ground, lines)
    if view.draws("features"):
        with canvas.group("fort-ground"):
            draw_fort_ground(canvas, view, board.fortified_lines)
    if view.draws("places"):
        with canvas.group("streets"):
            for place in view.hexmap.places:
                draw_street_fabric(canvas, view, place)
    if view.draws("grid"):
        with canvas.group("grid"):
            draw_hex_lines(canvas, view)
        draw_ground_off_map(canvas, view)


def _draw_banks(canvas: Canvas, board: MapLayers) -> None:
    """Paint the banks of all lakes and rivers. The water is painted later, as one body."""
    view = board.view
    if view.draws("terrain"):
        with canvas.group("banks"):
            draw_lake_casings(canvas, view)
    if board.rivers and view.draws("lines"):
        with canvas.group("banks"):
            draw_river_casings(canvas, view, board.rivers)


def _draw_water(canvas: Canvas, board: MapLayers) -> None:
    view = board.view
    rivers = board.rivers if view.draws("lines") else ()
    if view.draws("terrain"):
        with canvas.group("lakes"):
            draw_lake_water(canvas, view)
    if rivers:
        with canvas.group("rivers"):
            draw_river_water(canvas, view, rivers)
    if view.draws("terrain"):
        with canvas.group("lakes"):
            draw_lake_depth(canvas, view, rivers)
    if view.draws("terrain") and view.draws("grid"):
        with canvas.group("water-grid"):
            draw_water_lines(canvas, view)


def _draw_lines(canvas: Canvas, board: MapLayers) -> None:
    view, wide = board.view, board.view.layout.hex_width
    _draw_water(canvas, board)
    if view.draws("features"):
        draw_fortified_lines(canvas, view, board.fortified_lines, LineGaps(_broken_at_numbers(board), wide))
    if view.draws("lines"):
        draw_hexside_edges(canvas, view, board.edges)
        draw_hexside_crossings(canvas, view, board.crossings)
        if board.roads:
            with canvas.group("roads"):
                draw_roads(canvas, view, board.roads)
        if board.rails:
            with canvas.group("rails"):
                draw_rail_beds(canvas, view, board.rails)
    # The pale bed of a railway would shred a start line beside it; its ties lie above one that it crosses.
    if board.front_lines and view.draws("features"):
        names = (box.inset(-0.3 * view.art_scale_of_hex) for label in board.labels for box in label.boxes)
        with canvas.group("fronts"):
            draw_front_lines(canvas, view, board.front_lines, LineGaps(names, wide))
    if view.draws("lines"):
        if board.rails:
            with canvas.group("rails"):
                draw_rail_lines(canvas, view, board.rails)
        draw_hamlets(canvas, view, board.road_ends)


def _broken_at_numbers(board: MapLayers) -> Iterator[Box]:
    """Yield the boxes of hex numbers, at which lines of forts are broken."""
    if board.view.draws("numbers"):
        for hex_id, at in board.numbers.items():
            yield number_box(board.view, hex_id, at).inset(-0.3 * board.view.art_scale_of_hex)


def _draw_symbols(canvas: Canvas, board: MapLayers) -> None:
    for feature, spots in board.symbols:
        with canvas.group(f"symbols:{feature.id}"):
            letters = letters_of(feature)
            for hex_id, at in spots.items():
                draw_symbol(canvas, board.view, feature, at)
                if feature.art == "letters":
                    draw_letters(canvas, board.view, at, letters[hex_id])


def _draw_citadels(canvas: Canvas, board: MapLayers) -> None:
    for hex_id in board.citadels:
        with canvas.group(f"citadel:{hex_id}"):
            draw_citadel(canvas, board.view, board.view.layout.centre(hex_id))
