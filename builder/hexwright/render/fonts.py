"""The pinned fonts: their files, the characters that they contain, and the widths of strings.

The fonts are Source Sans Pro and Source Serif Pro from PyPI packages (SIL Open Font Licence). The system's
fonts are never used, so pictures are the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path as FilePath
from typing import Final, Literal, Protocol

from fontTools.ttLib import TTFont

SMALLEST_PRINT: Final = 6 / 72 * 25.4
"""The smallest size of text on paper in mm: 6 points."""


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file, and its family name, weight and style in SVG and CSS."""

    package: str
    file: str
    family: str
    weight: int
    style: Literal["normal", "italic"]


class FontFace(Enum):
    """The font faces that pictures use."""

    SANS = FontFile("font_source_sans_pro", "SourceSansPro-Regular.ttf", "Source Sans Pro", 400, "normal")
    SANS_ITALIC = FontFile("font_source_sans_pro", "SourceSansPro-It.ttf", "Source Sans Pro", 400, "italic")
    SANS_SEMIBOLD = FontFile(
        "font_source_sans_pro", "SourceSansPro-Semibold.ttf", "Source Sans Pro", 600, "normal"
    )
    SANS_BOLD = FontFile("font_source_sans_pro", "SourceSansPro-Bold.ttf", "Source Sans Pro", 700, "normal")
    SANS_BLACK = FontFile("font_source_sans_pro", "SourceSansPro-Black.ttf", "Source Sans Pro", 900, "normal")
    SERIF = FontFile("font_source_serif_pro", "SourceSerifPro-Regular.ttf", "Source Serif Pro", 400, "normal")
    SERIF_ITALIC = FontFile(
        "font_source_serif_pro", "SourceSerifPro-It.ttf", "Source Serif Pro", 400, "italic"
    )
    SERIF_SEMIBOLD = FontFile(
        "font_source_serif_pro", "SourceSerifPro-Semibold.ttf", "Source Serif Pro", 600, "normal"
    )
    SERIF_BOLD = FontFile(
        "font_source_serif_pro", "SourceSerifPro-Bold.ttf", "Source Serif Pro", 700, "normal"
    )

    # Faces are keys of caches that are asked a million times for a map.
    __hash__ = object.__hash__

    @property
    def path(self) -> FilePath:
        """Return the path of the font file."""
        return FilePath(str(resources.files(self.value.package) / "files" / self.value.file))


@dataclass(frozen=True)
class Metrics:
    """The metrics of a font face, as shares of the font size."""

    advances: dict[int, float]
    ascent: float
    descent: float
    cap_height: float
    x_height: float


class MeasuredFont(Hashable, Protocol):
    """A font of the designer's, which has metrics as the pinned fonts have."""

    @property
    def metrics(self) -> Metrics:
        """Return the metrics of the font."""


@lru_cache(maxsize=64)
def face_metrics(face: FontFace | MeasuredFont) -> Metrics:
    """Return the metrics of a face; those of a pinned font are read from its file."""
    if not isinstance(face, FontFace):
        return face.metrics
    with TTFont(face.path, lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        table = font["OS/2"]
        return Metrics(
            {code: widths[name][0] / em for code, name in font.getBestCmap().items()},
            font["hhea"].ascent / em,
            -font["hhea"].descent / em,
            table.sCapHeight / em,
            table.sxHeight / em,
        )


@cache
def face_with_glyphs(face: FontFace, text: str) -> FontFace:
    """Return the face if it contains all characters of a string, otherwise its upright variant.

    Italics lack some characters.
    """
    if all(ord(char) in face_metrics(face).advances for char in text):
        return face
    kin = face.value.family, face.value.weight, "normal"
    return next((f for f in FontFace if (f.value.family, f.value.weight, f.value.style) == kin), face)


def text_width(text: str, face: FontFace | MeasuredFont, size: float, spacing: float = 0.0) -> float:
    """Return the width of a line of text, in the unit of `size`; a missing glyph has a width of one em."""
    return _ems(text, face) * size + spacing * max(0, len(text) - 1)


@lru_cache(maxsize=1 << 14)
def _ems(text: str, face: FontFace | MeasuredFont) -> float:
    """Return the width of a string in ems. The result is cached because names are tried at many positions."""
    advances = face_metrics(face).advances
    return sum(advances.get(ord(char), 1.0) for char in text)


def fitting_size(text: str, face: FontFace, size: float, width: float) -> float:
    """Return the largest size up to `size` at which the text is no wider than `width`."""
    needed = text_width(text, face, size)
    return size if needed <= width else size * width / needed


_BLANKS: Final = re.compile("[ \t]+")


def wrap(text: str, face: FontFace | MeasuredFont, size: float, width: float) -> tuple[str, ...]:
    """Break text at spaces into lines no wider than `width`; a word that is too long has its own line.

    Lines aren't broken at spaces without a break, U+00A0.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in filter(None, _BLANKS.split(paragraph)):
            trial = f"{line} {word}" if line else word
            if line and text_width(trial, face, size) > width:
                lines.append(line)
                line = word
            else:
                line = trial
        lines.append(line)
    return tuple(lines)


_LONELY = 0.2
"""A last line shorter than this share of the width counts as stranded."""


def _gathered(lines: tuple[str, ...], face: FontFace, size: float, width: float) -> tuple[str, ...]:
    """Move a word down to the last line if that line is stranded, such as a single number."""
    if len(lines) < 2 or text_width(lines[-1], face, size) >= _LONELY * width:
        return lines
    before, blank, word = lines[-2].rpartition(" ")
    if not blank or text_width(last := f"{word} {lines[-1]}", face, size) > width:
        return lines
    return (*lines[:-2], before, last)


def wrap_without_orphans(text: str, face: FontFace, size: float, width: float) -> tuple[str, ...]:
    """Break text into lines as `wrap` does, but avoid a single short word on the last line."""
    return _gathered(wrap(text, face, size, width), face, size, width)


def fitting_lines(
    text: str, face: FontFace, size: float, width: float, height: float, leading: float = 1.1
) -> tuple[tuple[str, ...], float]:
    """Break text into lines that fit a box.

    Return the lines and the largest size, up to `size`, at which they fit.
    """
    while True:
        lines = wrap_without_orphans(text, face, size, width)
        widest = max(text_width(line, face, size) for line in lines)
        if (widest <= width and len(lines) * size * leading <= height) or size < 0.3:
            return lines, size
        size *= 0.94


def missing_glyphs(text: str) -> set[str]:
    """Return the characters of a string that at least one face lacks."""
    return {
        char
        for char in set(text)
        if not char.isspace()
        and any(ord(char) not in face_metrics(face).advances for face in (FontFace.SANS, FontFace.SERIF))
    }
