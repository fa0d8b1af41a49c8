"""Games with stacking limits by kind, points, side and place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.stacking_record import Stacking, StackLimit
from tests.vassal.compile.games import game

TANKS = StackLimit(max=1, classes=("tank",))
HEAVY = StackLimit(max=3, points={"tank": 2, "staff": 0})
BLUE = StackLimit(max=1, side=(SideId("blue"),), rule="9")
NAMED = StackLimit(max=1, classes=("staff",), units=(UnitId("red-1"), UnitId("blue-2")))
WOODS = StackLimit(max=1, terrain=("wood", "marsh"), unless=Unless(place_kinds=("town", "city")))
OPEN = StackLimit(max=2, unless=Unless(terrain=("clear",)))
VARIANTS: Mapping[str, Stacking] = {
    "kinds": Stacking(3, (TANKS, NAMED)),
    "points": Stacking(None, (HEAVY,), "always"),
    "sides": Stacking(3, (BLUE,), "always", "1"),
    "places": Stacking(4, (WOODS, OPEN)),
    "all": Stacking(2, (NAMED, HEAVY, WOODS), "always"),
    "plain": Stacking(2),
}


def toy(said: Stacking, slug: str = "toy-causeway") -> Game:
    """Return the toy with other stacking limits and with frequent retreats, advances and arrivals."""
    found = game(slug)
    assert found.rules.combat is not None
    effects = {
        result: done if result == "DR" else ("defender-retreat",)
        for result, done in found.rules.combat.effects.items()
    }
    combat = replace(found.rules.combat, max_advancing=3, effects=effects)
    return replace(found, rules=replace(found.rules, stacking=said, combat=combat))
