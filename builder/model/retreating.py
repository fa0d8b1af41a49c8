"""Describe in `rules.yaml` who retreats along lines of the map alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from builder.model.doc import ONE_OR_MORE, Doc, Reference


@dataclass(frozen=True, slots=True)
class RetreatTrack:
    """Units that retreat and advance along the lines of a network alone, into hexes that serve their side."""

    classes: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("Their classes.", "[engineers]"), Reference("class")]
    network: Annotated[str, Doc("The network.", "rail"), Reference("network")]
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""
