"""Games in which results turn units into cadres."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.rules.rules_record import Effect

TURNING: Mapping[str, tuple[Effect, ...]] = {
    "AL": ("attacker-turned",),
    "NE": ("attacker-turned",),
    "EX": ("defender-turned",),
    "DR": ("defender-turned",),
    "DL": ("attacker-turned", "defender-turned"),
    "DE": ("defender-turned",),
}
