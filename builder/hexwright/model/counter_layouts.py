"""Define the records of a counter's look in `counters.yaml`: layouts, formations and fonts.

A layout is a list of parts, drawn in order on a grid of mm. Texts are templates: `{designation}` stands for
a value of the unit or marker, `{data.morale}` for a column of its own data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from hexwright.model.colours import Colour
from hexwright.model.key_annotations import Doc, Pattern, Range, Reference

TEMPLATE: Final = re.compile(r"\{([a-z]+(?:\.[A-Za-z0-9_-]+)?)\}")
"""A value in a template."""
GridBox = tuple[float, float, float, float]
"""Left edge, upper edge, width and height, in mm on a layout's grid."""

PartKind = Literal[
    "ground",
    "plate",
    "stripe",
    "disc",
    "hexagon",
    "ring",
    "emblem",
    "pips",
    "boxes",
    "turns",
    "swatches",
    "echelon",
    "symbol",
    "picture",
    "text",
    "edge",
    "crest",
    "reduced stripe",
    "figures",
    "arrival",
    "ratings",
    "marker",
]
CounterShape = Literal["rectangle", "round", "hexagon", "block", "stand-up"]
BuiltInFont = Literal["regular", "italic", "semibold", "bold", "black", "serif", "serif-bold"]

_COLOUR: Final = Pattern("#[0-9A-Fa-f]{6}", "a colour as '#rrggbb' in quotes")
_COLOUR_NAME: Final = Pattern(
    r"#[0-9A-Fa-f]{6}|[a-z]+(\.[A-Za-z0-9_-]+){1,2}",
    "a colour as '#rrggbb' in quotes, or the name of one, such as side.ink or data.coat",
)


@dataclass(frozen=True, slots=True)
class Formation:
    """A formation to which units belong, told by colour and by a short name."""

    id: str
    name: Annotated[str, Doc("Name of the formation.", "2nd Panzer Group")]
    colour: Annotated[Colour, Doc("Colour of its stripe.", '"#1f2a2b"')]
    short: Annotated[str, Doc("Short name, which a layout prints on the stripe.", '"Pz 2"')] = ""
    ink: Annotated[
        str | None,
        Doc("Colour of text on the stripe; if omitted, white or black, whichever is legible."),
        _COLOUR,
    ] = None
    layout: Annotated[str | None, Doc("Layout of the formation's units.", "guards"), Reference("layout")] = (
        None
    )
    palette: Annotated[str | None, Doc("Palette of the formation's units."), Reference("palette")] = None


@dataclass(frozen=True, slots=True)
class CounterFont:
    """A font of your own for text on counters, such as for Chinese, Japanese, Hebrew or Arabic names."""

    id: str
    file: Annotated[
        str,
        Doc(
            "A TrueType or OpenType file in `art/<slug>/`. Of a collection (.ttc), its first font is used.",
            "NotoSansJP-Bold.otf",
        ),
    ]
    licence: Annotated[
        str,
        Doc(
            "Licence that allows you to publish pictures made with the font, and its owner. It is "
            "printed among the credits.",
            "SIL Open Font Licence 1.1, The Noto Project Authors",
        ),
    ]


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """One part of a layout: what is drawn, where, and in which colours."""

    draw: Annotated[
        PartKind,
        Doc(
            "What is drawn. `ground` fills the counter; `plate`, `disc`, `hexagon` and `ring` fill a shape; "
            "`stripe` is a plate in the formation's colour; `pips`, `boxes` and `turns` count; "
            "`swatches` are bands of colours; `emblem` is the side's shape, `echelon` the size mark, "
            "`symbol` the unit box; `picture` is a drawing of ours or a file of yours; `edge` is the "
            "border. The others are the parts of the standard layout.",
            "text",
        ),
    ]
    box: Annotated[
        GridBox | None,
        Doc(
            "Left edge, upper edge, width and height in mm; if omitted, the whole counter.",
            "[3.5, 1, 10.5, 1.9]",
        ),
    ] = None
    id: Annotated[str, Doc("Name of the part, to which `yields_to` refers.", "setup")] = ""
    when: Annotated[
        str,
        Doc(
            "Faces on which the part is drawn: `full`, `reduced`, or those on which a template isn't empty.",
            '"{data.elite}"',
        ),
    ] = ""
    text: Annotated[
        str,
        Doc(
            "Text with values in braces. It isn't drawn if it has values and all are empty.",
            '"{strength}-{ma}"',
        ),
    ] = ""
    font: Annotated[
        str,
        Doc(
            "One of regular, italic, semibold, bold, black, serif and serif-bold, or a font of `fonts`.",
            "bold",
        ),
    ] = "bold"
    size: Annotated[float, Doc("Size of the text, in points.", "8"), Range(1, 400)] = 8.0
    min: Annotated[
        float | None,
        Doc("Smallest size to which the text may shrink, in points; if omitted, `size`.", "6.5"),
        Range(1, 400),
    ] = None
    caps: Annotated[
        Literal["none", "small"],
        Doc("Whether the text is set in spaced capitals of four fifths of the size."),
    ] = "none"
    align: Annotated[Literal["left", "centre", "right"], Doc("Where the text stands in its box.")] = "centre"
    valign: Annotated[Literal["top", "middle", "bottom"], Doc("The height of the text in its box.")] = (
        "middle"
    )
    lines: Annotated[
        int, Doc("Number of lines on which the text may be broken, at spaces or at '|'."), Range(1, 4)
    ] = 1
    leading: Annotated[
        float | None, Doc("Distance of two lines, in mm; if omitted, the text size."), Range(0.5, 100)
    ] = None
    rotate: Annotated[
        Literal[0, 90, 180, 270], Doc("Degrees by which text is turned clockwise: 270 reads upward.", "270")
    ] = 0
    arc: Annotated[
        float,
        Doc("Radius in mm of the circle around the middle of the box along which text runs; 0 for none."),
        Range(0, 200),
    ] = 0.0
    one_size: Annotated[
        bool,
        Doc("Whether all faces of a side have the text in one size: the largest at which each fits."),
    ] = False
    yields_to: Annotated[
        str,
        Doc(
            "The part to the right with which the text shares its row; it gets what that text leaves.",
            "setup",
        ),
    ] = ""
    of: Annotated[
        str,
        Doc(
            "For `picture`, a drawing such as `tank`, a file in `art/<slug>/`, or a template; for `pips`, "
            "`boxes` and `turns`, the number or numbers; for `swatches`, the colours.",
            '"{data.ship}"',
        ),
    ] = ""
    total: Annotated[
        str, Doc("For `pips` and `boxes`, how many places are drawn; the rest are empty.", '"{steps.all}"')
    ] = ""
    fill: Annotated[str | None, Doc("Colour of the area or of the text.", "side.accent"), _COLOUR_NAME] = None
    reduced: Annotated[str | None, Doc("`fill` on reduced faces.", "side.reduced"), _COLOUR_NAME] = None
    line: Annotated[str | None, Doc("Colour of the outline.", "side.ink"), _COLOUR_NAME] = None
    width: Annotated[float | None, Doc("Width of the outline, in mm.", "0.3"), Range(0.05, 20)] = None
    corner: Annotated[float, Doc("Radius of a plate's corners, in mm."), Range(0, 100)] = 0.0
    rules: Annotated[
        bool, Doc("Whether a plate has lines only above and below, or a stripe one at its inner edge.")
    ] = False
    invert: Annotated[
        str, Doc("The symbol is light on dark on faces on which this template isn't empty.", '"{data.elite}"')
    ] = ""
    fit: Annotated[
        Literal["whole", "cover"], Doc("Whether the whole picture is shown, or it fills its box.")
    ] = "whole"
    crop: Annotated[
        GridBox | None,
        Doc(
            "The part of a picture file that is shown, as shares of its width and height.",
            "[0.1, 0, 0.8, 0.5]",
        ),
    ] = None
    tint: Annotated[
        str | None,
        Doc(
            "Colour for a picture file: its darkest points get this colour, its lightest stay white.",
            "side.ink",
        ),
        _COLOUR_NAME,
    ] = None
    mask: Annotated[
        str,
        Doc(
            "Shape to which a picture is cut: `disc`, `hexagon`, `rounded`, or a file; its dark points cut.",
            "disc",
        ),
    ] = ""
    meaning: Annotated[
        str,
        Doc(
            "What the part tells, for the rulebook's key to the counters; if omitted, names, figures, "
            "formations, hexes, turns and ratings are explained by themselves.",
            "Commander",
        ),
    ] = ""
    flip: Annotated[bool, Doc("Whether a picture is mirrored, so that it looks the other way.")] = False
    lit: Annotated[str | None, Doc("The light colour of a drawing of ours.", "side.paper"), _COLOUR_NAME] = (
        None
    )
    second: Annotated[
        str | None, Doc("The second colour of a drawing of ours.", "side.accent"), _COLOUR_NAME
    ] = None
    shadow: Annotated[bool, Doc("Whether a drawing of ours has a shadow.")] = False
    ignore: Annotated[
        bool, Doc("Whether the part may lie on other parts and outside the safe area without a warning.")
    ] = False


@dataclass(frozen=True, slots=True)
class CounterLayout:
    """How a counter's face is laid out: its size, its shape, and its parts in the order of drawing."""

    id: str
    parts: Annotated[
        tuple[LayoutPart, ...],
        Doc("The parts, in the order in which they are drawn.", "[{draw: ground}, {draw: text, text: hi}]"),
    ]
    size: Annotated[
        tuple[float, float] | None,
        Doc(
            "Width and height in mm, of the counter and of the grid on which its parts lie. If omitted, the "
            "counter is a square of `counter_mm`, and its grid is 15 by 15, whatever its size.",
            "[30, 15]",
        ),
        Range(5, 200),
    ] = None
    shape: Annotated[
        CounterShape,
        Doc(
            "Form of the counter. A `block` is printed as a label with one face, and turned by a quarter for "
            "each step lost; a `stand-up` is printed with its back above it, and tabs for a stand."
        ),
    ] = "rectangle"
    corner: Annotated[float, Doc("Radius of a rectangle's corners on the grid, in mm."), Range(0, 100)] = 1.2
    safe: Annotated[
        float,
        Doc("Width of the margin without text, on the grid in mm, because cuts are inexact."),
        Range(0, 50),
    ] = 1.0

    @property
    def grid(self) -> tuple[float, float]:
        """Return width and height of the grid on which the parts lie."""
        return self.size or (15.0, 15.0)
