"""Disruption recovery: disrupted units recover in recovery phases, in some cases only if they are
in supply.
"""

from __future__ import annotations

from hexwright.model.rules.rules_record import Phase
from hexwright.rules.air.air_missions import units_without_supply
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.phase_module import PhaseModule, nothing_decided
from hexwright.rules.engine.unit_placement import recover_unit


def recovering_units(setting: CompiledGame, state: State) -> list[int]:
    """Return the units that recover in a recovery phase."""
    phase = setting.phases[state.phase]
    side = setting.sides.index(phase.affected_side or phase.side)
    out = units_without_supply(setting, state, side) if phase.supplied_only else 0
    return [
        unit
        for unit in setting.units_by_side[side]
        if state.locations[unit] >= 0
        and state.conditions[unit] & DISRUPTED
        and not out >> unit & 1
        and _is_phase_for(setting, state, phase, unit)
    ]


def _is_phase_for(setting: CompiledGame, state: State, phase: Phase, unit: int) -> bool:
    """Return whether a unit recovers in a phase, judged by the phase's lists of units and its
    key `recovers`.
    """
    name = setting.units[unit]
    if (phase.units and name not in phase.units) or name in phase.exempt:
        return False
    if phase.recovers == "earlier":
        return not state.disrupted_this_turn >> unit & 1
    attacked = bool(state.attacked >> unit & 1)
    if phase.recovers == "unattacked":
        return not attacked
    if phase.recovers == "attacked":
        return attacked and not state.disrupted_this_turn >> unit & 1
    return True


def recover_units(setting: CompiledGame, state: State) -> State:
    """Return the state after every unit that recovers in the phase has recovered."""
    for unit in recovering_units(setting, state):
        state = recover_unit(state, unit)
    return state


PHASE_MODULE = PhaseModule(
    phase_openers={"recovery": nothing_decided}, beginning_steps={"orders": {"recovery": recover_units}}
)
