"""Transport networks: the hexes of a network, such as a railway, that serve a side."""

from __future__ import annotations

from hexwright.geometry.bitsets import union_of
from hexwright.geometry.hex_board import Hexes
from hexwright.queries.supply_trace import spread_within
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.zone_barriers import unbarred_hexes


def serving_hexes(setting: CompiledGame, state: State, network: str, side: int) -> Hexes:
    """Return the hexes of a network that serve a side, regardless of units in or adjacent to them."""
    net = setting.networks.get((network, side))
    if net is None:
        return 0
    return net.hexes if net.slot < 0 else state.serving_hexes[net.slot]


def usable_hexes(setting: CompiledGame, state: State, network: str, side: int) -> Hexes:
    """Return the hexes of a network that a side may use.

    They serve the side, aren't blocked by enemies, and are connected to a source if the network requires it.
    """
    net = setting.networks.get((network, side))
    if net is None:
        return 0
    free = serving_hexes(setting, state, network, side) & unbarred_hexes(setting, state, side, net.use.ezoc)
    if net.use.original_only:
        free &= net.initial_hexes
    if not net.connected:
        return free
    return spread_within(net.spread_along_lines, (net.sources | net.depots & state.owned[side]) & free, free)


# Changes of hexes ---------------------------------------------------------------------------------------


def serving_after_entry(
    setting: CompiledGame, now: tuple[Hexes, ...], unit: int, hexes: Hexes
) -> tuple[Hexes, ...]:
    """Return the hexes that serve each side after a unit has entered `hexes`, ordered by network and then by
    side.
    """
    own, found = setting.side_of[unit], list(now)
    for one in setting.changeable_networks:
        met = hexes & one.hexes
        for side in range(len(setting.sides)) if met else ():
            if side != own:
                found[one.first + side] &= ~met
            elif one.repair_units >> unit & 1:
                found[one.first + side] |= met
    return tuple(found)


def network_change_sentences(setting: CompiledGame, before: State, after: State) -> list[str]:
    """Return one sentence for each kind of change to network hexes, with the affected hexes."""
    found: list[str] = []
    if before.serving_hexes == after.serving_hexes:
        return found
    for one in setting.changeable_networks:
        states = one.network.states
        assert states is not None
        slots = range(one.first, one.first + len(setting.sides))
        was, now = (union_of(state.serving_hexes[slot] for slot in slots) for state in (before, after))
        told = [(states.cut_name, was & ~now)] + [
            (states.name_of(side), after.serving_hexes[slot] & ~before.serving_hexes[slot])
            for side, slot in zip(setting.sides, slots, strict=True)
        ]
        found += [
            f"{one.network.name} {word} in {', '.join(setting.hex_ids(hexes))}."
            for word, hexes in told
            if hexes
        ]
    return found
