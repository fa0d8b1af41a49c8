"""Compiled networks: the networks of a game as sets of hexes, for each side that uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexwright.geometry import supply_hexes
from hexwright.geometry.hex_board import Board, Hexes
from hexwright.geometry.hex_steps import Spread, spread_by, steps_of
from hexwright.model.ids import SideId
from hexwright.model.rules.transport_network_record import Network, NetworkUse
from hexwright.model.scenario import Scenario
from hexwright.queries.retreat_paths import Tread
from hexwright.rules.engine.compiled_criteria import UnitRoster, Units


@dataclass(frozen=True, slots=True, eq=False)
class CompiledNetwork:
    """A network as used by one side; hexes and sides are numbers."""

    use: NetworkUse
    hexes: Hexes
    sources: Hexes
    depots: Hexes
    """The hexes of places that are sources while they belong to the side."""
    connected: bool
    """Whether usable hexes must be connected to a source."""
    spread_along_lines: Spread
    """A function that returns the hexes reached in one more step along the network's lines."""
    slot: int
    """The index in `State.serving_hexes` of the hexes that serve the side; -1 if all hexes always
    serve it.
    """
    initial_hexes: Hexes
    """The hexes that serve the side at the start of the scenario."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangeableNetwork:
    """A network whose hexes start and stop serving sides."""

    network: Network
    hexes: Hexes
    first: int
    """The index in `State.serving_hexes` of the hexes that serve the first side; the hexes of other sides
    follow.
    """
    initial_hexes: tuple[Hexes, ...]
    """For each side, the hexes that serve it at the start of the scenario."""
    repair_units: Units


def serving_steps(net: CompiledNetwork, serving: Sequence[Hexes]) -> Tread:
    """Return the steps along lines into hexes that serve a side; `serving` is the state's `serving_hexes`."""
    return ((net.spread_along_lines, net.hexes if net.slot < 0 else serving[net.slot]),)


def compile_changeable_networks(
    board: Board, networks: Sequence[Network], scenario: Scenario, sides: Sequence[SideId], forces: UnitRoster
) -> tuple[ChangeableNetwork, ...]:
    """Compile the networks whose hexes start and stop serving sides; return them in the order of the data."""
    found: list[ChangeableNetwork] = []
    for network in networks:
        states, starts = network.states, scenario.networks.get(network.id)
        if states is not None:
            begun = tuple(supply_hexes.initial_network_hexes(board, network, starts, side) for side in sides)
            menders = forces.select((), states.repaired_by) if states.repaired_by else 0
            first = len(found) * len(sides)
            found.append(
                ChangeableNetwork(network, supply_hexes.network_hexes(board, network), first, begun, menders)
            )
    return tuple(found)


def compile_networks(
    board: Board, networks: Sequence[Network], changing: Sequence[ChangeableNetwork], sides: Sequence[SideId]
) -> Mapping[tuple[str, int], CompiledNetwork]:
    """Compile all networks; return them by network id and the number of a side that uses the network."""
    found: dict[tuple[str, int], CompiledNetwork] = {}
    for network in networks:
        hexes = supply_hexes.network_hexes(board, network)
        along = spread_by(steps_of(supply_hexes.linked_hexes(board, network.line)))
        changes = next((one for one in changing if one.network.id == network.id), None)
        for use in network.uses:
            side = sides.index(use.side)
            found[network.id, side] = CompiledNetwork(
                use=use,
                hexes=hexes,
                sources=supply_hexes.supply_source_hexes(board, use),
                depots=supply_hexes.owned_source_hexes(board, use),
                connected=use.connected,
                spread_along_lines=along,
                slot=-1 if changes is None else changes.first + side,
                initial_hexes=hexes if changes is None else changes.initial_hexes[side],
            )
    return found
