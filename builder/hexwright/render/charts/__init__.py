"""Draw the charts of a game as pictures, and write them as HTML."""

from __future__ import annotations

from hexwright.render.charts.chart_html import chart_html
from hexwright.render.charts.game_charts import chart_pictures, charts_of

__all__ = ["chart_html", "chart_pictures", "charts_of"]
