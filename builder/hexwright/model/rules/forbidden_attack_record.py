"""Describe attacks that may not be made in battles by odds: across a lake, by units that only defend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Barred(When):
    """Attacks that may not be made: units, and a hex with enemies beside them, the hex asked about, into
    which the step leads. Nor do such units overrun it. `against` and `against_classes` ask for any unit that
    defends in that hex, and aren't asked where units are attacked one by one (`attacked: unit`). Of several
    entries any one is enough. What was declared stands; what is attacked from afar, by `bombardment`, isn't
    asked about.
    """

    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""
