"""Describe in `rules.yaml` the hexes into which zones of control don't reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hexwright.model.key_annotations import Doc
from hexwright.model.rules.criteria_record import When


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneEnd(When):
    """Hexes into which zones of control don't reach: fortresses, woods, towns. The hex is the one that would
    be controlled, the side that of the units whose zone it is; without `side`, nobody's zone reaches there.
    Who stands in such a hex has a zone around it as any unit. Whoever asks for zones goes by it: moves,
    retreats, advances, supply, railways, fronts.
    """

    rule: Annotated[str, Doc("The number of the rule or case; if omitted, that of `zoc`.", '"3.1"')] = ""
