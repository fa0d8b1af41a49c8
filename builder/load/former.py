"""Say what became of keys that the data format once had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FORMER: Final[Mapping[str, Mapping[str, str]]] = {
    "CombatRules": {
        "shifts": "it is called 'modifiers' now, and they multiply strengths and change the die as well",
        "weather": "write a modifier instead, such as 'mud: {name: mud, attack: 1/2, weather: mud}', and "
        "'fractions: {attack: dropped}'",
    },
    "MovementMode": {"weather": "it is called 'paces' now: not weather alone changes allowances"},
    "Modifier": {
        "attacker": "write 'classes' instead, and 'attackers: one' where one attacker of them is enough",
        "defender": "write 'against' instead",
    },
}
"""By the model's record and a key that it had, what is written now."""


def now(record: str, key: str) -> str | None:
    """Return what is written instead of a former key; None for a key that never was."""
    return FORMER.get(record, {}).get(key)
