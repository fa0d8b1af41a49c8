"""Games in which a side chooses whom a result disrupts."""

from __future__ import annotations

from builder.model.rules import Effect

ALL: tuple[Effect, ...] = ("defender-eliminated", "attacker-matches-disrupted")
STEP: tuple[Effect, ...] = ("defender-step", "attacker-matches-disrupted", "retreat")
