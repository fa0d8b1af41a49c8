"""Fit a scanned map to the hex grid: from hexes whose pixels are known to a transform of the sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Layout, Point
from hexwright.model.hex_map import MapScan
from hexwright.model.ids import HexId

MAX_RESIDUAL: Final = 0.05
"""The largest distance of a hex from its given pixel, as a share of the width of a hex."""
MAX_STRETCH: Final = 1.1
"""The largest ratio of the scales in two directions; scanners and paper stay far below it."""
_AFFINE_FROM: Final = 4
"""The number of hexes from which the scales across and down may differ. With fewer, an affine transform would
fit any pixels, and a wrong one would go unnoticed.
"""


@dataclass(frozen=True, slots=True)
class PixelTransform:
    """An affine map from the sheet, in mm, to a picture, in pixels: (a·x + b·y + c, d·x + e·y + f)."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, point: Point) -> Point:
        """Return the pixel at a point of the sheet."""
        return Point(
            self.a * point.x + self.b * point.y + self.c, self.d * point.x + self.e * point.y + self.f
        )

    def inverse(self, pixel: Point) -> Point:
        """Return the point of the sheet, in mm, at a pixel."""
        x, y, det = pixel.x - self.c, pixel.y - self.f, self.determinant
        return Point((self.e * x - self.b * y) / det, (self.a * y - self.d * x) / det)

    @property
    def determinant(self) -> float:
        """Return the factor from square mm to square pixels; negative if the picture is mirrored."""
        return self.a * self.e - self.b * self.d

    @property
    def px_per_mm(self) -> float:
        """Return the picture's resolution on the sheet."""
        return math.sqrt(abs(self.determinant))

    @property
    def rotation(self) -> float:
        """Return the degrees by which the picture is turned clockwise."""
        return math.degrees(math.atan2(self.d - self.b, self.a + self.e))

    @property
    def stretch(self) -> float:
        """Return the ratio of the largest scale to the smallest; 1 if both directions have the same."""
        half = (self.a**2 + self.b**2 + self.d**2 + self.e**2) / 2
        apart = math.sqrt(max(0.0, half * half - self.determinant**2))
        return math.sqrt((half + apart) / max(half - apart, 1e-12))


@dataclass(frozen=True, slots=True)
class ScanFit:
    """A scan's transform, and the distance in pixels of each given hex from its given pixel."""

    transform: PixelTransform
    residuals: Mapping[HexId, float]
    suspect: HexId
    """The hex whose pixel is probably wrong if the residuals are large."""

    @property
    def residual(self) -> float:
        """Return the largest residual, in pixels."""
        return max(self.residuals.values())


def fit_scan(layout: Layout, scan: MapScan) -> ScanFit | None:
    """Return the transform that best fits the hexes to their pixels (least squares).

    Up to three hexes are fitted by turning, scaling and moving; more also by different scales. None means
    that the hexes aren't enough: one without its size, or all at one pixel. Raises KeyError for a hex that
    isn't on the map.
    """
    centres = [layout.centre(hex_id) for hex_id in scan.hexes]
    pixels = [Point(x, y) for x, y in scan.hexes.values()]
    transform: PixelTransform | None = None
    if len(centres) == 1 and scan.hex_px is not None:
        turn, scale = math.radians(scan.rotation), scan.hex_px / layout.hex_width
        transform = _similarity(centres[0], pixels[0], scale * math.cos(turn), scale * math.sin(turn))
    elif len(centres) > 1:
        transform = _affine(centres, pixels) if len(centres) >= _AFFINE_FROM else None
        transform = transform or _best_similarity(centres, pixels)
    if transform is None or abs(transform.determinant) < 1e-9:
        return None
    errors = _errors(transform, centres, pixels)
    residuals = dict(zip(scan.hexes, errors, strict=True))
    suspect = max(scan.hexes, key=lambda hex_id: residuals[hex_id])
    if len(centres) >= _AFFINE_FROM:
        # A wrong pixel draws the whole map along; without it, the other hexes fit well.
        without = {
            hex_id: _error_without(number, centres, pixels) for number, hex_id in enumerate(scan.hexes)
        }
        suspect = min(without, key=lambda hex_id: without[hex_id])
    return ScanFit(transform, residuals, suspect)


def _errors(transform: PixelTransform, centres: Sequence[Point], pixels: Sequence[Point]) -> list[float]:
    return [transform.apply(one).distance(other) for one, other in zip(centres, pixels, strict=True)]


def _error_without(number: int, centres: Sequence[Point], pixels: Sequence[Point]) -> float:
    """Return the largest error of the best similarity that leaves out one hex."""
    centres = [*centres[:number], *centres[number + 1 :]]
    pixels = [*pixels[:number], *pixels[number + 1 :]]
    return max(_errors(_best_similarity(centres, pixels), centres, pixels))


def _similarity(centre: Point, pixel: Point, cos: float, sin: float) -> PixelTransform:
    """Return the transform that turns and scales, and puts a centre on a pixel."""
    return PixelTransform(
        cos,
        -sin,
        pixel.x - cos * centre.x + sin * centre.y,
        sin,
        cos,
        pixel.y - sin * centre.x - cos * centre.y,
    )


def _mean(points: Sequence[Point]) -> Point:
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def _best_similarity(centres: Sequence[Point], pixels: Sequence[Point]) -> PixelTransform:
    middle, target = _mean(centres), _mean(pixels)
    pairs = [(one - middle, other - target) for one, other in zip(centres, pixels, strict=True)]
    size = sum(one.x**2 + one.y**2 for one, _ in pairs)
    cos = sum(one.x * other.x + one.y * other.y for one, other in pairs) / size
    sin = sum(one.x * other.y - one.y * other.x for one, other in pairs) / size
    return _similarity(middle, target, cos, sin)


def _affine(centres: Sequence[Point], pixels: Sequence[Point]) -> PixelTransform | None:
    """Return the best affine transform, or None if the centres lie on one line."""
    middle, target = _mean(centres), _mean(pixels)
    pairs = [(one - middle, other - target) for one, other in zip(centres, pixels, strict=True)]
    xx, yy = sum(one.x**2 for one, _ in pairs), sum(one.y**2 for one, _ in pairs)
    xy = sum(one.x * one.y for one, _ in pairs)
    det = xx * yy - xy * xy
    if det < 1e-6 * (xx + yy) ** 2:
        return None
    rows = []
    for along in ("x", "y"):
        px = sum(one.x * getattr(other, along) for one, other in pairs)
        py = sum(one.y * getattr(other, along) for one, other in pairs)
        rows.append(((yy * px - xy * py) / det, (xx * py - xy * px) / det))
    (a, b), (d, e) = rows
    return PixelTransform(
        a, b, target.x - a * middle.x - b * middle.y, d, e, target.y - d * middle.x - e * middle.y
    )
