"""Measure how well lettering stands out from what is painted below it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import Anchor, Box, Canvas, Colour, Halo
from hexwright.render.fonts import FontFace
from hexwright.render.recording_canvas import DrawnText, RecordingCanvas
from hexwright.render.svg_canvas import SvgCanvas
from hexwright.render.svg_raster import rasterise
from hexwright.support.colour_contrast import contrast_ratio
from tests.render.counters.ink import ink_box

PX = 4
"""Pixels a millimetre at which grounds are looked at."""
_STRAY = 0.12
"""Which part of a text's box may be thin lines and their blurred edges."""


class _Grounds(SvgCanvas):
    """Paints everything but lettering; rims count as ground."""

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
        if halo is not None:
            super().text(
                at,
                text,
                face,
                size,
                halo.colour,
                anchor=anchor,
                rotation=rotation,
                spacing=spacing,
                halo=halo,
            )


def faint(
    draw: Callable[[Canvas], None], width: float, height: float
) -> dict[str, tuple[Colour, str, float]]:
    """Draw a picture and return its texts that lack contrast, with their colour, its ground and the ratio."""
    recorded, painted = RecordingCanvas(), _Grounds(width, height)
    draw(recorded)
    draw(painted)
    with Image.open(io.BytesIO(rasterise(painted.to_svg(), round(width * PX)))) as picture:
        paper = Image.new("RGBA", picture.size, "white")
        paper.alpha_composite(picture.convert("RGBA"))
    pixels = paper.convert("RGB")
    return {
        text.text: worst
        for text in recorded.texts
        if text.text.strip() and (worst := _worst(text, recorded, pixels)) is not None
    }


def _worst(
    text: DrawnText, recorded: RecordingCanvas, pixels: Image.Image
) -> tuple[Colour, str, float] | None:
    rims = _rims(text, recorded)
    if text.fill in rims:
        return None
    grounds = dict.fromkeys(rims, 1.0) or dict(_grounds(ink_box(text), pixels))
    low = {ground: share for ground, share in grounds.items() if contrast_ratio(text.fill, ground) < 4.495}
    if sum(low.values()) <= _STRAY:
        return None
    ground = max(low, key=lambda colour: low[colour])
    return text.fill, ground, round(contrast_ratio(text.fill, ground), 2)


def _rims(text: DrawnText, recorded: RecordingCanvas) -> set[Colour]:
    """Return the colours of a text's rim; letters of one label share the rims that were drawn first."""
    if text.halo is not None:
        return {text.halo.colour}
    if not text.groups or not text.groups[-1].startswith("label:"):
        return set()
    label = text.groups[-1]
    return {other.halo.colour for other in recorded.texts if other.groups[-1:] == (label,) and other.halo}


def _grounds(box: Box, pixels: Image.Image) -> Iterator[tuple[str, float]]:
    left, top = int(box.x * PX), int(box.y * PX)
    part = pixels.crop((left, top, max(left + 1, int(box.right * PX)), max(top + 1, int(box.bottom * PX))))
    counts = Counter(part.get_flattened_data() if hasattr(part, "get_flattened_data") else part.getdata())
    whole = sum(counts.values())
    for (red, green, blue), count in counts.items():
        yield f"#{red:02x}{green:02x}{blue:02x}", count / whole
