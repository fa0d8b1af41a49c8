"""Check untrusted pictures before anything draws them; no file is opened here.

Pictures in a designer's `art/<slug>/` and in other people's modules pass the same checks.
"""

from hexwright.sanitize.picture_limits import IN_ART, IN_MODULE, Limits
from hexwright.sanitize.picture_refusal import Kind, Refusal
from hexwright.sanitize.raster_checks import PNG_MAGIC, Raster, judge_png, look_at_raster, pixels_of
from hexwright.sanitize.svg_checks import Survey, survey
from hexwright.sanitize.svg_size import misjudged_size, size_of
from hexwright.sanitize.trial_drawing import try_drawings

__all__ = [
    "IN_ART",
    "IN_MODULE",
    "PNG_MAGIC",
    "Kind",
    "Limits",
    "Raster",
    "Refusal",
    "Survey",
    "judge_png",
    "look_at_raster",
    "misjudged_size",
    "pixels_of",
    "size_of",
    "survey",
    "try_drawings",
]
