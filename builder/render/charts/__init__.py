"""Draw the charts of a game as pictures, and write them as HTML."""

from __future__ import annotations

from builder.render.charts.html import chart_html
from builder.render.charts.pictures import chart_pictures, charts_of

__all__ = ["chart_html", "chart_pictures", "charts_of"]
