"""Describe networks in `rules.yaml`: lines of the map that serve sides hex by hex, such as railways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from builder.model.doc import ONE_OR_MORE, Doc, Reference
from builder.model.ids import HexId, SideId


@dataclass(frozen=True, slots=True)
class NetworkUse:
    """When a hex of a network is usable by a side.

    No enemy unit stands in it, and where edges, hexes or places are named, usable hexes of the network
    connect it with one of them, along its lines.
    """

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Edges of the map; without `edge`, `hexes` and `places` nothing needs to be connected.", "east"),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places, as long as they belong to the side.", "capital"),
        Reference("place"),
    ] = ()
    ezoc: Annotated[
        Literal["forbidden", "unless-friends", "ignored"],
        Doc(
            "Whether a hex in an EZOC is usable: `forbidden` never, `unless-friends` where an own unit "
            "stands, `ignored` always.",
            "unless-friends",
        ),
    ] = "ignored"
    rule: Annotated[str, Doc("The rule's number or case.", '"3.7"')] = ""


@dataclass(frozen=True, slots=True)
class Network:
    """Lines of the map that serve sides hex by hex."""

    id: str
    name: Annotated[str, Doc("Its name.", "Railway")]
    line: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("The lines it consists of.", "rail"), Reference("line")]
    uses: Annotated[
        tuple[NetworkUse, ...],
        Doc("When its hexes are usable, by side; a side without an entry doesn't use it."),
    ] = ()

    def use_of(self, side: str) -> NetworkUse | None:
        """Return when its hexes are usable by a side; None where it doesn't use it."""
        return next((use for use in self.uses if use.side == side), None)
