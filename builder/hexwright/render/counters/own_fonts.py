"""Read the designer's own fonts: glyphs in the order in which they are drawn, and their outlines.

Right-to-left text is reordered, and Arabic letters take the forms that join them. Scripts whose letters
change places or shapes in other ways can't be drawn.
"""

from __future__ import annotations

import hashlib
import io
import math
import unicodedata
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Path, Segment
from hexwright.render.fonts import Metrics

MAX_FONT_BYTES: Final = 32_000_000
"""The largest font file in bytes; fonts for Chinese have up to 20 MB."""
_MAX_GLYPH: Final = 4_000
"""The greatest number of segments of a glyph; the most intricate ideographs have 400."""
_RIGHT: Final = frozenset({"R", "AL"})
_DIGITS: Final = frozenset({"EN", "AN"})
_SHAPED: Final = ((0x0900, 0x0DFF), (0x0E80, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0xA8E0, 0xA8FF))
"""Scripts of South and South-East Asia, whose letters are reordered or stacked."""


class UnusableFontError(ValueError):
    """A file that isn't a font, or a damaged one. The message says why."""


class _OutlinePen(BasePen):  # type: ignore[misc]  # fontTools has no type hints
    """A pen that records a glyph as segments, as shares of the em, with y up."""

    def __init__(self, glyphs: Any, em: float) -> None:
        super().__init__(glyphs)
        self.segments: list[Segment] = []
        self._em = em

    def _add(self, kind: Any, *points: tuple[float, float]) -> None:
        if len(self.segments) >= _MAX_GLYPH:
            raise UnusableFontError("has a glyph with too many points")
        self.segments.append(Segment(kind, tuple(Point(x / self._em, y / self._em) for x, y in points)))

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - the name fontTools calls
        self._add("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", pt)

    def _curveToOne(  # noqa: N802
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802
        self._add("Z")

    def _endPath(self) -> None:  # noqa: N802
        self._add("Z")


class OwnFont:
    """A font that was read from a file's bytes."""

    def __init__(self, data: bytes) -> None:
        """Read the tables that are always needed; raise `UnusableFontError` if they can't be read."""
        if len(data) > MAX_FONT_BYTES:
            raise UnusableFontError(f"has {len(data):,} bytes; the limit is {MAX_FONT_BYTES:,}")
        try:
            font = TTFont(io.BytesIO(data), lazy=True, fontNumber=0)
            self._names: Mapping[int, str] = font.getBestCmap() or {}
            self._set = font.getGlyphSet()
            self._em = float(font["head"].unitsPerEm)
            self._cap = self._cap_height(font)
        except Exception as fault:  # fontTools raises errors of many kinds for damaged fonts
            raise UnusableFontError("isn't a font that can be read") from fault
        if not self._names or not 16 <= self._em <= 32_768:
            raise UnusableFontError("isn't a font with letters")
        self._outlines: dict[str, tuple[Segment, ...]] = {}
        self.digest = hashlib.sha256(data).hexdigest()

    def __repr__(self) -> str:
        """Return a text that is the same in every process."""
        return f"OwnFont({self.digest})"

    @staticmethod
    def _cap_height(font: Any) -> float:
        told = getattr(font["OS/2"], "sCapHeight", 0) if "OS/2" in font else 0
        return float(told) if told > 0 else 0.7 * float(font["head"].unitsPerEm)

    @cached_property
    def cap_height(self) -> float:
        """Return the height of capitals in ems."""
        return self._cap / self._em

    @cached_property
    def metrics(self) -> Metrics:
        """Return the font's metrics; letters reach as far up and down as those of most fonts."""
        advances = {code: self.advance(glyph) for code, glyph in self._names.items()}
        return Metrics(advances, 0.95, 0.25, self.cap_height, 0.7 * self.cap_height)

    def advance(self, glyph: str) -> float:
        """Return a glyph's width in ems."""
        try:
            return float(self._set[glyph].width) / self._em
        except Exception as fault:
            raise UnusableFontError("has a glyph that can't be read") from fault

    def outline(self, glyph: str) -> tuple[Segment, ...]:
        """Return a glyph's outline as shares of the em, with y up."""
        if glyph not in self._outlines:
            pen = _OutlinePen(self._set, self._em)
            try:
                self._set[glyph].draw(pen)
            except UnusableFontError:
                raise
            except Exception as fault:
                raise UnusableFontError("has a glyph that can't be read") from fault
            self._outlines[glyph] = tuple(pen.segments)
        return self._outlines[glyph]

    def shape(
        self, text: str, at: Point, size: float, *, rotation: float = 0.0, spacing: float = 0.0
    ) -> Path | None:
        """Return the outline of a text whose baseline starts at a point; None if nothing of it is seen.

        `size` is in mm, `rotation` in degrees clockwise, and `spacing` in ems.
        """
        angle = math.radians(rotation)
        cos, sin = math.cos(angle) * size, math.sin(angle) * size
        pieces: list[Segment] = []
        run = 0.0
        for glyph in self.glyphs(text):
            for segment in self.outline(glyph):
                points = tuple(
                    Point(at.x + (p.x + run) * cos + p.y * sin, at.y + (p.x + run) * sin - p.y * cos)
                    for p in segment.points
                )
                pieces.append(Segment(segment.kind, points))
            run += self.advance(glyph) + spacing
        return Path(tuple(pieces)) if pieces else None

    def missing(self, text: str) -> str:
        """Return the characters of a text for which the font has no glyph, sorted."""
        shown = "".join(char for char in text if not char.isspace() and unicodedata.category(char) != "Cf")
        return "".join(sorted({char for char in shown if ord(char) not in self._names}))

    def glyphs(self, text: str) -> list[str]:
        """Return the names of a text's glyphs from left to right, in the forms that join."""
        shown = visual_order(join_arabic(text, self._names))
        return [self._names.get(ord(char), ".notdef") for char in shown if unicodedata.category(char) != "Cf"]


@lru_cache(maxsize=16)
def own_font(data: bytes) -> OwnFont:
    """Return the font in a file's bytes, read once; raise `UnusableFontError` if it can't be used."""
    return OwnFont(data)


def unshapeable(text: str) -> str:
    """Return the characters of a text whose script needs more than joining and reordering, sorted."""
    return "".join(sorted({c for c in text if any(low <= ord(c) <= high for low, high in _SHAPED)}))


# Right to left -----------------------------------------------------------------------------------


def visual_order(text: str) -> str:
    """Return a text's characters from left to right as they are seen.

    A text that has a letter written from right to left runs that way; numbers and runs of other letters in
    it keep their own order.
    """
    kinds = [unicodedata.bidirectional(char) for char in text]
    if not _RIGHT.intersection(kinds):
        return text
    runs: list[str] = []
    for left, pairs in groupby(zip(text, _directions(kinds), strict=True), key=lambda pair: pair[1]):
        run = "".join(char for char, _ in pairs)
        runs.append(run if left else "".join(_MIRRORED.get(char, char) for char in reversed(run)))
    return "".join(reversed(runs))


def _directions(kinds: list[str]) -> list[bool]:
    """Return whether each character runs from left to right, within a text that runs the other way."""
    found = [kind == "L" or kind in _DIGITS for kind in kinds]
    for at, kind in enumerate(kinds):
        # What stands between two characters that run to the right runs with them: "1 st", "3.5".
        if kind not in _RIGHT and not found[at]:
            before = next((found[n] for n in range(at - 1, -1, -1) if kinds[n] in _STRONG), False)
            after = next((found[n] for n in range(at + 1, len(kinds)) if kinds[n] in _STRONG), False)
            found[at] = before and after
    return found


_STRONG: Final = frozenset({"L", *_RIGHT, *_DIGITS})
_MIRRORED: Final[Mapping[str, str]] = MappingProxyType(
    {"(": ")", ")": "(", "[": "]", "]": "[", "<": ">", ">": "<", "«": "»", "»": "«", "{": "}", "}": "{"}
)


# Arabic ------------------------------------------------------------------------------------------

_LAM: Final = "\u0644"


@cache
def _joining_forms() -> Mapping[tuple[str, str], str]:
    """Return the forms of Arabic letters: letter or pair, and "isolated", "initial", "medial" or "final"."""
    found: dict[tuple[str, str], str] = {}
    for code in (
        *range(0xFB50, 0xFBB2),
        *range(0xFBD3, 0xFBEA),
        *range(0xFBFC, 0xFC00),
        *range(0xFE70, 0xFEFD),
    ):
        kind, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        whole = "".join(chr(int(letter, 16)) for letter in letters.split())
        if kind and (len(whole) == 1 or (len(whole) == 2 and whole[0] == _LAM)):
            found.setdefault((whole, kind.strip("<>")), chr(code))
    return MappingProxyType(found)


def join_arabic(text: str, known: Mapping[int, str]) -> str:
    """Return a text whose Arabic letters have the forms that join them, as far as a font has them."""
    forms = _joining_forms()
    letters = _with_ligatures(text, known)
    joins = [(one, "initial") in forms for one in letters]
    joined = [(one, "final") in forms for one in letters]
    marks = [len(one) == 1 and unicodedata.category(one) == "Mn" for one in letters]
    shown = []
    for at, one in enumerate(letters):
        before = next((n for n in range(at - 1, -1, -1) if not marks[n]), None)
        after = next((n for n in range(at + 1, len(letters)) if not marks[n]), None)
        to_right = before is not None and joins[before] and joined[at]
        to_left = after is not None and joins[at] and joined[after]
        kind = _FORM[to_right, to_left]
        form = forms.get((one, kind), one)
        shown.append(form if len(form) == 1 and ord(form) in known else one)
    return "".join(shown)


_FORM: Final = {
    (False, False): "isolated",
    (False, True): "initial",
    (True, True): "medial",
    (True, False): "final",
}


def _with_ligatures(text: str, known: Mapping[int, str]) -> list[str]:
    """Return the letters of a text; lam and alef are one if a font has their ligature."""
    forms = _joining_forms()
    found: list[str] = []
    for char in text:
        pair = found[-1] + char if found else ""
        shapes = [forms.get((pair, kind), "\0") for kind in ("isolated", "final")]
        if len(pair) == 2 and any(ord(shape) in known for shape in shapes):
            found[-1] = pair
        else:
            found.append(char)
    return found
