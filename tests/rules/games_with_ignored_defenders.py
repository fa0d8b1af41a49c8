"""Games in which battles ignore some defenders while others are in their hex."""

from __future__ import annotations

from typing import Any

from hexwright.model.game import Game
from hexwright.model.rules.ignored_defenders_record import IgnoredDefenders
from tests.rules.games_with_cadres import DEADLY, toy

HIDDEN = ("staff", "tank")
BESIDE = IgnoredDefenders(HIDDEN, "8")


def hiding(attacked: str = "hex", entry: IgnoredDefenders | None = BESIDE, **more: Any) -> Game:
    """Return the toy in which battles ignore staffs and tanks beside infantry."""
    return toy(DEADLY, cadres=(), target=attacked, ignored_defenders=entry, **more)
