"""Hints for keys that were renamed or removed, and for keys that are often tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FORMER: Final[Mapping[str, Mapping[str, str]]] = {
    "CombatRules": {
        "shifts": "it is called 'modifiers' now, and they multiply strengths and change the die as well",
        "weather": "write a modifier instead, such as 'mud: {name: mud, attack: 1/2, weather: mud}', and "
        "'fractions: {attack: dropped}'",
    },
    "EntryCost": dict.fromkeys(
        ("line", "road", "roads", "rail"),
        "what a step along a line costs stands beside 'costs': 'lines: [{line: road, cost: 1/2}]'",
    ),
    "StackLimit": {
        "size": "limits go by 'classes', or by 'points' of classes: give units of this size their own class"
    },
    "Step": {"attack": "it is called 'strength'; a 'defence' of its own may stand beside it"},
    "MovementMode": {"weather": "it is called 'paces' now: not weather alone changes allowances"},
    "Modifier": {
        "strength": "write 'attack' or 'defence', whichever it multiplies",
        "attacker": "write 'classes' instead, and 'attackers: one' where one attacker of them is enough",
        "defender": "write 'against' instead",
    },
    "FireRules": {
        "ground": "it is called 'limits' now, and other things than ground leave few dice too",
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
        "frozen": "write under 'weather' those in which it counts; a second entry where hexsides differ",
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
    "Steady": {"not_in": "write under 'weather' those in which it is steady"},
}
"""Record of the model and former key → the hint for what to write now."""


def now(record: str, key: str) -> str | None:
    """Return the hint for a former or often tried key; None for any other."""
    return FORMER.get(record, {}).get(key)
