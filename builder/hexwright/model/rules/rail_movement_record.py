"""Records of rail movement: units entrain during a move, ride along a line and detrain."""

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
    """A limit on entrained units in a phase, including those entrained when the phase began."""

    max: Annotated[int, Doc("Maximum number of entrained units.", "9"), Range(0, 99)]
    side: Annotated[
        tuple[SideId, ...],
        Doc("Sides to which the limit applies, separately for each; empty for all."),
        Reference("side"),
    ] = ()
    counts_reinforcements: Annotated[
        bool, Doc("Whether units that entered play this turn count.", "false")
    ] = True


@dataclass(frozen=True, slots=True)
class Entraining:
    """A change to movement along a line, and back, during a move and within the same allowance.

    Points spent in one mode also reduce the points left for the other modes.
    """

    entrain: Annotated[
        str, Doc("Share of its allowance, rounded up, that a unit spends to entrain.", "1/2"), SHARE
    ] = "0"
    detrain: Annotated[str, Doc("Share of its allowance that a unit spends to detrain.", "1/4"), SHARE] = "0"
    hexes_per_mp: Annotated[
        int | None,
        Doc(
            "Number of hexes that a unit rides for one movement point; the points spent are rounded up, "
            "and may not exceed its allowance. If omitted, riding is free and unlimited.",
            "30",
        ),
        Range(1, 999),
    ] = None
    clear_of: Annotated[
        Literal["ezoc", "enemies"],
        Doc(
            "Where units can't entrain, ride or detrain: in an EZOC (`ezoc`), or in an EZOC or "
            "adjacent to any enemy (`enemies`).",
            "enemies",
        ),
    ] = "ezoc"
    network: Annotated[
        str | None,
        Doc(
            "A network whose hexes alone can be used; if omitted, all hexes of the line can be used.", "rail"
        ),
        Reference("network"),
    ] = None
    connected: Annotated[
        bool,
        Doc(
            "Whether hexes must be usable, including any connection that the network requires; the "
            "owners of places in them then don't matter. Otherwise it suffices that a hex's state serves "
            "the side, but places owned by other sides are closed.",
            "true",
        ),
    ] = False
    may_stay_entrained: Annotated[
        bool,
        Doc(
            "Whether units may remain entrained after the phase; otherwise they detrain at its end at no "
            "cost.",
            "true",
        ),
    ] = False
    may_attack: Annotated[
        bool,
        Doc(
            "Whether units that were entrained in the phase may attack before the next movement phase.",
            "false",
        ),
    ] = True
    may_enter_ezoc: Annotated[
        bool,
        Doc("Whether units that were entrained in the phase may enter an EZOC in the same phase.", "false"),
    ] = True
    capacity: Annotated[
        tuple[EntrainedLimit, ...],
        Doc("Limits on entrained units in a phase; if omitted, their number is unlimited.", "[{max: 9}]"),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"Rail Movement"')] = ""

    def cost(self, share: str, allowance: Fraction) -> int:
        """Return the number of movement points in a share, such as "1/2", of an allowance."""
        return ceil(Fraction(share) * allowance)

    def limit(self, side: str) -> EntrainedLimit | None:
        """Return the limit on a side's entrained units in a phase; None if there is no limit."""
        return next((limit for limit in self.capacity if not limit.side or side in limit.side), None)

    @property
    def spares_new(self) -> bool:
        """Return whether any limit ignores units that entered play on the same turn."""
        return any(not limit.counts_reinforcements for limit in self.capacity)
