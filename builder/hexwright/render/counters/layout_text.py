"""Fit and draw the texts of a layout.

A text that is too wide is first broken into the lines that it may have, then set closer, then smaller down
to its least size. What still doesn't fit is drawn at that size, and recorded for `hexwright check`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import LayoutPart
from hexwright.model.counter_mix import Marker, Unit
from hexwright.model.game import Game
from hexwright.render.canvas import Box, Canvas, Colour
from hexwright.render.counters.counter_face import CounterFace, PlacedText
from hexwright.render.counters.layout_memory import SizeKey, memory_of
from hexwright.render.counters.type_faces import LIGHTER, TypeFace, type_face
from hexwright.render.designer_pictures import Art
from hexwright.render.theme import Theme

MM_PER_POINT: Final = 25.4 / 72
SMALL_CAPS: Final = 0.8
"""The size of small capitals as a share of the text size."""
_CAPS_SPACING: Final = 0.035
_VALUE_SPACING: Final = -0.008
_TIGHTEST: Final = -0.025
"""The letter spacing in ems to which text is set closer before it is made smaller."""
_STEP: Final = 0.25
"""The step in points by which text is made smaller."""
_GAP: Final = 0.5
"""The least distance in mm of two texts that share a row."""
_LONGEST: Final = 200
"""The number of characters of a text that is drawn; no counter has room for as many."""
_BRACKETS: Final = frozenset("()[]")
_ORDINAL: Final = re.compile(r"\d{1,2}\.")
"""The number of a name, as of the 8. Fliegerkorps."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text broken into lines, with the size in points and the letter spacing in ems at which it fits."""

    lines: tuple[str, ...]
    points: float
    spacing: float
    width: float
    """Width of the widest line in mm."""
    too_wide: float
    too_high: float


@dataclass(frozen=True, slots=True)
class _Room:
    """What a text has room for, in mm of the layout's grid, and how it may be set."""

    width: float
    height: float
    size: float
    least: float
    lines: int
    leading: float | None
    spacing: float
    caps: float
    """Height of capitals in ems."""


def draw_text(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw a text of a layout, or nothing if its values are empty."""
    text = text_of(face, part)
    if not text:
        return
    kind = type_face(face.game, part.font, face.art)
    fill = face.colour(part.fill, face.palette.ink)
    if face.reduced and part.reduced is not None:
        fill = face.colour(part.reduced, fill)
    if part.arc > 0:
        _draw_arc(canvas, face, part, text, kind, fill)
        return
    fitted = fit_part(face, part, text)
    box = part.box or (0.0, 0.0, *face.layout.grid)
    places = _lines_at(face, part, box, fitted, kind)
    for line, start in zip(fitted.lines, places, strict=True):
        _draw_line(canvas, face, part, line, start, fitted, kind, fill)
    if face.record is not None:
        _record(face, part, box, fitted, kind, fill)


def text_of(face: CounterFace, part: LayoutPart) -> str:
    """Return the text of a part as it is set: with its values, and in capitals if it is set so."""
    text = face.fill_in(part.text).strip()[:_LONGEST]
    return text.upper() if part.caps == "small" else text


def fit_part(face: CounterFace, part: LayoutPart, text: str) -> FittedText:
    """Return how a text fits its box."""
    most = shared_size(face, part) if part.one_size else None
    return _fit_part(face, part, text, most)


def _fit_part(face: CounterFace, part: LayoutPart, text: str, most: float | None) -> FittedText:
    kind = type_face(face.game, part.font, face.art)
    _, _, width, height = part.box or (0.0, 0.0, *face.layout.grid)
    if part.rotate in (90, 270):
        width, height = height, width
    if part.yields_to:
        width = min(width, _yielded(face, part))
    share = SMALL_CAPS if part.caps == "small" else 1.0
    size = part.size if most is None else min(most / share, part.size)
    room = _Room(
        width,
        height,
        size * share,
        min(size, part.min if part.min is not None else part.size) * share,
        part.lines,
        part.leading,
        _spacing(part),
        kind.cap_height,
    )
    return _fit(kind, text, room)


def _spacing(part: LayoutPart) -> float:
    if part.caps == "small":
        return _CAPS_SPACING
    return _VALUE_SPACING if part.font == "black" else 0.0


@lru_cache(maxsize=1 << 13)
def _fit(kind: TypeFace, text: str, room: _Room) -> FittedText:
    """Return the largest setting that fits, with the number of a name on its word's line if it can be."""
    size = room.size
    parted: FittedText | None = None
    while True:
        for spacing in (room.spacing, _TIGHTEST):
            for count in range(1, room.lines + 1):
                fitted = _set(kind, text, room, size, spacing, count)
                if fitted.too_wide <= 1e-6 and fitted.too_high <= 1e-6:
                    if not any(map(_ORDINAL.fullmatch, fitted.lines)):
                        return fitted
                    parted = parted or fitted
        if size <= room.least + 1e-9:
            return parted or _best(kind, text, room)
        size = max(room.least, size - _STEP)


def _best(kind: TypeFace, text: str, room: _Room) -> FittedText:
    """Return the setting at the least size that leaves the box by least."""
    tried = [_set(kind, text, room, room.least, _TIGHTEST, count) for count in range(1, room.lines + 1)]
    return min(tried, key=lambda fitted: fitted.too_wide + fitted.too_high)


def _set(kind: TypeFace, text: str, room: _Room, size: float, spacing: float, count: int) -> FittedText:
    """Return a text at a size on `count` lines, or on fewer if it can't be broken so often."""
    em = size * MM_PER_POINT
    lines = break_lines(kind, text, count)
    width = max(kind.width(line, spacing) for line in lines) * em
    high = room.caps * em + (len(lines) - 1) * (room.leading if room.leading is not None else em)
    over = (max(0.0, width - room.width), max(0.0, high - room.height))
    return FittedText(lines, size, spacing, width, *over)


@lru_cache(maxsize=1 << 12)
def break_lines(kind: TypeFace, text: str, count: int) -> tuple[str, ...]:
    """Break a text at spaces and at '|' into at most `count` lines, so that the widest is as narrow as
    possible. A '|' at which it is broken becomes a hyphen; others disappear.
    """
    whole = text.replace("|", "")
    if count == 1:
        return (whole,)
    best: tuple[str, ...] = (whole,)
    for at, char in enumerate(text):
        if char not in " |" or not text[:at].strip():
            continue
        head = text[:at].replace("|", "").rstrip() + ("-" if char == "|" else "")
        tail = text[at + 1 :].strip()
        if tail:
            found = (head, *break_lines(kind, tail, count - 1))
            if _widest(kind, found) < _widest(kind, best) - 1e-9:
                best = found
    return best


def _widest(kind: TypeFace, lines: tuple[str, ...]) -> float:
    return max(kind.width(line, 0.0) for line in lines)


def shared_size(face: CounterFace, part: LayoutPart) -> float:
    """Return the size in points at which each face of the side with this layout has a text: the largest at
    which every one fits, and no larger than that of the layout.
    """
    owner = face.side.id if face.side is not None else ""
    sizes = memory_of(face.game.counters).sizes
    key = (face.layout.id, face.layout.parts.index(part), owner)
    if key not in sizes:
        sizes[key] = _shared_size(face, part)
    return sizes[key]


def shared_sizes(game: Game, theme: Theme, art: Art) -> dict[SizeKey, float]:
    """Return the sizes of all texts that have one size on all faces of a side, so that a part of the game's
    counters can be drawn as the whole is: put them into the memory of its counter mix.
    """
    parts = [(layout, part) for layout in game.counters.layouts for part in layout.parts if part.one_size]
    if not parts:
        return {}
    counters: tuple[Unit | Marker, ...] = (*game.counters.units, *game.counters.markers)
    for counter in counters:
        for index in range(len(counter.steps if isinstance(counter, Unit) else counter.faces)):
            face = CounterFace.in_box(game, counter, index, theme, Box(0, 0, 15, 15), art)
            for layout, part in parts:
                if layout is face.layout:
                    shared_size(face, part)
    return memory_of(game.counters).sizes


def _shared_size(face: CounterFace, part: LayoutPart) -> float:
    least = part.size
    for other in faces_alike(face):
        text = text_of(other, part)
        if text and other.draws(part):
            least = min(least, _fit_part(other, part, text, None).points)
    return least


def faces_alike(face: CounterFace) -> list[CounterFace]:
    """Return the faces of the same side, or of markers, that have the same layout."""
    mix = face.game.counters
    counters = mix.units if isinstance(face.counter, Unit) else mix.markers
    found = []
    for counter in counters:
        for index in range(len(counter.steps if isinstance(counter, Unit) else counter.faces)):
            other = CounterFace.in_box(face.game, counter, index, face.theme, face.card.box, face.art)
            if other.layout.id == face.layout.id and other.side == face.side:
                found.append(other)
    return found


def _yielded(face: CounterFace, part: LayoutPart) -> float:
    """Return the width that the text to the right leaves for a text in the same row."""
    other = next((one for one in face.layout.parts if one.id == part.yields_to), None)
    if other is None or other.box is None or part.box is None or not face.draws(other):
        return math.inf
    text = text_of(face, other)
    if not text:
        return math.inf
    fitted = fit_part(face, other, text)
    right = other.box[0] + other.box[2]
    return right - fitted.width - _GAP - part.box[0]


# Placing -----------------------------------------------------------------------------------------


def _turned(part: LayoutPart, box: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the width and height of a box as the text in it runs."""
    return (box[3], box[2]) if part.rotate in (90, 270) else (box[2], box[3])


def _block(part: LayoutPart, fitted: FittedText, kind: TypeFace) -> tuple[float, float]:
    """Return the height of all lines and the distance of two, in mm of the grid."""
    em = fitted.points * MM_PER_POINT
    leading = part.leading if part.leading is not None else em
    return kind.cap_height * em + leading * (len(fitted.lines) - 1), leading


def _lines_at(
    face: CounterFace,
    part: LayoutPart,
    box: tuple[float, float, float, float],
    fitted: FittedText,
    kind: TypeFace,
) -> list[Point]:
    """Return where the baseline of each line begins, on the grid."""
    wide, high = _turned(part, box)
    block, leading = _block(part, fitted, kind)
    em = fitted.points * MM_PER_POINT
    top = {"top": 0.0, "middle": (high - block) / 2, "bottom": high - block}[part.valign]
    centre = Point(box[0] + box[2] / 2, box[1] + box[3] / 2)
    angle = math.radians(part.rotate)
    found = []
    for number, line in enumerate(fitted.lines):
        run = _run(face, part, line, fitted.spacing, kind) * em
        left = {"left": 0.0, "centre": (wide - run) / 2, "right": wide - run}[part.align]
        x, y = left - wide / 2, top + kind.cap_height * em + number * leading - high / 2
        across, down = math.cos(angle), math.sin(angle)
        found.append(Point(centre.x + x * across - y * down, centre.y + x * down + y * across))
    return found


def _pieces(part: LayoutPart, line: str) -> list[tuple[str, str]]:
    """Return the pieces of a line, each with its font: brackets beside figures are lighter."""
    if part.font not in LIGHTER:
        return [(line, part.font)]
    runs = groupby(line, key=_BRACKETS.__contains__)
    return [("".join(run), LIGHTER[part.font] if brackets else part.font) for brackets, run in runs]


def _run(face: CounterFace, part: LayoutPart, line: str, spacing: float, kind: TypeFace) -> float:
    """Return the width of a line in ems."""
    pieces = _pieces(part, line)
    if len(pieces) == 1:
        return kind.width(line, spacing)
    widths = [type_face(face.game, font, face.art).width(piece, spacing) for piece, font in pieces]
    return sum(widths) + spacing * (len(pieces) - 1)


def _draw_line(
    canvas: Canvas,
    face: CounterFace,
    part: LayoutPart,
    line: str,
    start: Point,
    fitted: FittedText,
    kind: TypeFace,
    fill: Colour,
) -> None:
    size = fitted.points * MM_PER_POINT * face.card.unit
    at = face.card.point(start.x, start.y)
    angle = math.radians(part.rotate)
    rotation = -90.0 if part.rotate == 270 else float(part.rotate)
    for piece, font in _pieces(part, line):
        used = kind if font == part.font else type_face(face.game, font, face.art)
        used.draw(canvas, at, piece, size, fill, rotation=rotation, spacing=fitted.spacing)
        run = (used.width(piece, fitted.spacing) + fitted.spacing) * size
        at = Point(at.x + run * math.cos(angle), at.y + run * math.sin(angle))


def _draw_arc(
    canvas: Canvas, face: CounterFace, part: LayoutPart, text: str, kind: TypeFace, fill: Colour
) -> None:
    """Draw a text along the upper half of a circle, letter by letter."""
    x, y, width, height = part.box or (0.0, 0.0, *face.layout.grid)
    share = SMALL_CAPS if part.caps == "small" else 1.0
    spacing = _spacing(part) + (0.05 if part.caps == "small" else 0.0)
    size, least = part.size * share, (part.min or part.size) * share
    room = math.pi * part.arc * 0.92
    while kind.width(text, spacing) * size * MM_PER_POINT > room and size > least:
        size = max(least, size - _STEP)
    em = size * MM_PER_POINT
    base = part.arc - kind.cap_height * em / 2
    total = kind.width(text, spacing) * em
    turn = -total / base / 2
    for char in text:
        half = kind.width(char, 0.0) * em / 2
        turn += half / base
        middle = Point(x + width / 2 + base * math.sin(turn), y + height / 2 - base * math.cos(turn))
        start = Point(middle.x - half * math.cos(turn), middle.y - half * math.sin(turn))
        at = face.card.point(start.x, start.y)
        kind.draw(canvas, at, char, em * face.card.unit, fill, rotation=math.degrees(turn))
        turn += half / base + spacing * em / base
    if face.record is not None:
        reach = part.arc + kind.cap_height * em / 2
        box = face.card.part(x + width / 2 - reach, y + height / 2 - reach, 2 * reach, kind.cap_height * em)
        over = max(0.0, total - room) * face.card.unit
        face.record.texts.append(PlacedText(part, text, box, size * face.card.unit, fill, over))


def _record(
    face: CounterFace,
    part: LayoutPart,
    box: tuple[float, float, float, float],
    fitted: FittedText,
    kind: TypeFace,
    fill: Colour,
) -> None:
    """Record where a text stands: the box of its capitals, in mm."""
    block, _ = _block(part, fitted, kind)
    wide, high = _turned(part, box)
    em = fitted.points * MM_PER_POINT
    run = max(_run(face, part, line, fitted.spacing, kind) for line in fitted.lines) * em
    left = {"left": 0.0, "centre": (wide - run) / 2, "right": wide - run}[part.align]
    top = {"top": 0.0, "middle": (high - block) / 2, "bottom": high - block}[part.valign]
    if part.rotate in (90, 270):
        left, top, run, block = (
            (top, wide - left - run, block, run)
            if part.rotate == 270
            else (high - top - block, left, block, run)
        )
    elif part.rotate == 180:
        left, top = wide - left - run, high - top - block
    unit = face.card.unit
    assert face.record is not None
    face.record.texts.append(
        PlacedText(
            part,
            " ".join(fitted.lines),
            face.card.part(box[0] + left, box[1] + top, run, block),
            fitted.points * unit,
            fill,
            fitted.too_wide * unit,
            fitted.too_high * unit,
        )
    )
