"""Records of stacking in `rules.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from hexwright.model.counter_mix import Unit
from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True)
class StackLimit(Criteria):
    """A limit on some units in a hex. It counts the units of one side in a hex that meet the criteria; other
    units aren't affected. All limits apply together: `max: 3` for all and `max: 1` for `classes: [hq]`
    allow three units, one of which may be a headquarters.
    """

    unused: ClassVar[tuple[str, ...]] = (
        *("across", "across_front", "into", "along", "weather", "turns", "phases", "situation", "supply"),
        *("enemy_zoc", "condition", "near", "against", "against_classes", "option"),
    )

    max: Annotated[
        int,
        Doc("Maximum number of units in a hex; with `points`, the maximum sum of their points.", "3"),
        Range(1, 99),
    ]
    points: Annotated[
        Mapping[Annotated[str, Reference("class")], Annotated[int, Range(0, 99)]],
        Doc(
            "Stacking points of units of these classes, 0 if they don't count; units of other classes "
            "count as 1.",
            "{armour: 2, partisan: 0}",
        ),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The number of the rule or case; if omitted, that of `stacking`.", '"3.2"')] = ""

    def weight(self, unit: Unit) -> int:
        """Return the stacking points of a unit; 0 if the limit doesn't count it."""
        named = not (self.classes or self.units) or unit.unit_class in self.classes or unit.id in self.units
        if not named or (self.side and unit.side not in self.side):
            return 0
        return self.points.get(unit.unit_class, 1)


@dataclass(frozen=True, slots=True)
class Stacking:
    """The number of units of a side that may share a hex. `combat` determines which of them a
    battle attacks.
    """

    limit: Annotated[
        int | None,
        Doc("Maximum number of units of any kind in a hex; if omitted, only `limits` apply.", "3"),
        Range(1, 99),
    ] = None
    limits: Annotated[
        tuple[StackLimit, ...],
        Doc("Limits by kind of unit, side, points or place.", "[{classes: hq, max: 1}]"),
    ] = ()
    enforced: Annotated[
        Literal["phase-end", "always"],
        Doc(
            "When stacking is enforced: at the end of a movement phase, so that units may exchange hexes "
            "(`phase-end`), or at the end of each move (`always`).",
            "phase-end",
        ),
    ] = "phase-end"
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.2"')] = ""

    @property
    def every(self) -> tuple[StackLimit, ...]:
        """Return all limits, the general one first, each with the rule it cites."""
        plain = () if self.limit is None else (StackLimit(max=self.limit),)
        return tuple(replace(one, rule=one.rule or self.rule) for one in (*plain, *self.limits))
