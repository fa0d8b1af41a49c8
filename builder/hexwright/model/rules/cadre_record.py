"""Describe what remains of units that a battle by odds would eliminate, in `rules.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hexwright.model.ids import UnitId
from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.rules.criteria_record import When

_UNASKED: Final = (
    *("across", "facing", "into", "along", "toward", "away_from", "side", "supply", "against"),
    "against_classes",
)
UNASKED_OF_GROUPS: Final = _UNASKED
"""What nobody asks of who is lost with a group: it is asked who was lost where, when, and how it stood. Whose
it is follows from what remains, how it is supplied from the group.
"""
UNASKED_OF_REMNANTS: Final = (*_UNASKED, "zone", "near")
"""The same of battles, in which others are lost or retreat at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remnant(When):
    """A small unit that takes the place of one which a battle eliminates: in its hex, at the step that it
    shows. The unit asked about is the one that is lost, in the hex in which it stood. Whatever a result takes
    a unit by counts, want of a way to retreat among it, and the die after an overrun; who is overrun leaves
    nothing, nor do supply and attrition. The unit counts as eliminated, in exchanges and for points, unless
    a result turns it (`defender-turned`). What remains has done with the result: it neither loses nor
    retreats by it, but what remains of an attacker may advance. Who took part in the battle doesn't come back
    in it, and where limits of `stacking` leave no room as it would come, nothing remains.
    """

    leaves: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The cadres, all of one side. Those off the map are available; of identical ones, the first is "
            "used. If several different ones are available, the owner chooses; if none is, no cadre "
            "appears.",
            "[my-remnant-1, my-remnant-2]",
        ),
        Reference("unit"),
    ]
    strength: Annotated[
        int,
        Doc(
            "Minimum (attack) strength printed on the current face of a unit that leaves a cadre.",
            "4",
        ),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
    cornered: Annotated[
        bool,
        Doc(
            "Whether only units that can't retreat as required leave a cadre; units eliminated in other "
            "ways don't.",
            "true",
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRemnant(When):
    """A small unit that takes the place of one which its group loses for want of supply: in its hex, at the
    step that it shows. The unit asked about is the one that is lost, as it stood before anybody was; it
    counts as eliminated all the same. Of those that are lost together each may leave one; where several do,
    the entry that is written first comes first, then the hex of the lower number. Who is lost just now
    doesn't come back so, and where limits of `stacking` leave no room nothing remains.
    """

    leaves: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The cadres, all of one side; the first one off the map that fits within stacking is used.",
            "[my-remnant-1, my-remnant-2]",
        ),
        Reference("unit"),
    ]
    strength: Annotated[
        int,
        Doc("Minimum defence strength printed on the current face of a unit that leaves a cadre.", "2"),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
