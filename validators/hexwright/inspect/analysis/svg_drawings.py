"""Make drawings from the SVG of modules, within the limits of `hexwright.sanitize`."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from hexwright.inspect.analysis.svg_fonts import with_our_fonts
from hexwright.render.svg_raster import SvgDrawing
from hexwright.sanitize.picture_limits import DESIGNER_ART_LIMITS
from hexwright.sanitize.svg_checks import inspect_svg

if TYPE_CHECKING:
    from PIL import Image

_SAMPLE: Final = 48
"""Width in pixels at which the transparency of a drawing is measured."""


def module_drawing(svg: bytes) -> SvgDrawing | None:
    """Return the drawing of an SVG that is in one piece, with our fonts; None if it is refused."""
    try:
        seen = inspect_svg(svg, DESIGNER_ART_LIMITS)
        # Other fonts change nothing of what was found.
        return None if seen.refusals else SvgDrawing(with_our_fonts(svg).decode(), seen)
    except ValueError:
        return None


def open_rgba(png: bytes) -> Image.Image:
    """Return a PNG of ours as RGBA."""
    from PIL import Image

    return Image.open(BytesIO(png)).convert("RGBA")


def drawing_share(drawing: SvgDrawing) -> float:
    """Return the share of a drawing that isn't transparent, from 0 to 1; 0 if it can't be drawn."""
    try:
        return picture_share(open_rgba(drawing.whole(_SAMPLE)))
    except ValueError:
        return 0.0


def picture_share(picture: Image.Image) -> float:
    """Return the share of a picture in RGBA that isn't transparent, from 0 to 1."""
    alphas = picture.getchannel("A").histogram()
    return sum(alpha * n for alpha, n in enumerate(alphas)) / (255 * picture.width * picture.height)
