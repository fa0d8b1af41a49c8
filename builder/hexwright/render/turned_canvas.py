"""Draw upside down or on a side: a canvas that turns what is drawn by quarter turns around a point."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from hexwright.geometry.hex_layout import Point
from hexwright.render.canvas import (
    Anchor,
    Box,
    Canvas,
    Colour,
    Halo,
    Path,
    Segment,
    Stamped,
    Style,
    paint_stamps,
)
from hexwright.render.fonts import FontFace
from hexwright.render.svg_raster import rasterise
from hexwright.sanitize import decode_raster, is_raster

_SVG_PX: Final = 600
"""Width in pixels of an SVG picture that is turned: 25 mm at 600 dots per inch."""


@dataclass(frozen=True, slots=True)
class TurnedCanvas:
    """A canvas that passes everything on to another, turned clockwise by quarter turns around a point."""

    canvas: Canvas
    centre: Point
    quarters: int

    def _at(self, point: Point) -> Point:
        x, y = point.x - self.centre.x, point.y - self.centre.y
        turned = ((x, y), (-y, x), (-x, -y), (y, -x))[self.quarters % 4]
        return Point(self.centre.x + turned[0], self.centre.y + turned[1])

    def _path(self, path: Path) -> Path:
        return Path(tuple(Segment(one.kind, tuple(map(self._at, one.points))) for one in path.segments))

    def path(self, path: Path, style: Style) -> None:
        """Paint a path."""
        self.canvas.path(self._path(path), style)

    def stamps(self, stamped: Sequence[Stamped]) -> None:
        """Show stamps, turned like everything else."""
        paint_stamps(self, stamped)

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
        """Draw one line of text."""
        turned = math.fmod(rotation + 90.0 * (self.quarters % 4), 360.0)
        self.canvas.text(
            self._at(at),
            text,
            face,
            size,
            fill,
            anchor=anchor,
            rotation=turned,
            spacing=spacing,
            halo=halo,
        )

    def image(self, box: Box, data: bytes, *, cover: bool = False, soft: bool = False) -> None:
        """Draw a picture, turned as pixels."""
        corners = [self._at(Point(box.x, box.y)), self._at(Point(box.right, box.bottom))]
        self.canvas.image(
            Box.around(corners), turned_picture(data, self.quarters % 4), cover=cover, soft=soft
        )

    @contextmanager
    def group(self, label: str, *, clip: Path | None = None, opacity: float = 1.0) -> Iterator[None]:
        """Put everything that is drawn inside the `with` block into one group."""
        with self.canvas.group(label, clip=None if clip is None else self._path(clip), opacity=opacity):
            yield


@lru_cache(maxsize=64)
def turned_picture(data: bytes, quarters: int) -> bytes:
    """Return a picture turned clockwise by quarter turns, as PNG."""
    if quarters == 0:
        return data
    source = (
        decode_raster(data) if is_raster(data) else decode_raster(rasterise(data.decode("utf-8"), _SVG_PX))
    )
    turned = source.convert("RGBA").transpose(
        (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)[quarters - 1]
    )
    buffer = io.BytesIO()
    turned.save(buffer, "PNG")
    return buffer.getvalue()
