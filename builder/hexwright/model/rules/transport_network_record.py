"""Records of networks in `rules.yaml`: lines that serve sides hex by hex, such as railways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from hexwright.model.ids import HexId, SideId
from hexwright.model.key_annotations import ONE_OR_MORE, Doc, Reference


@dataclass(frozen=True, slots=True)
class NetworkUse:
    """The conditions under which a side can use a hex of a network.

    The hex must not contain an enemy unit. If edges, hexes or places are given, usable hexes of the network
    must connect the hex with one of them along the network's lines.
    """

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    edge: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Map edges. If `edge`, `hexes` and `places` are omitted, no connection is needed.", "east"),
        Reference("edge"),
    ] = ()
    hexes: Annotated[tuple[HexId, ...], Doc("Hexes to which usable hexes must be connected.", "[0101]")] = ()
    places: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Places to which usable hexes may be connected while the side owns the places.", "capital"),
        Reference("place"),
    ] = ()
    ezoc: Annotated[
        Literal["forbidden", "unless-friends", "ignored"],
        Doc(
            "Whether a hex in an EZOC is usable: never (`forbidden`), only with a friendly unit "
            "(`unless-friends`), or always (`ignored`).",
            "unless-friends",
        ),
    ] = "ignored"
    original_only: Annotated[
        bool, Doc("Whether only hexes that have served the side since the scenario began are usable.", "true")
    ] = False
    marked: Annotated[
        bool,
        Doc(
            "Whether hexes that have served only this side since the scenario began are marked on the map. "
            "Hexes that came to serve it later are always marked.",
            "true",
        ),
    ] = False
    railhead_name: Annotated[
        str,
        Doc(
            "Name, also shown on the map, of the ends of the connected hexes that serve the side, where a "
            "line continues into hexes that don't.",
            "railhead",
        ),
    ] = ""
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""

    @property
    def connected(self) -> bool:
        """Return whether usable hexes must be connected to a source."""
        return bool(self.edge or self.hexes or self.places)


@dataclass(frozen=True, slots=True)
class NetworkStates:
    """The changes by which hexes of a network start and stop serving sides.

    A unit that enters a hex by a move or advance, or ends a retreat there, cuts it: it no longer serves the
    unit's enemies. Units that start in a hex, or enter play there, change nothing. A move dragged over
    several hexes takes the cheapest path; among equal paths, each step back from its end goes to the
    lowest-numbered hex.
    """

    repaired_by: Annotated[
        tuple[str, ...],
        ONE_OR_MORE,
        Doc("Classes of units that repair, for their own side, the hexes that they enter.", "[engineers]"),
        Reference("class"),
    ] = ()
    cut_name: Annotated[str, Doc("Name of a hex that no longer serves any side.", "destroyed")] = "cut"
    repaired_names: Annotated[
        Mapping[Annotated[str, Reference("side")], str],
        Doc("Name of a hex that serves a side again, by side.", "{red: rebuilt}"),
    ] = field(default_factory=dict)
    rule: Annotated[str, Doc("The number of the rule or case.", '"3.7"')] = ""

    def name_of(self, side: str) -> str:
        """Return the name of a hex that serves a side again after being cut, such as "railhead"."""
        return self.repaired_names.get(side, "mended")


@dataclass(frozen=True, slots=True)
class Network:
    """Lines of the map that serve sides hex by hex."""

    id: str
    name: Annotated[str, Doc("Name of the network.", "Railway")]
    line: Annotated[tuple[str, ...], ONE_OR_MORE, Doc("The lines of the network.", "rail"), Reference("line")]
    uses: Annotated[
        tuple[NetworkUse, ...],
        Doc("When hexes of the network are usable, by side; a side without an entry can't use the network."),
    ] = ()
    states: Annotated[
        NetworkStates | None,
        Doc("How hexes of the network change; if omitted, all of them always serve all sides."),
    ] = None

    def use_of(self, side: str) -> NetworkUse | None:
        """Return the conditions under which a side can use hexes of the network; None if it never can."""
        return next((use for use in self.uses if use.side == side), None)


@dataclass(frozen=True, slots=True)
class NetworkStart:
    """Hexes of a network that serve a side when a scenario begins."""

    side: Annotated[SideId, Doc("The side."), Reference("side")]
    feature: Annotated[
        str | None, Doc("A map feature whose hexes are used.", "soviet-start"), Reference("feature")
    ] = None
    hexes: Annotated[
        tuple[HexId, ...],
        Doc("Further hexes. If `feature` and `hexes` are omitted, the whole network.", "[0101]"),
    ] = ()
