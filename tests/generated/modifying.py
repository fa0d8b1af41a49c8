"""Draw what changes battles by odds in a random game: each modifier with circumstances of all kinds."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.generated.breaking import Breaking
from tests.generated.company import near
from tests.generated.ground import KINDS
from tests.generated.part import Part
from tests.generated.ways import DEGREES, by_degrees

FACTORS: Final = ("1/2", "2", "2/3", "3/2", "1/3", "0")


class Modifying(Part):
    """The modifiers of a plan."""

    def rules(self) -> dict[str, Any]:
        """Return the keys of combat rules that are about them."""
        plan, dice = self.plan, self.plan.dice("modifiers")
        found: dict[str, Any] = {"modifiers": self._modifiers(dice)}
        if plan.has("rounded-strengths"):
            kinds = ("kept", "down", "up")
            found["rounding"] = {"attack": dice.choice(kinds), "defence": dice.choice(kinds)}
            if dice.random() < 0.5:
                found["rounding"]["per_unit"] = True
        if plan.has("limited-modifiers"):
            found |= {"max_column_shift": dice.randint(0, 2), "max_drm": dice.randint(0, 2)}
            # Drawn apart, so that the modifiers of such games stay as they are.
            found["max_defence_factor"] = plan.dice("defence-factor").randint(1, 3)
        return found

    def tables(self) -> list[str]:
        """Return the other combat tables that they name."""
        return sorted({one["table"] for one in self.rules()["modifiers"].values() if "table" in one})

    def faces(self, die: int, many: int) -> range:
        """Return the faces that the table has rows for: some beyond those of the die."""
        changed = any("drm" in modifier for modifier in self.rules()["modifiers"].values())
        return range(-1, many * die + 3) if changed else range(many, many * die + 1)

    def _modifiers(self, dice: Random) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for place, where in self._places(dice).items():
            found[place] = {"name": place, **self._effect(dice), **where, **self._besides(dice)}
            found[place] |= self._breaking.condition(place)
        if self.plan.has("other-tables"):
            # Drawn apart, so that games without them stay as they are.
            tables = self.plan.dice("other-tables")
            for modifier in found.values():
                if tables.random() < 0.5:
                    modifier["table"] = tables.choice(("first", "second"))
        return found

    @property
    def _breaking(self) -> Breaking:
        return Breaking(self.plan, self.ground, self.forces, self.weathers, self.under)

    def _effect(self, dice: Random) -> dict[str, Any]:
        plan = self.plan
        upward = plan.has("shifts-upward") and dice.random() < 0.5
        found: dict[str, Any] = {"column_shift": dice.randint(1, 3) * (1 if upward else -1)}
        if plan.has("multiplied-strengths") and dice.random() < 0.7:
            found = found if dice.random() < 0.2 else {}
            found |= {part: dice.choice(FACTORS) for part in dice.sample(("attack", "defence"), 1)}
        if plan.has("changed-dice") and dice.random() < 0.5:
            found["drm"] = dice.choice((-2, -1, 1, 2))
        return found

    def _places(self, dice: Random) -> dict[str, dict[str, Any]]:
        """Return by the name of a modifier what it asks for first."""
        plan, ground = self.plan, self.ground
        kinds = [kind for kind in ground.terrain if kind != "clear"]
        offers: dict[str, dict[str, Any]] = {}
        if plan.has("shifts-by-terrain") and kinds:
            offers["ground"] = {"terrain": dice.choice(kinds)}
        if plan.has("shifts-by-river") and ground.hexsides:
            offers["water"] = {"across": "river"}
            if "fort" in ground.features and dice.random() < 0.5:
                offers["water"] = {"across": "river", "into": "fort"}
            if dice.random() < 0.5:
                offers["front"] = {"across_front": list(ground.hexsides)[-1]}
        if ground.ramparts:
            offers["rampart"] = {"across_front": "rampart"}
        if plan.has("shifts-by-place"):
            offers["walls"] = {"place": dice.choice(list(ground.places))}
            offers["streets"] = {"place_kinds": sorted(dice.sample(KINDS, dice.randint(1, 3)))}
        if plan.has("shifts-by-fort"):
            offers["works"] = {"feature": "fort"}
        if plan.has("shifts-by-attacker"):
            asks = dice.choice(("one", "all", "each"))
            offers["charge"] = {"classes": "horse", "attackers": asks}
            offers["pikes"] = {"against_classes": ["horse"], "attackers": dice.choice(("each", "all", "one"))}
        if plan.has("shifts-by-defender"):
            offers["home"] = {"against": dice.choice(ground.sides)}
            if kinds and dice.random() < 0.5:
                offers["home"]["terrain"] = dice.choice(kinds)
        if plan.has("weather-attacks") and self.weathers:
            offers["storm"] = {"weather": [self.weathers[-1]]}
        if plan.has("communication"):
            offers["hunger"] = {"supply": dice.choice(DEGREES if by_degrees(plan) else ("in", "out"))}
        if plan.has("modifiers-of-some"):
            offers["guard"] = {"units": [f"{ground.sides[0]}-1"], "side": ground.sides[0]}
            offers["grip"] = {"enemy_zoc": dice.choice(("in", "out"))}
        if plan.has("modifiers-by-company"):
            offers["company"] = {
                "near": near(dice, self.forces.classes, [f"{side}-1" for side in ground.sides])
            }
        return offers

    def _besides(self, dice: Random) -> dict[str, Any]:
        """Return what may be asked for besides."""
        found: dict[str, Any] = {}
        if self.plan.has("modifiers-in-time") and dice.random() < 0.6:
            found["turns"] = sorted(dice.sample(range(1, 6), 3))
        if self.plan.has("modifiers-in-time") and self.under and dice.random() < 0.5:
            found |= self.under
        if self.plan.has("modifiers-of-some") and dice.random() < 0.3:
            found["side"] = dice.choice(self.ground.sides)
        asked = self.plan.has("one-of-the-defenders") and (self.plan.stacks or self.plan.has("several-hexes"))
        if asked and dice.random() < 0.6:
            found["defenders"] = "one"
        return found
