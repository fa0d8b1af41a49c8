"""Records of supply in `rules.yaml`: tracing supply lines, and the effects of lack of supply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.hex_map import OwnedKind
from hexwright.model.ids import HexId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Pattern, Range, Reference
from hexwright.model.rules.cadre_record import GroupCadre
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.movement_record import POINTS
from hexwright.model.rules.supply_capacity_record import SupplyCapacity

SHARE: Final = Pattern("1|[1-9][0-9]?/[1-9][0-9]?", "1, or a fraction such as 1/3")


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyRangeModifier(Criteria):
    """A factor of the supply range; if several entries apply, all factors are multiplied."""

    unused: ClassVar[tuple[str, ...]] = (
        *("terrain", "feature", "place", "place_kinds", "across", "into", "along"),
        *(
            "classes",
            "units",
            "supply",
            "enemy_zoc",
            "condition",
            "near",
            "against",
            "against_classes",
            "unless",
        ),
    )

    multiply: Annotated[str, Doc("Factor for the supply range.", "1/2"), POINTS]


@dataclass(frozen=True, slots=True)
class SupplyRange:
    """Supply range in movement points, from a source to the unit, including the unit's hex."""

    mode: Annotated[
        str,
        Doc(
            "The movement mode whose `costs`, `line_costs`, `ezoc_costs` and `along` give the cost of "
            "each hex; its other keys are ignored. These entries may not have classes, units or supply "
            "as criteria: if units pay different costs, give supply a separate mode. A supply line can't "
            "enter a hex that costs `never`, regardless of the units there.",
            "march",
        ),
        Reference("mode"),
    ]
    points: Annotated[
        int | None,
        Doc("Supply range in movement points; if omitted, see `unit_allowance`.", "6"),
        Range(1, 99),
    ] = None
    unit_allowance: Annotated[
        bool,
        Doc(
            "Whether the range is each unit's printed allowance instead of `points`. A hex without a unit, "
            "such as one where new units appear, is in supply only at sources and on lines.",
            "true",
        ),
    ] = False
    limited_multiplier: Annotated[
        str | None,
        Doc(
            "Multiple of the range within which units have limited supply; beyond it they are isolated. "
            "Both are out of supply. If omitted, all units out of supply are isolated.",
            "2",
        ),
        POINTS,
    ] = None
    modifiers: Annotated[
        tuple[SupplyRangeModifier, ...],
        Doc("Factors for the range by weather, turn, phase or option.", "[{weather: mud, multiply: 1/2}]"),
    ] = ()


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """The way in which a side traces communication or supply: a path of open hexes from a source to a unit.
    Sources are map edges, hexes, places owned by the side, and networks; lines of the map can extend them. A
    hex with an enemy unit is closed; the unit's own hex is always open.
    """

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Map edges that are sources.", "east"), Reference("edge")
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes that are sources.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places that are sources while the side owns the place.", "capital"),
        Reference("place"),
    ] = ()
    network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Networks whose hexes are sources while the side can use them.", "rail"),
        Reference("network"),
    ] = ()
    limited_network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Networks that provide at most limited supply, within the range for it, such as the network "
            "of a besieged city. This key requires `limited_multiplier` in `range_in_mp`.",
            "city-rail",
        ),
        Reference("network"),
    ] = ()
    supply_capacity: Annotated[
        tuple[SupplyCapacity, ...],
        Doc(
            "Sources of limited supply with a capacity in strength points. This key requires "
            "`limited_multiplier` in `range_in_mp`.",
            "[{network: city-rail, max: 20}]",
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
    range: Annotated[
        int | None,
        Doc(
            "Maximum length in hexes from a source, line or headquarters to the unit, including the unit's "
            "hex; if omitted, unlimited.",
            "4",
        ),
        Range(1, 99),
    ] = None
    range_in_mp: Annotated[
        SupplyRange | None,
        Doc("Maximum length in movement points, instead of `range` and `not_across`."),
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
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Terrain that supply lines can't enter.", "lake"),
        Reference("terrain"),
    ] = ()
    not_across: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Hexside features that a supply line can't cross except along a line; the key can't be "
            "used with `range_in_mp`.",
            "river",
        ),
        Reference("hexside"),
    ] = ()
    enemy_places: Annotated[
        tuple[OwnedKind, ...],
        Doc("Kinds of place that supply lines can't enter while an enemy owns the place.", "[city]"),
    ] = ()
    blocking_classes: Annotated[
        tuple[str, ...],
        Doc("Classes of undisrupted enemy units that close empty hexes adjacent to them.", "[infantry]"),
        Reference("class"),
    ] = ()
    fixed_in_movement: Annotated[
        bool,
        Doc(
            "Whether combat also uses the supply state from the start of the side's last movement phase, "
            "instead of the current one. Units that weren't on the map then count as in supply. Supply "
            "phases test the current supply state.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""


CRITERIA_UNUSED_BY_SURVIVAL: Final = (
    *(
        "across",
        "across_front",
        "into",
        "along",
        "toward",
        "away_from",
        "classes",
        "units",
        "supply",
        "enemy_zoc",
    ),
    *("condition", "near", "against", "against_classes"),
)
"""Criteria that entries about survival can't have: only the side, the hex and the time count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfSupplySurvival(Criteria):
    """Hexes where disrupted units out of supply survive in fire combat, and the maximum number for each side.
    The first entry that applies to a hex, its side and the time counts.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_SURVIVAL

    max: Annotated[int, Doc("Maximum number of such units of a side in a hex.", "1"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class GroupLoss:
    """Losses of groups of units out of supply. Units in adjacent hexes, directly or through others, form a
    group. Their owner chooses units until the printed defence strength of the chosen units reaches the share
    to be lost; units that must be lost in any case are lost without a choice. All of them are eliminated at
    once.
    """

    share: Annotated[str, Doc("The share of a group's strength that is lost.", "1/3"), SHARE]
    rounding: Annotated[
        Literal["down", "up"],
        Doc("How the share is rounded to whole points; a group whose share is 0 loses nothing.", "up"),
    ]
    supply: Annotated[
        Literal["out", "isolated"],
        Doc("Which units count: all units out of supply, or only those that are isolated.", "isolated"),
    ] = "out"
    classes: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that count; if omitted, all. Other units belong to no group.", "[infantry]"),
        Reference("class"),
    ] = ()
    cadres: Annotated[
        tuple[GroupCadre, ...],
        Doc(
            "Cadres left by units that are lost; the first entry that applies counts.",
            "[{classes: infantry, min_strength: 2, replaced_by: [my-cadre-1]}]",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """The effects of a supply phase on units out of supply."""

    loss: Annotated[
        Literal["disrupted", "step", "eliminated", "group"],
        Doc(
            "Loss of units out of supply, which all suffer it at the same time. `disrupted`: they "
            "are disrupted, or eliminated if they already were. `step`: each loses a step. "
            "`eliminated`: each is eliminated. `group`: each group loses some of its units.",
            "step",
        ),
    ] = "disrupted"
    group: Annotated[
        GroupLoss | None, Doc("With `loss: group`: the losses of a group.", "{share: 1/3, rounding: up}")
    ] = None
    grace: Annotated[
        int,
        Doc(
            "Number of consecutive supply phases that a unit can be out of supply without effect. The "
            "unit suffers the loss in each further consecutive phase, until it is in supply in a supply "
            "phase or leaves the map. This key can't be used with `loss: disrupted`.",
            "1",
        ),
        Range(0, 9),
    ] = 0
    survival: Annotated[tuple[OutOfSupplySurvival, ...], Doc("Hexes where some units survive the loss.")] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
