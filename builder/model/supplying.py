"""Describe supply in `rules.yaml`: how it is traced, and what becomes of units without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from builder.model.doc import Doc, Range, Reference
from builder.model.hexmap import OwnedKind
from builder.model.ids import SideId


@dataclass(frozen=True, slots=True)
class Communication:
    """How a side traces communication: a path free of enemies and EZOC to an edge."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[str, Doc("The edge to reach.", "east"), Reference("edge")]
    enemy_places: Annotated[
        tuple[OwnedKind, ...], Doc("Kinds of place that block the path where an enemy owns them.", "[city]")
    ] = ()
    guards: Annotated[
        tuple[str, ...],
        Doc("Classes of undisrupted enemies that block the empty hexes beside them.", "[infantry]"),
        Reference("class"),
    ] = ()
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Survival:
    """Where disrupted units out of supply may hold out; the first entry that fits a hex holds."""

    units: Annotated[int, Doc("How many of a side in a hex.", "1"), Range(1, 99)]
    place: Annotated[str | None, Doc("The place; without it, all of the kinds."), Reference("place")] = None
    place_kinds: Annotated[tuple[OwnedKind, ...], Doc("Kinds of place.", "[city]")] = ()
    side: Annotated[SideId | None, Doc("Whose units; without it, any side's."), Reference("side")] = None


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """What a supply phase does: units out of supply are disrupted, and if they were, eliminated."""

    survival: Annotated[tuple[Survival, ...], Doc("Where some are spared.")] = ()
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""
