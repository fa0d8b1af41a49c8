"""Lay out strips of counters: the stacks of an inset below it, and units far from all others."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexwright.geometry.hex_layout import Point
from hexwright.model.ids import HexId
from hexwright.paper.map.map_sheets import SMALLEST_BOOK_TEXT
from hexwright.render.canvas import Box
from hexwright.render.fonts import FontFace, text_width

_LABEL: Final = 1.25 * SMALLEST_BOOK_TEXT
"""The height in mm of the label above the counters of a hex."""
_BETWEEN: Final = 2.2
"""The space in mm between the counters of two hexes."""
_BELOW: Final = 1.2
_BESIDE: Final = 0.4
"""The space in mm between counters of one hex."""
_ABOVE: Final = 1.2
"""The space in mm between an inset and its strip."""


@dataclass(frozen=True, slots=True)
class StripCell:
    """The counters of a hex in a strip: their label, where it stands, and the counters' boxes."""

    hex: HexId
    label: str
    foot: Point
    """The left end of the label's base line."""
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """Counters by hex in rows, with positions from the strip's upper left corner, and the height."""

    cells: tuple[StripCell, ...]
    height: float


EMPTY_STRIP: Final = Strip((), 0.0)


def strip_of(cells: Sequence[tuple[HexId, str, int]], width: float, edge: float) -> Strip:
    """Return a strip with a cell for each hex, of which label and number of counters are given.

    The counters of a hex stand side by side, and in several rows only if they are wider than the strip.
    """
    if not cells:
        return EMPTY_STRIP
    found: list[StripCell] = []
    x, y, tall = 0.0, _ABOVE, 0.0
    for hex_id, label, count in cells:
        across = min(count, max(1, int((width + _BESIDE) // (edge + _BESIDE))))
        rows = -(-count // across)
        named = text_width(label, FontFace.SANS_BOLD, SMALLEST_BOOK_TEXT)
        wide = max(across * (edge + _BESIDE) - _BESIDE, named)
        high = _LABEL + rows * (edge + _BESIDE)
        if x > 0 and x + wide > width + 1e-6:
            x, y, tall = 0.0, y + tall + _BELOW, 0.0
        top = y + _LABEL
        boxes = tuple(
            Box(x + n % across * (edge + _BESIDE), top + n // across * (edge + _BESIDE), edge, edge)
            for n in range(count)
        )
        found.append(StripCell(hex_id, label, Point(x, y + 0.8 * SMALLEST_BOOK_TEXT), boxes))
        x, tall = x + wide + _BETWEEN, max(tall, high)
    return Strip(tuple(found), y + tall)


def stack_letters(hexes: Sequence[HexId]) -> Mapping[HexId, str]:
    """Return a letter for each hex, in the order of their numbers: a, b … z, aa, ab …"""
    return dict(zip(sorted(hexes), _letters(), strict=False))


def _letters() -> Iterator[str]:
    yield from string.ascii_lowercase
    for first in string.ascii_lowercase:
        yield from (first + second for second in string.ascii_lowercase)


def stack_strip(counts: Mapping[HexId, int], width: float, edge: float) -> Strip:
    """Return the strip below an inset with the hexes that hold several units, each with its letter."""
    letters = stack_letters([hex_id for hex_id, count in counts.items() if count > 1])
    cells = [(hex_id, f"{letter} {hex_id}", counts[hex_id]) for hex_id, letter in letters.items()]
    return strip_of(cells, width, edge)


def lone_strip(counts: Mapping[HexId, int], places: Mapping[HexId, str], width: float, edge: float) -> Strip:
    """Return the strip of units far from all others, by hex, with the place that lies there."""
    cells = [
        (hex_id, f"{hex_id} {places.get(hex_id, '')}".strip(), count)
        for hex_id, count in sorted(counts.items())
    ]
    return strip_of(cells, width, edge)
