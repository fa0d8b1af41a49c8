"""Records of forbidden attacks in combat by odds: across a lake, by units that only defend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenAttack(Criteria):
    """Attacks that may not be made. The criteria ask about the attacking unit, the hex of the enemies, and
    the step into it. Such units can't overrun the hex either. `against` and `against_classes` match any unit
    defending in the hex; they can't be used if units are attacked singly (`target: unit`). If several entries
    apply, any of them forbids the attack. Attacks already declared remain valid, and bombardment isn't
    affected.
    """

    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""
