"""Records of movement in `rules.yaml`: movement modes, their costs, and fortifying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from hexwright.model.key_annotations import Doc, OptionsOf, Pattern, Range, Reference
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.rail_movement_record import Entraining

NEVER: Final = "never"
_SOME = "[1-9][0-9]?(?:/[1-9][0-9]?)?"
_WORDS = "whole or as a fraction such as 1/2"
POINTS = Pattern(_SOME, f"points from 1/99 to 99, {_WORDS}")
POINTS_OR_NEVER = Pattern(f"{_SOME}|0|{NEVER}", f"points up to 99, {_WORDS}, 0, or {NEVER}")
MORE_POINTS = Pattern(f"{_SOME}|0", f"points up to 99, {_WORDS}, or 0")


UNIT_STATE_CRITERIA: Final = ("enemy_zoc", "condition", "near", "against", "against_classes")
GROUND_CRITERIA: Final = (
    *("terrain", "feature", "place", "place_kinds", "across", "across_front", "into", "along"),
)


@dataclass(frozen=True, slots=True)
class EntryCost(Criteria):
    """The cost of entering hexes, or the extra cost of crossing hexsides. If several entries of the same
    kind apply, the last counts.
    """

    unused: ClassVar[tuple[str, ...]] = (*UNIT_STATE_CRITERIA, "along")

    cost: Annotated[
        str,
        Doc(
            "Movement points to enter the hex. With `across`, `across_front` or `into`, points added for "
            "the step, which may be 0. `never` forbids the move.",
            "3/2",
        ),
        POINTS_OR_NEVER,
    ]


@dataclass(frozen=True, slots=True)
class LineCost(Criteria):
    """The cost of each hex entered along a line, instead of any other cost."""

    unused: ClassVar[tuple[str, ...]] = (*GROUND_CRITERIA, *UNIT_STATE_CRITERIA, "unless")

    line: Annotated[str, Doc("The line.", "road"), Reference("line")]
    cost: Annotated[
        str, Doc("Movement points for each hex; 1/30 means thirty hexes for one point.", "1/2"), POINTS
    ]


@dataclass(frozen=True, slots=True)
class ZoneCosts:
    """Additional costs of enemy ZOCs."""

    enter: Annotated[str, Doc("Additional points to enter an EZOC.", "3"), MORE_POINTS] = "0"
    leave: Annotated[str, Doc("Additional points to leave an EZOC.", "2"), MORE_POINTS] = "0"
    zoc_to_zoc: Annotated[
        str | None,
        Doc(
            "Additional points to move directly from one EZOC hex to another; if omitted, the sum of "
            "`enter` and `leave`.",
            "5",
        ),
        POINTS_OR_NEVER,
    ] = None


@dataclass(frozen=True, slots=True)
class AllowanceModifier(Criteria):
    """A change of allowances, for example by mud. All entries that apply are applied in order."""

    unused: ClassVar[tuple[str, ...]] = (*GROUND_CRITERIA, *UNIT_STATE_CRITERIA, "unless")

    allowance: Annotated[
        int | None, Doc("Allowance that replaces the printed allowance.", "1"), Range(0, 99)
    ] = None
    add: Annotated[int, Doc("Number added to the printed allowance.", "-2"), Range(-99, 99)] = 0
    multiply: Annotated[str, Doc("Factor for the allowance, applied before the addition.", "1/2"), POINTS] = (
        "1"
    )
    rounding: Annotated[
        Literal["down", "up"] | None,
        Doc("How the modified allowance is rounded; if omitted, fractions are kept.", "down"),
    ] = None
    hex_cost: Annotated[
        str | None, Doc("Cost of every hex, regardless of terrain and hexsides.", "1"), POINTS
    ] = None
    road_toward: Annotated[
        str | None,
        Doc(
            "A place on the line of the mode's `road_bonus`. Before an attack, the road bonus may be used "
            "only "
            "toward this place; if omitted, in either direction.",
            "capital",
        ),
        Reference("place"),
    ] = None


@dataclass(frozen=True, slots=True)
class RoadBonus:
    """Hexes along a line that a unit may enter beyond its allowance."""

    line: Annotated[str, Doc("The line.", "road"), Reference("line")]
    hexes: Annotated[int, Doc("Number of hexes.", "1"), Range(1, 9)] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.4"')] = ""


@dataclass(frozen=True, slots=True)
class MovementMode:
    """A movement mode: on foot, by rail."""

    id: str
    name: Annotated[str, Doc("Name of the movement mode.", "Rail movement")]
    ezoc: Annotated[
        Literal["stops", "forbidden", "ignored"],
        Doc("Effect of entering an EZOC: the move ends, the step is forbidden, or nothing.", "stops"),
    ]
    ezoc_costs: Annotated[ZoneCosts | None, Doc("Additional costs of EZOCs, unless EZOCs are forbidden.")] = (
        None
    )
    along: Annotated[
        str | None,
        Doc("The lines that units follow; if omitted, units may enter any adjacent hex.", "rail"),
        Reference("line"),
    ] = None
    allowance: Annotated[
        int | None, Doc("Allowance of all units; if omitted, their printed allowances.", "4"), Range(0, 99)
    ] = None
    costs: Annotated[
        tuple[EntryCost, ...], Doc("Costs other than one point for a hex.", "[{terrain: forest, cost: 2}]")
    ] = ()
    line_costs: Annotated[tuple[LineCost, ...], Doc("Lines along which hexes have their own cost.")] = ()
    always_one_hex: Annotated[
        bool,
        Doc(
            "Whether a unit with any allowance may always move one hex, regardless of the cost. A step "
            "from one EZOC hex to another must still be within the allowance.",
            "true",
        ),
    ] = False
    allowance_modifiers: Annotated[
        tuple[AllowanceModifier, ...], Doc("Changes of the allowance.", "[{supply: out, multiply: 1/2}]")
    ] = ()
    through_friendly_units: Annotated[bool, Doc("Whether units may move through friendly units.", "true")] = (
        True
    )
    no_attack_bonus: Annotated[
        int,
        Doc("Additional hexes for a unit that doesn't attack in the following combat phase.", "1"),
        Range(0, 9),
    ] = 0
    no_attack_bonus_rule: Annotated[str, Doc("Number of the rule or case for these hexes.", '"3.3"')] = ""
    road_bonus: Annotated[
        RoadBonus | None, Doc("Additional hexes along a line for any unit, whether or not it attacks.")
    ] = None
    entraining: Annotated[
        Entraining | None,
        Doc(
            "How units change to this mode and back during a move: they entrain, ride and detrain. The "
            "phase must also offer another mode."
        ),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.2"')] = ""

    @property
    def criteria(self) -> tuple[Criteria, ...]:
        """Return the criteria of all entries of the mode."""
        return (*self.costs, *self.line_costs, *self.allowance_modifiers)

    @property
    def step_costs(self) -> tuple[str, ...]:
        """Return all costs that moving to an adjacent hex can have: whole numbers, fractions or `never`."""
        zones = self.ezoc_costs or ZoneCosts()
        every = (pace.hex_cost for pace in self.allowance_modifiers if pace.hex_cost is not None)
        costs = (*(entry.cost for entry in self.costs), *(entry.cost for entry in self.line_costs))
        asked = (*costs, *every, zones.enter, zones.leave)
        return asked if zones.zoc_to_zoc is None else (*asked, zones.zoc_to_zoc)


def counts_hexes(modes: Sequence[MovementMode]) -> bool:
    """Return whether every hex costs one point, so that the rules speak of hexes and not of points."""
    return all(cost in ("0", NEVER) for mode in modes for cost in mode.step_costs)


@dataclass(frozen=True, slots=True)
class Fortification:
    """Classes that may fortify instead of moving, in a movement phase."""

    classes: Annotated[tuple[str, ...], Doc("Classes that may fortify.", "[infantry]"), Reference("class")]
    bars_attack: Annotated[
        Mapping[str, str],
        Doc(
            "Scenario options under which a unit that fortifies can't attack; if omitted, it may attack "
            "from its hex.",
            "{digging-in: no-attack}",
        ),
        OptionsOf("rules.yaml"),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.5"')] = ""
