"""Define the colours of a side, a palette or a part of a counter, as they are written in YAML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc, Pattern

Colour = Annotated[str, Pattern("#[0-9A-Fa-f]{6}", "a colour as '#rrggbb' in quotes")]


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a side or of a palette in one theme, as `#rrggbb`."""

    fill: Annotated[Colour, Doc("Background of the side's counters at full strength.", '"#9aa590"')]
    reduced: Annotated[Colour, Doc("Background of the side's counters at reduced strength.", '"#ccd2c6"')]
    ink: Annotated[Colour, Doc("Numbers and symbol outline on the counter.", '"#1d211b"')]
    accent: Annotated[Colour, Doc("The side's marks on map and charts.", '"#3f4b3a"')]
