"""Define the records of examples of play: positions that the booklet draws and the rules engine evaluates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.ids import HexId, PhaseId, UnitId
from hexwright.model.key_annotations import Doc, Range, Reference

ExampleKind = Literal["zoc", "movement", "combat", "supply", "retreat", "advance"]


@dataclass(frozen=True, slots=True)
class ExampleUnit:
    """A unit and its hex in an example."""

    unit: Annotated[UnitId, Doc("The unit.", "german-xxiv"), Reference("unit")]
    hex: Annotated[HexId, Doc("The hex that contains the unit.", '"0305"')]
    step: Annotated[int, Doc("The step that the unit shows; 1 is full strength.", "2"), Range(1, 99)] = 1


@dataclass(frozen=True, slots=True)
class Example:
    """A position that explains a rule. All numbers shown are computed from the position."""

    id: str
    kind: Annotated[
        ExampleKind,
        Doc(
            "What the example explains about its subject: the hexes that it controls, to which it may move, "
            "or in which it is in supply; the odds of an attack on it, the hexes to which it may then "
            "retreat, or those to which its attackers may advance.",
            "movement",
        ),
    ]
    rule: Annotated[str, Doc("The rule of `summary` that the example explains.", '"3.2"'), Reference("rule")]
    title: Annotated[str, Doc("Heading of the example.", "Past an enemy")]
    scenario: Annotated[str, Doc("The scenario from which the example is taken."), Reference("scenario")]
    phase: Annotated[PhaseId, Doc("The current phase."), Reference("phase")]
    subject: Annotated[
        UnitId, Doc("The unit that controls hexes, moves, is supplied or is attacked."), Reference("unit")
    ]
    units: Annotated[
        tuple[ExampleUnit, ...], Doc("All units of the example and their hexes, including the subject.")
    ]
    text: Annotated[str, Doc("What the example shows, in our own words.")]
    turn: Annotated[int, Doc("The current turn.", "1"), Range(1, 999)] = 1
    whole_setup: Annotated[
        bool,
        Doc(
            "Whether all other units stand where the scenario begins; the diagram shows those around its "
            "units. Without it, there are no others.",
            "true",
        ),
    ] = False

    @property
    def standing(self) -> ExampleUnit:
        """The subject with its hex and step."""
        return next(one for one in self.units if one.unit == self.subject)
