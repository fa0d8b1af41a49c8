"""Games in which a side chooses the units that a result disrupts."""

from __future__ import annotations

from hexwright.model.rules.rules_record import Effect

ALL: tuple[Effect, ...] = ("defender-eliminated", "attacker-exchange-disrupted")
STEP: tuple[Effect, ...] = ("defender-step-loss", "attacker-exchange-disrupted", "defender-retreat")
