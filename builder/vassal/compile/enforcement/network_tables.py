"""Write the networks of the map that the scripts look things up in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.geometry import tracing
from builder.geometry.board import Board
from builder.model.game import Game
from builder.vassal.compile.enforcement import cells
from builder.vassal.compile.enforcement.cells import yes
from builder.vassal.compile.enforcement.rows import Row, Table, keyed


@dataclass(frozen=True, slots=True)
class Network(Row):
    """A network as a side uses it, by its id and the side's: `lines` of `hexes`, connected with what."""

    lines: str
    hexes: str
    sources: str
    depots: str
    connected: str
    ezoc: str


def values(game: Game, board: Board) -> Mapping[str, Table]:
    """Return the tables of networks by their names in the script."""
    return {
        "NETWORKS": keyed(
            Network,
            (
                (
                    f"{network.id}.{use.side}",
                    Network(
                        lines=",".join(network.line),
                        hexes=cells.text(tracing.laid(board, network)),
                        sources=cells.text(tracing.sources(board, use)),
                        depots=cells.text(tracing.depots(board, use)),
                        connected=yes(bool(use.edge or use.hexes or use.places)),
                        ezoc=use.ezoc,
                    ),
                )
                for network in game.rules.networks
                for use in network.uses
            ),
        )
    }
