"""Draw what may be overrun in a random game: at odds that all of its combat tables know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from tests.generated.binding import Binding
from tests.generated.criteria_order import in_order
from tests.generated.part import Part


class Overrunning(Part):
    """The overruns of a plan."""

    def rules(self, heads: Sequence[Collection[str]], *, together: bool) -> dict[str, Any]:
        """Return the key of combat rules that is about them.

        `heads` are the columns of each combat table. `together` is whether all units in a hex are attacked
        together.
        """
        plan, dice = self.plan, self.plan.dice("overruns")
        least = sorted(set(heads[0]).intersection(*heads[1:]))
        if not plan.has("differences"):
            # Whole odds beyond the last column of any table; 9:1 is beyond all that are drawn.
            least.append(f"{dice.randint(9, 12)}:1")
        if not plan.has("overruns") or not least:
            return {}
        return {"overruns": [self._entry(dice, least, together=together) for _ in range(dice.randint(1, 2))]}

    def _entry(self, dice: Random, least: Sequence[str], *, together: bool) -> dict[str, Any]:
        found: dict[str, Any] = {"odds": dice.choice(least)}
        if dice.random() < 0.6:
            found["cost"] = dice.randint(1, 2)
        if dice.random() < 0.6:
            found["attackers"] = dice.choice(("any", "stack"))
        if dice.random() < 0.5:
            found["afterwards"] = dice.choice(("stop", "continue"))
        if dice.random() < 0.3:
            found["modes"] = ["march"]
        entering = self.plan.dice("overruns that move in")
        if together and not self.plan.dices_overruns and entering.random() < 0.4:
            found = {"odds": found["odds"], "afterwards": "enter"}
        if not self.plan.has("differences") and entering.random() < 0.2:
            found["zero_strength"] = False
        if self.plan.dices_overruns:
            # In the last column all results are such.
            found |= {"odds": least[-1], "afterwards": "stop", "resolved": "phase-end"}
        if self.plan.has("overruns-of-some"):
            binding = Binding(self.plan, self.ground, self.forces, self.weathers, self.under)
            offers = {key: value for key, value in binding.offers(dice).items() if key != "attacking_from"}
            found |= {key: offers[key] for key in dice.sample(in_order(offers), 1)}
        return found
