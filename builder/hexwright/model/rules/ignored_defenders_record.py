"""Describe who is left out of battles by odds while others stand in the hex: partisans among regulars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc, Reference


@dataclass(frozen=True, slots=True)
class Overlooked:
    """Units that nobody attacks while a unit of another class stands in their hex: they don't defend, no
    result befalls them, and they stay when the battle is over, so that nobody advances into their hex. Alone
    in a hex, or with such units alone, they are attacked as any. Where units are attacked one by one
    (`attacked: unit`), or `overruns` take place, it isn't played.
    """

    classes: Annotated[tuple[str, ...], Doc("Classes of these units.", "[partisans]"), Reference("class")]
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.3"')] = ""
