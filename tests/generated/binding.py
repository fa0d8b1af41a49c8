"""Draw who must attack and be attacked in battles by odds of a random game."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, Final

from tests.generated.befalling import conditions
from tests.generated.company import near
from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS
from tests.generated.part import Part


class Binding(Part):
    """The duties of a plan."""

    def rules(self) -> dict[str, Any]:
        """Return the keys of combat rules that are about them, and about battles below the table."""
        plan, dice = self.plan, self.plan.dice("duties")
        below = {"below_minimum_odds": dice.choice(("first-column", "no-effect"))}
        if not plan.has("duties"):
            return below if plan.has("below-the-table") else {}
        duties: dict[str, Any] = {}
        both = dice.random() < 0.6
        for part in (
            ("must_attack", "must_be_attacked")
            if both
            else (dice.choice(("must_attack", "must_be_attacked")),)
        ):
            duties[part] = self._entries(dice) if plan.has("duties-of-some") else [{}]
        if plan.has("duties-spared"):
            duties["exceptions"] = self._entries(dice)
        return below | {"mandatory_attacks": duties}

    def _entries(self, dice: Random) -> list[dict[str, Any]]:
        return [self._entry(dice) for _ in range(dice.randint(1, 2))]

    def _entry(self, dice: Random) -> dict[str, Any]:
        offers = self.offers(dice)
        found = {key: offers[key] for key in dice.sample(in_order(offers), dice.randint(1, 2))}
        return found | ({"attacking_from": offers["attacking_from"]} if dice.random() < 0.4 else {})

    def offers(self, dice: Random) -> dict[str, Any]:
        """Return by key what a duty may ask for."""
        ground, forces, plan = self.ground, self.forces, self.plan
        kinds = [kind for kind in ground.terrain if kind != "clear"]
        out_of: dict[str, Any] = {"place_kinds": [dice.choice(KINDS)]}
        found: dict[str, Any] = {
            "side": dice.choice(ground.sides),
            "classes": [dice.choice(forces.classes)],
            "units": [dice.choice(forces.of(dice.choice(ground.sides)))],
            "against": dice.choice(ground.sides),
            "against_classes": dice.choice(forces.classes),
            "enemy_zoc": dice.choice(("in", "out")),
            "near": near(dice, forces.classes, forces.of(ground.sides[0])),
            "turns": sorted(dice.sample(range(1, 6), 3)),
            "place_kinds": sorted(dice.sample(KINDS, dice.randint(1, 3))),
            "unless": {"place_kinds": [dice.choice(KINDS)]},
        }
        if kinds:
            found["terrain"] = out_of["terrain"] = dice.choice(kinds)
        if ground.features:
            found["feature"] = out_of["feature"] = dice.choice(list(ground.features))
            found["into"] = dice.choice(list(ground.features))
        if ground.places:
            found["place"] = out_of["place"] = dice.choice(list(ground.places))
        if ground.hexsides:
            found[dice.choice(("across", "across_front"))] = dice.choice(list(ground.hexsides))
        if "road" in ground.lines:
            found["along"] = "road"
        if self.weathers:
            found["weather"] = [dice.choice(self.weathers)]
        if some_befall := conditions(plan):
            found["condition"] = dice.choice(some_befall)
        if plan.has("communication"):
            found["supply"] = dice.choice(("in", "out"))
        if self.under:
            found |= self.under
        some = in_order(out_of)
        found["attacking_from"] = {key: out_of[key] for key in dice.sample(some, dice.randint(1, len(some)))}
        return found

    def some(self, dice: Random, keys: Collection[str]) -> dict[str, Any]:
        """Return one or two circumstances among those of some keys."""
        offers = self.offers(dice)
        known = in_order(offers.keys() & {*keys})
        return {key: offers[key] for key in dice.sample(known, dice.randint(1, min(2, len(known))))}


STANDING: Final = (
    "turns",
    "place_kinds",
    "unless",
    "terrain",
    "feature",
    "place",
    "weather",
    "condition",
    "option",
)
"""What records may ask of a unit where it stands, whatever the moment."""
