"""Judge pictures from outside, before anything draws them: no file is opened here.

What a designer keeps in `art/<slug>/` and what a stranger's module brings pass through the same gate.
"""

from builder.art.limits import IN_ART, IN_MODULE, Limits
from builder.art.raster import Raster, look_at_raster
from builder.art.refusal import Kind, Refusal
from builder.art.svg import Survey, survey

__all__ = [
    "IN_ART",
    "IN_MODULE",
    "Kind",
    "Limits",
    "Raster",
    "Refusal",
    "Survey",
    "look_at_raster",
    "survey",
]
