"""Record what the grid moved, cut or left out, for the designer to review."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

REPORTED_FROM: Final = 0.5
"""Displacements of more than this share of a hex are reported."""

DisplacementKind = Literal["moved", "left out", "kept"]


@dataclass(frozen=True, slots=True)
class Displacement:
    """A feature whose position on the hex map differs from the source, or that was left out."""

    what: DisplacementKind
    layer: str
    name: str
    at: str
    """The hex or hexside of its position now; empty if it was left out."""
    longitude: float
    latitude: float
    km: float
    hexes: float
    """The displacement, in hex widths."""
    why: str

    @property
    def order(self) -> tuple[str, str, float, str]:
        """Return a sort key: by layer, features left out first, then by displacement, largest first."""
        return (self.layer, self.what, -self.hexes, self.name)


HEADS: Final = ("what", "layer", "name", "at", "longitude", "latitude", "km", "hexes", "why")


def displacement_rows(moved: Sequence[Displacement]) -> list[tuple[str, ...]]:
    """Return the list as rows of text, in the order of `HEADS`."""
    return [
        (
            one.what,
            one.layer,
            one.name,
            one.at,
            f"{one.longitude:.4f}",
            f"{one.latitude:.4f}",
            f"{one.km:.1f}",
            f"{one.hexes:.2f}",
            one.why,
        )
        for one in sorted(moved, key=lambda one: one.order)
    ]


def as_csv(moved: Sequence[Displacement]) -> bytes:
    """Return the list as CSV."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(displacement_rows(moved))
    return text.getvalue().encode()


def as_json(moved: Sequence[Displacement]) -> bytes:
    """Return the list as JSON."""
    entries = [
        {
            "what": one.what,
            "layer": one.layer,
            "name": one.name,
            "at": one.at,
            "longitude": one.longitude,
            "latitude": one.latitude,
            "km": round(one.km, 1),
            "hexes": round(one.hexes, 2),
            "why": one.why,
        }
        for one in sorted(moved, key=lambda one: one.order)
    ]
    return (json.dumps(entries, indent=1, ensure_ascii=False) + "\n").encode()
