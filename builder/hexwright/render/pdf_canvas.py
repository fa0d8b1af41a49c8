"""Draw one page of a PDF, or one stored drawing, with the methods of `Canvas`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Colour, Halo, Path, Stamp, Stamped, Style, paint_stamps
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.fonts import FontFace, text_width
from hexwright.render.glyph_outlines import stroke_outline
from hexwright.render.pdf_flattening import (
    PLAIN,
    LetteredLine,
    PackedPath,
    PageItem,
    PaintedPath,
    PaintedPicture,
    Placement,
    Region,
    ShownStamp,
    TranslucentArea,
    WashTints,
    covers,
    visible_part,
)
from hexwright.render.pdf_pen import (
    GLYPH_UNITS,
    PLACES,
    PdfPen,
    glyph_operators,
    number,
    numbers,
    operators,
)
from hexwright.render.pdf_pictures import LatePicture
from hexwright.render.svg_raster import rasterise
from hexwright.sanitize import JPEG_MAGIC, decode_raster, is_raster

if TYPE_CHECKING:
    from hexwright.render.pdf_document import PdfDocument

WHITE: Final = Colour("#ffffff")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
ART_DPI = 600
"""Resolution in dots per inch at which SVG art is embedded."""
MAX_PX = 4_000
"""The maximum width or height in pixels of embedded art, including PNG files."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A raster picture on a page, and its resolution when printed."""

    page: int
    dpi: float
    soft: bool = False
    """Whether hexwright painted it without edges, so that few pixels are enough."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A text that cites numbers, such as those of rules, with the start of its baseline on the canvas."""

    text: str
    at: Point
    face: FontFace
    size: float


class PdfCanvas:
    """A page or a stored drawing of a PDF.

    Coordinates are in mm from the upper left corner, with y down.
    """

    def __init__(self, document: PdfDocument, places: int = PLACES) -> None:
        """Attach the canvas to a document; `places` is the number of decimals of path coordinates."""
        self._document, self._places = document, places
        self.cited: list[Citation] = []
        """The texts on it that may become links."""
        self._pen = PdfPen(document.reportlab, document.encoded)
        self._turn = PLAIN
        self._clips: tuple[Path, ...] = ()
        self._opacity = 1.0
        self._items: list[PageItem] = []
        self._grounds: list[tuple[Box, Colour]] = []

    # The canvas protocol --------------------------------------------------------------------------

    def path(self, path: Path, style: Style) -> None:
        """Paint a path; a translucent path is flattened if the document has no transparency."""
        if not path.segments:
            return
        opacity = style.opacity * self._opacity
        placed = self._turn.path(path)
        if opacity >= 1 or not self._document.flat:
            style = self._scaled(style)
            style = style if style.opacity == opacity else replace(style, opacity=opacity)
            reach = style.width if style.stroke is not None else 0.0
            self._keep(PaintedPath(placed, style, self._clips, placed.box.inset(-reach)))
            return
        if style.fill is not None:
            self._wash(placed, style.even_odd, style.fill, opacity)
        if style.stroke is not None:
            drawn = self._scaled(style)
            area = stroke_outline(placed, drawn.width, drawn.dash)
            if area.segments:
                self._wash(area, False, style.stroke, opacity)

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps. The file contains each stamp only once for all the places where it stands."""
        if self._opacity < 1:
            paint_stamps(self, stamped)
            return
        for stamp, at in stamped:
            place = Placement(at.x, at.y).then(self._turn)
            corner, reach = Point(place.x, place.y), stamp.reach * self._turn.scale
            box = Box(corner.x - reach, corner.y - reach, 2 * reach, 2 * reach)
            item = ShownStamp(stamp, place, self._clips, box)
            if self._document.flat:
                self._items.append(item)
            self._emit(item, (), ())

    def text(
        self,
        at: Point,
        text: str,
        face: FontFace,
        size: float,
        fill: Colour,
        *,
        anchor: Anchor = "middle",
        rotation: float = 0.0,
        spacing: float = 0.0,
        halo: Halo | None = None,
    ) -> None:
        """Draw one line of selectable text.

        Its outline is drawn as shapes, so that searches in the PDF find the text only once.
        """
        if not text.strip():
            return
        run = text_width(text, face, size, spacing)
        back = {"start": 0.0, "middle": -run / 2, "end": -run}[anchor]
        angle = math.radians(rotation)
        start = self._turn.apply(Point(at.x + back * math.cos(angle), at.y + back * math.sin(angle)))
        scale = self._turn.scale
        reach = (run + size) * scale
        rim = None if halo is None else Halo(halo.colour, halo.width * scale)
        self._keep(
            LetteredLine(
                start,
                text,
                face,
                size * scale,
                fill,
                rotation + self._turn.degrees,
                spacing * scale,
                rim,
                self._clips,
                Box(start.x - reach, start.y - reach, 2 * reach, 2 * reach),
            )
        )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a PNG, JPEG, WebP or SVG picture.

        The background that was painted before shows through transparent parts.
        """
        if is_raster(data):
            picture = decode_raster(data, opaque=True)
        else:
            px = max(8, min(MAX_PX, round(box.width * self._turn.scale / 25.4 * ART_DPI)))
            picture = decode_raster(rasterise(data.decode("utf-8"), px))
        if cover:
            picture = _cut(picture, box)
        # The whole picture is shown centred with its own aspect ratio, as on the SVG canvas.
        fit = min(box.width / picture.width, box.height / picture.height)
        shown = (picture.width * fit, picture.height * fit)
        box = Box(box.centre.x - shown[0] / 2, box.centre.y - shown[1] / 2, *shown)
        dpi = 25.4 / fit / self._turn.scale
        document = self._document
        document.usage.rasters.append(Raster(document.pages + 1, dpi, soft))
        placed = self._turn.path(Path.rectangle(box)).box
        solid = picture
        if picture.mode != "RGB":
            ground = Image.new("RGBA", picture.size, self._ground(placed))
            solid = Image.alpha_composite(ground, picture).convert("RGB")
        # A photograph stays compressed with loss; its pixels would take ten times the space.
        kept = data if solid is picture and not cover and data.startswith(JPEG_MAGIC) else None
        item = PaintedPicture(solid, kept, box, self._turn, self._clips, placed)
        if document.flat:
            self._items.append(item)
        self._emit(item, (), ())

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one group, optionally clipped to a path.

        Opacity applies to each item of the group separately.
        """
        clips, faint = self._clips, self._opacity
        if clip is not None:
            self._clips = (*clips, self._turn.path(clip))
        self._opacity = faint * opacity
        try:
            yield
        finally:
            self._clips, self._opacity = clips, faint

    # Beyond the protocol --------------------------------------------------------------------------

    @contextmanager
    def placed(self, turn: Placement) -> Iterator[None]:
        """Rotate, scale and move everything that is drawn inside the `with` block."""
        outer = self._turn
        self._turn = turn.then(outer)
        try:
            yield
        finally:
            self._turn = outer

    def drawing(self, name: str, turn: Placement = PLAIN) -> None:
        """Show a stored drawing. The file contains the drawing only once."""
        place = turn.then(self._turn)
        cos, sin = place.cos_sin
        scale = place.scale
        self._pen.literal("q")
        self._emit_clips(self._clips)
        along, down = (cos * scale, sin * scale), (-sin * scale, cos * scale)
        self._pen.literal(f"{numbers(*along, *down, place.x, place.y)} cm")
        self._pen.form(name)
        self._pen.literal("Q")

    def picture(self, box: Box, picture: LatePicture) -> None:
        """Show a picture that fills a box. The file contains the picture only once, encoded at the end."""
        self._document.add_picture(picture)
        corner = self._turn.apply(Point(box.x, box.bottom))
        cos, sin = self._turn.cos_sin
        wide, high = box.width * self._turn.scale, box.height * self._turn.scale
        self._pen.literal("q")
        self._emit_clips(self._clips)
        along, down = (cos * wide, sin * wide), (sin * high, -cos * high)
        self._pen.literal(f"{numbers(*along, *down, corner.x, corner.y)} cm")
        self._pen.form(picture.key)
        self._pen.literal("Q")

    # Painting -------------------------------------------------------------------------------------

    def _scaled(self, style: Style) -> Style:
        scale = self._turn.scale
        if scale == 1 or style.stroke is None:
            return style
        return replace(style, width=style.width * scale, dash=tuple(d * scale for d in style.dash))

    def _keep(self, item: PageItem) -> None:
        if self._document.flat:
            # Washes are mixed into what lies below them.
            kept = replace(item, path=PackedPath.of(item.path)) if isinstance(item, PaintedPath) else item
            self._items.append(kept)
        if isinstance(item, PaintedPath) and item.style.fill is not None:
            # Pictures with transparent parts ask for the colour below them.
            while self._grounds and item.box.holds(self._grounds[-1][0]):
                self._grounds.pop()
            self._grounds.append((item.box, item.style.fill))
        self._emit(item, (), ())

    def _wash(self, area: Path, even_odd: bool, colour: Colour, opacity: float) -> None:
        region = Region.of(area)
        below: list[PageItem] = []
        for item in self._items:
            if covers(item, region.box):
                below.clear()
            part = visible_part(item, region)
            if part is not None:
                below.append(part)
        self._keep(TranslucentArea(area, even_odd, (colour, opacity), tuple(below), self._clips, region.box))

    def _ground(self, box: Box) -> Colour:
        """Return the colour of the topmost opaque area that covers a box."""
        return next((fill for ground, fill in reversed(self._grounds) if ground.holds(box)), WHITE)

    def _emit(self, item: PageItem, tints: WashTints, clips: tuple[Path, ...]) -> None:
        """Write an item with the colours of the washes over it.

        Clips of the item that aren't active yet are activated.
        """
        own = tuple(clip for clip in item.clips if clip not in clips)
        if own:
            self._pen.literal("q")
            self._emit_clips(own)
        match item:
            case PaintedPath():
                self._emit_shape(item, tints)
            case PaintedPicture():
                self._emit_picture(item, tints)
            case ShownStamp():
                self._emit_stamp(item, tints)
            case LetteredLine():
                self._emit_letters(item, tints)
            case TranslucentArea():
                self._pen.literal(
                    f"q {operators(item.area, self._places)} {'W*' if item.even_odd else 'W'} n"
                )
                inner = (item.tint, *tints)
                paper = Path.rectangle(item.box.inset(-1))
                self._emit_shape(PaintedPath(paper, Style(fill=WHITE), (), item.box), inner)
                for lower in item.below:
                    self._emit(lower, inner, (*clips, *own))
                self._pen.literal("Q")
        if own:
            self._pen.literal("Q")

    def _emit_clips(self, clips: Sequence[Path]) -> None:
        for clip in clips:
            self._pen.literal(f"{operators(clip, self._places)} W n")

    def _emit_shape(self, item: PaintedPath, tints: WashTints) -> None:
        painted = self._shape_operators(item, tints)
        if self._document.process and item.style.separation == "CutContour":
            self._pen.overprinted(painted)
        elif item.style.opacity < 1:
            self._pen.faint(painted, round(item.style.opacity, 3))
        else:
            self._pen.literal(painted)

    def _shape_operators(self, item: PaintedPath, tints: WashTints) -> str:
        """Return the operators that paint a path, opaque."""
        style = item.style
        parts = []
        if style.fill is not None:
            parts.append(self._colour(style.fill, tints, stroke=False))
        if style.stroke is not None:
            plate = self._document.plate(style.separation)
            parts.append(plate or self._colour(style.stroke, tints, stroke=True))
            parts.append(f"{number(style.width)} w {_CAPS[style.cap]} J {_JOINS[style.join]} j")
            parts.append(f"[{' '.join(number(d) for d in style.dash)}] 0 d" if style.dash else "[] 0 d")
        parts.append(operators(Path(item.path.segments), self._places))
        match style.fill is not None, style.stroke is not None:
            case True, True:
                parts.append("B*" if style.even_odd else "B")
            case True, False:
                parts.append("f*" if style.even_odd else "f")
            case False, True:
                parts.append("S")
            case _:
                parts.append("n")
        return " ".join(parts)

    def _emit_stamp(self, item: ShownStamp, tints: WashTints) -> None:
        """Show the form of a stamp, of which there is one for each mixture of washes over it."""
        place = item.place
        cos, sin = (part * place.scale for part in place.cos_sin)
        at = f"{numbers(cos, sin, -sin, cos)} {numbers(place.x, place.y, places=2)}"
        self._pen.literal(f"q {at} cm")
        paint = partial(self._stamp_operators, tints)
        self._pen.form(self._document.stamp_form(item.stamp, self._places, tints, paint))
        self._pen.literal("Q")

    def _stamp_operators(self, tints: WashTints, stamp: Stamp) -> str:
        parts = (PaintedPath(path, style, (), path.box) for path, style in stamp.parts)
        return "\n".join(self._shape_operators(part, tints) for part in parts)

    def _emit_picture(self, item: PaintedPicture, tints: WashTints) -> None:
        """Write a picture. Washes over it are mixed into its pixels."""
        picture = item.picture
        for tint, opacity in tints:
            picture = Image.blend(picture, Image.new("RGB", picture.size, tint), opacity)
        if self._document.process:
            picture = picture.convert("CMYK")
        cos, sin = item.turn.cos_sin
        scale = item.turn.scale
        corner = item.turn.apply(Point(item.shape.x, item.shape.bottom))
        along, down = (cos * scale, sin * scale), (sin * scale, -cos * scale)
        self._pen.literal(f"q {numbers(*along, *down, corner.x, corner.y)} cm")
        kept = item.data if picture is item.picture else None
        self._pen.pixels(picture if kept is None else kept, item.shape)
        self._pen.literal("Q")

    def _emit_letters(self, item: LetteredLine, tints: WashTints) -> None:
        turn = Placement(item.at.x, item.at.y, item.degrees)
        if item.halo is not None:
            self._emit_rim(item, item.halo, turn, tints)
            if item.fill == item.halo.colour:
                # A halo alone, drawn before what lies between it and its lettering.
                return
        cos, sin = turn.cos_sin
        colour = self._colour(item.fill, tints, stroke=False, text=True)
        place = numbers(cos, sin, sin, -cos, item.at.x, item.at.y)
        head = f"{colour} {number(item.spacing)} Tc {place} Tm"
        self._pen.letters(head, item.text, item.face, number(item.size))

    def _emit_rim(self, item: LetteredLine, halo: Halo, turn: Placement, tints: WashTints) -> None:
        """Write the outline around a line of text, glyph by glyph, in font units moved to the glyph's
        position.
        """
        unit = item.size / GLYPH_UNITS
        cos, sin = (part * unit for part in turn.cos_sin)
        fill = self._colour(halo.colour, tints, stroke=False)
        stroke = self._colour(halo.colour, tints, stroke=True)
        self._pen.literal(f"q {fill} {stroke} {number(halo.width * 2 / unit)} w 0 J 1 j [] 0 d")
        x = 0.0
        for char in item.text:
            outline = glyph_operators(item.face, char)
            if outline:
                at = turn.apply(Point(x, 0.0))
                place = f"{numbers(cos, sin, sin, -cos, places=7)} {numbers(at.x, at.y, places=3)}"
                self._pen.literal(f"q {place} cm {outline} B Q")
            x += text_width(char, item.face, item.size) + item.spacing
        self._pen.literal("Q")

    def _colour(self, colour: Colour, tints: WashTints, *, stroke: bool, text: bool = False) -> str:
        for tint, opacity in tints:
            colour = mix_colours(colour, tint, opacity)
        return self._document.ink(colour, stroke=stroke, text=text and not tints)


def _cut(picture: Image.Image, box: Box) -> Image.Image:
    """Crop a picture in the middle to the aspect ratio of a box."""
    wide = min(picture.width, picture.height * box.width / box.height)
    high = min(picture.height, picture.width * box.height / box.width)
    left, top = round((picture.width - wide) / 2), round((picture.height - high) / 2)
    return picture.crop((left, top, left + max(1, round(wide)), top + max(1, round(high))))
