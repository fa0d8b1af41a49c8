"""Define colours and palettes, which sides, counters and maps share, as they are written in YAML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hexwright.model.key_annotations import Doc, Pattern

PALETTE_ROLES: Final = ("fill", "reduced", "ink", "accent")
"""The colours of a palette."""
Colour = Annotated[str, Pattern("#[0-9A-Fa-f]{6}", "a colour as '#rrggbb' in quotes")]
PaletteColour = Annotated[
    str,
    Pattern(
        rf"#[0-9A-Fa-f]{{6}}|palette\.[A-Za-z0-9_-]+\.({'|'.join(PALETTE_ROLES)})",
        "a colour as '#rrggbb' in quotes, or that of a palette in counters.yaml, such as palette.guards.fill",
    ),
]


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a side or of a palette in one theme, as `#rrggbb`."""

    fill: Annotated[Colour, Doc("Background of the side's counters at full strength.", '"#9aa590"')]
    reduced: Annotated[Colour, Doc("Background of the side's counters at reduced strength.", '"#ccd2c6"')]
    ink: Annotated[Colour, Doc("Numbers and symbol outline on the counter.", '"#1d211b"')]
    accent: Annotated[Colour, Doc("The side's marks on map and charts.", '"#3f4b3a"')]


@dataclass(frozen=True, slots=True)
class Palette:
    """A scheme of colours that units, formations, markers or the map use beside those of the sides."""

    id: str
    classic: Annotated[Colours, Doc("Colours in the `classic` theme.")]
    contrast: Annotated[
        Colours | None,
        Doc("Colours in the colour-blind safe `contrast` theme; if omitted, those of `classic`."),
    ] = None
