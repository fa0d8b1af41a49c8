"""Describe a scenario: one file of `scenarios/`; its file name is its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from hexwright.model.hex_map import Place
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.transport_network_record import NetworkStart


@dataclass(frozen=True, slots=True)
class SetUpArea:
    """Where a side's units may stand at start, one unit to each hex of a feature."""

    side: Annotated[SideId, Doc("Who sets up."), Reference("side")]
    feature: Annotated[
        str, Doc("The map feature that marks the hexes.", "soviet-start"), Reference("feature")
    ]
    units: Annotated[tuple[UnitId, ...], Doc("Units that may be chosen."), Reference("unit")]
    step: Annotated[int, Doc("The step they start at: 1 is full strength.", "2"), Range(1, 99)] = 1
    fill: Annotated[
        bool,
        Doc(
            "Whether every hex must be occupied; if not, every unit is placed as far as there is room.",
            "true",
        ),
    ] = True
    hexes: Annotated[tuple[HexId, ...], Doc("These hexes of the feature alone; empty for all.")] = ()
    stack: Annotated[
        bool,
        Doc("Whether several of the units may share a hex, as many as `stacking` lets stay there.", "false"),
    ] = False


@dataclass(frozen=True, slots=True)
class SetUpLimit:
    """How many units of a side may start in some hexes, whatever areas they belong to."""

    side: Annotated[SideId, Doc("Whose units it counts."), Reference("side")]
    feature: Annotated[
        str, Doc("The map feature that marks the hexes.", "soviet-start"), Reference("feature")
    ]
    at_most: Annotated[int, Doc("Most units that may start there.", "10"), Range(0, 999)]
    group: Annotated[str, Doc("This group of the feature alone; empty for all.", "far")] = ""


@dataclass(frozen=True, slots=True)
class SetUpCover:
    """Hexes that a side must hold or control when the game begins, such as a start line.

    A unit of the side stands in each of them, or one that has a zone of control is beside it.
    """

    side: Annotated[SideId, Doc("Whose units hold or control them."), Reference("side")]
    feature: Annotated[str, Doc("The map feature that marks the hexes.", "start-line"), Reference("feature")]
    group: Annotated[str, Doc("This group of the feature alone; empty for all.", "september")] = ""


@dataclass(frozen=True, slots=True)
class Held:
    """Units that wait in a box when the game begins."""

    units: Annotated[tuple[UnitId, ...], Doc("The units."), Reference("unit")]
    box: Annotated[BoxId, Doc("The box they wait in."), Reference("box")]
    text: Annotated[str, Doc("Why they wait, in plain words.")] = ""
    step: Annotated[int, Doc("The step they show.", "2"), Range(1, 99)] = 1


Placement = Mapping[HexId, UnitId | tuple[UnitId, ...]]
"""Which unit, or which units, stand in which hex."""


def standing(placement: Placement) -> tuple[tuple[HexId, UnitId], ...]:
    """Return each unit of a placement with its hex."""
    return tuple(
        (hex_id, unit)
        for hex_id, units in placement.items()
        for unit in (units if isinstance(units, tuple) else (units,))
    )


@dataclass(frozen=True, slots=True)
class SetUp:
    """A ready placement of units."""

    name: Annotated[str, Doc("Its name.", "Historical")]
    provenance: Annotated[Provenance, Doc("Where the placement comes from.")]
    placement: Annotated[
        Mapping[HexId, Annotated[tuple[UnitId, ...], ONE_OR_MORE]],
        Doc("Which unit stands in which hex, or which units.", '{"0103": ger-xxiv, "0104": [ger-v, ger-vi]}'),
    ]
    held: Annotated[tuple[Held, ...], Doc("Units that wait in boxes.")] = ()

    @property
    def standing(self) -> tuple[tuple[HexId, UnitId], ...]:
        """Return each unit on the map with its hex."""
        return standing(self.placement)


@dataclass(frozen=True, slots=True)
class Scenario:
    """The content of one file of `scenarios/`."""

    id: str
    title: Annotated[str, Doc("Its title as printed.", "Operation Typhoon")]
    description: Annotated[str, Doc("What it is about, for the set-up list and the help.")]
    provenance: Annotated[Provenance, Doc("Where it comes from.")]
    timetable: Annotated[str, Doc("Its turn record.", "seven-turns"), Reference("timetable")]
    first_turn: Annotated[int, Doc("The turn it begins on.", "1"), Range(1, 999)]
    last_turn: Annotated[int, Doc("The turn it ends after.", "7"), Range(1, 999)]
    first_phase: Annotated[PhaseId, Doc("The phase it begins with."), Reference("phase")]
    victory: Annotated[str, Doc("How it is won.", "hold-moscow"), Reference("victory")]
    setup: Annotated[SetUp, Doc("The placement that is shipped.")]
    areas: Annotated[tuple[SetUpArea, ...], Doc("Where units may stand in a free set-up.")]
    like: Annotated[
        str | None,
        Doc(
            "Another scenario, from which all is taken that isn't written here, key by key, and within "
            "`setup` too; but for title, description and order. That one is like no other.",
            "operation-typhoon",
        ),
        Reference("scenario"),
    ] = None
    setup_rule: Annotated[str, Doc("Number or case of the rule that says how units start.", '"3.8"')] = ""
    setup_order: Annotated[
        tuple[SideId, ...],
        Doc(
            "Sides that set up one after another, each when those before it are done; empty for any order.",
            "[soviet, german]",
        ),
        Reference("side"),
    ] = ()
    setup_limits: Annotated[
        tuple[SetUpLimit, ...], Doc("How many units of a side may start in some hexes of a free set-up.")
    ] = ()
    setup_cover: Annotated[
        tuple[SetUpCover, ...],
        Doc("Hexes that must be held or controlled in a free set-up before the game begins."),
    ] = ()
    order: Annotated[int, Doc("Its place in the list of scenarios.", "1"), Range(0, 999)] = 1
    free_setup: Annotated[
        bool, Doc("Whether the module also offers the set-up with units in trays.", "true")
    ] = True
    not_used: Annotated[
        tuple[UnitId, ...], Doc("Units that the scenario does without."), Reference("unit")
    ] = ()
    options: Annotated[
        Mapping[str, str],
        Doc("Options of rules.yaml that this scenario begins with other than their default.", '{fog: "on"}'),
    ] = field(default_factory=dict)
    groups: Annotated[
        Mapping[Annotated[str, Reference("feature")], str],
        Doc(
            "By map feature, its group that counts in this scenario where the victory table names the "
            "feature alone: one table for scenarios whose front lines differ.",
            "{start-line: december}",
        ),
    ] = field(default_factory=dict)
    owners: Annotated[
        Mapping[Annotated[str, Reference("place")], SideId],
        Doc("Places that begin with another owner than map.yaml gives them.", "{mill: red}"),
    ] = field(default_factory=dict)

    networks: Annotated[
        Mapping[Annotated[str, Reference("network")], tuple[NetworkStart, ...]],
        Doc(
            "By network with `states`, which of its hexes serve whom as the scenario begins; without it, all "
            "serve all sides.",
            "{rail: [{side: red, feature: red-rear}, {side: blue, hexes: [0101, 0102]}]}",
        ),
    ] = field(default_factory=dict)

    def owner_of(self, place: Place) -> SideId | None:
        """Return whose a place is when the scenario begins; None for one that is never anybody's."""
        return self.owners.get(place.id, place.owner)
