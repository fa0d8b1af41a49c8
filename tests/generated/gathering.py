"""Draw how many units may stay together in a hex of a random game, by kind, points, side and place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS, Ground
from tests.generated.plan import Plan

Data = dict[str, Any]


class Gathering:
    """The limits of stacking of a plan."""

    def __init__(self, plan: Plan, ground: Ground, units: Mapping[str, Data]) -> None:
        self.plan, self.ground, self.units = plan, ground, units
        dice = plan.dice("stack-limits")
        drawn = plan.has("stack-limits") and plan.wide
        self.limits = [self._limit(dice) for _ in range(dice.randint(1, 3))] if drawn else []

    def rules(self) -> Data:
        """Return what rules.yaml says of stacking."""
        plan = self.plan
        if not plan.wide:
            return {}
        found: Data = {"limit": 1}
        if plan.has("stacks-of-three"):
            found = {"limit": 3}
        elif plan.has("stacks-of-two"):
            found = {"limit": 2}
        elif plan.has("any-stack"):
            found = {}
        if self.limits:
            found["limits"] = self.limits
        always = bool(found) and plan.has("stacks-always")
        return found | ({"enforced": "always"} if always else {})

    def fit(self, stacks: Collection[Collection[str]]) -> bool:
        """Return whether units may stand in such stacks, in any hexes."""
        return not any(
            sum(self._weight(limit, unit) for unit in stack) > limit["max"]
            for stack in stacks
            for limit in self.limits
        )

    def _weight(self, limit: Data, unit: str) -> int:
        kind, side = self.units[unit]["unit_class"], self.units[unit]["side"]
        named = "classes" not in limit and "units" not in limit
        named = named or kind in limit.get("classes", ()) or unit in limit.get("units", ())
        return int(limit.get("points", {}).get(kind, 1)) if named and limit.get("side", side) == side else 0

    def _limit(self, dice: Random) -> Data:
        ground, most = self.ground, dice.randint(1, 3)
        classes = sorted({unit["unit_class"] for unit in self.units.values()})
        offers: Data = {
            "side": dice.choice(ground.sides),
            "classes": dice.sample(classes, dice.randint(1, len(classes))),
            "units": dice.sample(sorted(self.units), 2),
            "place_kinds": sorted(dice.sample(KINDS, dice.randint(1, 3))),
            "unless": {"place_kinds": [dice.choice(KINDS)]},
        }
        kinds = [kind for kind in ground.terrain if kind != "clear"]
        if kinds:
            offers["terrain"] = dice.choice(kinds)
            offers["unless"]["terrain"] = dice.choice(kinds)
        if ground.features:
            offers["feature"] = dice.choice(list(ground.features))
        if ground.places:
            offers["place"] = dice.choice(list(ground.places))
        keys = dice.sample(in_order(offers), dice.randint(0, 2))
        found: Data = {"max": most} | {key: offers[key] for key in keys}
        if not any(self._weight(found, unit) for unit in self.units):
            del found["side"]  # It has no unit of the others' kind.
        if dice.random() < 0.4:
            meant = found.get("classes", classes)
            found["points"] = {kind: dice.randint(0, most) for kind in meant}
            if not any(self._weight(found, unit) for unit in self.units):
                found["points"] = dict.fromkeys(meant, 1)
        return found
