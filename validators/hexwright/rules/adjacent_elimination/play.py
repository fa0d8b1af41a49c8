"""Adjacent elimination: eliminate vulnerable units next to an enemy at the end of a phase."""

from __future__ import annotations

from hexwright.geometry.bitsets import members, union
from hexwright.rules.adjacent_elimination.record import PHASE_KINDS_TESTED
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import Units
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.unit_placement import eliminate_unit


def units_lost_to_adjacent_enemies(setting: CompiledGame, state: State) -> Units:
    """Return the enemies of the phasing side that are eliminated by adjacent units at the end of
    the phase.
    """
    side, found = setting.side(state), 0
    standing = union(unit for unit, place in enumerate(state.locations) if place >= 0)
    for asked, exposed in setting.adjacent_elimination.active_at(setting.time_context(state)):
        enemies = members(standing & asked.enemies & setting.unit_sets_by_side[side])
        beside = union(state.locations[unit] for unit in enemies)
        theirs = members(standing & asked.units & ~setting.unit_sets_by_side[side])
        found |= union(unit for unit in theirs if exposed[state.locations[unit]] & beside)
    return found


def eliminate_beside_enemies(setting: CompiledGame, state: State) -> State:
    """Return the state after the units next to an enemy have been eliminated at the end of the phase."""
    if setting.game.rules.adjacent_elimination and setting.phases[state.phase].kind in PHASE_KINDS_TESTED:
        for unit in members(units_lost_to_adjacent_enemies(setting, state)):
            state = eliminate_unit(setting, state, unit)
    return state
