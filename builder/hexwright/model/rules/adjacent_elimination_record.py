"""Describe in `rules.yaml` units that can't hold where an enemy stands beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference
from hexwright.model.rules.criteria_record import When

JUDGED: Final = ("movement", "combat", "overruns")
"""Kinds of phase at whose end it is judged who can't hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Untenable(When):
    """Units that are eliminated where an enemy stands beside them: the crew of a fort that is taken from
    behind, guns without cover. The unit is the one that can't hold, the hex that in which it stands, and
    the step leads into it from the enemy's. It is judged as each phase of movement, of battles and of dice
    for overruns ends, by the units of the side whose phase it was, and counts as their victory. With combat
    by odds.
    """

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
