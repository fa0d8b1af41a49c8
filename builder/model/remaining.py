"""Describe what remains of units that a battle by odds would eliminate, in `rules.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from builder.model.doc import Doc, Range, Reference
from builder.model.ids import UnitId


@dataclass(frozen=True, slots=True)
class Remnant:
    """A small unit that takes the place of one which a battle eliminates: in its hex, at the step that it
    shows. Whatever a result takes a unit by counts, want of a way to retreat among it, and the die after an
    overrun; who is overrun leaves nothing, nor do supply and attrition. The unit counts as eliminated, in
    exchanges and for points, unless a result turns it (`defender-turned`). What remains has done with the
    result: it neither loses nor retreats by it, but what remains of an attacker may advance. Who took part in
    the battle doesn't come back in it, and where limits of `stacking` leave no room as it would come, nothing
    remains.
    """

    units: Annotated[
        tuple[UnitId, ...],
        Doc(
            "Units that may remain, all of one side: those that wait off the map, of alike ones the first. "
            "Where they differ their owner chooses; where none waits nothing remains.",
            "[my-remnant-1, my-remnant-2]",
        ),
        Reference("unit"),
    ]
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes of the units of that side that leave one; empty for all.", "[panzer]"),
        Reference("class"),
    ] = ()
    strength: Annotated[
        int,
        Doc(
            "The least printed strength (of attack), at the step that it showed, of a unit that leaves one.",
            "4",
        ),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""
    cornered: Annotated[
        bool,
        Doc(
            "Whether something remains of those units alone that would have to retreat and can't: who is "
            "eliminated otherwise leaves nothing.",
            "true",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class GroupRemnant:
    """A small unit that takes the place of one which its group loses for want of supply: in its hex, at the
    step that it shows. The unit counts as eliminated all the same. Of those that are lost together each may
    leave one; where several do, the entry that is written first comes first, then the hex of the lower
    number. Who is lost just now doesn't come back so, and where limits of `stacking` leave no room nothing
    remains.
    """

    units: Annotated[
        tuple[UnitId, ...],
        Doc(
            "Units that may remain, all of one side: of those that wait off the map the first that has room.",
            "[my-remnant-1, my-remnant-2]",
        ),
        Reference("unit"),
    ]
    classes: Annotated[
        tuple[str, ...],
        Doc("Classes of the units of that side that leave one; empty for all.", "[infantry]"),
        Reference("class"),
    ] = ()
    strength: Annotated[
        int,
        Doc("The least strength printed in defence, at the step that it showed, of a unit that does.", "2"),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""
