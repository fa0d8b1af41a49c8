"""Describe how units entrain in the middle of a move, ride along a line, and detrain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Annotated, Final, Literal

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import Doc, Pattern, Range, Reference

SHARE: Final = Pattern("0|1|[1-9][0-9]?/[1-9][0-9]?", "0, 1, or a fraction such as 1/2")


@dataclass(frozen=True, slots=True)
class EntrainedLimit:
    """How many units may be entrained in a phase: those that were as it began among them."""

    most: Annotated[int, Doc("How many.", "9"), Range(0, 99)]
    side: Annotated[
        tuple[SideId, ...], Doc("Sides of which each may have so many; empty for all."), Reference("side")
    ] = ()
    new: Annotated[bool, Doc("Whether units count that came into play in the same turn.", "false")] = True


@dataclass(frozen=True, slots=True)
class Entraining:
    """How units change to a way of moving along a line, and back, with what is left of their allowance.

    Points spent by one way are spent by the others too.
    """

    entrain: Annotated[
        str, Doc("Share of its allowance, rounded up, that a unit spends to entrain.", "1/2"), SHARE
    ] = "0"
    detrain: Annotated[str, Doc("Share that it spends to detrain.", "1/4"), SHARE] = "0"
    hexes: Annotated[
        int | None,
        Doc(
            "How many hexes it rides for a point; as it detrains, what it has spent is rounded up to "
            "whole points. Without it, it rides any number for nothing.",
            "30",
        ),
        Range(1, 999),
    ] = None
    clear_of: Annotated[
        Literal["zones", "enemies"],
        Doc(
            "Where nobody entrains, rides or detrains: in enemy zones of control, or in them and beside "
            "any enemy.",
            "enemies",
        ),
    ] = "zones"
    network: Annotated[
        str | None,
        Doc("A network whose hexes alone serve; without it, all of the line do.", "rail"),
        Reference("network"),
    ] = None
    connected: Annotated[
        bool,
        Doc(
            "Whether its hexes must be usable, connected as the network asks; without it, they must be in a "
            "state that serves the side.",
            "true",
        ),
    ] = False
    lasts: Annotated[
        bool,
        Doc(
            "Whether units may stay entrained; without it, who still is detrains as the phase ends, "
            "at no cost.",
            "true",
        ),
    ] = False
    attacks: Annotated[
        bool,
        Doc("Whether who was entrained in the phase may attack before the next movement phase.", "false"),
    ] = True
    zones: Annotated[
        bool, Doc("Whether who was entrained in the phase may enter enemy zones of control in it.", "false")
    ] = True
    limits: Annotated[
        tuple[EntrainedLimit, ...],
        Doc("How many may be entrained in a phase; without it, any number.", "[{most: 9}]"),
    ] = ()
    rule: Annotated[str, Doc("The rule's number or case.", '"Rail Movement"')] = ""

    def cost(self, share: str, allowance: Fraction) -> int:
        """Return the points that a share of an allowance comes to."""
        return ceil(Fraction(share) * allowance)

    def limit(self, side: str) -> EntrainedLimit | None:
        """Return how many units of a side may be entrained in a phase; None for any number."""
        return next((limit for limit in self.limits if not limit.side or side in limit.side), None)

    @property
    def spares_new(self) -> bool:
        """Tell whether it matters which units came into play in the same turn."""
        return any(not limit.new for limit in self.limits)
