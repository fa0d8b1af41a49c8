"""Draw a chart that is a picture: the designer's own player aid, below its title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwright.model.charts import PictureChart
from hexwright.render.canvas import Box, Canvas
from hexwright.render.chart_image import PX_PER_MM
from hexwright.render.charts.chart_layout import MARGIN, Chart
from hexwright.render.designer_pictures import aspect_ratio
from hexwright.render.theme import Theme
from hexwright.sanitize import is_raster, read_raster_info

_LEAST: Final = 60.0
_WIDEST: Final = 186.0
_TALLEST: Final = 240.0
"""The height of a picture in mm with which the chart fits a page."""


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A block that is one picture as wide as the chart."""

    data: bytes

    def height(self, width: float) -> float:
        """Return the height in mm of the picture at the given width."""
        return width / aspect_ratio(self.data)

    def draw(self, canvas: Canvas, theme: Theme, box: Box) -> None:
        """Draw the picture into a box of its proportions."""
        canvas.image(box, self.data)


def picture_chart(card: PictureChart, data: bytes) -> Chart:
    """Return a chart with a picture, in the picture's own size on screens if that fits a page."""
    wide = read_raster_info(data).width / PX_PER_MM if is_raster(data) else _WIDEST
    wide = min(max(wide, _LEAST), _WIDEST, _TALLEST * aspect_ratio(data))
    return Chart(card.name, "", wide + 2 * MARGIN, (PictureBlock(data),))
