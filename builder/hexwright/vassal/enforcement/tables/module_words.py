"""Map values of the data to the modules' words for them, where the two differ.

Modules keep their words when the data format changes, so that saved games stay readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexwright.model.rules.air_mission_record import AirOutcome
from hexwright.model.rules.mandatory_attack_record import BelowMinimumOdds
from hexwright.model.rules.odds_columns import Measure
from hexwright.model.rules.rules_record import Effect

EFFECTS: Final[Mapping[Effect, str]] = {
    "attacker-step-loss": "attacker-step",
    "defender-step-loss": "defender-step",
    "attacker-exchange": "attacker-matches",
    "attacker-exchange-half": "attacker-matches-half",
    "attacker-exchange-disrupted": "attacker-matches-disrupted",
    "defender-retreat": "retreat",
    "attacker-to-cadre": "attacker-turned",
    "defender-to-cadre": "defender-turned",
}
"""The modules' words for effects of combat results.

Effects that aren't listed have the same name in the data and in modules.
"""
COLUMN_HEADS: Final[Mapping[Measure, str]] = {"odds": "odds", "differential": "difference"}
EXCHANGE: Final[Mapping[str, str]] = {"printed": "printed", "modified": "reckoned"}
BELOW_MINIMUM_ODDS: Final[Mapping[BelowMinimumOdds, str]] = {"first-column": "first", "no-effect": "nothing"}
IF_OVERSTACKED: Final[Mapping[str, str]] = {"continue": "further", "eliminated": "eliminated"}
AFTER_OVERRUN: Final[Mapping[str, str]] = {"continue": "go-on", "stop": "stay", "enter": "enter"}
CLEAR_OF: Final[Mapping[str, str]] = {"ezoc": "zones", "enemies": "enemies"}
INTERCEPTION: Final[Mapping[AirOutcome, str]] = {
    "none": "none",
    "aborted": "prevented",
    "out": "out",
    "interceptor-out": "interceptor-out",
}
ARRIVES: Final[Mapping[str, str]] = {
    "scheduled": "arrival",
    "when-eliminated": "lost",
    "delayed": "delay",
}
