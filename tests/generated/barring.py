"""Draw which attacks may not be made in battles by odds of a random game."""

from __future__ import annotations

from typing import Any

from tests.generated.binding import Binding
from tests.generated.criteria_order import in_order


class Barring(Binding):
    """The forbidden attacks of a plan: the attackers, and the hexes, as duties define them."""

    def rules(self) -> dict[str, Any]:
        """Return the keys of combat rules that are about them."""
        if not self.plan.has("barred-attacks"):
            return {}
        dice = self.plan.dice("barred-attacks")
        found: list[dict[str, Any]] = []
        for _ in range(dice.randint(1, 2)):
            offers = self.offers(dice)
            keys = in_order(offers.keys() - {"against", "against_classes", "attacking_from"})
            entry = {key: offers[key] for key in dice.sample(keys, dice.randint(1, 2))}
            more = self.plan.dice(f"barred against {len(found)}")
            stacks = self.plan.has("stacks-as-one") and (self.plan.has("several-hexes") or self.plan.stacks)
            if stacks and more.random() < 0.5:
                entry["against_classes"] = [more.choice(self.forces.classes)]
            found.append(entry | ({"rule": "1.1"} if self.plan.has("cited") else {}))
        return {"forbidden_attacks": found}
