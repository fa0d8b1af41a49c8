"""Know paper: names, sizes, and how much of a sheet a printer at home leaves blank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.render.canvas import Box

MARGIN: Final = 10.0
"""Kept free of art on each side, in mm: marks and notes stand there."""
UNPRINTABLE: Final = 4.5
"""What most printers can't reach along each edge; nothing at all is drawn there."""
LEAST, MOST = 70.0, 3000.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in mm, upright unless turned."""

    name: str
    width: float
    height: float

    @property
    def area(self) -> Box:
        """Return the part that art may take."""
        return Box(0, 0, self.width, self.height).inset(MARGIN)

    @property
    def turned(self) -> Paper:
        """Return the paper on its side."""
        return replace(self, width=self.height, height=self.width)

    @property
    def upright(self) -> bool:
        """Tell whether it is at least as high as wide."""
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
"""Papers by the name that `--paper` takes; `sheet` and `WxH` come beside them."""

_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×]\s*(\d+(?:[.,]\d+)?)(?:\s*mm)?", re.IGNORECASE)


def parse_paper(text: str) -> Paper | None:
    """Return the paper that a text names, None for `sheet`; raise `InputError` (P101) for anything else."""
    name = text.strip().lower()
    if name == "sheet":
        return None
    if name in PAPERS:
        return PAPERS[name]
    size = _SIZE.fullmatch(name)
    if size is None:
        raise InputError.one(
            "P101",
            f"unknown paper {text!r}",
            Span("--paper"),
            f"say {', '.join(PAPERS)}, sheet, or width x height in mm such as 330x480",
        )
    width, height = (float(part.replace(",", ".")) for part in size.groups())
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise InputError.one(
            "P101",
            f"paper of {width:g} × {height:g} mm can't be printed on",
            Span("--paper"),
            f"width and height lie between {LEAST:g} and {MOST:g} mm",
        )
    return Paper(f"{width:g}x{height:g}", width, height)
