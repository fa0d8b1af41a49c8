"""Check untrusted pictures before anything draws them; no file is opened here.

Pictures in a designer's `art/<slug>/` and in other people's modules pass the same checks.
"""

from hexwright.sanitize.picture_limits import (
    DESIGNER_ART_LIMITS,
    DESIGNER_MAP_LIMITS,
    MODULE_PICTURE_LIMITS,
    PictureLimits,
)
from hexwright.sanitize.picture_refusal import Refusal, RefusalKind
from hexwright.sanitize.raster_checks import (
    ART_FORMATS,
    COUNTER_RASTER,
    JPEG_MAGIC,
    MAP_RASTER,
    PNG_MAGIC,
    RasterInfo,
    RasterLimits,
    decode_raster,
    is_lossy,
    is_raster,
    raster_refusal,
    read_raster_info,
)
from hexwright.sanitize.svg_checks import SvgInspection, inspect_svg
from hexwright.sanitize.svg_size import svg_size_in_pixels, svg_size_refusal
from hexwright.sanitize.trial_drawing import TRIAL_WIDTHS, try_rendering

__all__ = [
    "ART_FORMATS",
    "COUNTER_RASTER",
    "DESIGNER_ART_LIMITS",
    "DESIGNER_MAP_LIMITS",
    "JPEG_MAGIC",
    "MAP_RASTER",
    "MODULE_PICTURE_LIMITS",
    "PNG_MAGIC",
    "TRIAL_WIDTHS",
    "PictureLimits",
    "RasterInfo",
    "RasterLimits",
    "Refusal",
    "RefusalKind",
    "SvgInspection",
    "decode_raster",
    "inspect_svg",
    "is_lossy",
    "is_raster",
    "raster_refusal",
    "read_raster_info",
    "svg_size_in_pixels",
    "svg_size_refusal",
    "try_rendering",
]
