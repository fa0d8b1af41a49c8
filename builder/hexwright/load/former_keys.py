"""Hints for keys that were renamed or removed, and for keys that are often tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FORMER_KEYS: Final[Mapping[str, Mapping[str, str]]] = {
    "CombatRules": {
        "shifts": "it is now called 'modifiers', which can also multiply strengths and change the die roll",
        "weather": "write a modifier instead, such as 'mud: {name: mud, attack: 1/2, weather: mud}', and "
        "'fractions: {attack: dropped}'",
    },
    "EntryCost": dict.fromkeys(
        ("line", "road", "roads", "rail"),
        "costs of steps along a line are written next to 'costs': 'lines: [{line: road, cost: 1/2}]'",
    ),
    "StackLimit": {
        "size": "limits use 'classes', or 'points' of classes: give units of this size a class of their own"
    },
    "Step": {"attack": "it is now called 'strength'; 'defence' may be written next to it"},
    "MovementMode": {"weather": "it is now called 'paces', because not only weather changes allowances"},
    "Modifier": {
        "strength": "write 'attack' or 'defence', depending on the strength it multiplies",
        "attacker": "write 'classes' instead, with 'attackers: one' if one such attacker is enough",
        "defender": "write 'against' instead",
    },
    "FireRules": {
        "ground": "it is now called 'limits', because not only terrain limits dice",
        "unsupplied_divide": "write 'divisions: {unsupplied: {name: out of supply, supply: out, "
        "by: 2}}' instead",
        "unsupplied_rule": "write 'rule' in the entry of 'divisions' instead",
    },
    "HitChange": {
        "unsupplied": "write 'supply: out' instead",
        "not_defending_in": "write two entries instead, one with 'role: attack', the other with "
        "'role: defence' and 'unless: {place_kinds: [city]}'",
    },
    "FireLimit": {
        "unless_along": "write 'unless: {along: road}' instead, with 'toward' in it if it had one",
    },
    "DefenceBonus": {
        "frozen": (
            "write the kinds of weather in which it applies under 'weather'; add a second entry if "
            "hexsides differ"
        ),
    },
    "AirSupport": {
        "weather": "write an entry of 'limits' instead, such as "
        "'mud-air: {name: mud, air: true, weather: mud, dice: 1}'",
        "weather_under": "write it as 'under' in the entry of 'limits'",
    },
    "FireBeyond": {
        "not_terrain": "write 'unless: {terrain: forest}' instead",
        "not_places": "write 'unless: {place_kinds: capital}' instead",
    },
    "Steady": {"not_in": "write the kinds of weather in which it isn't disrupted under 'weather'"},
}
"""Record of the model and former key → the hint for what to write now."""


def current_key(record: str, key: str) -> str | None:
    """Return the hint for a former or often tried key; None for any other."""
    return FORMER_KEYS.get(record, {}).get(key)
