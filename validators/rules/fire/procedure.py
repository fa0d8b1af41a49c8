"""Offer fire combat to the kernel."""

from __future__ import annotations

from typing import Final

from validators.rules.fire import objections, play, telling
from validators.rules.fire.status import faults
from validators.rules.procedure import Procedure

PROCEDURE: Final = Procedure(
    opens={"allocation": play.begin_allocation, "fire": play.begin_fire},
    legal={
        "allocate": play.legal_allocations,
        "engage": play.legal_battles,
        "allot": play.legal_hits,
        "withdraw": play.legal_retreats,
        "pursue": play.legal_advances,
    },
    apply={
        ("allocate", "attack"): play.allocate,
        ("allocate", "end"): play.end_allocation,
        ("engage", "engage"): play.engage,
        ("fire", "roll"): play.fall,
        ("allot", "hit"): play.hit,
        ("withdraw", "retreat"): play.retreat,
        ("withdraw", "hold"): play.stay,
        ("pursue", "advance"): play.advance,
        ("pursue", "hold"): play.stop,
    },
    dice={"fire": play.FIRE_DICE},
    deciders={"allot": play.owing, "withdraw": play.defender},
    tell={
        ("allocate", "attack"): telling.tell_attack,
        ("allocate", "end"): telling.tell_end,
        ("engage", "engage"): telling.tell_engage,
        ("fire", "roll"): telling.tell_roll,
        ("allot", "hit"): telling.tell_hit,
        ("withdraw", "retreat"): telling.tell_retreat,
        ("withdraw", "hold"): telling.tell_stay,
        ("pursue", "advance"): telling.tell_advance,
        ("pursue", "hold"): telling.tell_stop,
    },
    objects={
        ("allocate", "attack"): objections.object_to_attack,
        ("allocate", "end"): objections.object_to_end,
        ("withdraw", "retreat"): objections.object_to_retreat,
        ("pursue", "advance"): objections.object_to_advance,
        ("pursue", "hold"): objections.object_to_hold,
    },
    faults=(faults,),
)
