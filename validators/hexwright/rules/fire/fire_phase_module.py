"""Fire phase module: register the stages of fire combat with the rules engine."""

from __future__ import annotations

from typing import Final

from hexwright.rules.air.air_missions import begin_support_mission
from hexwright.rules.air.air_narration import narrate_support
from hexwright.rules.engine.phase_module import ActionHandler, PhaseModule, Stage
from hexwright.rules.fire import fire_narration, fire_phase, fire_violations
from hexwright.rules.fire.fire_state_faults import fire_state_faults

PHASE_MODULE: Final = PhaseModule(
    phase_openers={"allocation": fire_phase.begin_allocation, "fire": fire_phase.begin_fire},
    resume_stages={"allocation": "allocate", "fire": "engage"},
    stages=(
        Stage(
            "allocate",
            "the allocation of attacks",
            {
                "attack": ActionHandler(
                    fire_phase.allocate,
                    ("unit", "hex"),
                    fire_narration.narrate_attack,
                    fire_violations.attack_violation,
                ),
                "support": ActionHandler(begin_support_mission, ("unit", "hex"), narrate_support),
                "end": ActionHandler(
                    fire_phase.end_allocation,
                    (),
                    fire_narration.narrate_end_of_allocation,
                    fire_violations.end_violation,
                ),
            },
            fire_phase.legal_allocations,
        ),
        Stage(
            "engage",
            "the next battle",
            {"engage": ActionHandler(fire_phase.begin_battle, ("hex",), fire_narration.narrate_battle_begin)},
            fire_phase.legal_battles,
            resume=fire_phase.continue_battles,
        ),
        Stage(
            "fire",
            "the dice roll of both sides",
            {"roll": ActionHandler(fire_phase.apply_hits, narrate=fire_narration.narrate_fire_roll)},
            dice=fire_phase.FIRE_DICE,
        ),
        Stage(
            "allot",
            "the unit that takes a hit",
            {"hit": ActionHandler(fire_phase.allot_hit, ("unit",), fire_narration.narrate_hit)},
            fire_phase.legal_hits,
            decider=fire_phase.allotting_side,
        ),
        Stage(
            "withdraw",
            "the retreat of defenders",
            {
                "retreat": ActionHandler(
                    fire_phase.retreat,
                    ("unit", "hex"),
                    fire_narration.narrate_retreat,
                    fire_violations.retreat_violation,
                ),
                "hold": ActionHandler(fire_phase.stop_retreating, (), fire_narration.narrate_stay),
            },
            fire_phase.legal_retreats,
            decider=fire_phase.defending_side_of_battle,
        ),
        Stage(
            "pursue",
            "the advance of attackers",
            {
                "advance": ActionHandler(
                    fire_phase.advance,
                    ("unit", "hex"),
                    fire_narration.narrate_advance,
                    fire_violations.advance_violation,
                ),
                "hold": ActionHandler(
                    fire_phase.stop_advancing, (), fire_narration.narrate_stop, fire_violations.hold_violation
                ),
            },
            fire_phase.legal_advances,
        ),
    ),
    faults=(fire_state_faults,),
)
