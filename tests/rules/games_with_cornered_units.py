"""Games in which units that can't retreat are eliminated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import Effect
from tests.rules.games_with_cadres import ENTRIES, toy

EFFECTS: Mapping[str, tuple[Effect, ...]] = {
    "AL": ("attacker-eliminated",),
    "NE": ("attacker-retreat",),
    "EX": ("defender-eliminated",),
    "DR": ("defender-retreat", "attacker-retreat"),
    "DL": ("defender-retreat",),
    "DE": ("defender-retreat",),
}
NEVER = ("foot",)
CORNERED = tuple(
    replace(one, classes=(), min_strength=2 + number, only_if_no_retreat=True)
    for number, one in enumerate(ENTRIES)
)


def cornered(**changes: Any) -> Game:
    """Return the toy in which tanks never retreat, and units that can't retreat leave a cadre."""
    found = toy(EFFECTS, cadres=CORNERED)
    rules = found.rules.combat
    assert rules is not None
    return replace(
        found,
        rules=replace(
            found.rules,
            combat=replace(rules, retreat=replace(rules.retreat, **{"cannot_retreat": NEVER, **changes})),
        ),
    )
