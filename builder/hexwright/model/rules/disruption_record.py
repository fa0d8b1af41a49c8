"""Records of disruption in combat by odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from hexwright.model.key_annotations import Doc

SecondDisruption = Literal["nothing", "step", "eliminated"]
"""The effect of a second disruption on a disrupted unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disruption:
    """Restrictions of disrupted units until they recover in a phase of kind `recovery`. Further effects are
    entries with `condition: disrupted`, such as a modifier that halves their strength.
    """

    may_move: Annotated[bool, Doc("Whether disrupted units may move and advance after combat.", "true")] = (
        False
    )
    may_attack: Annotated[
        bool, Doc("Whether disrupted units may attack; if they may also move, they may overrun.", "true")
    ] = False
    exerts_zoc: Annotated[bool, Doc("Whether disrupted units keep their ZOC.", "false")] = True
    second_disruption: Annotated[
        SecondDisruption, Doc("Effect of a second disruption on a disrupted unit.", "eliminated")
    ] = "nothing"
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.5"')] = ""
