"""Draw what remains of units that battles by odds eliminate in a random game."""

from __future__ import annotations

from typing import Any

from tests.generated.binding import STANDING, Binding


class Remaining(Binding):
    """The remnants of a plan."""

    def rules(self) -> dict[str, Any]:
        """Return the key of combat rules that is about them."""
        found = []
        for side in self.ground.sides:
            dice, units = self.plan.dice(f"remnants {side}"), self.forces.remnants(side)
            if not units or self.plan.has("never-again"):
                continue
            # No unit that remains may leave another.
            least = 1 + max(step["strength"] for u in units for step in self.forces.units[u]["steps"])
            others = [u for u in self.forces.of(side) if u not in units]
            most = max(step["strength"] for u in others for step in self.forces.units[u]["steps"])
            if most < least:
                continue
            entry: dict[str, Any] = {
                "replaced_by": units,
                "min_strength": dice.randint(least, min(most, least + 2)),
            }
            kinds = {self.forces.units[u]["unit_class"] for u in others}
            able = [
                u for u in others if self.forces.units[u]["steps"][0]["strength"] >= entry["min_strength"]
            ]
            strong = {self.forces.units[u]["unit_class"] for u in able}
            if strong and dice.random() < 0.4:
                entry["classes"] = sorted(strong | set(dice.sample(sorted(kinds), 1)))
            # By results units are turned into what remains of whoever is lost.
            if not self.plan.has("turned-units") and self.plan.dice(f"cornered {side}").random() < 0.5:
                entry["only_if_no_retreat"] = True
            found += self.of_some(entry, side, able, STANDING)
        return {"cadres": found} if found else {}

    def of_some(
        self, entry: dict[str, Any], side: str, able: list[str], keys: tuple[str, ...]
    ) -> list[dict[str, Any]]:
        """Return an entry, or before it one that asks for circumstances among some keys."""
        dice = self.plan.dice(f"remnants of some {side} {keys}")
        if not self.plan.has("remnants-of-some"):
            return [entry]
        asks = entry | self.some(dice, keys)
        if able and dice.random() < 0.3:
            asks["units"] = dice.sample(able, dice.randint(1, len(able)))
        # What is taken off points must be clear of each that remains.
        alone = self.plan.has("points-less-remnants") or dice.random() < 0.5
        return [asks] if alone else [asks, entry]
