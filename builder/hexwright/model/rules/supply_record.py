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

    times: Annotated[str, Doc("What the most points are multiplied by.", "1/2"), POINTS]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far supply is brought, in movement points: from a source to the unit, whose own hex costs too."""

    mode: Annotated[
        str,
        Doc(
            "The movement mode whose `costs`, `lines`, `zone_costs` and `along` say what each hex costs that "
            "is entered; its other keys are of units alone. They ask for no classes, units or supply: where "
            "units pay otherwise, supplies have a mode of their own. Where it is `never`, no way leads, "
            "whoever stands there.",
            "march",
        ),
        Reference("mode"),
    ]
    points: Annotated[
        int | None, Doc("The most points; without it, `allowance` says how far.", "6"), Range(1, 99)
    ] = None
    allowance: Annotated[
        bool,
        Doc(
            "Whether it is each unit's printed allowance, in place of `points`: who moves far is supplied "
            "from afar. A hex by itself, such as where new units come, has it at sources and on lines.",
            "true",
        ),
    ] = False
    limited: Annotated[
        str | None,
        Doc(
            "So many times as far units still have limited supply; farther away they are isolated. Both are "
            "out of supply. Without it, whoever is out of it is isolated.",
            "2",
        ),
        POINTS,
    ] = None
    stretches: Annotated[
        tuple[Stretch, ...],
        Doc("What changes how far: weather, turns, phases, options.", "[{weather: mud, times: 1/2}]"),
    ] = ()


@dataclass(frozen=True, slots=True)
class Communication:
    """How a side traces communication, or supply: a way of open hexes from a source to a unit.

    Sources are edges, hexes, places that belong to the side, and networks; lines carry it on from them. A
    hex with an enemy unit is closed; the hex that the unit stands in is never asked.
    """

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Edges of the map that are sources.", "east"), Reference("edge")
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes that are sources.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places that are sources as long as they belong to the side.", "capital"),
        Reference("place"),
    ] = ()
    network: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Networks whose hexes are sources, while they are usable by the side.", "rail"),
        Reference("network"),
    ] = ()
    lesser: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Networks from which supply is limited at most, as far as limited supply reaches: a besieged "
            "city's own. With `limited` of `reach`.",
            "city-rail",
        ),
        Reference("network"),
    ] = ()
    rations: Annotated[
        tuple[Ration, ...],
        Doc(
            "Sources of limited supply that feed so many points of units. With `limited` of `reach`.",
            "[{network: city-rail, most: 20}]",
        ),
    ] = ()
    exempt: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that need none: they are in supply wherever they stand.", "[partisans]"),
        Reference("class"),
    ] = ()
    line: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Lines that carry it from a source to each of their hexes, as far as they are open.", "rail"),
        Reference("line"),
    ] = ()
    headquarters: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that are sources to others while they have it themselves.", "[headquarters]"),
        Reference("class"),
    ] = ()
    length: Annotated[
        int | None,
        Doc(
            "The most hexes of a way from a source, a line or headquarters to the unit, whose own hex "
            "counts; without it, any.",
            "4",
        ),
        Range(1, 99),
    ] = None
    reach: Annotated[
        Reach | None,
        Doc("The most movement points of such a way, in place of `length` and `not_across`."),
    ] = None
    ezoc: Annotated[
        Literal["forbidden", "unless-friends", "ignored"],
        Doc(
            "Whether a hex in an EZOC is closed: `forbidden` always, `unless-friends` where no own unit "
            "stands, `ignored` never.",
            "unless-friends",
        ),
    ] = "forbidden"
    not_into: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Terrain that is closed.", "lake"), Reference("terrain")
    ] = ()
    not_across: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Hexside features that no way crosses, but along a line; not with `reach`.", "river"),
        Reference("hexside"),
    ] = ()
    enemy_places: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place that are closed where an enemy owns them.", "[city]")
    ] = ()
    guards: Annotated[
        tuple[str, ...],
        Doc("Classes of undisrupted enemies that close the empty hexes beside them.", "[infantry]"),
        Reference("class"),
    ] = ()
    kept: Annotated[
        bool,
        Doc(
            "Whether battles, too, go by how the side's units stood as their last movement phase began, and "
            "not by how they stand. Whoever wasn't on the map then is in supply. Supply phases judge anew.",
            "true",
        ),
    ] = False
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""


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

    most: Annotated[int, Doc("How many of a side in a hex.", "1"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class GroupLoss:
    """What groups of units out of supply lose together: units in hexes that touch are a group, from one to
    the next. Their owner chooses some until those come to the share of its strength, printed in defence;
    whoever is needed for that in any case is lost unasked. All of them are eliminated at once.
    """

    share: Annotated[str, Doc("Which part of the strength of a group.", "1/3"), SHARE]
    rounded: Annotated[
        Literal["down", "up"],
        Doc("How the share is rounded to whole points; a group that owes none loses nobody.", "up"),
    ]
    supply: Annotated[
        Literal["out", "isolated"],
        Doc("Who counts: all out of supply, or only those that are isolated.", "isolated"),
    ] = "out"
    classes: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of the units that count; without it, all. Others are in no group.", "[infantry]"),
        Reference("class"),
    ] = ()
    remnants: Annotated[
        tuple[GroupRemnant, ...],
        Doc(
            "Units that remain of those that are lost; the first entry that fits counts.",
            "[{classes: infantry, strength: 2, leaves: [my-remnant-1]}]",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """What a supply phase does to units out of supply."""

    loss: Annotated[
        Literal["disrupted", "step", "eliminated", "group"],
        Doc(
            "What befalls them, all at once: they are `disrupted`, and eliminated if they were; or each "
            "loses a `step` or is `eliminated`, or each `group` of them loses some.",
            "step",
        ),
    ] = "disrupted"
    group: Annotated[
        GroupLoss | None, Doc("With `loss: group`, what a group loses.", "{share: 1/3, rounded: up}")
    ] = None
    grace: Annotated[
        int,
        Doc(
            "How many phases of supply in a row a unit goes without and suffers nothing. Each after those "
            "costs it the loss, until it has supply in one or leaves the map. Not where they are "
            "`disrupted`.",
            "1",
        ),
        Range(0, 9),
    ] = 0
    survival: Annotated[tuple[Survival, ...], Doc("Where some are spared.")] = ()
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""
