"""Describe in `rules.yaml` hexsides with a front that fall: fortified lines, ramparts, hedges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Range, Reference


@dataclass(frozen=True, slots=True)
class Works:
    """Hexsides with a front that are whole as the game begins, and fall.

    Of the two hexes of a hexside the first that is written lies behind it, the second in front. A unit of
    `side` that steps through the front of a whole one makes it fall, and pays for the step what entries of
    its way of moving ask for that are `facing` it; retreats and advances do neither. Such a step is a leg of
    its own, so that it is clear which hexside falls: the unit goes to the hex in front, then through; who
    goes further at once goes round. What is `facing` a hexside counts while it is whole, and no longer.
    """

    hexsides: Annotated[str, Doc("The hexside feature.", "rampart"), Reference("hexside")]
    side: Annotated[
        tuple[SideId, ...], ONE_OR_MORE, Doc("The side whose units destroy them.", "red"), Reference("side")
    ]
    attacks: Annotated[
        bool,
        Doc(
            "Whether attacks by odds through the front also destroy them. After the result is applied, "
            "each hexside falls that lies between a surviving attacker that didn't retreat and an attacked "
            "hex that is now empty.",
            "true",
        ),
    ] = False
    whole_line: Annotated[
        int | None,
        Doc("Number of hexsides of a line that must fall for the whole line to fall.", "5"),
        Range(1, 999),
    ] = None
    rule: Annotated[str, Doc("The number of the rule or case.", '"7"')] = ""
