"""Find the hexes and hexsides through which a side can trace supply, and the sources of its supply."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Steps, steps_of
from hexwright.model.rules.supply_record import SupplyLine
from hexwright.model.rules.transport_network_record import Network, NetworkStart, NetworkUse


def supply_source_hexes(board: Board, rule: SupplyLine | NetworkUse) -> Hexes:
    """Return the hexes that are supply sources regardless of their owner."""
    return union_of(board.edges[edge] for edge in rule.edge) | board.bits(rule.hexes)


def owned_source_hexes(board: Board, rule: SupplyLine | NetworkUse) -> Hexes:
    """Return the hexes of places that are supply sources only while the side owns them."""
    return union_of(1 << board.places[place] for place in rule.places)


def network_hexes(board: Board, network: Network) -> Hexes:
    """Return all hexes on the lines of a network."""
    return union_of(board.on_line(line) for line in network.line)


def initial_network_hexes(
    board: Board, network: Network, starts: Iterable[NetworkStart] | None, side: str
) -> Hexes:
    """Return the hexes of a network that serve a side when a scenario begins.

    All hexes of the network serve the side if the scenario doesn't restrict them.
    """
    hexes = network_hexes(board, network)
    if starts is None:
        return hexes
    told = [start for start in starts if start.side == side]
    if any(start.feature is None and not start.hexes for start in told):
        return hexes
    features = union_of(board.features[start.feature] for start in told if start.feature is not None)
    return hexes & (features | union_of(board.bits(start.hexes) for start in told))


def linked_hexes(board: Board, lines: Iterable[str]) -> tuple[Hexes, ...]:
    """Return, for each hex index, the hexes that any of the lines links to that hex."""
    links = [board.links[line] for line in lines]
    return tuple(union_of(ways[number] for ways in links) for number in range(len(board.ids)))


def open_terrain_hexes(board: Board, rule: SupplyLine) -> Hexes:
    """Return the hexes whose terrain a supply line may enter."""
    return board.every & ~union_of(board.terrain[terrain] for terrain in rule.not_into)


def open_steps(board: Board, rule: SupplyLine) -> Steps | None:
    """Return the steps between adjacent hexes that cross no closed hexside; None if no hexside is closed."""
    if not rule.not_across:
        return None
    closed = [board.across[feature] for feature in rule.not_across]
    return steps_of(
        [near & ~union_of(far[number] for far in closed) for number, near in enumerate(board.near)]
    )
