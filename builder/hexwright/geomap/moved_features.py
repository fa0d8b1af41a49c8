"""List the features that were moved, cut or left out, so that the designer can review them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

REPORTED_FROM: Final = 0.5
"""A feature is reported if it moved by more than this share of a hex."""

MovedFeatureKind = Literal["moved", "left out", "kept"]


@dataclass(frozen=True, slots=True)
class MovedFeature:
    """A feature whose position on the hex map differs from that in its source, or that was left out."""

    what: MovedFeatureKind
    layer: str
    name: str
    at: str
    """The hex or hexside of the feature in the draft; "" if it was left out."""
    longitude: float
    latitude: float
    km: float
    hexes: float
    """The distance moved, in hex widths."""
    why: str

    @property
    def order(self) -> tuple[str, str, float, str]:
        """Return a sort key: first by layer, then left-out features, then moved ones by decreasing
        distance.
        """
        return (self.layer, self.what, -self.hexes, self.name)


HEADS: Final = ("what", "layer", "name", "at", "longitude", "latitude", "km", "hexes", "why")


def moved_feature_rows(moved: Sequence[MovedFeature]) -> list[tuple[str, ...]]:
    """Return moved features as rows of strings. The columns are those of `HEADS`."""
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


def as_csv(moved: Sequence[MovedFeature]) -> bytes:
    """Return moved features as a CSV file with a header."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(moved_feature_rows(moved))
    return text.getvalue().encode()


def as_json(moved: Sequence[MovedFeature]) -> bytes:
    """Return moved features as a JSON list of objects."""
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
