"""Limits on the content of untrusted drawings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """Limits on the content of a drawing. An element counts once for each reference to it."""

    depth: int
    attributes: int
    elements: int
    drawn_elements: int
    stylesheet: int
    entities: bool
    """Whether the drawing may declare its own entities, as old drawing programs do."""
    utf8: bool
    """Whether the drawing's text must be UTF-8."""
    allows_cmyk: bool
    """Whether embedded pictures may be in CMYK, whose colours differ between screen and paper."""


DESIGNER_ART_LIMITS: Final = PictureLimits(
    depth=48,
    attributes=120,
    elements=10_000,
    drawn_elements=20_000,
    stylesheet=100_000,
    entities=False,
    utf8=True,
    allows_cmyk=False,
)
"""Limits for a picture that hexwright draws on a counter or in a terrain."""
DESIGNER_MAP_LIMITS: Final = replace(DESIGNER_ART_LIMITS, elements=100_000, drawn_elements=200_000)
"""Limits for a picture of a whole map."""
MODULE_PICTURE_LIMITS: Final = PictureLimits(
    depth=1_000,
    attributes=1_000,
    elements=1_000_000,
    drawn_elements=2_000_000,
    stylesheet=4_000_000,
    entities=True,
    utf8=False,
    allows_cmyk=True,
)
"""Limits for a picture in a module, which may be a whole map."""
