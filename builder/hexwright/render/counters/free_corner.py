"""Find a position where a small mark hides nothing that is printed on any unit."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import UnitId
from hexwright.model.words.arrival_words import units_after_events
from hexwright.render.canvas import Box
from hexwright.render.counters.counter_background import DESIGN
from hexwright.render.counters.counter_face import layout_of
from hexwright.render.counters.counter_fonts import DESIGNATION_FONT, FIGURE_FONT
from hexwright.render.counters.unit_face import draw_unit_face, printed_figures
from hexwright.render.fonts import text_width
from hexwright.render.recording_canvas import RecordingCanvas
from hexwright.render.theme import CLASSIC

MAX_MARK_DIAMETER: Final = 4.4
"""The largest diameter of a mark, in design units."""
MIN_MARK_DIAMETER: Final = 2.6
"""The smallest diameter: 14 pixels on a counter of 75 pixels.

A mark that doesn't fit even at this size extends beyond the edge of the counter.
"""
_CLEAR: Final = 0.15
"""The minimum distance of a mark from printed parts, and from the edges of the card that it doesn't cross."""
_STEP: Final = 0.2


@dataclass(frozen=True, slots=True)
class MarkDisc:
    """A round mark on a counter: its centre and diameter in the card's design units."""

    x: float
    y: float
    across: float

    @property
    def overhang(self) -> float:
        """Return the distance by which the disc extends beyond the right or upper edge of the card."""
        return max(0.0, self.x + self.across / 2 - DESIGN, self.across / 2 - self.y)

    def covers(self, box: Box) -> bool:
        """Return whether the disc touches a box."""
        return _distance(self.x, self.y, _sides(box)) < self.across / 2


def free_mark_place(game: Game) -> MarkDisc:
    """Return the position and size of a mark that hides nothing printed on any unit of a game.

    A mark that doesn't fit on the card extends beyond its right or upper edge. It never extends to the left
    or downward, where lower units of a stack are visible.
    """
    return _place_beside(printed_areas(game))


@lru_cache(maxsize=64)
def _place_beside(printed: tuple[Box, ...]) -> MarkDisc:
    """Return the position of a mark that avoids the given boxes.

    Games with the same boxes share the cached result.
    """
    if not printed:
        return MarkDisc(DESIGN - MAX_MARK_DIAMETER / 2, MAX_MARK_DIAMETER / 2, MAX_MARK_DIAMETER)
    best = max(_discs(printed), key=lambda disc: (_worth(disc), -disc.y, disc.x))
    return MarkDisc(round(best.x, 2), round(best.y, 2), round(best.across, 2))


def printed_areas(game: Game) -> tuple[Box, ...]:
    """Return the areas that are printed on the units of a game, in design units.

    All strengths share one box, all designations another and so on, because the mark has the same position
    on all units. Games that differ only in their rules share the cached result.
    """
    turned = frozenset(unit.id for unit in game.counters.units if game.is_turned(unit))
    return _shared_areas(FaceSources(game, turned, units_after_events(game)))


@dataclass(frozen=True, slots=True, eq=False)
class FaceSources:
    """The parts of a game from which the faces of its units are drawn. Only the same parts are equal."""

    game: Game
    turned: frozenset[str]
    """The units that may be turned upside down."""
    after_events: frozenset[UnitId]
    """The units whose faces have no turn of arrival, since they wait for an event."""

    def _parts(self) -> tuple[object, ...]:
        game = self.game
        return game.counters, game.info, game.oob, game.charts, game.scenarios

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._parts())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FaceSources):
            return False
        if (self.turned, self.after_events) != (other.turned, other.after_events):
            return False
        return all(one is two for one, two in zip(self._parts(), other._parts(), strict=True))

    def printed_areas(self) -> tuple[Box, ...]:
        """Return the areas that are printed on the units, in design units."""
        game = self.game
        edge = game.counters.sheet.counter_mm
        scale = DESIGN / edge
        kinds: dict[tuple[str, bool], list[Box]] = {}
        for unit, index in _telling(game):
            for group, box in _boxes(game, unit, index, edge):
                at = Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
                kinds.setdefault((group, False), []).append(at)
                if unit.id in self.turned:
                    back = Box(DESIGN - at.right, DESIGN - at.bottom, at.width, at.height)
                    kinds.setdefault((group, True), []).append(back)
        return tuple(_around(boxes) for boxes in kinds.values())


@lru_cache(maxsize=8)
def _shared_areas(sources: FaceSources) -> tuple[Box, ...]:
    return sources.printed_areas()


def _telling(game: Game) -> list[tuple[Unit, int]]:
    """Return pairs of unit and face number that together show every layout in the game.

    Among faces that differ only in their text, those with the widest and the narrowest text are enough.
    """
    arriving = {unit for arrival in game.oob.reinforcements for unit in arrival.units}
    alike: dict[tuple[object, ...], list[tuple[Unit, int]]] = {}
    for unit in game.counters.units:
        for index, step in enumerate(unit.steps):
            values = tuple((name, text) for name, text in step.ratings.items())
            look = (
                unit.side,
                unit.unit_class,
                unit.size,
                bool(unit.symbol_picture),
                bool(step.picture),
                index,
                values,
                unit.id in arriving,
                layout_of(game, unit, index).id,
            )
            # A unit without strength and movement has its name there.
            alike.setdefault((*look, "" if printed_figures(step) else unit.name), []).append((unit, index))
    return [
        face
        for faces in alike.values()
        for width in (_designation, _figures)
        for face in (min(faces, key=width), max(faces, key=width))
    ]


def _designation(face: tuple[Unit, int]) -> float:
    return text_width(face[0].designation, DESIGNATION_FONT, 1.0)


def _figures(face: tuple[Unit, int]) -> float:
    unit, index = face
    return text_width(printed_figures(unit.steps[index]), FIGURE_FONT, 1.0)


_GROUNDS: Final = ("crest", "stripe", "plate", "ring", "swatches", "cut")
"""The parts of a face that are only coloured background, so that a mark may cover them."""


def _boxes(game: Game, unit: Unit, index: int, edge: float) -> Iterator[tuple[str, Box]]:
    canvas = RecordingCanvas()
    # A picture's place is the same whatever it shows.
    art = dict.fromkeys({unit.symbol_picture, unit.steps[index].picture} - {""}, b"")
    draw_unit_face(canvas, game, unit, index, CLASSIC, Box(0, 0, edge, edge), art=art)
    for path in canvas.paths:
        points = [point for segment in path.path.segments for point in segment.points]
        if points and path.groups and path.groups[0] not in _GROUNDS:
            yield path.groups[0], Box.around(points).inset(-path.style.width / 2)
    for text in canvas.texts:
        yield text.groups[0], text.box
    for image in canvas.images:
        yield image.groups[0], image.box


def _around(boxes: Collection[Box]) -> Box:
    return Box.around(point for box in boxes for point in (Point(box.x, box.y), Point(box.right, box.bottom)))


BoxEdges = tuple[float, float, float, float]
"""The left, top, right and bottom edge of a box."""


def _sides(box: Box) -> BoxEdges:
    return box.x, box.y, box.right, box.bottom


def _distance(x: float, y: float, sides: BoxEdges) -> float:
    """Return the distance from a point to a box; 0 inside the box."""
    left, top, right, bottom = sides
    aside = left - x if x < left else max(0.0, x - right)
    above = top - y if y < top else max(0.0, y - bottom)
    return math.hypot(aside, above)


def _discs(printed: tuple[Box, ...]) -> Iterator[MarkDisc]:
    """Yield, for each point where the smallest disc fits, the largest disc that fits there."""
    steps = round((DESIGN + MAX_MARK_DIAMETER) / _STEP)
    boxes = [_sides(box) for box in printed]
    for row in range(steps):
        y = DESIGN - row * _STEP
        for column in range(steps):
            x = column * _STEP
            # It crosses neither the left nor the lower edge.
            room = min(x, DESIGN - y) - _CLEAR
            if room < MIN_MARK_DIAMETER / 2:
                continue
            for sides in boxes:
                room = min(room, _distance(x, y, sides) - _CLEAR)
                if room < MIN_MARK_DIAMETER / 2:
                    break
            else:
                yield MarkDisc(x, y, min(2 * room, MAX_MARK_DIAMETER))


def _worth(disc: MarkDisc) -> float:
    """Return the score of a mark's position; larger is better.

    A large mark is easy to see, and an overhanging one covers adjacent counters.
    """
    return round(disc.across - disc.overhang - (1.0 if disc.overhang > disc.across / 2 else 0.0), 2)
