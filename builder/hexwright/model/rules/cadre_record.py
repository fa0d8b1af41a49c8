"""Records of cadres in `rules.yaml`: small units that replace units eliminated in combat by odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from hexwright.model.ids import UnitId
from hexwright.model.key_annotations import Doc, Range, Reference
from hexwright.model.provenance import Provenance
from hexwright.model.rules.criteria_record import Criteria

_UNASKED: Final = (
    *("across", "across_front", "into", "along", "toward", "away_from", "side", "supply", "against"),
    "against_classes",
)
CRITERIA_UNUSED_BY_GROUP_CADRES: Final = _UNASKED
"""Criteria that a cadre of a group loss can't have. Only criteria about the lost unit, its hex, its condition
and the time are used: its side follows from the cadre, and its supply from the group.
"""
CRITERIA_UNUSED_BY_CADRES: Final = (*_UNASKED, "enemy_zoc", "near")
"""Criteria that a cadre of a battle can't have, because other units are lost or retreat at the same time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cadre(Criteria):
    """A small unit that replaces a unit eliminated in combat, in the same hex, at the step that its counter
    shows. The criteria ask about the eliminated unit in its last hex. Any elimination by a result counts,
    including failure to retreat and the die roll after an overrun. Overrun units leave their cadres when that
    die is rolled, unless an enemy is in the hex by then; overruns without a die, supply and attrition leave
    no cadre. The unit counts as eliminated in exchanges and for points, unless a result replaces it
    (`defender-to-cadre`). The result doesn't affect the cadre further: it neither takes losses nor retreats,
    but a cadre of an attacker may advance. A unit that took part in the battle can't return as a cadre in it.
    If stacking leaves no room, no cadre appears.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_CADRES

    replaced_by: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The cadres, all of one side. Cadres off the map are available; of identical cadres, the "
            "first is used. If several different cadres are available, the owner chooses; if none is "
            "available, no cadre appears.",
            "[my-cadre-1, my-cadre-2]",
        ),
        Reference("unit"),
    ]
    min_strength: Annotated[
        int,
        Doc(
            "Minimum (attack) strength printed on the current face of a unit that leaves a cadre.",
            "4",
        ),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
    only_if_no_retreat: Annotated[
        bool,
        Doc(
            "Whether only units that can't retreat as required leave a cadre; units eliminated in other "
            "ways don't.",
            "true",
        ),
    ] = False
    provenance: Annotated[
        Provenance | None,
        Doc(
            "Source of the entry, if it differs from that of the file. `reconstructed` is marked in the "
            "booklet, with the note under Designer's notes."
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCadre(Criteria):
    """A small unit that replaces a unit lost with its group for lack of supply, in the same hex, at the step
    that its counter shows. The criteria ask about the lost unit as it was before any losses; it still counts
    as eliminated. Each of several lost units may leave a cadre; those of earlier entries come first, then
    those in lower-numbered hexes. A unit just lost can't return as a cadre. If stacking leaves no room, no
    cadre appears.
    """

    unused: ClassVar[tuple[str, ...]] = CRITERIA_UNUSED_BY_GROUP_CADRES

    replaced_by: Annotated[
        tuple[UnitId, ...],
        Doc(
            "The cadres, all of one side; the first one off the map that fits within stacking is used.",
            "[my-cadre-1, my-cadre-2]",
        ),
        Reference("unit"),
    ]
    min_strength: Annotated[
        int,
        Doc("Minimum defence strength printed on the current face of a unit that leaves a cadre.", "2"),
        Range(0, 999),
    ] = 1
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""
