"""Phase registry: the contributions of all parts of the rules, combined."""

from __future__ import annotations

from typing import Final

from hexwright.rules.air import air_missions
from hexwright.rules.combat import combat_phase, combat_results, disruption_recovery
from hexwright.rules.engine.phase_module import PhaseRegistry, join_phase_modules
from hexwright.rules.fire.fire_phase_module import PHASE_MODULE as FIRE
from hexwright.rules.movement import movement_phase
from hexwright.rules.replacement import replacement_phase
from hexwright.rules.supply import supply_phase
from hexwright.rules.turn import event_dice, turn_weather, undecided_phases, unit_withdrawals
from hexwright.rules.victory import victory_claims

PHASE_MODULES: Final = (
    turn_weather.PHASE_MODULE,
    unit_withdrawals.PHASE_MODULE,
    replacement_phase.PHASE_MODULE,
    movement_phase.PHASE_MODULE,
    combat_phase.PHASE_MODULE,
    combat_results.PHASE_MODULE,
    FIRE,
    air_missions.PHASE_MODULE,
    disruption_recovery.PHASE_MODULE,
    supply_phase.PHASE_MODULE,
    victory_claims.PHASE_MODULE,
    event_dice.PHASE_MODULE,
    undecided_phases.PHASE_MODULE,
)
"""All parts that contribute to play."""
PHASE_REGISTRY: Final[PhaseRegistry] = join_phase_modules(PHASE_MODULES)
"""The contributions of all parts combined."""
