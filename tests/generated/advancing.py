"""Draw who advances after battles by odds of a random game, and how far."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS
from tests.generated.part import Part


class Advancing(Part):
    """The advances of a plan."""

    def rules(self, results: list[str]) -> dict[str, Any]:
        """Return the key of combat rules that is about them."""
        dice = self.plan.dice("advances of some")
        return {"advances": [self._entry(dice, results) for _ in range(dice.randint(1, 3))]}

    def _entry(self, dice: Random, results: list[str]) -> dict[str, Any]:
        offers = self._offers(dice)
        found = {key: offers[key] for key in dice.sample(in_order(offers), dice.randint(0, 2))}
        found["hexes"] = dice.choice((1, 2, 2, 3))
        found["ezoc"] = dice.choice(("stops", "ignored"))
        if dice.random() < 0.4:
            found["max"] = dice.randint(1, 2)
        if dice.random() < 0.3:
            found["results"] = dice.sample(results, dice.randint(1, len(results)))
        return found

    def _offers(self, dice: Random) -> dict[str, Any]:
        """Return by key what an entry may ask for."""
        ground, forces = self.ground, self.forces
        kinds = list(ground.terrain)
        found: dict[str, Any] = {
            "side": dice.choice(ground.sides),
            "classes": [dice.choice(forces.classes)],
            "units": [dice.choice(forces.of(dice.choice(ground.sides)))],
            "turns": sorted(dice.sample(range(1, 6), 3)),
            "terrain": dice.sample(kinds, dice.randint(1, len(kinds))),
            "unless": {"place_kinds": [dice.choice(KINDS)]},
        }
        if ground.hexsides:
            found["across"] = dice.choice(list(ground.hexsides))
        if "road" in ground.lines:
            found["along"] = "road"
        if self.weathers:
            found["weather"] = [dice.choice(self.weathers)]
        return found | self.under
