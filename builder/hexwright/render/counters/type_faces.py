"""Measure and draw text on counters, in one of our fonts or in a font of the designer's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import BuiltInFont
from hexwright.model.game import Game
from hexwright.render.canvas import Canvas, Colour, Style
from hexwright.render.counters.own_fonts import OwnFont, own_font
from hexwright.render.designer_pictures import Art
from hexwright.render.fonts import FontFace, face_metrics, text_width


@dataclass(frozen=True, slots=True)
class BuiltInFace:
    """One of the pinned fonts; its text stays text in SVG and PDF."""

    face: FontFace

    @property
    def cap_height(self) -> float:
        """Return the height of capitals."""
        return face_metrics(self.face).cap_height

    def width(self, text: str, spacing: float) -> float:
        """Return the width of a text."""
        return text_width(text, self.face, 1.0, spacing)

    def missing(self, text: str) -> str:
        """Return the characters that the font lacks."""
        known = face_metrics(self.face).advances
        return "".join(sorted({char for char in text if ord(char) not in known and not char.isspace()}))

    def draw(
        self,
        canvas: Canvas,
        at: Point,
        text: str,
        size: float,
        fill: Colour,
        *,
        rotation: float = 0.0,
        spacing: float = 0.0,
    ) -> None:
        """Draw a text as text."""
        canvas.text(
            at, text, self.face, size, fill, anchor="start", rotation=rotation, spacing=spacing * size
        )


@dataclass(frozen=True, slots=True)
class OwnFace:
    """A font of the designer's; its text is drawn as shapes, so that nobody needs the font."""

    font: OwnFont

    @property
    def cap_height(self) -> float:
        """Return the height of capitals."""
        return self.font.cap_height

    def width(self, text: str, spacing: float) -> float:
        """Return the width of a text."""
        glyphs = self.font.glyphs(text)
        return sum(self.font.advance(glyph) for glyph in glyphs) + spacing * max(0, len(glyphs) - 1)

    def missing(self, text: str) -> str:
        """Return the characters that the font lacks."""
        return self.font.missing(text)

    def draw(
        self,
        canvas: Canvas,
        at: Point,
        text: str,
        size: float,
        fill: Colour,
        *,
        rotation: float = 0.0,
        spacing: float = 0.0,
    ) -> None:
        """Draw a text as one filled shape."""
        shape = self.font.shape(text, at, size, rotation=rotation, spacing=spacing)
        if shape is not None:
            canvas.path(shape, Style(fill=fill))


TypeFace = BuiltInFace | OwnFace
"""A font on counters. Lengths are in ems; text is drawn from the start of its baseline."""

_BUILT_IN: Final[Mapping[BuiltInFont, BuiltInFace]] = MappingProxyType(
    {
        "regular": BuiltInFace(FontFace.SANS),
        "italic": BuiltInFace(FontFace.SANS_ITALIC),
        "semibold": BuiltInFace(FontFace.SANS_SEMIBOLD),
        "bold": BuiltInFace(FontFace.SANS_BOLD),
        "black": BuiltInFace(FontFace.SANS_BLACK),
        "serif": BuiltInFace(FontFace.SERIF),
        "serif-bold": BuiltInFace(FontFace.SERIF_BOLD),
    }
)
BUILT_IN_NAMES: Final = tuple(_BUILT_IN)
LIGHTER: Final[Mapping[str, str]] = MappingProxyType({"black": "semibold", "serif-bold": "serif"})
"""The font of brackets beside figures in a font: they are signs, not digits."""


def type_face(game: Game, name: str, art: Art) -> TypeFace:
    """Return a font by its name in a layout; bold if there is none, or its file isn't at hand."""
    for known, face in _BUILT_IN.items():
        if known == name:
            return face
    own = next((font for font in game.counters.fonts if font.id == name), None)
    if own is not None and own.file in art:
        return OwnFace(own_font(art[own.file]))
    return _BUILT_IN["bold"]
