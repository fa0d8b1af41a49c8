"""Hold a chart as SVG and convert it to PNG. This file doesn't import the code that draws charts."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.render.svg_raster import rasterise

PX_PER_MM = 7


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart as an SVG document, with its size."""

    title: str
    svg: str
    width_mm: float
    height_mm: float
    window_scale: float
    """The zoom with which a chart window opens; 1 is full size."""


def raster_chart(picture: ChartPicture, px_per_mm: float = PX_PER_MM) -> bytes:
    """Return a chart as PNG, by default at a resolution that is readable in a window on the screen."""
    return rasterise(picture.svg, round(picture.width_mm * px_per_mm))
