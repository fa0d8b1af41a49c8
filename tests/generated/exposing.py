"""Draw which units can't hold where an enemy stands beside them in a random game."""

from __future__ import annotations

from typing import Any

from hexwright.model.ids import Hexside
from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS
from tests.generated.part import Part


class Exposing(Part):
    """The units of a plan that are lost beside an enemy."""

    def rules(self) -> list[dict[str, Any]]:
        """Return the entries."""
        dice, found = self.plan.dice("untenable"), list[dict[str, Any]]()
        if not self.plan.has("untenable") or not self.plan.by_odds:
            return found
        for _ in range(dice.randint(1, 2)):
            offers: dict[str, Any] = {
                "classes": [dice.choice(self.forces.classes)],
                "side": dice.choice(self.ground.sides),
                "against_classes": dice.choice(self.forces.classes),
                "turns": sorted(dice.sample(range(1, 6), 3)),
                "unless": {"place_kinds": [dice.choice(KINDS)]},
            }
            if self.weathers:
                offers["weather"] = [dice.choice(self.weathers)]
            if walls := [name for name in self.ground.hexsides if self._open(name)]:
                offers["behind"] = dice.choice(walls)
            offers |= self.under
            entry = {key: offers[key] for key in dice.sample(in_order(offers), dice.randint(1, 2))}
            # Where it would be all units, little would be left to play with.
            found.append(entry | {"classes": offers["classes"], "rule": "1.1"})
        return found

    def _open(self, feature: str) -> bool:
        """Return whether a hex behind hexsides of a feature has another hexside without it."""
        fronts: dict[str, set[str]] = {}
        for line in self.ground.hexsides[feature]["lines"].values():
            for text in line["hexsides"]:
                behind, front = Hexside.facing(text)
                fronts.setdefault(behind, set()).add(front)
        near = self.ground.grid.neighbours
        return any({*near(here).values()} - front for here, front in fronts.items())  # type: ignore[arg-type]
