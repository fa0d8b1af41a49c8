"""Records of supply capacity in `rules.yaml`: sources that supply a limited number of points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import Criteria

UNUSED_CRITERIA: Final = (
    *(
        "across",
        "across_front",
        "into",
        "along",
        "toward",
        "away_from",
        "supply",
        "enemy_zoc",
        "condition",
        "near",
    ),
    *("side", "against", "against_classes", "unless"),
)
"""Criteria that supply capacities can't have: only units, hexes and the time count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlsoSupplied(Criteria):
    """Units within some hexes that a capacity supplies without a supply line. They count as farther away than
    all units that have a supply line.
    """

    unused: ClassVar[tuple[str, ...]] = UNUSED_CRITERIA


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyCapacity(Criteria):
    """A source, such as a besieged city, that keeps units up to a number of points from isolation. It
    supplies units that would otherwise be isolated, within the range of limited supply; their supply is
    limited. Stronger units come first, then those at a lower supply cost, then by id. A unit is supplied
    completely or skipped. Each further capacity supplies units that earlier capacities left isolated.
    """

    unused: ClassVar[tuple[str, ...]] = UNUSED_CRITERIA

    network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Networks that provide the supply, in hexes usable by the side.", "city-rail"),
        Reference("network"),
    ]
    max: Annotated[int, Doc("Capacity in points of printed defence strength.", "20"), Range(1, 999)]
    also_supplies: Annotated[
        tuple[AlsoSupplied, ...],
        Doc(
            "Further units that the capacity supplies while its networks have a usable hex.",
            "[{units: army-8, feature: coast}]",
        ),
    ] = ()
    limits_replacements: Annotated[
        bool,
        Doc(
            "Whether replacements are forbidden where only supply capacities would keep them from "
            "isolation, unless a capacity that reaches the hex is large enough for the replacement and "
            "all other units in reach."
        ),
    ] = False
    rule: Annotated[
        str, Doc("The number of the rule or case; if omitted, that of `supply_lines`.", '"3.7"')
    ] = ""
