"""Describe what becomes of units that a battle by odds disrupts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc

Again = Literal["nothing", "step", "eliminated"]
"""What it costs a disrupted unit to be disrupted once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disruption:
    """What disrupted units can't do, until they recover in a phase of kind `recovery`. What else they suffer
    say records with `condition: disrupted`, such as a modifier that halves them.
    """

    moves: Annotated[bool, Doc("Whether they may move and advance after combat.", "true")] = False
    attacks: Annotated[
        bool, Doc("Whether they may attack; if they may also move, they may overrun.", "true")
    ] = False
    zone: Annotated[bool, Doc("Whether they keep their ZOC.", "false")] = True
    again: Annotated[
        Again, Doc("What happens to a disrupted unit that is disrupted again.", "eliminated")
    ] = "nothing"
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.5"')] = ""
