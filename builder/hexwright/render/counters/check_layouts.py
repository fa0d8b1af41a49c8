"""Check the faces that layouts of the game draw: each text fits, stands free, and can be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Final, NamedTuple

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.model.colours import PALETTE_ROLES
from hexwright.model.counter_layouts import TEMPLATE, CounterLayout, LayoutPart
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.picture_references import is_picture_file
from hexwright.model.standard_layouts import INFORMATIVE, STANDARD
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_batch import counter_faces
from hexwright.render.counters.counter_face import (
    MARKER_VALUES,
    UNIT_VALUES,
    FaceRecord,
    PlacedText,
    back_layout_of,
    counter_size,
    layout_of,
)
from hexwright.render.counters.face_records import back_record, face_record
from hexwright.render.counters.layout_pictures import DRAWINGS
from hexwright.render.counters.own_fonts import UnusableFontError, own_font, unshapeable
from hexwright.render.counters.type_faces import BUILT_IN_NAMES, type_face
from hexwright.render.designer_pictures import Art
from hexwright.render.theme import CLASSIC, CONTRAST
from hexwright.support.colour_contrast import MIN_TEXT_CONTRAST, contrast_ratio
from hexwright.support.message_wording import count_noun, did_you_mean, quote

Locate = Callable[[tuple[str | int, ...]], Span]

SMALLEST_POINTS: Final = 5.0
"""The smallest text on a counter that is legible at arm's length, in points at true size."""
_SLACK: Final = 0.02
"""The distance in mm by which parts may touch without a warning."""
_MOST: Final = 400
"""The greatest number of faces of a layout that are looked at; the rest of a large mix is like them."""
_SIDE_COLOURS: Final = (*PALETTE_ROLES, "ground", "paper")


class _Fault(NamedTuple):
    """A fault of one part on one face; `size` says how bad it is, to tell the worst."""

    code: str
    part: int
    size: float
    unit: str
    message: str
    hint: str


def check_layouts(game: Game, locate: Locate, art: Art) -> Iterator[Diagnostic]:
    """Yield errors in names that layouts use, and warnings of faces on which something can't be read."""
    wrong = [*_wrong_names(game, locate), *_wrong_fonts(game, locate, art)]
    yield from wrong
    if wrong:
        return
    backs = back_layout_of(game)
    for layout in game.counters.layouts:
        if layout is not backs:
            yield from _layout_faults(
                layout, _drawn_faces(game, layout, art), partial(_part_of, layout), locate
            )
    if backs.id == INFORMATIVE:
        # No part of it is in the data.
        yield from _layout_faults(
            backs, _drawn_backs(game, art), lambda _: ("counters", "back_layout"), locate
        )
    elif backs.id != STANDARD:
        yield from _layout_faults(backs, _drawn_backs(game, art), partial(_part_of, backs), locate)


# Names -------------------------------------------------------------------------------------------


def _wrong_names(game: Game, locate: Locate) -> Iterator[Diagnostic]:
    known = _KnownNames(game)
    for layout in game.counters.layouts:
        if layout.id == STANDARD:
            place = locate(("counters", "layouts", layout.id))
            message = f"layout {quote(STANDARD)} is the one that is always there"
            yield Diagnostic("C012", Severity.ERROR, message, place, "give your layout another id")
        for number, part in enumerate(layout.parts):
            for key, name, hint in known.faults(part, layout):
                yield Diagnostic(
                    "C012",
                    Severity.ERROR,
                    f"{quote(name)} in part {number + 1} of layout {quote(layout.id)} doesn't exist",
                    locate(("counters", "layouts", layout.id, "parts", number, key)),
                    hint,
                )


@dataclass(frozen=True)
class _KnownNames:
    """The values, fonts and colours that layouts of a game may name."""

    game: Game

    @cached_property
    def columns(self) -> frozenset[str]:
        """Return the names of all further values of units and markers."""
        mix = self.game.counters
        found = {name for unit in mix.units for name in unit.data}
        found |= {name for unit in mix.units for step in unit.steps for name in step.data}
        return frozenset(
            found | {name for marker in mix.markers for face in marker.faces for name in face.data}
        )

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Return the names of all values in templates."""
        mix = self.game.counters
        ratings = {name for unit in mix.units for step in unit.steps for name in step.ratings}
        own = (*(f"data.{name}" for name in self.columns), *(f"ratings.{name}" for name in ratings))
        return (*sorted({*UNIT_VALUES, *MARKER_VALUES}), *sorted(own))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Return the names of all colours."""
        palettes = self.game.counters.palettes
        return (
            *(f"side.{role}" for role in _SIDE_COLOURS),
            "formation.colour",
            "formation.ink",
            *(f"palette.{palette.id}.{role}" for palette in palettes for role in PALETTE_ROLES),
            *sorted(f"data.{name}" for name in self.columns),
        )

    def faults(self, part: LayoutPart, layout: CounterLayout) -> Iterator[tuple[str, str, str]]:
        """Yield each name of a part that doesn't exist: its key, the name, and a hint."""
        for key in ("text", "of", "total", "when", "invert"):
            for name in TEMPLATE.findall(getattr(part, key)):
                if name not in self.values:
                    yield key, name, did_you_mean(name, self.values, "values")
        for key in ("fill", "reduced", "line", "tint", "lit", "second"):
            name = getattr(part, key)
            if name is not None and not name.startswith("#") and name not in self.colours:
                yield key, name, did_you_mean(name, self.colours, "colours")
        fonts = (*BUILT_IN_NAMES, *(font.id for font in self.game.counters.fonts))
        if part.draw == "text" and part.font not in fonts:
            yield "font", part.font, did_you_mean(part.font, fonts, "fonts")
        plain = part.draw == "picture" and "{" not in part.of and not is_picture_file(part.of)
        if plain and part.of not in DRAWINGS:
            yield "of", part.of, did_you_mean(part.of, tuple(DRAWINGS), "drawings")
        if part.mask not in ("", "disc", "hexagon", "rounded") and not is_picture_file(part.mask):
            yield "mask", part.mask, "write disc, hexagon, rounded or the name of a picture file"
        ids = tuple(other.id for other in layout.parts if other.id)
        if part.yields_to and part.yields_to not in ids:
            yield (
                "yields_to",
                part.yields_to,
                did_you_mean(part.yields_to, ids, "ids of parts") if ids else "",
            )


def _wrong_fonts(game: Game, locate: Locate, art: Art) -> Iterator[Diagnostic]:
    for font in game.counters.fonts:
        try:
            if font.file in art:
                own_font(art[font.file])
        except UnusableFontError as fault:
            yield Diagnostic(
                "C013",
                Severity.ERROR,
                f"font {quote(font.file)} {fault}",
                locate(("counters", "fonts", font.id, "file")),
                "export the font again as .ttf or .otf, or use another",
            )


# Faces -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _DrawnFace:
    """What was drawn on a face in both themes, for checks."""

    game: Game
    what: str
    """Whether it is a unit or a marker."""
    name: str
    size: tuple[float, float]
    classic: FaceRecord
    contrast: FaceRecord
    art: Art

    @property
    def told(self) -> str:
        """Return how a message names the face."""
        return f"{self.what} {quote(self.name)}"


def _drawn_faces(game: Game, layout: CounterLayout, art: Art) -> Iterator[_DrawnFace]:
    """Yield the faces that have a layout."""
    faces = (face for face in counter_faces(game) if layout_of(game, face.counter, face.index) is layout)
    for face in islice(faces, _MOST):
        what = "unit" if isinstance(face.counter, Unit) else "marker"
        size = counter_size(game, face.counter, face.index)
        records = [face_record(game, face, theme, art) for theme in (CLASSIC, CONTRAST)]
        yield _DrawnFace(game, what, face.counter.id, size, records[0], records[1], art)


def _drawn_backs(game: Game, art: Art) -> Iterator[_DrawnFace]:
    """Yield the backs of units with one face."""
    units = (unit for unit in game.counters.units if len(unit.steps) % 2 and unit.back_picture not in art)
    for unit in islice(units, _MOST):
        records = [back_record(game, unit, theme, art) for theme in (CLASSIC, CONTRAST)]
        size = counter_size(game, unit)
        yield _DrawnFace(game, "the back of unit", unit.id, size, records[0], records[1], art)


def _part_of(layout: CounterLayout, part: int) -> tuple[str | int, ...]:
    """Return the path of a layout's part in the data."""
    return ("counters", "layouts", layout.id, "parts", part)


def _layout_faults(
    layout: CounterLayout,
    faces: Iterable[_DrawnFace],
    path: Callable[[int], tuple[str | int, ...]],
    locate: Locate,
) -> Iterator[Diagnostic]:
    """Yield one diagnostic for each part and kind of fault: for the face on which it is worst."""
    found: dict[tuple[str, int], list[_Fault]] = {}
    for face in faces:
        for fault in _face_faults(layout, face):
            found.setdefault((fault.code, fault.part), []).append(fault)
    for (code, part), faults in sorted(found.items()):
        worst = max(faults, key=lambda fault: fault.size)
        others = len({fault.unit for fault in faults}) - 1
        also = f"; likewise on {count_noun(others, 'other counter')}" if others else ""
        yield Diagnostic(
            code,
            Severity.ERROR if code == "C012" else Severity.WARNING,
            f"layout {quote(layout.id)}: {worst.message}{also}",
            locate(path(part)),
            worst.hint,
        )


def _face_faults(layout: CounterLayout, face: _DrawnFace) -> Iterator[_Fault]:
    numbers = {id(part): number for number, part in enumerate(layout.parts)}
    for text in face.classic.texts:
        part = numbers[id(text.part)]
        for code, size, message, hint in (
            *_fit_faults(text),
            *_glyph_faults(face.game, text, face.art),
            *_contrast_faults(text, face.classic.areas, "classic"),
        ):
            yield _Fault(code, part, size, face.name, f"{message} on {face.told}", hint)
    yield from _place_faults(layout, face, numbers)
    for text in face.contrast.texts:
        for code, size, message, hint in _contrast_faults(text, face.contrast.areas, "contrast"):
            yield _Fault(code, numbers[id(text.part)], size, face.name, f"{message} on {face.told}", hint)


_Told = tuple[str, float, str, str]


def _fit_faults(text: PlacedText) -> Iterator[_Told]:
    if text.too_wide > _SLACK:
        yield (
            "C014",
            text.too_wide,
            f"{quote(text.text)} is {text.too_wide:.2f} mm too wide at {text.points:.3g} pt",
            "write a shorter text, a wider 'box', a smaller 'min', or more 'lines'",
        )
    if text.too_high > _SLACK:
        yield (
            "C014",
            text.too_high,
            f"{quote(text.text)} is {text.too_high:.2f} mm too high at {text.points:.3g} pt",
            "write a higher 'box', a smaller 'min', or fewer 'lines'",
        )
    if text.points < SMALLEST_POINTS - 1e-6:
        yield (
            "C015",
            SMALLEST_POINTS - text.points,
            f"{quote(text.text)} has {text.points:.3g} pt at true size, less than {SMALLEST_POINTS:g}",
            "write a larger 'size' and 'min', or a shorter text; small capitals have 0.8 of their size",
        )


def _glyph_faults(game: Game, text: PlacedText, art: Art) -> Iterator[_Told]:
    lacking = type_face(game, text.part.font, art).missing(text.text)
    if lacking:
        yield (
            "C012",
            float(len(lacking)),
            f"font {quote(text.part.font)} has no glyph for {quote(lacking)} in {quote(text.text)}",
            "name a font of 'fonts' that has these letters as 'font'",
        )
    odd = unshapeable(text.text)
    if odd:
        yield (
            "C012",
            float(len(odd)),
            f"{quote(text.text)} is in a script whose letters change places, which can't be set",
            "put the name into a picture, or write it in another script",
        )


def _contrast_faults(text: PlacedText, areas: list[tuple[Box, Colour]], theme: str) -> Iterator[_Told]:
    ground = next((colour for box, colour in reversed(areas) if box.holds(text.box.inset(0.1))), None)
    if ground is None:
        return
    found = contrast_ratio(text.fill, ground)
    if found < MIN_TEXT_CONTRAST:
        yield (
            "C017",
            MIN_TEXT_CONTRAST - found,
            f"{quote(text.text)} has a contrast of {found:.2f} to 1, less than {MIN_TEXT_CONTRAST:g}: "
            f"{text.fill} on {ground} in the theme {theme}",
            "choose a 'fill' that is darker or lighter, or another ground",
        )


def _place_faults(layout: CounterLayout, face: _DrawnFace, numbers: Mapping[int, int]) -> Iterator[_Fault]:
    wide, high = face.size
    unit = min(wide / layout.grid[0], high / layout.grid[1])
    safe = Box(0, 0, wide, high).inset(layout.safe * unit)
    record = face.classic
    fits = [text for text in record.texts if text.too_wide <= _SLACK and text.too_high <= _SLACK]
    # The box of text along an arc isn't where its letters are.
    texts = [text for text in fits if not text.part.ignore and not text.part.arc]
    for text in texts:
        out = _outside(text.box, safe, layout)
        if out > _SLACK:
            yield _Fault(
                "C016",
                numbers[id(text.part)],
                out,
                face.name,
                f"{quote(text.text)} leaves the safe area by {out:.2f} mm on {face.told}",
                "move the 'box' inward, or write 'ignore: true' if a cut may harm the text",
            )
    things = [(text.part, text.text, text.box) for text in texts]
    things += [(part, part.draw, box) for part, box in record.shapes]
    for at, (part, what, box) in enumerate(things):
        for other, other_what, other_box in things[at + 1 :]:
            if part is other or (part.draw != "text" and other.draw != "text"):
                continue
            deep = _overlap(box, other_box)
            if deep > _SLACK:
                yield _Fault(
                    "C016",
                    numbers[id(part)],
                    deep,
                    face.name,
                    f"{quote(what)} overlaps {quote(other_what)} by {deep:.2f} mm on {face.told}",
                    "move one of the two boxes, or write 'ignore: true' if they may overlap",
                )


def _outside(box: Box, safe: Box, layout: CounterLayout) -> float:
    """Return by how much a box leaves the safe area, in mm."""
    if layout.shape == "round":
        c, radius = safe.centre, safe.width / 2
        corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        reach = max(math.hypot(x - c.x, y - c.y) for x, y in corners)
        return max(0.0, reach - radius)
    return max(0.0, safe.x - box.x, safe.y - box.y, box.right - safe.right, box.bottom - safe.bottom)


def _overlap(one: Box, other: Box) -> float:
    """Return by how much two boxes overlap: the shorter side of what they share, in mm."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, min(wide, high))
