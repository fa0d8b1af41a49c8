"""Mix colours, and derive the colours of counters from a side's colours in a theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hexwright.model.colours import Colours
from hexwright.model.game import Side
from hexwright.render.canvas import Colour
from hexwright.render.theme import Theme
from hexwright.support.colour_contrast import MIN_TEXT_CONTRAST, contrast_ratio

WHITE = Colour("#ffffff")
INK = Colour("#1c1a17")
BLACK = Colour("#000000")
PAPER = Colour("#f4edda")


@cache
def mix_colours(first: Colour, second: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the share of `second`, from 0 to 1."""
    parts = (
        round(int(first[n : n + 2], 16) * (1 - share) + int(second[n : n + 2], 16) * share) for n in (1, 3, 5)
    )
    return Colour("#" + "".join(f"{part:02x}" for part in parts))


def lettering_colour(ground: Colour) -> Colour:
    """Return white or dark ink for text on a background; black if neither has enough contrast.

    On every background, white or black has a contrast of at least 4.5.
    """
    if contrast_ratio(ground, WHITE) >= MIN_TEXT_CONTRAST:
        return WHITE
    return INK if contrast_ratio(ground, INK) >= MIN_TEXT_CONTRAST else BLACK


@cache
def readable_colour(colour: Colour, ground: Colour) -> Colour:
    """Return the colour, mixed with just enough white or black to be readable on a background."""
    best = lettering_colour(ground)
    for tenth in range(11):
        tried = mix_colours(colour, best, tenth / 10)
        if contrast_ratio(tried, ground) >= MIN_TEXT_CONTRAST:
            return tried
    return best


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one counter face."""

    ground: Colour
    edge: Colour
    ink: Colour
    accent: Colour
    box: Colour
    stripe: Colour | None


def unit_palette(side: Side, theme: Theme, step_index: int, steps: int) -> Palette:
    """Return the colours of a unit's face in its side's colours."""
    return face_palette(theme.side(side), step_index, steps)


def face_palette(colours: Colours, step_index: int, steps: int) -> Palette:
    """Return the colours of a face.

    A face at full strength is saturated; other faces are pale with a white stripe.
    """
    fill, pale = Colour(colours.fill), Colour(colours.reduced)
    ink, accent = Colour(colours.ink), Colour(colours.accent)
    if step_index == 0:
        return Palette(fill, mix_colours(fill, ink, 0.55), ink, accent, mix_colours(fill, WHITE, 0.72), None)
    ground = mix_colours(fill, pale, step_index / max(1, steps - 1))
    return Palette(ground, mix_colours(fill, ink, 0.35), ink, accent, WHITE, WHITE)
