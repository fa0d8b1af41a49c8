"""Judge pictures from outside, before anything draws them: no file is opened here.

What a designer keeps in `art/<slug>/` and what a stranger's module brings pass through the same gate.
"""

from builder.art.limits import IN_ART, IN_MODULE, Limits
from builder.art.raster import PNG_MAGIC, Raster, judge_png, look_at_raster, pixels_of
from builder.art.refusal import Kind, Refusal
from builder.art.size import misjudged_size, size_of
from builder.art.svg import Survey, survey
from builder.art.trial import try_drawings

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
