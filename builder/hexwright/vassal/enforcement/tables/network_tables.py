"""Write the map's transport networks as tables for the scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hexwright.geometry import supply_hexes
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.model.game import Game
from hexwright.model.scenario import Scenario
from hexwright.vassal.enforcement.tables import cells
from hexwright.vassal.enforcement.tables.cells import yes
from hexwright.vassal.enforcement.tables.circumstances import Circumstance, asked
from hexwright.vassal.enforcement.tables.rows import Row, Table, keyed, listed, row


@row
class Network(Row):
    """A row for a side's use of a network: its hexes and lines, and the hexes to which they must connect.

    The key consists of the ids of network and side.
    """

    lines: str
    hexes: str
    sources: str
    depots: str
    connected: str
    ezoc: str
    from_start: str
    marked: str
    heads: str
    colour: str


@row
class Changing(Row):
    """A row for a network whose hexes can start and stop serving sides."""

    id: str
    hexes: str
    name: str
    menders: str
    cut: str
    users: str


@row
class RetreatTrack(Circumstance):
    """A row for units that may retreat and advance only along the lines of a network."""

    network: str


@row
class Begun(Row):
    """A row for the hexes of a network that serve a side at a scenario's start.

    The key consists of the ids of scenario, network and side.
    """

    hexes: str


def noted(game: Game, serving: Sequence[Hexes]) -> str:
    """Return the value of the networks' stored property.

    It contains, for each changing network and side, the hexes that serve the side.
    """
    keys = (
        f"{network.id}.{side.id}"
        for network in game.rules.networks
        if network.states is not None
        for side in game.info.sides
    )
    return " ".join(f"{key}={cells.text(hexes)}" for key, hexes in zip(keys, serving, strict=True))


def begun(game: Game, board: Board, scenario: Scenario) -> tuple[Hexes, ...]:
    """Return the hexes that serve sides at a scenario's start, one set per changing network and side."""
    return tuple(
        supply_hexes.initial_network_hexes(board, network, scenario.networks.get(network.id), side.id)
        for network in game.rules.networks
        if network.states is not None
        for side in game.info.sides
    )


def changes(game: Game) -> bool:
    """Return whether any network has hexes that can start and stop serving sides."""
    return any(network.states is not None for network in game.rules.networks)


def values(game: Game, board: Board) -> Mapping[str, Table]:
    """Return the tables for networks, keyed by their names in the script."""
    return {
        "NETWORKS": keyed(
            Network,
            (
                (
                    f"{network.id}.{use.side}",
                    Network(
                        lines=",".join(network.line),
                        hexes=cells.text(supply_hexes.network_hexes(board, network)),
                        sources=cells.text(supply_hexes.supply_source_hexes(board, use)),
                        depots=cells.text(supply_hexes.owned_source_hexes(board, use)),
                        connected=yes(use.connected),
                        ezoc=use.ezoc,
                        from_start=yes(use.original_only),
                        marked=yes(use.marked),
                        heads=use.railhead_name,
                        colour=game.info.side(use.side).classic.accent.lstrip("#"),
                    ),
                )
                for network in game.rules.networks
                for use in network.uses
            ),
        ),
        "CHANGING_NETWORKS": listed(
            Changing,
            (
                Changing(
                    id=network.id,
                    hexes=cells.text(supply_hexes.network_hexes(board, network)),
                    name=network.name,
                    menders=",".join(network.states.repaired_by) or "-",
                    cut=network.states.cut_name,
                    users=",".join(use.side for use in network.uses) or "-",
                )
                for network in game.rules.networks
                if network.states is not None
            ),
        ),
        "RETREAT_TRACKS": listed(
            RetreatTrack,
            (
                RetreatTrack(**asked(board, track), network=track.network)
                for track in game.rules.odds_combat.retreat.along_network
            ),
        ),
        "BEGUN_NETWORKS": keyed(Begun, _begun(game, board)),
    }


def words(game: Game) -> Iterable[tuple[str, str]]:
    """Yield the names of networks, and the names of their states by side, each with its key."""
    for network in game.rules.networks:
        yield f"network-name.{network.id}", network.name
        if network.states is not None:
            for side in game.info.sides:
                yield f"network.{network.id}.{side.id}", network.states.name_of(side.id)


def _begun(game: Game, board: Board) -> Iterable[tuple[str, Begun]]:
    for scenario in game.scenarios:
        for one in noted(game, begun(game, board, scenario)).split():
            key, _, hexes = one.partition("=")
            yield f"{scenario.id}.{key}", Begun(hexes)
