"""Say in which ways the booklet's type may be set, so that its pages come out by fours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hexwright.paper.text_flow import LEADING


@dataclass(frozen=True, slots=True)
class Typesetting:
    """How the type is set: what may differ so that pages come out by fours."""

    leading: float = LEADING
    records: bool = False
    """Whether turn records are among the charts."""
    spread: bool = False
    """Whether each chart has a page of its own."""
    tight: bool = False
    """Whether contents and index share their page with text."""

    @property
    def cost(self) -> float:
        """Return how far it is from the usual."""
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
"""The settings to try, the usual one first."""
