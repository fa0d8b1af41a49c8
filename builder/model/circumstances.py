"""Describe when something counts: the keys that every record of such a kind has in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from builder.model.doc import ONE_OR_MORE, Doc, Range, Reference
from builder.model.hexmap import OwnedKind
from builder.model.ids import SideId, UnitId
from builder.model.options import Under


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """When something counts. All that is given must be so; of a list, any one; nothing given is always so.
    The hex is the one that is entered or attacked, the step leads into it, and the unit is the one that the
    record is about: who moves, or whose strength it is. In battles the enemy is asked about too.
    """

    terrain: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Terrain of the hex.", "forest"), Reference("terrain")
    ] = ()
    feature: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Features in the hex.", "rough"), Reference("feature")
    ] = ()
    place: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Places in the hex.", "capital"), Reference("place")
    ] = ()
    place_kinds: Annotated[
        tuple[OwnedKind, ...], ONE_OR_MORE, Doc("Kinds of place in the hex.", "[city, town]")
    ] = ()
    across: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Hexside features that the step crosses, either way.", "river"),
        Reference("hexside"),
    ] = ()
    into: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc(
            "Features into whose hexes the step leads from outside them, and not back: with `across`, a "
            "hexside in one direction.",
            "rough",
        ),
        Reference("feature"),
    ] = ()
    weather: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("Weathers.", "mud"), Reference("weather")] = ()
    turns: Annotated[tuple[int, ...], ONE_OR_MORE, Doc("Turns.", "[1, 2]"), Range(1, 999)] = ()
    side: Annotated[
        tuple[SideId, ...], ONE_OR_MORE, Doc("Sides of the unit.", "my-side"), Reference("side")
    ] = ()
    classes: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Classes of the unit.", "[infantry]"), Reference("class")
    ] = ()
    units: Annotated[
        tuple[UnitId, ...],
        ONE_OR_MORE,
        Doc("Single units; with `classes`, these beside them.", "[16-army]"),
        Reference("unit"),
    ] = ()
    supply: Annotated[
        Literal["in", "out"] | None, Doc("Whether the unit is in supply, by `communication`.", "out")
    ] = None
    zone: Annotated[
        Literal["in", "out"] | None, Doc("Whether the unit stands in an enemy zone of control.", "in")
    ] = None
    against: Annotated[
        tuple[SideId, ...], ONE_OR_MORE, Doc("Sides of the enemy.", "other-side"), Reference("side")
    ] = ()
    against_classes: Annotated[
        tuple[str, ...], ONE_OR_MORE, Doc("Classes of the enemy.", "[tank]"), Reference("class")
    ] = ()
    under: Under = field(default_factory=dict)
