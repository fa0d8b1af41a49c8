"""Rail capacity: hexes that trains may use, and the number of units that may be entrained."""

from __future__ import annotations

from hexwright.geometry.hex_board import Hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State, entrained_units
from hexwright.rules.transport import transport_networks


def usable_train_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side may entrain, ride and detrain now.

    These are hexes of the line without enemy units and outside EZOC. Enemy places are excluded, unless hexes
    must be connected to a source to be usable. Some games also exclude hexes adjacent to enemies.
    """
    mode = setting.train_mode
    assert mode is not None
    assert mode.entraining is not None
    enemies = setting.enemy_hexes(state, side)
    shut = enemies | setting.ezoc_hexes(state, side)
    served, rule = setting.train_line_hexes, mode.entraining
    if rule.network is None or not rule.connected:
        shut |= setting.places & ~state.owned[side]
    if rule.clear_of == "enemies":
        shut |= setting.board.around(enemies)
    if rule.network is not None:
        serve = transport_networks.usable_hexes if rule.connected else transport_networks.serving_hexes
        served &= serve(setting, state, rule.network, side)
    return served & ~shut


def units_counted_as_entrained(setting: CompiledGame, state: State, side: int) -> Units:
    """Return the units of a side that are entrained, or were entrained earlier in this phase."""
    rode = state.used_trains if setting.phases[state.phase].kind == "movement" else 0
    return (entrained_units(state) | rode) & setting.unit_sets_by_side[side]


def rail_capacity_left(setting: CompiledGame, state: State, side: int) -> int | None:
    """Return how many more units of a side may entrain in this phase; None if there is no limit."""
    mode = setting.train_mode
    assert mode is not None
    assert mode.entraining is not None
    limit = mode.entraining.limit(setting.sides[side])
    if limit is None:
        return None
    taken = units_counted_as_entrained(setting, state, side) & (
        -1 if limit.counts_reinforcements else ~state.arrived_this_turn
    )
    return max(0, limit.max - taken.bit_count())


def is_exempt_from_capacity(setting: CompiledGame, state: State, unit: int) -> bool:
    """Return whether a unit is exempt from the rail capacity because it entered play on this turn."""
    mode = setting.train_mode
    if mode is None or mode.entraining is None:
        return False
    limit = mode.entraining.limit(setting.sides[setting.side_of[unit]])
    return limit is not None and not limit.counts_reinforcements and bool(state.arrived_this_turn >> unit & 1)


def entrained_arrival_hexes(setting: CompiledGame, state: State, side: int) -> Hexes:
    """Return the hexes in which units of a side may appear entrained now."""
    mode = setting.train_mode
    if mode is None or mode.entraining is None:
        return 0
    limit = mode.entraining.limit(setting.sides[side])
    free = limit is None or not limit.counts_reinforcements or rail_capacity_left(setting, state, side) != 0
    return usable_train_hexes(setting, state, side) if free else 0


def train_units_unable_to_attack(setting: CompiledGame, state: State) -> Units:
    """Return the units that may not attack because of rail movement.

    These are the entrained units and, under some rules, the units that were entrained in the last movement
    phase.
    """
    mode = setting.train_mode
    if mode is None or mode.entraining is None:
        return 0
    return entrained_units(state) | (0 if mode.entraining.may_attack else state.used_trains)


def last_movement_phase(setting: CompiledGame, state: State) -> str:
    """Return the latest movement phase of the turn played before the state's phase; an empty string if there
    is none.
    """
    if state.stage == "weather-roll":
        # The turn has just begun, and its weather is not known yet.
        return ""
    weather = setting.weather_now(state)
    for phase in reversed(setting.phases[: state.phase]):
        out = state.turn in phase.except_turns or (phase.weather and weather not in phase.weather)
        if phase.kind == "movement" and not out:
            return phase.id
    return ""
