"""Paper sizes: names, dimensions, and the area available for art."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.paper.pages.page_margins import MARGIN
from hexwright.render.canvas import Box

LEAST, MOST = 70.0, 3000.0
_INCH: Final = 25.4


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: its name, and its width and height in mm."""

    name: str
    width: float
    height: float

    @property
    def area(self) -> Box:
        """Return the area within the margins."""
        return Box(0, 0, self.width, self.height).inset(MARGIN)

    @property
    def turned(self) -> Paper:
        """Return the paper rotated between portrait and landscape."""
        return replace(self, width=self.height, height=self.width)

    @property
    def upright(self) -> bool:
        """Return whether the paper is at least as high as wide."""
        return self.height >= self.width

    @property
    def is_american(self) -> bool:
        """Return whether both sides measure whole or half inches, as those of American papers do."""
        return all(round(2 * side / _INCH, 3).is_integer() for side in (self.width, self.height))

    def __str__(self) -> str:
        return f"{self.name}, {self.width:g} × {self.height:g} mm"


A4: Final = Paper("A4", 210.0, 297.0)
LETTER: Final = Paper("Letter", 215.9, 279.4)
PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "a4": A4,
        "letter": LETTER,
        "a3": Paper("A3", 297.0, 420.0),
        "a5": Paper("A5", 148.0, 210.0),
        "legal": Paper("Legal", 215.9, 355.6),
        "tabloid": Paper("Tabloid", 279.4, 431.8),
    }
)
"""Paper sizes by the names that `--paper` accepts, besides `sheet` and `WxH`."""

_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×]\s*(\d+(?:[.,]\d+)?)\s*(mm|in)?", re.IGNORECASE)


def parse_paper(text: str, option: str = "--paper") -> Paper | None:
    """Return the paper for a value of an option, None for `sheet`; raise `InputError` (P101) for invalid
    values.
    """
    name = text.strip().lower()
    if name == "sheet":
        return None
    if name in PAPERS:
        return PAPERS[name]
    size = _SIZE.fullmatch(name)
    if size is None:
        raise InputError.single(
            "P101",
            f"unknown paper {text!r}",
            Span(option),
            f"write {', '.join(PAPERS)}, sheet, or width x height such as 330x480 or 22x34in",
        )
    inches = (size[3] or "mm").lower() != "mm"
    width, height = (
        round(float(part.replace(",", ".")) * (_INCH if inches else 1), 4) for part in size.groups()[:2]
    )
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise InputError.single(
            "P101",
            f"paper of {width:g} × {height:g} mm is out of range",
            Span(option),
            f"write a width and a height between {LEAST:g} and {MOST:g} mm",
        )
    name = f"{width / _INCH:g}x{height / _INCH:g}in" if inches else f"{width:g}x{height:g}"
    return Paper(name, width, height)
