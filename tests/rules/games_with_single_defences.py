"""Games in which defenders often retreat, and each unit defends once in a combat phase."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.model.game import Game
from hexwright.model.rules.rules_record import Effect, Retreat
from tests.rules.games_with_cadres import DEADLY, toy

YIELDING: Mapping[str, tuple[Effect, ...]] = {
    **dict.fromkeys(DEADLY, ("defender-retreat",)),
    "DL": ("defender-eliminated",),
}


def defending_once(attacked: str = "hex", once: bool = True) -> Game:
    """Return the toy in which most results make defenders retreat one hex, regardless of zones of control."""
    by_one = Retreat(hexes=1, ezoc="ignored", chosen_by="enemy", rule="3")
    return toy(YIELDING, cadres=(), target=attacked, defends_once=once, retreat=by_one)
