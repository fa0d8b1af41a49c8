"""A diagram of the rulebook as a picture for screens: the page's, and the module's help."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleFigure:
    """A diagram as a picture, with the section or case that it explains."""

    section: str
    """The number of the section in which it stands."""
    case: str
    """The number of the case below which it stands; empty if it explains the section."""
    title: str
    text: str
    png: bytes
    width: int
    height: int
    """The size on the page in px; the picture may have more pixels."""


def figures_as_json(figures: Sequence[RuleFigure]) -> bytes:
    """Return figures as JSON, for the cache."""
    return json.dumps(
        [
            [one.section, one.case, one.title, one.text, _letters(one.png), one.width, one.height]
            for one in figures
        ]
    ).encode()


def _letters(png: bytes) -> str:
    return base64.b64encode(png).decode()


def figures_of_json(data: bytes) -> tuple[RuleFigure, ...]:
    """Return the figures that `figures_as_json` wrote."""
    return tuple(
        RuleFigure(section, case, title, text, base64.b64decode(png), width, height)
        for section, case, title, text, png, width, height in json.loads(data)
    )
