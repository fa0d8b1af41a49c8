"""Describe supply in `rules.yaml`: how it is traced, and what becomes of units without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import HexId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Pattern, Range, Reference
from hexwright.model.rules.cadre_record import GroupRemnant
from hexwright.model.rules.criteria_record import When
from hexwright.model.rules.movement_record import POINTS
from hexwright.model.rules.supply_capacity_record import Ration

SHARE: Final = Pattern("1|[1-9][0-9]?/[1-9][0-9]?", "1, or a fraction such as 1/3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch(When):
    """What makes supplies reach farther, or less far: of the entries that count, each multiplies."""

    times: Annotated[str, Doc("Factor for the supply range.", "1/2"), POINTS]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far supply is brought, in movement points: from a source to the unit, whose own hex costs too."""

    mode: Annotated[
        str,
        Doc(
            "The movement mode whose `costs`, `lines`, `zone_costs` and `along` give the cost of each hex; "
            "its other keys are ignored. These entries may not have classes, units or supply as criteria: "
            "if units pay different costs, give supply a mode of its own. A supply line can't enter a hex "
            "that costs `never`, whichever unit is there.",
            "march",
        ),
        Reference("mode"),
    ]
    points: Annotated[
        int | None, Doc("Supply range in movement points; if omitted, see `allowance`.", "6"), Range(1, 99)
    ] = None
    allowance: Annotated[
        bool,
        Doc(
            "Whether the range is each unit's printed allowance instead of `points`. A hex without a unit, "
            "such as one where new units appear, is in supply only at sources and on lines.",
            "true",
        ),
    ] = False
    limited: Annotated[
        str | None,
        Doc(
            "Multiple of the range within which units have limited supply; beyond it they are isolated. "
            "Both are out of supply. If omitted, all units out of supply are isolated.",
            "2",
        ),
        POINTS,
    ] = None
    stretches: Annotated[
        tuple[Stretch, ...],
        Doc("Factors for the range by weather, turn, phase or option.", "[{weather: mud, times: 1/2}]"),
    ] = ()


@dataclass(frozen=True, slots=True)
class Communication:
    """How a side traces communication, or supply: a way of open hexes from a source to a unit.

    Sources are edges, hexes, places that belong to the side, and networks; lines carry it on from them. A
    hex with an enemy unit is closed; the hex that the unit stands in is never asked.
    """

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Map edges that are sources.", "east"), Reference("edge")
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes that are sources.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places that are sources while the side owns them.", "capital"),
        Reference("place"),
    ] = ()
    network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Networks whose hexes are sources while usable by the side.", "rail"),
        Reference("network"),
    ] = ()
    lesser: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Networks that provide at most limited supply, within its range, such as a besieged city's. "
            "Requires `limited` in `reach`.",
            "city-rail",
        ),
        Reference("network"),
    ] = ()
    rations: Annotated[
        tuple[Ration, ...],
        Doc(
            "Sources of limited supply with a capacity in strength points. Requires `limited` in `reach`.",
            "[{network: city-rail, most: 20}]",
        ),
    ] = ()
    exempt: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that are always in supply.", "[partisans]"),
        Reference("class"),
    ] = ()
    line: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Lines that carry supply from a source to each of their hexes, up to the first closed hex.",
            "rail",
        ),
        Reference("line"),
    ] = ()
    headquarters: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that are sources for others while in supply themselves.", "[headquarters]"),
        Reference("class"),
    ] = ()
    length: Annotated[
        int | None,
        Doc(
            "Maximum length in hexes from a source, line or headquarters to the unit, including the unit's "
            "hex; if omitted, unlimited.",
            "4",
        ),
        Range(1, 99),
    ] = None
    reach: Annotated[
        Reach | None,
        Doc("Maximum length in movement points, instead of `length` and `not_across`."),
    ] = None
    ezoc: Annotated[
        Literal["forbidden", "unless-friends", "ignored"],
        Doc(
            "Whether a hex in an EZOC is closed: always (`forbidden`), only without a friendly unit "
            "(`unless-friends`), or never (`ignored`).",
            "unless-friends",
        ),
    ] = "forbidden"
    not_into: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Terrain that is closed.", "lake"), Reference("terrain")
    ] = ()
    not_across: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Hexside features that a supply line can't cross except along a line; not with `reach`.", "river"
        ),
        Reference("hexside"),
    ] = ()
    enemy_places: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place that are closed while an enemy owns them.", "[city]")
    ] = ()
    guards: Annotated[
        tuple[str, ...],
        Doc("Classes of undisrupted enemy units that close empty hexes adjacent to them.", "[infantry]"),
        Reference("class"),
    ] = ()
    kept: Annotated[
        bool,
        Doc(
            "Whether combat also uses the supply state from the start of the side's last movement phase, "
            "instead of the current one. Units that weren't on the map then are in supply. Supply phases "
            "test supply anew.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""


UNASKED_OF_SURVIVAL: Final = (
    *("across", "facing", "into", "along", "toward", "away_from", "classes", "units", "supply", "zone"),
    *("condition", "near", "against", "against_classes"),
)
"""What nobody asks of where units survive: it is asked of which side, in which hex, and when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival(When):
    """Where disrupted units out of supply may hold out, by fire: so many of a side in a hex. The first entry
    that counts in a hex for its side at the time holds.
    """

    most: Annotated[int, Doc("Maximum number of such units of a side in a hex.", "1"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class GroupLoss:
    """What groups of units out of supply lose together: units in hexes that touch are a group, from one to
    the next. Their owner chooses some until those come to the share of its strength, printed in defence;
    whoever is needed for that in any case is lost unasked. All of them are eliminated at once.
    """

    share: Annotated[str, Doc("The share of a group's strength that is lost.", "1/3"), SHARE]
    rounded: Annotated[
        Literal["down", "up"],
        Doc("How the share is rounded to whole points; a group whose share is 0 loses nothing.", "up"),
    ]
    supply: Annotated[
        Literal["out", "isolated"],
        Doc("Which units count: all out of supply, or only those that are isolated.", "isolated"),
    ] = "out"
    classes: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that count; if omitted, all. Other units belong to no group.", "[infantry]"),
        Reference("class"),
    ] = ()
    remnants: Annotated[
        tuple[GroupRemnant, ...],
        Doc(
            "Cadres left by units that are lost; the first entry that applies counts.",
            "[{classes: infantry, strength: 2, leaves: [my-remnant-1]}]",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """What a supply phase does to units out of supply."""

    loss: Annotated[
        Literal["disrupted", "step", "eliminated", "group"],
        Doc(
            "What units out of supply suffer, all at once. `disrupted`: they are disrupted, or eliminated "
            "if they already were. `step`: each loses a step. `eliminated`: each is eliminated. `group`: "
            "each group loses some of its units.",
            "step",
        ),
    ] = "disrupted"
    group: Annotated[
        GroupLoss | None, Doc("With `loss: group`, what a group loses.", "{share: 1/3, rounded: up}")
    ] = None
    grace: Annotated[
        int,
        Doc(
            "Number of consecutive supply phases that a unit can be out of supply without effect. Each "
            "further one costs it the loss, until it is in supply in one or leaves the map. Not with "
            "`loss: disrupted`.",
            "1",
        ),
        Range(0, 9),
    ] = 0
    survival: Annotated[tuple[Survival, ...], Doc("Hexes where some units are spared.")] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
