"""Draw the charts of a game as pictures, and write them as HTML."""

from __future__ import annotations

from builder.render.charts.html import chart_html
from builder.render.charts.pictures import ChartPicture, chart_pictures, charts_of, raster_chart

__all__ = ["ChartPicture", "chart_html", "chart_pictures", "charts_of", "raster_chart"]
