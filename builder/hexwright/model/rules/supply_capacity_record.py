"""Describe in `rules.yaml` sources of supply that feed so many points of units and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.rules.criteria_record import When

UNASKED: Final = (
    *("across", "facing", "into", "along", "toward", "away_from", "supply", "zone", "condition", "near"),
    *("side", "against", "against_classes", "unless"),
)
"""What nobody asks of whom a ration feeds: it is asked who stands where, and when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond(When):
    """Units that a ration feeds though no way leads to them, in hexes that are as said: they count as
    farther away than all to whom one leads.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Ration(When):
    """A source that keeps units from being isolated, for so many points and no more: a besieged city. It
    feeds those that would be isolated without it, as far as limited supply reaches from there, and their
    supply is limited. Where there are more, the stronger are fed before the weaker, of equals those to whom
    supplies come for fewer points, then in the order of their ids. Units are fed whole: one for which too
    little is left is passed over. Of several rations each feeds whom those before it left over.
    """

    network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Networks that provide it, in hexes usable by the side.", "city-rail"),
        Reference("network"),
    ]
    most: Annotated[int, Doc("Capacity in points of printed defence strength.", "20"), Range(1, 999)]
    beyond: Annotated[
        tuple[Beyond, ...],
        Doc(
            "Further units that it supplies as long as its networks have a usable hex.",
            "[{units: army-8, feature: coast}]",
        ),
    ] = ()
    binds_new: Annotated[
        bool,
        Doc(
            "Whether a replacement can't appear where only supply capacities would keep it from isolation, "
            "unless one that reaches the hex has enough for it and all other units it reaches."
        ),
    ] = False
    rule: Annotated[
        str, Doc("The number of the rule or case; if omitted, that of `communication`.", '"3.7"')
    ] = ""
