"""How much a drawing from outside may hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a drawing may hold. What is drawn again by reference counts each time."""

    depth: int
    attributes: int
    elements: int
    drawn: int
    stylesheet: int
    entities: bool
    """Whether the drawing may declare entities of its own, as old drawing programs do."""
    utf8: bool
    """Whether its text must be UTF-8."""
    four_inks: bool
    """Whether pictures within may be in CMYK, which a screen and our paper show in different colours."""


IN_ART: Final = Limits(
    depth=48,
    attributes=120,
    elements=10_000,
    drawn=20_000,
    stylesheet=100_000,
    entities=False,
    utf8=True,
    four_inks=False,
)
"""A picture on a counter, which we draw ourselves."""
IN_MODULE: Final = Limits(
    depth=1_000,
    attributes=1_000,
    elements=1_000_000,
    drawn=2_000_000,
    stylesheet=4_000_000,
    entities=True,
    utf8=False,
    four_inks=True,
)
"""A picture in a module, perhaps a whole map."""
