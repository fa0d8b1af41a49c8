"""Draw which replacements a side keeps apart in a random game, and which wait on the map."""

from __future__ import annotations

from typing import Any

from tests.generated.forces import KEPT
from tests.generated.part import Part


class Keeping(Part):
    """The accounts of a plan's replacements."""

    def told(self, found: dict[str, Any]) -> None:
        """Add to rules.yaml which replacements are kept apart."""
        if self.plan.has("stored"):
            self._stored(found)
        if not self.plan.has("accounts"):
            return
        situations = list(found.get("situations", ()))
        for rule in found["replacements"]:
            dice = self.plan.dice(f"accounts {rule['side']}")
            own: dict[str, Any] = {"name": "their own", "rule": "1.1"}
            owned = [name for name, place in self.ground.places.items() if "owner" in place]
            if owned and dice.random() < 0.7:
                own["places"] = dice.sample(owned, dice.randint(1, min(2, len(owned))))
            if dice.random() < 0.4:
                own["edge"] = self.ground.edge_of(rule["side"])
            if dice.random() < 0.5:
                own["hexes"] = dice.sample(self.ground.hexes, 2)
            if dice.random() < 0.5 and (paid := self._paid(rule)):
                own["classes"] = paid[:1]
            if situations and dice.random() < 0.7:
                share = {"situation": dice.choice(situations), "multiply": dice.choice(("1/2", "2/3"))}
                own["reductions"] = [share | {"rule": "1.1"}]
            at_times = self.plan.dice(f"timely {rule['side']}")
            if self.plan.has("accounts-at-times") and at_times.random() < 0.7:
                late: dict[str, Any] = {"turns": sorted(at_times.sample(range(1, 6), 2)), "multiply": "1/2"}
                own.setdefault("reductions", []).append(late)
            both = [own, {"name": "the rest"}]
            rule["accounts"] = dict(zip(KEPT, both if dice.random() < 0.5 else both[::-1], strict=True))
            saving = self.plan.dice(f"saving {rule['side']}")
            if situations and dice.random() < 0.6:
                levy = {"situation": dice.choice(situations), "points": dice.randint(1, 2), "rule": "1.1"}
                rule["deductions"] = [levy | ({"full_accounts_only": True} if dice.random() < 0.5 else {})]
            elif self.plan.has("accounts-at-times") and at_times.random() < 0.5:
                rule["deductions"] = [{"turns": sorted(at_times.sample(range(1, 6), 3)), "points": 1}]
            elif saving.random() < 0.6:
                # Of what is levied nothing is kept.
                for account in saving.sample(sorted(rule["accounts"]), saving.randint(1, 2)):
                    rule["accounts"][account]["accumulates"] = True

    def _stored(self, found: dict[str, Any]) -> None:
        """Make units of a class wait on the map as points for forming others."""
        for rule in found["replacements"]:
            dice = self.plan.dice(f"stored {rule['side']}")
            kinds = [one for one in self._has(rule) if one not in rule.get("not_replaceable", ())]
            if kinds and "may_give_up_units" not in rule:
                rule["replacement_units"] = [dice.choice(kinds)]

    def _paid(self, rule: dict[str, Any]) -> list[str]:
        """Return the classes of a side's units that replacements bring."""
        has = self._has(rule)
        return [one for one in rule.get("classes", self.forces.classes) if one in has]

    def _has(self, rule: dict[str, Any]) -> list[str]:
        """Return the classes of a side's units."""
        has = {self.forces.units[unit]["unit_class"] for unit in self.forces.of(rule["side"])}
        return [one for one in self.forces.classes if one in has]
