"""The typesetting variants of the booklet, of which one gives a page count that is a multiple of four."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwright.paper.text_flow import LEADING


@dataclass(frozen=True, slots=True)
class Typesetting:
    """A typesetting variant: the choices that change the page count."""

    leading: float = LEADING
    records: bool = False
    """Whether turn records are included among the charts."""
    spread: bool = False
    """Whether each chart has its own page."""
    tight: bool = False
    """Whether contents and index share a page with text."""

    @property
    def cost(self) -> float:
        """Return a measure of the variant's difference from the preferred variant; 0 for the preferred
        variant itself.
        """
        return 5 * abs(self.leading - LEADING) + 0.3 * self.records + self.spread + 0.9 * self.tight


TYPESETTINGS: Final = sorted(
    (
        Typesetting(round(LEADING + step / 100, 2), records, spread, tight)
        for step in range(-10, 13, 2)
        for records in (False, True)
        for spread in (False, True)
        for tight in (False, True)
    ),
    key=lambda setting: setting.cost,
)
"""All variants, the preferred one first."""
