"""Hold a chart that is drawn, and make a picture of it: who has it kept need not know how it is drawn."""

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
    shown: float
    """At what share of its full size a window shows it at first."""


def raster_chart(picture: ChartPicture, px_per_mm: float = PX_PER_MM) -> bytes:
    """Return a chart as PNG at a resolution that reads well in a window on the screen."""
    return rasterise(picture.svg, round(picture.width_mm * px_per_mm))
