"""Join what all parts of the rules contribute to play."""

from __future__ import annotations

from typing import Final

from validators.rules import (
    air,
    battle,
    events,
    movement,
    passing,
    recovery,
    replacement,
    results,
    supply,
    victory,
    weather,
)
from validators.rules.fire.procedure import PROCEDURE as FIRE
from validators.rules.procedure import Procedures, joined

PROCEDURES: Final[Procedures] = joined(
    (
        weather.PROCEDURE,
        replacement.PROCEDURE,
        movement.PROCEDURE,
        battle.PROCEDURE,
        results.PROCEDURE,
        FIRE,
        air.PROCEDURE,
        recovery.PROCEDURE,
        supply.PROCEDURE,
        victory.PROCEDURE,
        events.PROCEDURE,
        passing.PROCEDURE,
    )
)
"""What all parts contribute."""
