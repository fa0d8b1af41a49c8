"""Draw what battles by odds disrupt in a random game, and when units recover."""

from __future__ import annotations

from typing import Any, Final

from tests.generated.befalling import conditions
from tests.generated.part import Part

RESULTS: Final = {
    "DD": ["defender-disrupted"],
    "AD": ["attacker-disrupted"],
    "BD": ["attacker-disrupted", "defender-disrupted"],
    "RD": ["defender-retreat", "defender-disrupted"],
    "DB": ["defender-disrupted", "attacker-disrupted", "defender-retreat"],
    "LD": ["defender-step-loss", "defender-disrupted"],
    "AF": ["attacker-disrupted", "attacker-retreat"],
    "XD": ["defender-eliminated", "attacker-disrupted"],
    "MD": ["defender-eliminated", "attacker-exchange-disrupted"],
    "SD": ["defender-step-loss", "attacker-exchange-disrupted", "defender-retreat"],
}


class Breaking(Part):
    """The disruption of a plan."""

    def rules(self) -> dict[str, Any]:
        """Return the keys of combat rules that are about it."""
        plan, dice = self.plan, self.plan.dice("disruption")
        if not plan.has("disruption-of-kinds"):
            return {}
        return {
            "disruption": {
                "may_move": dice.random() < 0.4,
                "may_attack": dice.random() < 0.4,
                "exerts_zoc": dice.random() < 0.5,
                "second_disruption": dice.choice(("nothing", "step", "eliminated")),
            }
        }

    def condition(self, what: str) -> dict[str, Any]:
        """Return the condition that an entry asks for, now and then."""
        dice = self.plan.dice(f"condition {what}")
        some = conditions(self.plan)
        if not some or dice.random() < 0.6:
            return {}
        return {"condition": dice.choice(some)}

    def recovery(self, side: str) -> list[tuple[str, dict[str, Any]]]:
        """Return the phases of recovery in the turn of a side."""
        plan, dice = self.plan, self.plan.dice(f"recovery {side}")
        if not plan.has("disruption") or not plan.by_odds:
            return []
        if plan.has("fire"):
            return [] if plan.has("recovery-phases") else [("recovery", {})]
        found: list[tuple[str, dict[str, Any]]] = [("recovery", {})]
        if plan.has("disruption-of-kinds"):
            found[0][1]["recovers"] = dice.choice(("all", "earlier"))
            if plan.has("communication") and dice.random() < 0.4:
                found[0][1]["supplied_only"] = False
            if dice.random() < 0.3:
                found[0][1]["exempt"] = [f"{side}-1"]
            if dice.random() < 0.3:
                found.append(
                    ("recovery", {"affected_side": dice.choice(self.ground.sides), "recovers": "earlier"})
                )
        return found
