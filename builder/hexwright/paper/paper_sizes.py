"""Paper sizes: names, dimensions, and the area available for art."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.paper.page_margins import MARGIN
from hexwright.render.canvas import Box

LEAST, MOST = 70.0, 3000.0


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

    def __str__(self) -> str:
        return f"{self.name}, {self.width:g} × {self.height:g} mm"


A4: Final = Paper("A4", 210.0, 297.0)
LETTER: Final = Paper("Letter", 215.9, 279.4)
PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "a4": A4,
        "letter": LETTER,
        "a3": Paper("A3", 297.0, 420.0),
        "tabloid": Paper("Tabloid", 279.4, 431.8),
    }
)
"""Paper sizes by the names that `--paper` accepts, besides `sheet` and `WxH`."""

_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×]\s*(\d+(?:[.,]\d+)?)(?:\s*mm)?", re.IGNORECASE)


def parse_paper(text: str) -> Paper | None:
    """Return the paper for a value of `--paper`, None for `sheet`; raise `InputError` (P101) for invalid
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
            Span("--paper"),
            f"write {', '.join(PAPERS)}, sheet, or width x height in mm such as 330x480",
        )
    width, height = (float(part.replace(",", ".")) for part in size.groups())
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise InputError.single(
            "P101",
            f"paper of {width:g} × {height:g} mm is out of range",
            Span("--paper"),
            f"write a width and a height between {LEAST:g} and {MOST:g} mm",
        )
    return Paper(f"{width:g}x{height:g}", width, height)
