"""Offer fire combat to the kernel."""

from __future__ import annotations

from typing import Final

from validators.rules.air import support
from validators.rules.air_telling import tell_support
from validators.rules.fire import objections, play, telling
from validators.rules.fire.status import faults
from validators.rules.procedure import Deed, Procedure, Stage

PROCEDURE: Final = Procedure(
    opens={"allocation": play.begin_allocation, "fire": play.begin_fire},
    homes={"allocation": "allocate", "fire": "engage"},
    stages=(
        Stage(
            "allocate",
            "who attacks what",
            {
                "attack": Deed(
                    play.allocate, ("unit", "hex"), telling.tell_attack, objections.object_to_attack
                ),
                "support": Deed(support, ("unit", "hex"), tell_support),
                "end": Deed(play.end_allocation, (), telling.tell_end, objections.object_to_end),
            },
            play.legal_allocations,
        ),
        Stage(
            "engage",
            "which battle is fought next",
            {"engage": Deed(play.engage, ("hex",), telling.tell_engage)},
            play.legal_battles,
            resumes=play.between,
        ),
        Stage(
            "fire",
            "what the dice of both sides show",
            {"roll": Deed(play.fall, tell=telling.tell_roll)},
            dice=play.FIRE_DICE,
        ),
        Stage(
            "allot",
            "who takes a hit",
            {"hit": Deed(play.hit, ("unit",), telling.tell_hit)},
            play.legal_hits,
            decider=play.owing,
        ),
        Stage(
            "withdraw",
            "which defenders retreat",
            {
                "retreat": Deed(
                    play.retreat, ("unit", "hex"), telling.tell_retreat, objections.object_to_retreat
                ),
                "hold": Deed(play.stay, (), telling.tell_stay),
            },
            play.legal_retreats,
            decider=play.defender,
        ),
        Stage(
            "pursue",
            "which attackers advance",
            {
                "advance": Deed(
                    play.advance, ("unit", "hex"), telling.tell_advance, objections.object_to_advance
                ),
                "hold": Deed(play.stop, (), telling.tell_stop, objections.object_to_hold),
            },
            play.legal_advances,
        ),
    ),
    faults=(faults,),
)
