"""Define the records of a scenario, one file of `scenarios/`; its file name is its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from hexwright.model.hex_map import HexMap, Place
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.model.key_annotations import FROM_TABLE, ONE_OR_MORE, Doc, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.transport_network_record import NetworkStart


@dataclass(frozen=True, slots=True)
class SetUpArea:
    """Hexes of a feature where a side's units may start, one unit per hex."""

    side: Annotated[SideId, Doc("The side that sets up."), Reference("side")]
    feature: Annotated[
        str, Doc("The map feature that marks the hexes.", "soviet-start"), Reference("feature")
    ]
    units: Annotated[tuple[UnitId, ...], Doc("Units that may be placed."), Reference("unit")]
    step: Annotated[int, Doc("The step at which the units start; 1 is full strength.", "2"), Range(1, 99)] = 1
    fill: Annotated[
        bool,
        Doc(
            "Whether every hex must be occupied; otherwise every unit is placed for which there is room.",
            "true",
        ),
    ] = True
    hexes: Annotated[tuple[HexId, ...], Doc("Only these hexes of the feature; empty for all.")] = ()
    may_stack: Annotated[
        bool,
        Doc("Whether several of the units may share a hex within `stacking`.", "false"),
    ] = False

    def open_hexes(self, hexmap: HexMap) -> tuple[HexId, ...]:
        """Return the hexes in which the units may start; none if the map lacks the feature."""
        marked = (feature.hexes for feature in hexmap.features if feature.id == self.feature)
        return self.hexes or next(marked, ())


@dataclass(frozen=True, slots=True)
class SetUpLimit:
    """A maximum number of a side's units in some hexes at start, regardless of their set-up areas."""

    side: Annotated[SideId, Doc("The side whose units count."), Reference("side")]
    feature: Annotated[
        str, Doc("The map feature that marks the hexes.", "soviet-start"), Reference("feature")
    ]
    max: Annotated[int, Doc("Maximum number of units that may start there.", "10"), Range(0, 999)]
    group: Annotated[str, Doc("Only this group of the feature; empty for all.", "far")] = ""


@dataclass(frozen=True, slots=True)
class SetUpCover:
    """Hexes, such as a start line, that a side must hold or control when the game begins.

    Each must contain a unit of the side, or be adjacent to a unit of the side that has a ZOC.
    """

    side: Annotated[SideId, Doc("The side that must hold or control the hexes."), Reference("side")]
    feature: Annotated[str, Doc("The map feature that marks the hexes.", "start-line"), Reference("feature")]
    group: Annotated[str, Doc("Only this group of the feature; empty for all.", "september")] = ""


@dataclass(frozen=True, slots=True)
class UnitsInBox:
    """Units in a box when the game begins."""

    units: Annotated[tuple[UnitId, ...], Doc("The units."), Reference("unit")]
    box: Annotated[BoxId, Doc("The box in which the units start."), Reference("box")]
    text: Annotated[str, Doc("Reason why the units are in the box, in plain words.")] = ""
    step: Annotated[int, Doc("The step that the units show.", "2"), Range(1, 99)] = 1


Placement = Mapping[HexId, UnitId | tuple[UnitId, ...]]
"""The unit or units in each hex."""


def hex_by_unit(placement: Placement) -> tuple[tuple[HexId, UnitId], ...]:
    """Return pairs of hex and unit, one for each unit of a placement."""
    return tuple(
        (hex_id, unit)
        for hex_id, units in placement.items()
        for unit in (units if isinstance(units, tuple) else (units,))
    )


@dataclass(frozen=True, slots=True)
class SetUp:
    """A complete placement of units."""

    name: Annotated[str, Doc("Name of the set-up.", "Historical")]
    provenance: Annotated[Provenance, Doc("Source of the placement.")]
    placement: Annotated[
        Mapping[HexId, Annotated[tuple[UnitId, ...], ONE_OR_MORE]],
        FROM_TABLE,
        Doc("The unit or units in each hex.", '{"0103": ger-xxiv, "0104": [ger-v, ger-vi]}'),
    ]
    in_boxes: Annotated[tuple[UnitsInBox, ...], Doc("Units that start in boxes.")] = ()
    markers: Annotated[
        Mapping[HexId, Annotated[tuple[Annotated[str, Reference("marker")], ...], ONE_OR_MORE]],
        Doc(
            "Markers that lie on the map at the start, below the units; rules don't ask them. A marker may "
            "be in as many hexes as it has counters.",
            '{"0103": fort, "0104": [fort, mine]}',
        ),
    ] = field(default_factory=dict)

    @property
    def standing(self) -> tuple[tuple[HexId, UnitId], ...]:
        """Return the units on the map, each with its hex."""
        return hex_by_unit(self.placement)


@dataclass(frozen=True, slots=True)
class Scenario:
    """The content of one file of `scenarios/`."""

    id: str
    title: Annotated[str, Doc("Title of the scenario as printed.", "Operation Typhoon")]
    description: Annotated[str, Doc("Subject of the scenario, for the scenario list and the help.")]
    provenance: Annotated[Provenance, Doc("Source of the scenario.")]
    turn_track: Annotated[str, Doc("Turn track of the scenario.", "seven-turns"), Reference("turn track")]
    first_turn: Annotated[int, Doc("The first turn.", "1"), Range(1, 999)]
    last_turn: Annotated[int, Doc("The last turn.", "7"), Range(1, 999)]
    first_phase: Annotated[PhaseId, Doc("The phase in which the scenario begins."), Reference("phase")]
    victory: Annotated[str, Doc("Victory table of the scenario.", "hold-moscow"), Reference("victory")]
    setup: Annotated[SetUp, Doc("The set-up shipped with the game.")]
    setup_areas: Annotated[tuple[SetUpArea, ...], Doc("Areas in which units may be placed in a free set-up.")]
    based_on: Annotated[
        str | None,
        Doc(
            "Another scenario from which all keys not written here are copied, including those within "
            "`setup`, except title, description and order. That scenario can't have `based_on` itself.",
            "operation-typhoon",
        ),
        Reference("scenario"),
    ] = None
    setup_rule: Annotated[str, Doc("Number of the rule or case for the set-up.", '"3.8"')] = ""
    setup_order: Annotated[
        tuple[SideId, ...],
        Doc(
            "Sides in set-up order: each begins when the previous one has finished. Empty for any order.",
            "[soviet, german]",
        ),
        Reference("side"),
    ] = ()
    setup_limits: Annotated[
        tuple[SetUpLimit, ...], Doc("Maximum numbers of units in some hexes of a free set-up.")
    ] = ()
    setup_cover: Annotated[
        tuple[SetUpCover, ...],
        Doc("Hexes that must be held or controlled before a free set-up ends."),
    ] = ()
    order: Annotated[int, Doc("Position in the list of scenarios.", "1"), Range(0, 999)] = 1
    free_setup: Annotated[
        bool, Doc("Whether the module also offers a free set-up, with the units in trays.", "true")
    ] = True
    unused_units: Annotated[
        tuple[UnitId, ...], Doc("Units that aren't used in the scenario."), Reference("unit")
    ] = ()
    options: Annotated[
        Mapping[str, str],
        Doc("Options of rules.yaml that start with a choice other than their default.", '{fog: "on"}'),
    ] = field(default_factory=dict)
    feature_groups: Annotated[
        Mapping[Annotated[str, Reference("feature")], str],
        Doc(
            "For each map feature, the group whose hexes count if the victory table names only the "
            "feature. Scenarios with different front lines can thus share a table.",
            "{start-line: december}",
        ),
    ] = field(default_factory=dict)
    owners: Annotated[
        Mapping[Annotated[str, Reference("place")], SideId],
        Doc("Owners of places that differ from map.yaml.", "{mill: red}"),
    ] = field(default_factory=dict)

    networks: Annotated[
        Mapping[Annotated[str, Reference("network")], tuple[NetworkStart, ...]],
        Doc(
            "For each network with `states`, its hexes that serve each side when the scenario begins; if "
            "omitted, all hexes serve all sides.",
            "{rail: [{side: red, feature: red-rear}, {side: blue, hexes: [0101, 0102]}]}",
        ),
    ] = field(default_factory=dict)

    def shown_step(self, unit: UnitId) -> int:
        """Return the step that a unit shows when the game begins, from 1."""
        return next((area.step for area in self.setup_areas if unit in area.units), 1)

    def owner_of(self, place: Place) -> SideId | None:
        """Return the owner of a place when the scenario begins; None if nobody can own it."""
        return self.owners.get(place.id, place.owner)
