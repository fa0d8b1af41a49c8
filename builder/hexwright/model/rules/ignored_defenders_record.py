"""Records of ignored defenders: units left out of combat while others share their hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc, Reference


@dataclass(frozen=True, slots=True)
class IgnoredDefenders:
    """Units that aren't attacked while a unit of another class is in their hex. They don't defend, results
    don't affect them, and they stay after the battle, so that no unit advances into their hex. Alone, or with
    other such units only, they are attacked normally. The rule can't be used if units are attacked singly
    (`target: unit`), or with `overruns`.
    """

    classes: Annotated[
        tuple[str, ...], Doc("Classes of the ignored units.", "[partisans]"), Reference("class")
    ]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""
