"""The layouts of counters for which the data name none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from hexwright.model.counter_layouts import CounterLayout, LayoutPart

STANDARD: Final = "standard"
"""The name of the standard layout in the data."""
INFORMATIVE: Final = "informative"
"""The name of the layout of backs with name, hex of set-up, turn of arrival and the next step's figures."""

STANDARD_LAYOUTS: Final[Mapping[Literal["units", "markers", "backs"], CounterLayout]] = MappingProxyType(
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
        "backs": CounterLayout(STANDARD, (LayoutPart("emblem", (3.45, 3.45, 8.1, 8.1)),)),
    }
)
"""The layouts of units, of markers and of backs that have no other."""

INFORMATIVE_BACK: Final = CounterLayout(
    INFORMATIVE,
    (
        LayoutPart("emblem", (1.0, 1.0, 2.4, 2.4)),
        LayoutPart(
            "text",
            (4.0, 1.2, 10.0, 2.0),
            text="Hex {setup}",
            font="semibold",
            size=7.2,
            min=6.0,
            align="right",
        ),
        LayoutPart(
            "text",
            (0.8, 3.5, 13.4, 8.4),
            text="{title}",
            font="regular",
            size=7.1,
            min=6.0,
            lines=4,
            leading=2.24,
        ),
        LayoutPart(
            "text",
            (1.0, 11.9, 8.0, 2.0),
            text="Turn {arrival}",
            font="semibold",
            size=7.2,
            min=6.0,
            align="left",
        ),
        LayoutPart(
            "text",
            (9.2, 11.7, 4.8, 2.3),
            text="{values.next}",
            font="black",
            size=9.0,
            min=6.0,
            align="right",
        ),
    ),
    safe=0.8,
)
"""A layout of backs for counters with one face, which the data ask for."""
