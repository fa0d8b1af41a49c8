"""The look of the map beside its colours: how densely it is decorated, and how heavy its lines are.

A theme contains a look, so whatever draws with a theme draws in the game's style.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from hexwright.model.hex_map import LookName

Marks = Literal["painted", "inked", "signs"]
"""How vegetation and hills are drawn: as shaded clumps, as outlines in ink, or as a few bold signs."""


@dataclass(frozen=True, slots=True)
class MapLook:
    """Numbers and switches that make the difference between styles. Densities and weights are factors."""

    name: LookName
    marks: Marks
    painted_land: bool
    """Whether a picture of pixels with shaded land lies below the lines."""
    relief: float
    """Strength of the hill shading."""
    wander: float
    """How far the edges of terrain wander off the hexsides, as a share of a hexside."""
    trees: float
    fields: float
    swamp: float
    hills: float
    towns: float
    grid: float
    rail: float
    road: float
    edge_lines: bool
    """Whether forests and swamps have an outline."""
    aged_paper: bool = False
    """Whether the paper around the map is stained, and darker toward its edges."""


PUBLISHER: Final = MapLook(
    name="publisher",
    marks="painted",
    painted_land=True,
    relief=1.0,
    wander=0.18,
    trees=1.0,
    fields=1.0,
    swamp=1.0,
    hills=1.0,
    towns=1.0,
    grid=0.85,
    rail=1.0,
    road=1.0,
    edge_lines=False,
)
PLAIN: Final = MapLook(
    name="plain",
    marks="inked",
    painted_land=False,
    relief=0.0,
    wander=0.15,
    trees=0.8,
    fields=0.0,
    swamp=1.0,
    hills=1.0,
    towns=0.8,
    grid=1.0,
    rail=0.9,
    road=0.9,
    edge_lines=True,
)
QUIET: Final = replace(PLAIN, marks="signs", trees=0.3, swamp=0.4, hills=0.4, towns=0.6)
"""The plain style with few marks, for maps so small that marks would hide the counters on them."""
ACCESSIBLE: Final = MapLook(
    name="accessible",
    marks="signs",
    painted_land=False,
    relief=0.0,
    wander=0.15,
    trees=0.45,
    fields=0.0,
    swamp=0.8,
    hills=0.7,
    towns=0.8,
    grid=1.2,
    rail=1.25,
    road=1.25,
    edge_lines=True,
)
LOOKS: Final[Mapping[LookName, MapLook]] = MappingProxyType(
    {"publisher": PUBLISHER, "plain": PLAIN, "accessible": ACCESSIBLE}
)
"""The styles that come with hexwright."""
