"""Phase registry: the contributions of all parts of the rules, combined."""

from __future__ import annotations

from typing import Final

from hexwright.rules.air import air_missions
from hexwright.rules.combat import combat_phase, combat_results, disruption_recovery
from hexwright.rules.engine.phase_module import Procedures, joined
from hexwright.rules.fire.fire_phase_module import PROCEDURE as FIRE
from hexwright.rules.movement import movement_phase
from hexwright.rules.replacement import replacement_phase
from hexwright.rules.supply import supply_phase
from hexwright.rules.turn import event_dice, turn_weather, undecided_phases, unit_withdrawals
from hexwright.rules.victory import victory_claims

PARTS: Final = (
    turn_weather.PROCEDURE,
    unit_withdrawals.PROCEDURE,
    replacement_phase.PROCEDURE,
    movement_phase.PROCEDURE,
    combat_phase.PROCEDURE,
    combat_results.PROCEDURE,
    FIRE,
    air_missions.PROCEDURE,
    disruption_recovery.PROCEDURE,
    supply_phase.PROCEDURE,
    victory_claims.PROCEDURE,
    event_dice.PROCEDURE,
    undecided_phases.PROCEDURE,
)
"""All parts that contribute to play."""
PROCEDURES: Final[Procedures] = joined(PARTS)
"""The contributions of all parts combined."""
