"""Define the types of the identifiers used throughout the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

HexId = NewType("HexId", str)
"""A hex id as printed on the map, such as "0809"."""

UnitId = NewType("UnitId", str)
"""A unit's key in counters.yaml."""

SideId = NewType("SideId", str)
BoxId = NewType("BoxId", str)
PhaseId = NewType("PhaseId", str)
Mm = NewType("Mm", float)
"""A length in millimetres on the printed sheet."""

Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
"""A direction across a hexside. Flat-topped hexes have no e and w; pointy-topped hexes have no n and s."""


@dataclass(frozen=True, slots=True, order=True)
class Hexside:
    """The border of two adjacent hexes, the smaller id first. Its string form is "0105/0106"."""

    first: HexId
    second: HexId

    @classmethod
    def between(cls, a: HexId, b: HexId) -> Hexside:
        """Build a hexside from two hexes in either order."""
        return cls(min(a, b), max(a, b))

    @classmethod
    def parse(cls, text: str) -> Hexside:
        """Parse "0105/0106"; raise ValueError unless it names two different hexes."""
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != 2 or not all(parts) or parts[0] == parts[1]:
            raise ValueError(f"a hexside is two adjacent hexes, such as 0105/0106; got {text!r}")
        return cls.between(HexId(parts[0]), HexId(parts[1]))

    @staticmethod
    def facing(text: str) -> tuple[HexId, HexId]:
        """Parse a hexside with a front: return the hex behind it, then the hex in front of it."""
        behind, _, front = text.partition("/")
        return HexId(behind.strip()), HexId(front.strip())

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"
