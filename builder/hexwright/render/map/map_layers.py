"""Combine the layers of the map: compute the position of every item first, then paint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexwright.geometry.hex_layout import Point
from hexwright.model.hex_map import Feature, ScanLayer
from hexwright.model.ids import HexId
from hexwright.render.canvas import Box, Canvas
from hexwright.render.fonts import FontFace, face_with_glyphs
from hexwright.render.map.city_symbols import draw_built_up, draw_place, name_candidates, place_symbol_box
from hexwright.render.map.flag_corners import flag_parts
from hexwright.render.map.fortified_hexes import (
    FortifiedLine,
    draw_fort_ground,
    draw_fortified_lines,
    fortified_line_strokes,
    trace_fortified_lines,
)
from hexwright.render.map.fortified_hexside_lines import citadel_box, draw_citadel, trace_fortified_hexsides
from hexwright.render.map.front_lines import FrontLine, draw_front_lines, trace_front_lines
from hexwright.render.map.hex_grid_lines import draw_hex_lines
from hexwright.render.map.hex_numbers import draw_hex_numbers, number_box, place_numbers
from hexwright.render.map.hex_symbols import (
    draw_letters,
    draw_symbol,
    letters_of,
    place_symbols,
    symbol_box,
    symbol_half,
)
from hexwright.render.map.line_gaps import LineGaps
from hexwright.render.map.map_view import MapView
from hexwright.render.map.name_placement import (
    NamePlacer,
    NameStyle,
    PlacedName,
    draw_name,
    name_places_along,
)
from hexwright.render.map.polylines import average_neighbours, resample
from hexwright.render.map.railways_and_roads import (
    LineStroke,
    draw_rails,
    draw_roads,
    line_links,
    trace_transport_lines,
)
from hexwright.render.map.river_lines import River, draw_rivers, trace_rivers
from hexwright.render.map.terrain_areas import GroundLines, draw_ground_off_map, draw_land, draw_terrain


@dataclass(frozen=True, slots=True)
class MapLayers:
    """The positions of all items on the map."""

    view: MapView
    rivers: tuple[River, ...]
    rails: tuple[LineStroke, ...]
    roads: tuple[LineStroke, ...]
    fortified_lines: tuple[FortifiedLine, ...]
    front_lines: tuple[FrontLine, ...]
    citadels: tuple[HexId, ...]
    symbols: tuple[tuple[Feature, Mapping[HexId, Point]], ...]
    numbers: Mapping[HexId, Point]
    labels: tuple[PlacedName, ...]
    unplaced_names: tuple[str, ...]
    """Names without a free position. Names of places are drawn anyway; other names are omitted."""
    placer: NamePlacer


def lay_out_map(view: MapView) -> MapLayers:
    """Compute the positions of all items on the map."""
    hexmap = view.hexmap
    rivers = tuple(r for f in hexmap.hexsides if f.art != "defence" for r in trace_rivers(view, f))
    by_rail, by_road = (
        line_links(view, (f for f in hexmap.lines if f.art == art)) for art in ("rail", "road")
    )
    rails = tuple(s for f in hexmap.lines if f.art == "rail" for s in trace_transport_lines(view, f, by_road))
    roads = tuple(s for f in hexmap.lines if f.art == "road" for s in trace_transport_lines(view, f, by_rail))
    works = tuple(
        w for f in hexmap.features if f.art == "fortification" for w in trace_fortified_lines(view, f)
    )
    works += tuple(
        w for f in hexmap.hexsides if f.art == "defence" for w in trace_fortified_hexsides(view, f)
    )
    fronts = tuple(x for f in hexmap.features if f.art == "front" for x in trace_front_lines(view, f))
    placer = NamePlacer(view.field.inset(0.8), view.art_scale_of_hex)
    placer.reserve_boxes(box for place in hexmap.places if (box := place_symbol_box(view, place)) is not None)
    for place in hexmap.places:
        if place.owner is not None and place.kind != "name":
            placer.reserve_boxes(flag_parts(view.layout, place))
    citadels = tuple(
        h for f in hexmap.features if f.art == "citadel" for group in view.groups(f) for h in group.hexes
    )
    placer.reserve_boxes(citadel_box(view, hex_id) for hex_id in citadels)
    _burden_with_lines(view, placer, rivers, (*rails, *roads), works, fronts)
    numbers = place_numbers(view, placer.is_taken, placer.is_struck)
    placer.reserve_boxes(number_box(view, hex_id, at) for hex_id, at in numbers.items())
    # Letters are few and must be readable, so names give way to them; other symbols give way to names.
    letters = _place_symbols(view, placer, ("letters",))
    labels, unplaced = _name_places(view, placer)
    symbols = (*letters, *_place_symbols(view, placer, ("star", "cross")))
    for more, lost in (
        _name_fortified_lines(view, placer, works),
        _name_fronts(view, placer, fronts),
        _name_rivers(view, placer, rivers),
    ):
        labels += more
        unplaced += lost
    return MapLayers(
        view,
        rivers,
        rails,
        roads,
        works,
        fronts,
        citadels,
        symbols,
        numbers,
        tuple(labels),
        tuple(unplaced),
        placer,
    )


def _burden_with_lines(
    view: MapView,
    placer: NamePlacer,
    rivers: Iterable[River],
    strokes: Iterable[LineStroke],
    works: Iterable[FortifiedLine],
    fronts: Iterable[FrontLine],
) -> None:
    """Register lines with the name placer; the cost for a name to cross a thick line is higher."""
    for river in rivers:
        line, width = resample(river.line, 0.7 * view.art_scale_of_hex), max(river.widths)
        placer.add_line_cost(line, width, 7.0)
        placer.block_stroke(line, width + 0.9 * view.art_scale_of_hex)
    for stroke in strokes:
        line = resample(stroke.line, 0.7 * view.art_scale_of_hex)
        placer.add_line_cost(line, 1.6 * view.art_scale_of_hex, 1.6)
        placer.block_stroke(line, 2.2 * view.art_scale_of_hex)
    for work in works:
        if work.ring:
            placer.add_line_cost(work.ring, 0.6 * view.art_scale_of_hex, 1.4)
        for front in work.front_stretches:
            placer.add_line_cost(front, 2.4 * view.art_scale_of_hex, 3.0)
        for line in fortified_line_strokes(view, work):
            placer.block_stroke(resample(line, 0.7 * view.art_scale_of_hex), 1.1 * view.art_scale_of_hex)
    for run in fronts:
        line = resample(run.line, 0.7 * view.art_scale_of_hex) if len(run.line) > 1 else run.line
        placer.add_line_cost(line, 1.3 * view.art_scale_of_hex, 2.4)
        placer.block_stroke(line, 1.3 * view.art_scale_of_hex)


def _place_symbols(
    view: MapView, placer: NamePlacer, arts: Sequence[str]
) -> tuple[tuple[Feature, Mapping[HexId, Point]], ...]:
    """Place the symbols of features with the given styles, in the same corner of all hexes if possible."""
    signs = [
        (feature, tuple(dict.fromkeys(h for group in view.groups(feature) for h in group.hexes)))
        for feature in view.hexmap.features
        if feature.art in arts
    ]

    def blocked(box: Box) -> bool:
        return placer.is_taken(box) or placer.is_struck(box)

    whole = dict.fromkeys(hex_id for _, hexes in signs for hex_id in hexes)
    size = max((symbol_half(view, feature) for feature, _ in signs), default=0.0)
    common = dict(place_symbols(view, tuple(whole), blocked, size))
    found = []
    for feature, hexes in signs:
        half = symbol_half(view, feature)
        # Where several sides may set up, the second side's symbols stand in the next corner.
        own = {hex_id: common.pop(hex_id) for hex_id in hexes if hex_id in common}
        placer.reserve_boxes(symbol_box(at, half) for at in own.values())
        own |= place_symbols(view, tuple(hex_id for hex_id in hexes if hex_id not in own), blocked, half)
        placer.reserve_boxes(symbol_box(at, half) for at in own.values())
        found.append((feature, own))
    return tuple(found)


_SIZES = (1.0, 0.88, 0.76, 0.64)
"""The sizes at which the name of a line is tried, in this order, as shares of full size."""

_Named = tuple[list[PlacedName], list[str]]
"""The names that were placed, and the names that were not."""


def _collect_label(found: PlacedName | None, name: str, named: _Named) -> None:
    if found is not None:
        named[0].append(found)
    else:
        named[1].append(name)


def _first(tries: Iterable[PlacedName | None]) -> PlacedName | None:
    return next((found for found in tries if found is not None), None)


def _name_places(view: MapView, placer: NamePlacer) -> _Named:
    named: _Named = ([], [])
    ranks = ("capital", "major-city", "city", "town", "name")
    for place in sorted(view.hexmap.places, key=lambda p: (ranks.index(p.kind), p.id)):
        found = _first(placer.place(offers) for offers in name_candidates(view, place))
        _collect_label(found, place.name, named)
        if found is None:
            *_, last = name_candidates(view, place)
            cheapest = min(last, key=lambda c: c.cost)
            crowded = cheapest.with_pieces(cheapest.pieces())
            placer.reserve_boxes(crowded.boxes)
            named[0].append(crowded)
    return named


def _name_fortified_lines(view: MapView, placer: NamePlacer, works: Sequence[FortifiedLine]) -> _Named:
    named: _Named = ([], [])
    unit = view.art_scale_of_hex
    offsets = [o * unit for o in (-2.2, 3.4, -4.0, 5.0)]
    # A fortified line named after a place needs no label: it stands beside the place's name.
    places = {place.name for place in view.hexmap.places}
    for work in works:
        if work.name and work.name not in places:
            lines = [average_neighbours(resample(front, 1.0), 12) for front in work.front_stretches]
            found = _first(
                placer.place(
                    offer
                    for line in lines
                    for offer in name_places_along(
                        f"work:{work.id}",
                        work.name.upper(),
                        _fortified_line_style(view, share),
                        line,
                        offsets,
                        0.5 * unit,
                    )
                )
                for share in _SIZES
            )
            _collect_label(found, work.name, named)
    return named


_FRONT_NAMED_EVERY = 260
"""The distance between repetitions of a front line's name, in mm on a 24 mm hex."""


def _name_fronts(view: MapView, placer: NamePlacer, fronts: Sequence[FrontLine]) -> _Named:
    """Place the name of each front line several times along its course."""
    named: _Named = ([], [])
    unit = view.art_scale_of_hex
    offsets = [sign * away * unit for away in (1.4, 2.4, 3.6, 5.0) for sign in (1, -1)]
    for front in fronts:
        if len(front.line) < 3 or not front.name:
            continue
        even = resample(front.line, 1.0 * unit)
        spans = max(1, round(len(even) / _FRONT_NAMED_EVERY))
        for n in range(spans):
            part = even[n * len(even) // spans : (n + 1) * len(even) // spans]
            found = _first(
                placer.place(
                    name_places_along(
                        f"front:{front.id}-{n}",
                        front.name.upper(),
                        replace(_fortified_line_style(view, share), fill=view.theme.front),
                        average_neighbours(resample(part, 1.0), 9),
                        offsets,
                        0.5 * unit,
                    )
                )
                for share in _SIZES
            )
            if found is not None or n == 0:
                _collect_label(found, front.name, named)
    return named


def _fortified_line_style(view: MapView, share: float) -> NameStyle:
    size = view.lettering(2.9 * share)
    return NameStyle(FontFace.SANS_SEMIBOLD, size, view.theme.fort, 0.75 * view.art_scale_of_hex * share)


def _river_style(view: MapView, name: str, share: float) -> NameStyle:
    size = view.lettering(3.5 * share)
    return NameStyle(
        face_with_glyphs(FontFace.SERIF_ITALIC, name),
        size,
        view.theme.water_name,
        0.55 * view.art_scale_of_hex * share,
    )


def _name_rivers(view: MapView, placer: NamePlacer, rivers: Sequence[River]) -> _Named:
    """Place the name of each river about every 190 mm along its course."""
    named: _Named = ([], [])
    unit = view.art_scale_of_hex
    for river in rivers:
        if not river.name:
            continue
        half = max(river.widths) / 2
        offsets = [sign * (half + away * unit) for away in (0.9, 1.9, 3.0) for sign in (1, -1)]
        even = resample(river.line, 1.0 * unit)
        spans = max(1, round(len(even) / 190))
        for n in range(spans):
            line = average_neighbours(even[n * len(even) // spans : (n + 1) * len(even) // spans], 7)
            name = f"river:{river.id}-{n}"
            found = _first(
                placer.place(
                    name_places_along(
                        name, river.name, _river_style(view, river.name, share), line, offsets, 0.5 * unit
                    )
                )
                for share in _SIZES
            )
            if found is not None or n == 0:
                _collect_label(found, river.name, named)
    return named


_GAP = 0.25
"""The gap between a name and the line that it interrupts, in mm on a 24 mm hex."""
_LONGEST_GAP = 9.0
"""The longest gap in a line, in mm on a 24 mm hex. A line with a longer gap would look like two lines."""


def draw_map_layers(canvas: Canvas, board: MapLayers) -> None:
    """Paint the map within its neatline."""
    view, placer = board.view, board.placer

    def crossed(box: Box) -> bool:
        return placer.crossing(box) > 0 or placer.is_struck(box)

    with canvas.group("map"):
        _draw_ground(canvas, board)
        _draw_lines(canvas, board)
        if view.draws("features"):
            _draw_symbols(canvas, board)
            _draw_citadels(canvas, board)
        if view.draws("places"):
            for place in view.hexmap.places:
                draw_place(canvas, view, place)
        if view.draws("numbers"):
            draw_hex_numbers(canvas, view, board.numbers, crossed)
        for label in board.labels:
            if view.draws(_LABELS.get(label.id.partition(":")[0], "places")):
                draw_name(canvas, label, view.theme.halo)


_LABELS: Mapping[str, ScanLayer] = MappingProxyType(
    {"work": "features", "front": "features", "river": "lines"}
)
"""The layer to which a name belongs, by the beginning of its id; all others are names of places."""


def _draw_ground(canvas: Canvas, board: MapLayers) -> None:
    """Paint what lies below all lines: land, terrain, the ground of forts and cities, and the hex grid."""
    view, placer = board.view, board.placer

    def open_ground(point: Point) -> bool:
        near = 1.5 * view.art_scale_of_hex
        return placer.is_free(Box(point.x - near, point.y - near, 2 * near, 2 * near))

    lines = GroundLines(
        [(river.line, max(river.widths)) for river in board.rivers],
        [stroke.line for stroke in (*board.roads, *board.rails)],
    )
    draw_land(canvas, view, lines)
    if view.draws("terrain"):
        draw_terrain(canvas, view, open_ground, lines)
    if view.draws("features"):
        draw_fort_ground(canvas, view, board.fortified_lines)
    if view.draws("places"):
        for place in view.hexmap.places:
            draw_built_up(canvas, view, place)
    if view.draws("grid"):
        draw_hex_lines(canvas, view)
        draw_ground_off_map(canvas, view)


def _draw_lines(canvas: Canvas, board: MapLayers) -> None:
    view, unit = board.view, board.view.art_scale_of_hex
    gaps = LineGaps(
        (box.inset(-_GAP * unit) for label in board.labels for box in label.boxes), _LONGEST_GAP * unit
    )
    if view.draws("lines"):
        with canvas.group("rivers"):
            draw_rivers(canvas, view, board.rivers)
    if view.draws("features"):
        draw_fortified_lines(canvas, view, board.fortified_lines)
        if board.front_lines:
            with canvas.group("fronts"):
                draw_front_lines(canvas, view, board.front_lines, gaps)
    if not view.draws("lines"):
        return
    if board.roads:
        with canvas.group("roads"):
            draw_roads(canvas, view, board.roads, gaps)
    if board.rails:
        with canvas.group("rails"):
            draw_rails(canvas, view, board.rails, gaps)


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
