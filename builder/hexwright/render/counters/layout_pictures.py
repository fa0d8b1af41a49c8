"""Draw the pictures of layouts: our drawings in the colours of a layout, and files of the designer's."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import nullcontext
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageOps

from hexwright.geometry.hex_layout import Point
from hexwright.model.counter_layouts import LayoutPart
from hexwright.render.canvas import Box, Canvas, Colour, Path, Segment, Style
from hexwright.render.counters.counter_background import hexagon_path
from hexwright.render.counters.counter_face import CounterFace
from hexwright.render.counters.counter_palette import BLACK, WHITE, mix_colours
from hexwright.render.counters.drawing_paths import Drawing, Role, parse_path
from hexwright.render.counters.layout_parts import note_shape
from hexwright.render.counters.marker_icons import MARKER_ICONS
from hexwright.render.counters.silhouettes import SILHOUETTES
from hexwright.render.designer_pictures import aspect_ratio
from hexwright.render.svg_raster import rasterise
from hexwright.sanitize import decode_raster, is_raster

DRAWINGS: Final[Mapping[str, Drawing]] = MappingProxyType(
    {drawing.id: drawing for drawing in (*SILHOUETTES, *MARKER_ICONS)}
)
"""Our drawings by name."""
_TINTED_PX: Final = 600
"""Width in pixels of an SVG that is tinted or masked: 25 mm at 600 dots per inch."""
_SHADOW: Final = 0.05
"""Distance of a shadow from its drawing, as a share of the drawing's smaller side."""


def draw_picture(canvas: Canvas, face: CounterFace, part: LayoutPart) -> None:
    """Draw one of our drawings or a file, or nothing if the template is empty."""
    name = face.fill_in(part.of).strip()
    drawing = DRAWINGS.get(name)
    with canvas.group("symbol"):
        if drawing is not None:
            _draw_ours(canvas, face, part, drawing)
        elif name in face.art:
            _draw_file(canvas, face, part, face.art[name])


# Our drawings ------------------------------------------------------------------------------------


def _draw_ours(canvas: Canvas, face: CounterFace, part: LayoutPart, drawing: Drawing) -> None:
    box = face.box_of(part)
    scale = min(box.width / drawing.width, box.height / drawing.height)
    wide, high = drawing.width * scale, drawing.height * scale
    corner = Point(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2)
    if part.shadow:
        _draw_shadow(canvas, drawing, corner, scale, part.flip)
    colours = drawing_colours(face, part)
    for layer in drawing.layers:
        path = _placed(parse_path(layer.data), drawing, corner, scale, part.flip)
        fill = None if layer.fill is None else colours[layer.fill]
        line = None if layer.line is None else colours[layer.line]
        opacity = 0.2 if layer.fill == "shade" else 1.0
        canvas.path(
            path, Style(fill=fill, stroke=line, width=layer.width * scale, join="round", opacity=opacity)
        )
    note_shape(face, part, Box(corner.x, corner.y, wide, high))


def drawing_colours(face: CounterFace, part: LayoutPart) -> Mapping[Role, Colour]:
    """Return the colours of a drawing's roles on a face."""
    ink = face.colour(part.line, face.palette.ink)
    second = face.colour(part.second, face.palette.accent)
    lit = face.colour(part.lit, face.colour("side.paper", WHITE))
    body = face.colour(part.fill, mix_colours(face.palette.ground, WHITE, 0.6))
    return {"ink": ink, "second": second, "lit": lit, "body": body, "shade": BLACK}


def _draw_shadow(canvas: Canvas, drawing: Drawing, corner: Point, scale: float, flip: bool) -> None:
    away = _SHADOW * min(drawing.width, drawing.height) * scale
    moved = Point(corner.x + away, corner.y + away)
    shade = Style(fill=BLACK, opacity=0.22)
    for layer in drawing.layers[:1]:
        canvas.path(_placed(parse_path(layer.data), drawing, moved, scale, flip), shade)


def _placed(path: Path, drawing: Drawing, corner: Point, scale: float, flip: bool) -> Path:
    """Return a path of a drawing on the canvas."""

    def at(point: Point) -> Point:
        x = drawing.width - point.x if flip else point.x
        return Point(corner.x + x * scale, corner.y + point.y * scale)

    return Path(tuple(Segment(one.kind, tuple(map(at, one.points))) for one in path.segments))


# Files -------------------------------------------------------------------------------------------


def _draw_file(canvas: Canvas, face: CounterFace, part: LayoutPart, data: bytes) -> None:
    box = face.area_of(part) if part.fit == "cover" else face.box_of(part)
    tint = None if part.tint is None else face.colour(part.tint, face.palette.ink)
    mask = face.art.get(part.mask)
    if tint is not None or mask is not None or part.flip:
        data = _changed(data, tint, mask, part.flip)
    clip = _clip(face, part, box)
    with nullcontext() if clip is None else canvas.group("masked", clip=clip):
        if part.crop is None:
            canvas.image(box, data, cover=part.fit == "cover")
        else:
            shown, whole = cropped_boxes(box, part.crop, aspect_ratio(data), cover=part.fit == "cover")
            inside = Path.rectangle(_common(shown, box))
            with canvas.group("crop", clip=inside):
                canvas.image(whole, data)
    note_shape(face, part, box)


def _clip(face: CounterFace, part: LayoutPart, box: Box) -> Path | None:
    """Return the shape to which a picture is cut: its mask's, or the counter's where it touches the edge."""
    match part.mask:
        case "disc":
            return Path.ellipse(box.centre, box.width / 2, box.height / 2)
        case "hexagon":
            return hexagon_path(box)
        case "rounded":
            return Path.rectangle(box, 0.15 * min(box.width, box.height))
    if part.fit == "cover" and any(face.touches(part)):
        return face.card.outline(-face.bleed if face.bleed > 0 else 0.0)
    return None


def cropped_boxes(
    box: Box, crop: tuple[float, float, float, float], aspect: float, *, cover: bool
) -> tuple[Box, Box]:
    """Return the boxes of the part of a picture that is shown, and of the whole picture around it."""
    x, y, width, height = crop
    width, height = max(width, 0.01), max(height, 0.01)
    part_aspect = aspect * width / height
    wider = part_aspect > box.width / box.height
    if wider != cover:
        wide, high = box.width, box.width / part_aspect
    else:
        wide, high = box.height * part_aspect, box.height
    c = box.centre
    shown = Box(c.x - wide / 2, c.y - high / 2, wide, high)
    whole = Box(shown.x - x / width * wide, shown.y - y / height * high, wide / width, high / height)
    return shown, whole


def _common(one: Box, other: Box) -> Box:
    left, top = max(one.x, other.x), max(one.y, other.y)
    return Box(left, top, min(one.right, other.right) - left, min(one.bottom, other.bottom) - top)


@lru_cache(maxsize=256)
def _changed(data: bytes, tint: Colour | None, mask: bytes | None, flip: bool) -> bytes:
    """Return a picture with a tint, a mask or both, mirrored if asked, as PNG."""
    picture = _pixels(data)
    if tint is not None:
        alpha = picture.getchannel("A")
        tinted = ImageOps.colorize(picture.convert("L"), tint, "#ffffff").convert("RGBA")
        tinted.putalpha(alpha)
        picture = tinted
    if mask is not None:
        cut = _pixels(mask)
        flat = Image.new("RGBA", cut.size, "#ffffff")
        light = Image.alpha_composite(flat, cut).convert("L").resize(picture.size, Image.Resampling.LANCZOS)
        alpha = picture.getchannel("A")
        picture.putalpha(Image.composite(alpha, Image.new("L", picture.size, 0), light))
    if flip:
        picture = ImageOps.mirror(picture)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def _pixels(data: bytes) -> Image.Image:
    """Return a picture as pixels with transparency."""
    if is_raster(data):
        return decode_raster(data).convert("RGBA")
    return decode_raster(rasterise(data.decode("utf-8"), _TINTED_PX)).convert("RGBA")
