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

    most: Annotated[int, Doc("Number of hexes.", "9"), Range(0, 99)]
    side: Annotated[
        tuple[SideId, ...], Doc("Sides to each of which the limit applies; empty for all."), Reference("side")
    ] = ()
    new: Annotated[bool, Doc("Whether units that entered play this turn count.", "false")] = True


@dataclass(frozen=True, slots=True)
class Entraining:
    """How units change to a way of moving along a line, and back, with what is left of their allowance.

    Points spent by one way are spent by the others too.
    """

    entrain: Annotated[
        str, Doc("Share of its allowance, rounded up, that a unit spends to entrain.", "1/2"), SHARE
    ] = "0"
    detrain: Annotated[str, Doc("Share of its allowance that a unit spends to detrain.", "1/4"), SHARE] = "0"
    hexes: Annotated[
        int | None,
        Doc(
            "Number of hexes a unit rides for one movement point; when it detrains, the points spent are "
            "rounded up. If omitted, riding is free and unlimited.",
            "30",
        ),
        Range(1, 999),
    ] = None
    clear_of: Annotated[
        Literal["zones", "enemies"],
        Doc(
            "Where units can't entrain, ride or detrain: in an EZOC (`zones`), or in an EZOC or adjacent "
            "to any enemy (`enemies`).",
            "enemies",
        ),
    ] = "zones"
    network: Annotated[
        str | None,
        Doc("A network; only its hexes can be used. If omitted, all hexes of the line can.", "rail"),
        Reference("network"),
    ] = None
    connected: Annotated[
        bool,
        Doc(
            "Whether hexes must be usable, including any connection that the network requires. Otherwise "
            "it is enough that their state serves the side.",
            "true",
        ),
    ] = False
    lasts: Annotated[
        bool,
        Doc(
            "Whether units may remain entrained after the phase; otherwise they detrain at its end at no "
            "cost.",
            "true",
        ),
    ] = False
    attacks: Annotated[
        bool,
        Doc(
            "Whether units that were entrained in the phase may attack before the next movement phase.",
            "false",
        ),
    ] = True
    zones: Annotated[
        bool, Doc("Whether units that were entrained in the phase may enter an EZOC in it.", "false")
    ] = True
    limits: Annotated[
        tuple[EntrainedLimit, ...],
        Doc("Limits on entrained units in a phase; if omitted, unlimited.", "[{most: 9}]"),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"Rail Movement"')] = ""

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
