"""Compile the networks of a game, by the sides that use them, into sets of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.geometry import tracing
from builder.geometry.board import Board, Hexes
from builder.geometry.steps import Spread, spread_by, steps_of
from builder.model.ids import SideId
from builder.model.networks import Network, NetworkUse


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """A network as a side uses it, in the kernel's numbers."""

    use: NetworkUse
    hexes: Hexes
    sources: Hexes
    depots: Hexes
    """The hexes of places that are sources while they belong to the side."""
    connected: bool
    """Whether usable hexes must be connected with a source."""
    along: Spread
    """Gives the hexes that its lines lead to."""


def nets_of(
    board: Board, networks: Iterable[Network], sides: Sequence[SideId]
) -> Mapping[tuple[str, int], Net]:
    """Compile all networks, by id and the number of a side that uses it."""
    found: dict[tuple[str, int], Net] = {}
    for network in networks:
        along = spread_by(steps_of(tracing.joined(board, network.line)))
        for use in network.uses:
            found[network.id, sides.index(use.side)] = Net(
                use=use,
                hexes=tracing.laid(board, network),
                sources=tracing.sources(board, use),
                depots=tracing.depots(board, use),
                connected=bool(use.edge or use.hexes or use.places),
                along=along,
            )
    return found
