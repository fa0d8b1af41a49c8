"""A chart rendered to SVG or PNG, independent of the code that draws it."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.render.svg_raster import rasterise

PX_PER_MM = 7


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """One chart as an SVG document."""

    title: str
    svg: str
    width_mm: float
    height_mm: float
    window_scale: float
    """The share of its full size at which a window first shows it."""


def raster_chart(picture: ChartPicture, px_per_mm: float = PX_PER_MM) -> bytes:
    """Return a chart as PNG at a resolution that is readable in a window on the screen."""
    return rasterise(picture.svg, round(picture.width_mm * px_per_mm))
