"""Make room for lettering on the small counters of figures: a narrow stripe, high rows of text, a low symbol.

All parts keep their order and colours. Boxes are on the layout's grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hexwright.model.counter_layouts import CounterLayout, GridBox, LayoutPart

EDGE: Final = 0.45
"""The least distance of text from the counter's edge, on the grid."""
GAP: Final = 0.25
"""The least distance of text from other parts, on the grid."""
_STRIPE: Final = 0.3
"""The greatest width of a stripe beside symbol and text, as a share of the counter's."""
_NARROW: Final = 1.0
"""The width of a stripe without text, on the grid."""
_LEAST_MARK: Final = 0.7
"""The height of a size mark below which it isn't drawn, on the grid."""

Scale = Callable[[float], float]


def tight_layout(
    layout: CounterLayout,
    heading: LayoutPart,
    values: LayoutPart,
    upper: float,
    lower: float,
    *,
    wide_symbol: bool = False,
) -> CounterLayout:
    """Return a layout with rows for a first line and values that are `upper` and `lower` high on the grid.

    With `wide_symbol`, the symbol, which has letters, takes the whole width.
    """
    if heading.box is None or values.box is None:
        return layout
    stripe = next((part for part in layout.parts if _is_stripe(part, layout.grid)), None)
    across = _widened(stripe.box if stripe is not None else None, layout.grid[0])
    plate = next((part for part in layout.parts if part.draw == "plate" and _holds(part, heading)), None)
    head = _foot(plate.box if plate is not None and plate.box is not None else heading.box)
    foot = values.box[1]
    height = layout.grid[1]
    down = _knots((0.0, head, foot, height), (0.0, max(head, upper), min(foot, height - lower), height))
    parts = []
    for part in layout.parts:
        if stripe is not None and part is not stripe and _holds(stripe, part):
            # Nothing on a narrow stripe could be read.
            continue
        if part.box is None:
            parts.append(part)
            continue
        left, right = across(part.box[0]), across(part.box[0] + part.box[2])
        top, bottom = down(part.box[1]), down(_foot(part.box))
        if part.draw == "echelon" and bottom - top < _LEAST_MARK:
            continue
        if part.draw == "symbol":
            ends = across(heading.box[0]), across(heading.box[0] + heading.box[2])
            left, right = ends if wide_symbol else _in_proportion(part.box, left, right, bottom - top)
        parts.append(replace(part, box=(left, top, right - left, bottom - top)))
    return replace(layout, parts=tuple(parts))


def _in_proportion(box: GridBox, left: float, right: float, height: float) -> tuple[float, float]:
    """Return the ends of a symbol that is as high as a box that has become lower or higher."""
    wide = min(right - left, box[2] * height / box[3])
    return (left + right - wide) / 2, (left + right + wide) / 2


def _is_stripe(part: LayoutPart, grid: tuple[float, float]) -> bool:
    """Whether a part is a stripe along the whole left or right edge of a counter."""
    if part.draw != "stripe" or part.box is None:
        return False
    left, top, wide, high = part.box
    beside = left <= 0 or left + wide >= grid[0]
    return beside and top <= 0 and high >= grid[1] and wide <= _STRIPE * grid[0]


def _widened(stripe: GridBox | None, width: float) -> Scale:
    """Return how far from the left edge what was at some distance is if a stripe becomes narrow."""
    if stripe is None or stripe[2] <= _NARROW:
        return lambda x: x
    if stripe[0] <= 0:
        return _knots((0.0, stripe[2], width), (0.0, _NARROW, width))
    return _knots((0.0, stripe[0], width), (0.0, width - _NARROW, width))


def _knots(old: tuple[float, ...], new: tuple[float, ...]) -> Scale:
    """Return a scale that leads some distances to others, and what lies between in proportion."""

    def scaled(x: float) -> float:
        for n in range(1, len(old)):
            if x <= old[n] or n == len(old) - 1:
                share = (x - old[n - 1]) / (old[n] - old[n - 1])
                return round(new[n - 1] + share * (new[n] - new[n - 1]), 4)
        return x

    return scaled


def _foot(box: GridBox) -> float:
    return box[1] + box[3]


def _holds(part: LayoutPart, other: LayoutPart) -> bool:
    """Whether the middle of a part lies on another, but not the other way round."""
    if part.box is None or other.box is None or other.box[2] * other.box[3] >= part.box[2] * part.box[3]:
        return False
    x, y = other.box[0] + other.box[2] / 2, other.box[1] + other.box[3] / 2
    left, top, wide, high = part.box
    return left <= x <= left + wide and top <= y <= top + high
