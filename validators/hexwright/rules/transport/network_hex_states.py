"""Network hex states: hexes that need a marker because they are cut, repaired or at a railhead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwright.geometry.bitsets import members, union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.model.ids import SideId
from hexwright.queries.supply_trace import spread_within
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.transport.compiled_networks import ChangeableNetwork, CompiledNetwork


@dataclass(frozen=True, slots=True)
class NetworkMarks:
    """The hexes of one network that need a marker, grouped by kind of marker."""

    cut_hexes: Hexes
    """Hexes that serve no side."""
    hexes_of_one_side: tuple[tuple[SideId, Hexes], ...]
    """For each side that uses the network, the hexes marked as serving only that side."""
    railheads: tuple[tuple[SideId, Hexes], ...]
    """For each side, the ends of its connected hexes."""


def marks_of_network(setting: CompiledGame, state: State, changing: ChangeableNetwork) -> NetworkMarks:
    """Return the hexes of a changeable network that need a marker."""
    nets = [
        setting.networks[changing.network.id, setting.sides.index(use.side)] for use in changing.network.uses
    ]
    served = [state.serving_hexes[net.slot] for net in nets]
    alone: list[tuple[SideId, Hexes]] = []
    for number, net in enumerate(nets):
        only = served[number] & ~union_of(hexes for n, hexes in enumerate(served) if n != number)
        first = net.initial_hexes & ~union_of(
            other.initial_hexes for n, other in enumerate(nets) if n != number
        )
        alone.append((net.use.side, only if net.use.marked else only & ~first))
    heads = [(net.use.side, _railhead_hexes(setting, state, net)) for net in nets if net.use.railhead_name]
    return NetworkMarks(changing.hexes & ~union_of(served), tuple(alone), tuple(heads))


def _railhead_hexes(setting: CompiledGame, state: State, net: CompiledNetwork) -> Hexes:
    """Return the ends of the connected hexes that serve a side, regardless of the units in them.

    An end has at most one connected neighbour (none, if it is a source), and the line continues beyond it.
    """
    serving = state.serving_hexes[net.slot]
    held = net.sources | net.depots & state.owned[setting.sides.index(net.use.side)]
    found = spread_within(net.spread_along_lines, held & serving, serving)
    ends = 0
    for number in members(found):
        here = 1 << number
        beside = net.spread_along_lines(here)
        most = 0 if held & here else 1
        if (beside & found).bit_count() <= most and beside & ~serving:
            ends |= here
    return ends


def marks_by_name(setting: CompiledGame, state: State) -> Iterator[tuple[str, Hexes]]:
    """Yield the name of each kind of marker with its hexes, such as "Railway cut", "Railway repaired" or
    "Supply head".
    """
    for one in setting.changeable_networks:
        states, found = one.network.states, marks_of_network(setting, state, one)
        assert states is not None
        yield f"{one.network.name} {states.cut_name}", found.cut_hexes
        for side, hexes in found.hexes_of_one_side:
            yield f"{one.network.name} {states.name_of(side)} ({setting.game.info.side(side).name})", hexes
        for side, hexes in found.railheads:
            use = one.network.use_of(side)
            assert use is not None
            yield (
                f"{use.railhead_name[:1].upper()}{use.railhead_name[1:]} "
                f"({setting.game.info.side(side).name})",
                hexes,
            )
