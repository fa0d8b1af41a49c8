"""The layouts of counters for which the data name none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from hexwright.model.counter_layouts import CounterLayout, LayoutPart

STANDARD: Final = "standard"
"""The name of the standard layout in the data."""

STANDARD_LAYOUTS: Final[Mapping[Literal["units", "markers"], CounterLayout]] = MappingProxyType(
    {
        "units": CounterLayout(
            STANDARD,
            (
                LayoutPart("ground"),
                LayoutPart("crest"),
                LayoutPart("echelon", (3.8, 3.5, 7.4, 0.9), width=0.3),
                LayoutPart("symbol", (3.8, 4.85, 7.4, 4.95), width=0.4, invert="{arrives}"),
                LayoutPart("reduced stripe", (0.0, 10.25, 15.0, 4.75), when="reduced"),
                LayoutPart("figures", (1.0, 10.45, 13.0, 3.55)),
                LayoutPart("arrival", (1.0, 4.85, 2.4, 4.95), text="T{arrival}"),
                LayoutPart("ratings", (11.6, 4.85, 2.4, 4.95)),
                LayoutPart("edge"),
            ),
        ),
        "markers": CounterLayout(STANDARD, (LayoutPart("marker"),)),
    }
)
"""The layouts of units and of markers that have no other."""
