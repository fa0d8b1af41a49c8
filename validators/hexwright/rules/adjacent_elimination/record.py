"""Records of units in `rules.yaml` that are eliminated next to an enemy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference
from hexwright.model.rules.criteria_record import Criteria

PHASE_KINDS_TESTED: Final = ("movement", "combat", "overruns")
"""Kinds of phase at whose end the rule is applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjacentElimination(Criteria):
    """Units that are eliminated if adjacent to an enemy: the crew of a fort taken from behind, unprotected
    guns. The criteria ask about the endangered unit, its hex, and the step into it from the enemy's hex. The
    rule applies at the end of each phase of kind movement, combat or overruns, to enemies of the phasing
    side, which is credited with the elimination. It requires combat by odds.
    """

    unused: ClassVar[tuple[str, ...]] = ("supply", "enemy_zoc", "condition", "near")

    behind: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Hexside features with a front. Only units behind one of them are affected, and enemies in "
            "front of it don't count.",
            "rampart",
        ),
        Reference("hexside"),
    ] = ()
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.9"')] = ""
