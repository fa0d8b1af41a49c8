"""Describe movement in `rules.yaml`: ways of moving, what they cost, and digging in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from builder.model.doc import Doc, Range, Reference
from builder.model.options import Under

Classes = Annotated[tuple[str, ...], Doc("Unit classes; empty for all.", "[panzer]"), Reference("class")]


@dataclass(frozen=True, slots=True)
class EntryCost:
    """What it costs to enter a hex of a terrain."""

    terrain: Annotated[str, Doc("The terrain.", "forest"), Reference("terrain")]
    cost: Annotated[int, Doc("Movement points; above every allowance, nobody may enter.", "2"), Range(1, 99)]


@dataclass(frozen=True, slots=True)
class WeatherMovement:
    """What a weather does to movement."""

    weather: Annotated[str, Doc("The weather.", "mud"), Reference("weather")]
    classes: Classes = ()
    allowance: Annotated[int | None, Doc("Allowance that replaces the printed one.", "1"), Range(0, 99)] = (
        None
    )
    change: Annotated[int, Doc("What is added to the printed allowance.", "-2"), Range(-99, 99)] = 0
    every_hex: Annotated[int | None, Doc("Cost of each hex, whatever its terrain.", "1"), Range(1, 99)] = None
    road_toward: Annotated[
        str | None,
        Doc(
            "A place on the line of the mode's `road`: before an attack its further hexes are to be had only "
            "on the way there; without it, in either direction.",
            "capital",
        ),
        Reference("place"),
    ] = None
    under: Under = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoadBonus:
    """Hexes that a unit may move along a line beside its allowance."""

    line: Annotated[str, Doc("The line.", "road"), Reference("line")]
    hexes: Annotated[int, Doc("How many.", "1"), Range(1, 9)] = 1
    rule: Annotated[str, Doc("The rule's number or case.", '"3.4"')] = ""


@dataclass(frozen=True, slots=True)
class MovementMode:
    """A way of moving: on foot, by rail."""

    id: str
    name: Annotated[str, Doc("Its name.", "Rail movement")]
    ezoc: Annotated[
        Literal["stops", "forbidden", "ignored"],
        Doc("What entering an EZOC does: ends the move, isn't allowed, or nothing.", "stops"),
    ]
    along: Annotated[
        str | None, Doc("The lines it follows; without it, any adjacent hex.", "rail"), Reference("line")
    ] = None
    allowance: Annotated[
        int | None, Doc("Allowance of all units; without it, the printed one.", "4"), Range(0, 99)
    ] = None
    costs: Annotated[tuple[EntryCost, ...], Doc("Terrain that costs more than one point.")] = ()
    weather: Annotated[tuple[WeatherMovement, ...], Doc("Effects of weather.")] = ()
    through_friends: Annotated[bool, Doc("Whether friendly units may be passed.", "true")] = True
    bonus: Annotated[
        int, Doc("Further hexes for a unit that doesn't attack in the combat that follows.", "1"), Range(0, 9)
    ] = 0
    bonus_rule: Annotated[str, Doc("Number or case of the rule about these hexes.", '"3.3"')] = ""
    road: Annotated[
        RoadBonus | None, Doc("Further hexes along a line, for any unit, whether it attacks or not.")
    ] = None
    rule: Annotated[str, Doc("The rule's number or case.", '"3.2"')] = ""


@dataclass(frozen=True, slots=True)
class Fortification:
    """Who may dig in, instead of a move, in a movement phase."""

    classes: Annotated[tuple[str, ...], Doc("The classes.", "[infantry]"), Reference("class")]
    bars_attack: Annotated[
        Mapping[str, str],
        Doc(
            "Scenario options under which a unit that digs in gives up its attack as well; without it, it "
            "may attack from where it stands.",
            "{digging-in: no-attack}",
        ),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The rule's number or case.", '"3.5"')] = ""
