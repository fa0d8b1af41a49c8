"""Draw who waits until an enemy has come near in a random game."""

from __future__ import annotations

from typing import Any

from tests.generated.part import Part


class Nearing(Part):
    """The units of a plan that may not move, or come, before somebody is near."""

    def told(self, found: dict[str, Any]) -> None:
        """Add to rules.yaml how near units are, and who waits for that."""
        plan, dice = self.plan, self.plan.dice("waiting")
        if not plan.has("waiting") or not plan.wide or not self.ground.places:
            return
        costs: list[dict[str, Any]] = [
            {"terrain": kind, "cost": dice.choice((1, 2, "3/2", "never"))} for kind in self.ground.terrain
        ]
        if self.weathers:
            costs.append({"weather": dice.choice(self.weathers), "cost": dice.choice((2, "5/2"))})
        nearing: dict[str, Any] = {"name": "How near", "ezoc": "ignored", "costs": costs}
        if "road" in self.ground.lines:
            nearing["line_costs"] = [{"line": "road", "cost": dice.choice(("1/2", "1"))}]
        found["movement"]["nearing"] = nearing
        who, other = dice.sample(list(self.ground.sides), 2)
        places = list(self.ground.places)
        goals = dice.sample(places, dice.randint(1, min(2, len(places))))
        fact = {"side": who, "reaches": goals, "mode": "nearing"}
        # As the first phase begins the weather may not be known yet.
        later = list(found["sequence"])[1:]
        near: dict[str, Any] = {"name": "Somebody is near", "phases": dice.choice(later), "any": [fact]}
        near |= {"permanent": True} if dice.random() < 0.5 else {}
        found.setdefault("situations", {})["near"] = near
        units = dice.sample(self.forces.of(other), min(2, len(self.forces.of(other))))
        found["garrisons"] = [{"units": units, "released_by": "near", "rule": "1.1"}]
        for side in found.get("replacements", ()):
            for entry in side.get("entries", {}).values():
                if entry["arrives"] == "scheduled" and dice.random() < 0.5:
                    entry["situation"] = "near"
