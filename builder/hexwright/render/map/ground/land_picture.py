"""Paint the land as a picture of pixels: tones that change softly, tints of terrain, and hill shading.

It lies below all lines. Everything with an edge is drawn over it, so a few pixels a millimetre are enough.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexwright.model.hex_map import TerrainArt
from hexwright.render.canvas import Box, Colour
from hexwright.render.counters.counter_palette import mix_colours
from hexwright.render.map.ground.ground_noise import noise_picture
from hexwright.render.map.ground_picture import GroundPicture
from hexwright.render.map.polylines import Line
from hexwright.render.theme import Theme

if TYPE_CHECKING:
    from PIL import Image

_PX_PER_MM: Final = 2.0
_MOST_PIXELS: Final = 2_500_000
_QUALITY: Final = 90
_BAND: Final = 128
"""The rows of pixels for which a formula is computed at once."""
_SOFT: Final = 0.45
"""Half the width of a soft edge of terrain, in mm."""
_HEIGHTS: Final[Mapping[TerrainArt, float]] = {"hills": 1.0, "slope": 0.8, "rough": 0.45, "snow": 0.3}
"""How much higher than the plain a kind of terrain rises."""
_FLAT: Final[Mapping[TerrainArt, float]] = {"swamp": 0.75, "marsh": 0.75, "field": 0.4, "sand": 0.3}
"""How much flatter than the plain a kind of terrain is."""
_GRANULE, _GRANULAR = 0.95, 0.15
"""The size in mm of granules of colour on a hex of 14 mm, and how far they are darker than the land."""
_GRAIN: Final = 1.5
"""The width in mm of the finest bumps of the plain, on a hex of 14 mm."""
_GRAINY: Final = 0.035
"""The height of these bumps, by which open ground has a texture where it has no fields."""
_SHADE, _LIGHT = Colour("#4f4024"), Colour("#fff8e4")

TerrainShapes = Sequence[tuple[TerrainArt, Sequence[Line]]]
"""The outlines of terrain, by art; outer ones are clockwise, holes counter-clockwise."""


def paint_land(
    theme: Theme, box: Box, terrain: TerrainShapes, water: Iterable[tuple[Line, float]], unit: float
) -> GroundPicture:
    """Paint the land within a box.

    `water` has the lines of rivers and their widths in mm; land slopes toward them. `unit` scales bumps.
    """
    px = min(_PX_PER_MM, math.sqrt(_MOST_PIXELS / (box.width * box.height)))
    size = max(8, round(box.width * px)), max(8, round(box.height * px))
    masks = {
        art: _soft(_filled(box, size, rings), _SOFT * px) for art, rings in _joined(terrain).items() if rings
    }
    land = _washed(theme, box, size, unit)
    for art, mask in masks.items():
        _tint(land, theme, art, mask, box, unit)
    if theme.look.relief > 0:
        land = _shaded(land, theme.look.relief, _heights(box, size, masks, water, unit, px))
    buffer = io.BytesIO()
    land.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return GroundPicture(box, buffer.getvalue())


def _joined(terrain: TerrainShapes) -> dict[TerrainArt, list[Line]]:
    found: dict[TerrainArt, list[Line]] = {}
    for art, rings in terrain:
        found.setdefault(art, []).extend(rings)
    return found


def _filled(box: Box, size: tuple[int, int], rings: Sequence[Line]) -> Image.Image:
    """Return a mask of shapes, drawn at twice the size and reduced."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", (size[0] * 2, size[1] * 2), 0)
    draw = ImageDraw.Draw(mask)
    across, down = mask.width / box.width, mask.height / box.height
    # Small samples simplify some rings to fewer than three points, which have no area.
    whole = [ring for ring in rings if len(ring) > 2]
    for ring in sorted(whole, key=lambda r: -abs(_twice_area(r))):
        points = [((p.x - box.x) * across, (p.y - box.y) * down) for p in ring]
        draw.polygon(points, fill=255 if _twice_area(ring) > 0 else 0)
    return mask.reduce(2)


def _twice_area(ring: Line) -> float:
    return sum(a.x * b.y - b.x * a.y for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))


def _soft(mask: Image.Image, pixels: float) -> Image.Image:
    from PIL import ImageFilter

    return mask.filter(ImageFilter.GaussianBlur(pixels))


def _steep(noise: Image.Image, low: int, high: int, most: int = 255) -> Image.Image:
    """Return noise as a mask: nothing below `low`, `most` above `high`, and a smooth step between."""
    table = []
    for value in range(256):
        share = min(1.0, max(0.0, (value - low) / (high - low)))
        table.append(round(most * share * share * (3 - 2 * share)))
    return noise.point(table)


def _washed(theme: Theme, box: Box, size: tuple[int, int], unit: float) -> Image.Image:
    """Return clear land in two tones that run into each other, with warmer patches."""
    from PIL import Image

    land = Image.new("RGB", size, theme.land)
    broad = Image.blend(
        noise_picture(box, size, "wash", 30 * unit), noise_picture(box, size, "wash2", 11 * unit), 0.35
    )
    land.paste(Image.new("RGB", size, theme.land_mottle), mask=_steep(broad, 84, 172))
    warm = mix_colours(theme.land, theme.hills, 0.55)
    land.paste(
        Image.new("RGB", size, warm), mask=_steep(noise_picture(box, size, "warm", 13 * unit), 130, 235, 130)
    )
    # Whole regions are greener or drier than others, as meadows and ploughland are.
    green = mix_colours(theme.land_mottle, theme.forest, 0.35)
    meadows = noise_picture(box, size, "meadows", 62 * unit)
    land.paste(Image.new("RGB", size, green), mask=_steep(meadows, 140, 215, 120))
    # The colour lies in granules, as watercolour does on paper.
    granules = noise_picture(box, size, "granules", _GRANULE * unit)
    dark = mix_colours(theme.land_mottle, theme.rock, _GRANULAR)
    land.paste(Image.new("RGB", size, dark), mask=_steep(granules, 120, 225, 100))
    gaps = granules.point([255 - value for value in range(256)])
    land.paste(Image.new("RGB", size, theme.halo), mask=_steep(gaps, 120, 225, 45))
    return land


def _tint(land: Image.Image, theme: Theme, art: TerrainArt, mask: Image.Image, box: Box, unit: float) -> None:
    """Paint the area of a kind of terrain in two tones of its colour."""
    from PIL import Image, ImageChops

    if art in ("clear", "city", "lake", "sea"):
        return
    colour = theme.ground(art)
    dark = mix_colours(colour, theme.forest_mark if art in ("forest", "jungle") else theme.rock, 0.13)
    land.paste(Image.new("RGB", land.size, colour), mask=mask.point([round(v * 0.92) for v in range(256)]))
    patches = _steep(noise_picture(box, land.size, f"tone:{art}", 7 * unit), 110, 190, 225)
    land.paste(Image.new("RGB", land.size, dark), mask=ImageChops.multiply(mask, patches))


def _heights(
    box: Box,
    size: tuple[int, int],
    masks: Mapping[TerrainArt, Image.Image],
    water: Iterable[tuple[Line, float]],
    unit: float,
    px: float,
) -> Image.Image:
    """Return the heights of the land (mode F): ridges in hills, swells in the plain, valleys at rivers."""
    from PIL import ImageMath

    sources = {
        name: noise_picture(box, size, name, wave * unit)
        for name, wave in (("ridge", 8.5), ("spur", 4.3), ("rough", 2.2), ("swell", 17.0), ("grain", _GRAIN))
    }
    sources["high"] = _blended(masks, _HEIGHTS, size, 3.4 * unit * px)
    sources["flat"] = _blended(masks, _FLAT, size, 3.0 * unit * px)
    sources["near"] = _valleys(box, size, water, unit, px)

    def raised(args: Mapping[str, Any]) -> Any:
        ridge, spur, rough, swell, grain = (
            args[name] / 127.5 - 1 for name in ("ridge", "spur", "rough", "swell", "grain")
        )
        hill, level, valley = args["high"] / 255, args["flat"] / 255, args["near"] / 255
        one = 1 - abs(ridge) * 1.7
        crests = one * 0.62 + (1 - abs(spur) * 1.7) * 0.25 * (one + 0.6) + (1 - abs(rough) * 1.7) * 0.07
        plain = swell * 0.30 + crests * 0.13 + grain * _GRAINY
        return (hill * (crests + 0.35) + (1 - hill) * plain * (1 - level)) * (1 - valley * 0.8)

    def band(top: int, bottom: int) -> Image.Image:
        rows = (0, top, size[0], bottom)
        parts = {name: source.crop(rows).convert("F") for name, source in sources.items()}
        found: Image.Image = ImageMath.lambda_eval(raised, **parts)
        return found

    return _in_bands("F", size, band)


def _in_bands(mode: str, size: tuple[int, int], band: Callable[[int, int], Image.Image]) -> Image.Image:
    """Return a picture computed band by band: each step of a formula holds a band, not the whole picture."""
    from PIL import Image

    whole = Image.new(mode, size)
    for top in range(0, size[1], _BAND):
        whole.paste(band(top, min(top + _BAND, size[1])), (0, top))
    return whole


def _blended(
    masks: Mapping[TerrainArt, Image.Image],
    weights: Mapping[TerrainArt, float],
    size: tuple[int, int],
    pixels: float,
) -> Image.Image:
    from PIL import Image, ImageChops

    whole = Image.new("L", size, 0)
    for art, weight in weights.items():
        if art in masks:
            whole = ImageChops.lighter(whole, masks[art].point([round(v * weight) for v in range(256)]))
    return _soft(whole, pixels)


def _valleys(
    box: Box, size: tuple[int, int], water: Iterable[tuple[Line, float]], unit: float, px: float
) -> Image.Image:
    """Return how near to a river each pixel is: 255 at its banks."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    across, down = size[0] / box.width, size[1] / box.height
    for line, width in water:
        points = [((p.x - box.x) * across, (p.y - box.y) * down) for p in line]
        draw.line(points, fill=255, width=max(1, round((width + 5.0 * unit) * px)), joint="curve")
    return _soft(mask, 1.9 * unit * px)


def _shaded(land: Image.Image, strength: float, heights: Image.Image) -> Image.Image:
    """Return the land lit from the northwest."""
    from PIL import Image, ImageMath

    wide = heights.width

    def tones(sign: float, most: float) -> Image.Image:
        def toned(args: Mapping[str, Any]) -> Any:
            slope = (args["ahead"] - args["behind"]) * sign * 2.6
            steep = (abs(slope) + slope) / 2
            return args["convert"](steep / (steep + 1) * most * 1.6, "L")

        def band(top: int, bottom: int) -> Image.Image:
            # A pixel's slope is the difference between its neighbours to the southeast and to the northwest.
            ahead = heights.crop((1, top + 1, wide + 1, bottom + 1))
            behind = heights.crop((-1, top - 1, wide - 1, bottom - 1))
            found: Image.Image = ImageMath.lambda_eval(toned, ahead=ahead, behind=behind)
            return found

        return _in_bands("L", heights.size, band)

    lit, dark = tones(-1.0, 112 * strength), tones(1.0, 78 * strength)
    land.paste(Image.new("RGB", land.size, _SHADE), mask=_framed(dark))
    land.paste(Image.new("RGB", land.size, _LIGHT), mask=_framed(lit))
    return land


def _framed(mask: Image.Image) -> Image.Image:
    """Return a mask without its outermost pixels, whose slope is unknown."""
    from PIL import Image

    wide, high = mask.size
    framed = Image.new("L", mask.size, 0)
    framed.paste(mask.crop((1, 1, wide - 1, high - 1)), (1, 1))
    return framed
