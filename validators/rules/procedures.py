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
    withdrawing,
)
from validators.rules.fire.procedure import PROCEDURE as FIRE
from validators.rules.procedure import Procedures, joined

PARTS: Final = (
    weather.PROCEDURE,
    withdrawing.PROCEDURE,
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
"""All parts that contribute."""
PROCEDURES: Final[Procedures] = joined(PARTS)
"""What all parts contribute."""
