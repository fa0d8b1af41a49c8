"""Draw who attacks from afar in battles by odds of a random game."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.generated.company import near
from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS
from tests.generated.part import Part


class Bombarding(Part):
    """The attacks from afar of a plan."""

    def rules(self) -> dict[str, Any]:
        """Return the keys of combat rules that are about them."""
        if not self.plan.has("bombardment"):
            return {}
        dice = self.plan.dice("bombardment")
        found: dict[str, Any] = {"ranges": [self._entry(dice) for _ in range(dice.randint(1, 2))]}
        if self.plan.has("bombardment-spared"):
            found["unaffected"] = True
        if self.plan.has("cited"):
            found["rule"] = "1.1"
        return {"bombardment": found}

    def _entry(self, dice: Random) -> dict[str, Any]:
        offers = self._offers(dice) if self.plan.has("bombardment-of-some") else {}
        asked = (
            {key: offers[key] for key in dice.sample(in_order(offers), dice.randint(1, 2))} if offers else {}
        )
        return asked | {"range": dice.randint(2, 3)}

    def _offers(self, dice: Random) -> dict[str, Any]:
        """Return by key what may be asked for."""
        ground, forces = self.ground, self.forces
        kinds = [kind for kind in ground.terrain if kind != "clear"]
        found: dict[str, Any] = {
            "side": dice.choice(ground.sides),
            "classes": [dice.choice(forces.classes)],
            "units": [dice.choice(forces.of(dice.choice(ground.sides)))],
            "enemy_zoc": dice.choice(("in", "out")),
            "near": near(dice, forces.classes, forces.of(ground.sides[0])),
            "turns": sorted(dice.sample(range(1, 6), 3)),
            "unless": {"place_kinds": [dice.choice(KINDS)]},
        }
        if kinds:
            found["terrain"] = dice.choice(kinds)
        if ground.features:
            found["feature"] = dice.choice(list(ground.features))
        if self.weathers:
            found["weather"] = [dice.choice(self.weathers)]
        if self.plan.has("communication"):
            found["supply"] = dice.choice(("in", "out"))
        if self.under:
            found |= self.under
        return found
