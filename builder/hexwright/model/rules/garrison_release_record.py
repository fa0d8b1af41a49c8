"""Records of garrison release in `rules.yaml`: units that may not move until a situation holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.ids import UnitId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class Garrison:
    """Units that may not move, overrun, exit the map or entrain until a situation holds. Otherwise they are
    normal units: they have ZOCs, defend, attack, retreat and advance.
    """

    units: Annotated[tuple[UnitId, ...], ONE_OR_MORE, Doc("The units.", "[my-garrison]"), Reference("unit")]
    released_by: Annotated[
        str,
        Doc("The situation that releases the units: they may move only while it holds.", "enemy-near"),
        Reference("situation"),
    ]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.4"')] = ""
