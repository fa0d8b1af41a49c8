"""Paint aged paper around the map: stains that run into each other, and edges that have darkened."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import noise_picture
from hexwright.render.map.ground_picture import GroundPicture
from hexwright.render.theme import Theme

if TYPE_CHECKING:
    from PIL import Image

_PX_PER_MM: Final = 1.0
_QUALITY: Final = 88
_TEA: Final = Colour("#a97b3e")
"""The colour toward which paper darkens."""
_EDGE: Final = 26.0
"""How far in mm the darkened edge reaches into the sheet."""
_OVERLAP: Final = 0.3
"""How far strips lie under the frame and each other, in mm, so that no seam shows."""


def aged_paper(theme: Theme, sheet: Box, hole: Box) -> Iterator[GroundPicture]:
    """Yield pictures that cover a sheet around a hole, which the map's frame fills."""
    inner = hole.inset(_OVERLAP)
    tall = inner.height + 2 * _OVERLAP
    for box in (
        Box(sheet.x, sheet.y, sheet.width, inner.y - sheet.y),
        Box(sheet.x, inner.bottom, sheet.width, sheet.bottom - inner.bottom),
        Box(sheet.x, inner.y - _OVERLAP, inner.x - sheet.x, tall),
        Box(inner.right, inner.y - _OVERLAP, sheet.right - inner.right, tall),
    ):
        if min(box.width, box.height) > 0:
            yield _strip(theme, sheet, box)


def _strip(theme: Theme, sheet: Box, box: Box) -> GroundPicture:
    from PIL import Image

    size = max(4, round(box.width * _PX_PER_MM)), max(4, round(box.height * _PX_PER_MM))
    paper = Image.new("RGB", size, theme.sheet)
    pale, dark = mix_colours(theme.sheet, _TEA, 0.16), mix_colours(theme.sheet, _TEA, 0.34)
    clouds = Image.blend(noise_picture(box, size, "tea", 34.0), noise_picture(box, size, "tea2", 9.0), 0.4)
    paper.paste(
        Image.new("RGB", size, pale), mask=clouds.point([max(0, min(255, (v - 90) * 3)) for v in range(256)])
    )
    paper.paste(Image.new("RGB", size, dark), mask=_darkened(sheet, box, size, clouds))
    buffer = io.BytesIO()
    paper.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return GroundPicture(box, buffer.getvalue())


def _darkened(sheet: Box, box: Box, size: tuple[int, int], clouds: Image.Image) -> Image.Image:
    """Return how dark each pixel is: darkest along the sheet's edges, unevenly."""
    from PIL import Image, ImageChops

    across = [_near(sheet.x, sheet.right, box.x + (n + 0.5) * box.width / size[0]) for n in range(size[0])]
    down = [_near(sheet.y, sheet.bottom, box.y + (n + 0.5) * box.height / size[1]) for n in range(size[1])]
    columns = Image.frombytes("L", (size[0], 1), bytes(across)).resize(size)
    rows = Image.frombytes("L", (1, size[1]), bytes(down)).resize(size)
    uneven = clouds.point([min(255, 110 + v) for v in range(256)])
    return ImageChops.multiply(ImageChops.lighter(columns, rows), uneven)


def _near(low: float, high: float, at: float) -> int:
    """Return how near to either end a place is: 255 at an end, 0 from `_EDGE` mm on."""
    share = max(0.0, 1 - min(at - low, high - at) / _EDGE)
    return min(255, round(255 * share * share))
