"""Draw the theatre: the whole map at a small scale, with the situation when the game begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.game import Game
from hexwright.model.hex_map import Place, TerrainArt
from hexwright.model.ids import HexId, SideId
from hexwright.model.scenario import Scenario
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo, Path, Style
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, face_metrics, face_with_glyphs, text_width
from hexwright.render.map.hex_regions import combine_paths, joined_outlines
from hexwright.render.map.hexes.lakes import lakes_of, shore_lines
from hexwright.render.map.map_view import MapView
from hexwright.render.map.polylines import cut_corners, resample
from hexwright.render.theme import FINE, HAIR, MEDIUM, SMALLEST_TEXT, Theme

if TYPE_CHECKING:
    from hexwright.render.map.map_layers import MapLayers

PAD: Final = 2.0
"""The space between the inset's frame and its map."""
NOTE: Final = 4.6
"""The height of the line below the map that explains the squares."""
_STEP: Final = 0.5
"""The distance between the points of a line in the inset."""
_FRAME: Final = MEDIUM / 2
"""The width of the line of a frame."""
_FARTHER: Final = (0.0, 1.5, 3.0, 4.5)
"""How much farther from their places names may stand, in mm, where frames are in the way."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """The panel with the whole map at a small scale."""

    box: Box
    start: str
    """The title of the scenario whose situation it shows; empty if no unit starts on the map."""
    held: Mapping[HexId, SideId]
    """The hexes in which units start, each with the side of its units."""
    frames: Sequence[Box] = ()
    """Parts of the map, as boxes on its sheet in mm, that are framed; no name stands on a frame."""


def situation(game: Game, scenario: Scenario | None) -> tuple[str, Mapping[HexId, SideId]]:
    """Return the title of a scenario, and the side of the units that start in each hex.

    Without a scenario, those of the earliest scenario, and of several the first.
    """
    scenarios = game.scenarios if scenario is None else (scenario,)
    placed = (each for each in scenarios if each.setup.standing)
    shown = min(placed, key=lambda each: each.first_turn, default=None)
    if shown is None:
        return "", {}
    sides = {unit.id: unit.side for unit in game.counters.units}
    return shown.title, {hex_id: sides[unit] for hex_id, unit in shown.setup.standing if unit in sides}


def draw_theatre(
    canvas: Canvas, game: Game, theme: Theme, theatre: Theatre, head: float, board: MapLayers
) -> list[Box]:
    """Draw the panel below a heading of height `head`, from the lines of the map that is laid out.

    Return where the names of places stand.
    """
    view, box = board.view, theatre.box
    shown, scale = theatre_map(theatre, view.field, head)

    def small(line: Sequence[Point], *, closed: bool = False) -> Path:
        points = [_moved(point, view, shown, scale) for point in line]
        return Path.line(resample(points, _STEP, closed=closed), closed=closed)

    canvas.path(Path.rectangle(box), Style(fill=theme.panel))
    with canvas.group("theatre", clip=Path.rectangle(shown)):
        canvas.path(Path.rectangle(shown), Style(fill=theme.land))
        for kind in view.hexmap.terrain:
            tint = _tint(theme, kind.art)
            if tint is not None and kind.hexes:
                rings = (cut_corners(ring, 2, closed=True) for ring in joined_outlines(view, kind.hexes))
                canvas.path(
                    combine_paths(small(ring, closed=True) for ring in rings), Style(fill=tint, even_odd=True)
                )
        for width, rivers in (
            (0.4, [river.line for river in board.rivers if not river.is_lake]),
            (0.9, [river.line for river in board.rivers if river.is_lake]),
        ):
            _strokes(canvas, map(small, rivers), mix_colours(theme.water, theme.water_edge, 0.5), width)
        for kind in lakes_of(view):
            shores = combine_paths(small(ring, closed=True) for ring in shore_lines(view, kind))
            canvas.path(shores, Style(fill=theme.water, stroke=theme.water_edge, width=FINE, even_odd=True))
        _strokes(canvas, (small(stroke.line) for stroke in board.rails), theme.ink_quiet, HAIR * 1.5)
        for side in game.info.sides:
            held = sorted(hex_id for hex_id, holder in theatre.held.items() if holder == side.id)
            if held:
                squares = combine_paths(map(Path.rectangle, _squares(view, held, shown, scale)))
                canvas.path(squares, Style(fill=theme.accent(side), stroke=theme.panel, width=HAIR))
        frames = framed_boxes(theatre, view.field, head)
        for frame in frames:
            canvas.path(Path.rectangle(frame), Style(stroke=theme.ink, width=_FRAME))
        taken = [
            *_squares(view, theatre.held, shown, scale),
            *(edge for box in frames for edge in _edges(box)),
        ]
        names = _draw_places(canvas, theme, view, shown, scale, taken, _FARTHER if frames else (0.0,))
    canvas.path(Path.rectangle(shown), Style(stroke=theme.ink, width=FINE))
    if theatre.held:
        _draw_note(canvas, game, theme, theatre)
    return names


def framed_boxes(theatre: Theatre, field: Box, head: float) -> list[Box]:
    """Return where the frames of a panel stand."""
    shown, scale = theatre_map(theatre, field, head)
    return [
        Box(
            shown.x + scale * (box.x - field.x),
            shown.y + scale * (box.y - field.y),
            scale * box.width,
            scale * box.height,
        )
        for box in theatre.frames
    ]


def _edges(box: Box) -> tuple[Box, ...]:
    """Return the four lines of a frame, as narrow boxes."""
    half, wide = _FRAME / 2, _FRAME
    return (
        *(Box(x - half, box.y, wide, box.height) for x in (box.x, box.right)),
        *(Box(box.x, y - half, box.width, wide) for y in (box.y, box.bottom)),
    )


def theatre_map(theatre: Theatre, field: Box, head: float) -> tuple[Box, float]:
    """Return where the map stands in the panel, and its scale."""
    box = theatre.box
    room = Box(box.x, box.y + head, box.width, box.height - head - (NOTE if theatre.held else 0.0)).inset(PAD)
    scale = min(room.width / field.width, room.height / field.height)
    wide, high = scale * field.width, scale * field.height
    return Box(room.centre.x - wide / 2, room.centre.y - high / 2, wide, high), scale


def _moved(point: Point, view: MapView, shown: Box, scale: float) -> Point:
    """Return where a point of the map lies in the inset."""
    return Point(shown.x + scale * (point.x - view.field.x), shown.y + scale * (point.y - view.field.y))


def _tint(theme: Theme, art: TerrainArt) -> Colour | None:
    tints = {"forest": theme.forest, "swamp": theme.swamp, "hills": theme.hills}
    tint = tints.get(art)
    return None if tint is None else mix_colours(theme.land, tint, 0.7)


def _strokes(canvas: Canvas, paths: Iterable[Path], colour: Colour, width: float) -> None:
    whole = combine_paths(paths)
    if whole.segments:
        canvas.path(whole, Style(stroke=colour, width=width, join="round"))


def _squares(view: MapView, hexes: Iterable[HexId], shown: Box, scale: float) -> list[Box]:
    """Return a square within each of some hexes."""
    half = max(0.55, 0.31 * view.layout.hex_width * scale)
    centres = (
        _moved(view.layout.centre(hex_id), view, shown, scale) for hex_id in hexes if hex_id in view.grid
    )
    return [Box(at.x - half, at.y - half, 2 * half, 2 * half) for at in centres]


_GRADES: Final = ("capital", "major-city", "city")
_MOST_NAMES: Final = 20


def _draw_places(
    canvas: Canvas,
    theme: Theme,
    view: MapView,
    shown: Box,
    scale: float,
    clear: Sequence[Box],
    farther: Sequence[float],
) -> list[Box]:
    """Draw the largest places, and the names that fit beside them, clear of each other and of some boxes.

    `farther` are the distances in mm by which names are tried away from their places.
    Return where the names stand.
    """
    places = sorted(
        (place for place in view.hexmap.places if place.kind in _GRADES),
        key=lambda place: (_GRADES.index(place.kind), place.id),
    )
    taken, names = list(clear), list[Box]()
    spots: list[tuple[Place, Point, float]] = []
    for place in places:
        at = _moved(view.layout.centre(place.hex), view, shown, scale)
        radius = (1.3, 0.95, 0.7)[_GRADES.index(place.kind)]
        spots.append((place, at, radius))
        taken.append(Box(at.x - radius, at.y - radius, 2 * radius, 2 * radius))
    for _, at, radius in spots:
        canvas.path(Path.ellipse(at, radius), Style(fill=theme.halo, stroke=theme.ink, width=FINE))
        canvas.path(Path.ellipse(at, radius * 0.45), Style(fill=theme.ink))
    for place, at, radius in spots[:_MOST_NAMES]:
        face = face_with_glyphs(
            FontFace.SERIF_BOLD if place.kind == "capital" else FontFace.SERIF, place.name
        )
        size = SMALLEST_TEXT * (1.2 if place.kind == "capital" else 1.0)
        away = (radius + 0.6 + more for more in farther)
        near = (spot for far in away for spot in beside(place.name, face, size, at, far))
        for anchor, foot, box in near:
            if shown.inset(0.6).holds(box) and not any(box.overlaps(other) for other in taken):
                taken.append(box)
                names.append(box)
                halo = Halo(theme.halo, 0.5)
                canvas.text(foot, place.name, face, size, theme.ink, anchor=anchor, halo=halo)
                break
    return names


def beside(
    name: str, face: FontFace, size: float, at: Point, away: float
) -> Iterator[tuple[Anchor, Point, Box]]:
    """Yield the places for a name beside a point: right, left, above and below it."""
    width, cap = text_width(name, face, size), face_metrics(face).cap_height * size
    tall = cap + face_metrics(face).descent * size
    choices: tuple[tuple[Anchor, float, float, float], ...] = (
        ("start", at.x + away, at.y + cap / 2, 0.0),
        ("end", at.x - away, at.y + cap / 2, -width),
        ("middle", at.x, at.y - away, -width / 2),
        ("middle", at.x, at.y + away + cap, -width / 2),
    )
    for anchor, x, base, left in choices:
        yield anchor, Point(x, base), Box(x + left, base - cap, width, tall)


def around(name: str, face: FontFace, size: float, held: Box) -> Iterator[tuple[Anchor, Point, Box]]:
    """Yield the places for a name beside a box: below, above, right and left of it."""
    width, cap = text_width(name, face, size), face_metrics(face).cap_height * size
    tall = cap + face_metrics(face).descent * size
    gap, x, y = 0.25 * size, held.centre.x, held.centre.y
    below, above = held.bottom + gap + cap, held.y - gap - (tall - cap)
    yield "middle", Point(x, below), Box(x - width / 2, below - cap, width, tall)
    yield "middle", Point(x, above), Box(x - width / 2, above - cap, width, tall)
    base = y + cap / 2
    yield "start", Point(held.right + gap, base), Box(held.right + gap, base - cap, width, tall)
    yield "end", Point(held.x - gap, base), Box(held.x - gap - width, base - cap, width, tall)


def _draw_note(canvas: Canvas, game: Game, theme: Theme, theatre: Theatre) -> None:
    """Explain the squares: the sides by their colours, and the scenario."""
    base = theatre.box.bottom - PAD
    x = theatre.box.x + PAD
    for side in game.info.sides:
        if side.id in theatre.held.values():
            canvas.path(Path.rectangle(Box(x, base - 1.6, 1.7, 1.7)), Style(fill=theme.accent(side)))
            face = face_with_glyphs(FontFace.SANS, side.name)
            canvas.text(Point(x + 2.4, base), side.name, face, SMALLEST_TEXT, theme.ink, anchor="start")
            x += 2.4 + text_width(side.name, face, SMALLEST_TEXT) + 3.0
    text = f"At start: {theatre.start}"
    face = face_with_glyphs(FontFace.SANS_ITALIC, text)
    room = theatre.box.right - PAD - x
    size = min(SMALLEST_TEXT, SMALLEST_TEXT * room / text_width(text, face, SMALLEST_TEXT))
    canvas.text(Point(theatre.box.right - PAD, base), text, face, size, theme.ink_quiet, anchor="end")
