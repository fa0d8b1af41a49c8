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

    moves: Annotated[bool, Doc("Whether they move, and advance after battles.", "true")] = False
    attacks: Annotated[bool, Doc("Whether they attack; they overrun if they move too.", "true")] = False
    zone: Annotated[bool, Doc("Whether they keep their zones of control.", "false")] = True
    again: Annotated[
        Again, Doc("What it costs a disrupted unit to be disrupted once more.", "eliminated")
    ] = "nothing"
    rule: Annotated[str, Doc("The rule's number or case.", '"3.5"')] = ""
