"""Games in which results replace units by cadres."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.rules.rules_record import Effect

TURNING: Mapping[str, tuple[Effect, ...]] = {
    "AL": ("attacker-to-cadre",),
    "NE": ("attacker-to-cadre",),
    "EX": ("defender-to-cadre",),
    "DR": ("defender-to-cadre",),
    "DL": ("attacker-to-cadre", "defender-to-cadre"),
    "DE": ("defender-to-cadre",),
}
