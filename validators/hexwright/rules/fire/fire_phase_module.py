"""Fire phase module: register the stages of fire combat with the rules engine."""

from __future__ import annotations

from typing import Final

from hexwright.rules.air.air_missions import support
from hexwright.rules.air.air_narration import tell_support
from hexwright.rules.engine.phase_module import Deed, Procedure, Stage
from hexwright.rules.fire import fire_narration, fire_phase, fire_violations
from hexwright.rules.fire.fire_state_faults import faults

PROCEDURE: Final = Procedure(
    opens={"allocation": fire_phase.begin_allocation, "fire": fire_phase.begin_fire},
    homes={"allocation": "allocate", "fire": "engage"},
    stages=(
        Stage(
            "allocate",
            "who attacks what",
            {
                "attack": Deed(
                    fire_phase.allocate,
                    ("unit", "hex"),
                    fire_narration.tell_attack,
                    fire_violations.object_to_attack,
                ),
                "support": Deed(support, ("unit", "hex"), tell_support),
                "end": Deed(
                    fire_phase.end_allocation, (), fire_narration.tell_end, fire_violations.object_to_end
                ),
            },
            fire_phase.legal_allocations,
        ),
        Stage(
            "engage",
            "which battle is fought next",
            {"engage": Deed(fire_phase.engage, ("hex",), fire_narration.tell_engage)},
            fire_phase.legal_battles,
            resumes=fire_phase.between,
        ),
        Stage(
            "fire",
            "what the dice of both sides show",
            {"roll": Deed(fire_phase.fall, tell=fire_narration.tell_roll)},
            dice=fire_phase.FIRE_DICE,
        ),
        Stage(
            "allot",
            "who takes a hit",
            {"hit": Deed(fire_phase.hit, ("unit",), fire_narration.tell_hit)},
            fire_phase.legal_hits,
            decider=fire_phase.owing,
        ),
        Stage(
            "withdraw",
            "which defenders retreat",
            {
                "retreat": Deed(
                    fire_phase.retreat,
                    ("unit", "hex"),
                    fire_narration.tell_retreat,
                    fire_violations.object_to_retreat,
                ),
                "hold": Deed(fire_phase.stay, (), fire_narration.tell_stay),
            },
            fire_phase.legal_retreats,
            decider=fire_phase.defender,
        ),
        Stage(
            "pursue",
            "which attackers advance",
            {
                "advance": Deed(
                    fire_phase.advance,
                    ("unit", "hex"),
                    fire_narration.tell_advance,
                    fire_violations.object_to_advance,
                ),
                "hold": Deed(fire_phase.stop, (), fire_narration.tell_stop, fire_violations.object_to_hold),
            },
            fire_phase.legal_advances,
        ),
    ),
    faults=(faults,),
)
