"""Describe in `rules.yaml` how many units of a side may stand together in a hex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from hexwright.model.counter_mix import Unit
from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True)
class StackLimit(When):
    """How many of some units may stay together in a hex. It counts, of the units of one side in a hex, those
    that it is about; others stay there as if it weren't. All limits are kept at once: `most: 3` for all and
    `most: 1` for `classes: [hq]` are three units of which one may be a headquarters.
    """

    most: Annotated[
        int,
        Doc("Most units in a hex; where `points` are given, most points of them together.", "3"),
        Range(1, 99),
    ]
    points: Annotated[
        Mapping[Annotated[str, Reference("class")], Annotated[int, Range(0, 99)]],
        Doc(
            "What units of these classes count, 0 for nothing; those of other classes count 1.",
            "{armour: 2, partisan: 0}",
        ),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The rule's number or case; without it, that of `stacking`.", '"3.2"')] = ""

    def weight(self, unit: Unit) -> int:
        """Return what a unit counts; 0 for one that it isn't about."""
        named = not (self.classes or self.units) or unit.unit_class in self.classes or unit.id in self.units
        if not named or (self.side and unit.side not in self.side):
            return 0
        return self.points.get(unit.unit_class, 1)


@dataclass(frozen=True, slots=True)
class Stacking:
    """How many units of a side may share a hex; what a battle attacks of them says `combat`."""

    limit: Annotated[
        int | None,
        Doc("Most units in a hex, of whatever kind; without it, any number that `limits` lets stay.", "3"),
        Range(1, 99),
    ] = None
    limits: Annotated[
        tuple[StackLimit, ...],
        Doc("What is limited by kind of unit, by side, by points or by place.", "[{classes: hq, most: 1}]"),
    ] = ()
    kept: Annotated[
        Literal["phase-end", "always"],
        Doc(
            "When it is kept: as a movement phase ends, so that units may change places in it, or by each "
            "move that ends.",
            "phase-end",
        ),
    ] = "phase-end"
    rule: Annotated[str, Doc("The rule's number or case.", '"3.2"')] = ""

    @property
    def every(self) -> tuple[StackLimit, ...]:
        """Return all limits, that of all units first, each with the rule that it cites."""
        plain = () if self.limit is None else (StackLimit(most=self.limit),)
        return tuple(replace(one, rule=one.rule or self.rule) for one in (*plain, *self.limits))
