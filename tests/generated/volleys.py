"""Draw the rules of a random game of fire combat."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.generated.befalling import conditions
from tests.generated.company import near
from tests.generated.criteria_order import in_order
from tests.generated.ground import KINDS
from tests.generated.part import Data, Part
from tests.generated.ways import DEGREES, by_degrees

_PLACED = frozenset(
    ("turns", "phases", "side", "classes", "units", "weather", "option", "feature", "place", "place_kinds")
) | {"unless"}
"""What may be asked about attackers, where they go or attack, and when."""
_STEPS = frozenset(("across", "across_front", "into", "along"))
_STANDS = frozenset(("supply", "enemy_zoc", "condition", "near", "against", "against_classes"))
_ALL = _PLACED | _STEPS | _STANDS | {"rounds", "role"}


@dataclass(frozen=True)
class Volleys(Part):
    """What rules.yaml says of fire, air and supply, by phases that are known already."""

    fights: list[str] = field(default_factory=list)
    """The phases of fire."""
    asked: list[int] = field(default_factory=list)
    """How often circumstances were drawn: each time others are."""

    def _asked(self, keys: frozenset[str]) -> Data:
        """Return a few circumstances of some kinds."""
        if not self.plan.has("fire-circumstances"):
            return {}
        self.asked.append(len(self.asked))
        dice = self.plan.dice(f"circumstances {len(self.asked)}")
        offers = {key: value for key, value in self._offers(dice, keys).items() if key in keys}
        return {
            key: offers[key] for key in dice.sample(in_order(offers), min(len(offers), dice.randint(0, 2)))
        }

    def _offers(self, dice: Random, keys: frozenset[str]) -> Data:
        ground, forces = self.ground, self.forces
        some = ground.sides[0]
        road = {"along": "road"}
        if place := ground.on_road():
            road |= {dice.choice(("toward", "away_from")): place} if dice.random() < 0.5 else {}
        found: Data = {
            "turns": sorted(dice.sample(range(1, 6), 3)),
            "phases": self._some(dice, self.fights),
            "side": dice.choice(ground.sides),
            "classes": self._some(dice, list(forces.classes)),
            "units": [dice.choice(forces.of(some))],
            "supply": dice.choice(DEGREES if by_degrees(self.plan) else ("in", "out")),
            "enemy_zoc": dice.choice(("in", "out")),
            "condition": dice.choice(conditions(self.plan)),
            "near": near(dice, list(forces.classes), forces.of(some)),
            "against": dice.choice(ground.sides),
            "against_classes": dice.choice(forces.classes),
            "rounds": dice.randint(1, 2),
            "role": dice.choice(("attack", "defence")),
            "unless": {"place_kinds": self._some(dice, list(KINDS))},
        }
        if self.weathers:
            found["weather"] = self._some(dice, list(self.weathers))
        if self.under:
            found |= self.under
        if ground.hexsides:
            found["across"] = dice.choice(list(ground.hexsides))
        if ground.features:
            found |= {key: dice.choice(list(ground.features)) for key in ("into", "feature")}
            found["unless"]["feature"] = found["feature"]
        if ground.places:
            found["place"] = self._some(dice, list(ground.places))
            found["unless"]["place"] = dice.choice(list(ground.places))
        if self.kinds:
            found["unless"]["terrain"] = dice.choice(self.kinds)
        if "road" in ground.lines:
            found["along"] = "road"
            if "along" in keys:
                found["unless"] = dice.choice((road, found["unless"]))
        return found

    def _some(self, dice: Random, among: list[str]) -> list[str]:
        """Return one or more of a list."""
        return sorted(dice.sample(among, dice.randint(1, len(among))), key=among.index)

    @property
    def kinds(self) -> list[str]:
        """Return the terrain that isn't clear."""
        return [kind for kind in self.ground.terrain if kind != "clear"]

    def rules(self, sequence: Data) -> Data:
        """Return `fire`."""
        plan, dice, ground = self.plan, self.plan.dice("fire"), self.ground
        self.asked.clear()
        self.fights[:] = [phase for phase, told in sequence.items() if told["kind"] == "fire"]
        die = dice.choice((4, 8, 10)) if plan.has("fire-die") else 6
        found: Data = {"hits_on": dice.randint(max(2, die // 2), die - 1), "die": die}
        if plan.has("fire-strengths"):
            found["strengths"] = self._strengths(dice, self.fights)
        if plan.has("fire-changes"):
            found["hit_modifiers"] = self._changes(dice)
        if plan.has("unsupplied-fire"):
            found["dice_divisors"] = {
                "hunger": {"name": "hungry", "supply": "out", "divide_by": dice.randint(2, 3)}
                | self._asked(_ALL)
            }
            if self.kinds:
                found["dice_divisors"]["bog"] = {
                    "name": "bog",
                    "terrain": dice.choice(self.kinds),
                    "divide_by": 2,
                }
                found["dice_divisors"]["bog"] |= self._asked(_ALL)
        if plan.has("fire-across"):
            found["hexside_limit"] = {"max": 2}
            if dice.random() < 0.6:
                found["hexside_limit"]["exceptions"] = [
                    {"classes": self.forces.classes[:1], "max": 3} | self._asked(_PLACED | _STEPS)
                ]
            if dice.random() < 0.6:
                found["hexside_limit"]["max_one_of"] = self.forces.classes[-1:]
        if plan.has("fire-duty"):
            found["must_attack"] = [{"side": dice.choice(ground.sides)} | self._asked(_PLACED)]
            if dice.random() < 0.4:
                found["must_attack"] = [
                    {"side": sequence[self.fights[0]]["side"], "phases": self.fights[:1]} | self.under
                ]
            if dice.random() < 0.5:
                found["must_attack"][0]["attacking_from"] = {"place_kinds": self._some(dice, list(KINDS))}
            if plan.has("options"):
                found["must_attack_if_able"] = {"mood": "wild"}
        if plan.has("fire-ground") and self.kinds:
            found["dice_limits"] = self._limits(dice)
        if plan.has("air"):
            found["dice_limits"] = found.get("dice_limits", {}) | self._haze()
        if plan.has("fire-bonuses"):
            found["defence_bonuses"] = self._bonuses(dice)
        if plan.has("fire-strongholds"):
            found["strongholds"] = self._strongholds(dice)
        if plan.has("air"):
            found["air_support"] = [self._support(side) for side in ground.sides]
        if plan.has("fire-absorbs"):
            found["absorbs"] = "hits"
        if plan.has("digging-in"):
            found["fortification_absorbs"] = dice.randint(0, 1)
        if plan.has("fire-retreats"):
            found["retreat"] = {
                key: dice.random() < 0.5 for key in ("disrupts", "adjacent_to_attackers", "may_join_attacked")
            }
        if plan.has("fire-advances"):
            found["advance"] = self._advance(dice)
        if plan.has("fire-tables"):
            found |= {"use_hit_tables": True, "hit_tables_option": self.under.get("option", {})}
        return found

    def _strengths(self, dice: Random, fights: list[str]) -> list[Data]:
        found: list[Data] = [{"dice": dice.randint(0, 3), "classes": [dice.choice(self.forces.classes)]}]
        if dice.random() < 0.5:
            found[0]["rounds"] = [1]
        if dice.random() < 0.5:
            found.append({"dice": 2, "units": [dice.choice(list(self.forces.units))]})
        if dice.random() < 0.5:
            found.append({"dice": 1, "phases": fights[:1]})
        return found

    def _changes(self, dice: Random) -> Data:
        found: Data = {}
        if self.weathers:
            found["sky"] = {"name": "sky", "minus": 1, "weather": [dice.choice(self.weathers)]}
            if dice.random() < 0.5:
                found["sky"]["side"] = dice.choice(self.ground.sides)
            found["sky"] |= self._asked(_ALL)
        if self.plan.has("unsupplied-fire"):
            found["hunger"] = {"name": "hunger", "minus": dice.randint(1, 2), "supply": "out"}
        if dice.random() < 0.5:
            found["fear"] = {"name": "fear", "minus": 1, "side": dice.choice(self.ground.sides)}
            found["fear"] |= {"role": "defence", "unless": {"place_kinds": self._some(dice, list(KINDS))}}
            found["dread"] = {"name": "dread", "minus": 1, "role": "attack"} | self._asked(_ALL)
        return found

    def _limits(self, dice: Random) -> Data:
        found: Data = {"thicket": {"name": "thicket", "terrain": dice.choice(self.kinds), "max_dice": 1}}
        entry = found["thicket"]
        if dice.random() < 0.5:
            entry["classes"] = [dice.choice(self.forces.classes)]
        if dice.random() < 0.4:
            entry["side"] = dice.choice(self.ground.sides)
        if "road" in self.ground.lines and dice.random() < 0.6:
            entry["unless"] = {"along": "road"}
            if (place := self.ground.on_road()) and dice.random() < 0.6:
                entry["unless"][dice.choice(("toward", "away_from"))] = place
        found["thicket"] |= {key: value for key, value in self._asked(_ALL).items() if key != "unless"}
        if self.plan.has("air") and dice.random() < 0.6:
            found["clouds"] = {
                "name": "clouds",
                "terrain": dice.choice(self.kinds),
                "max_dice": 0,
                "for_air_units": True,
            }
        return found

    def _haze(self) -> Data:
        """Return what leaves air units few dice in bad weather, by side."""
        found: Data = {}
        for side in self.ground.sides:
            dice = self.plan.dice(f"haze {side}")
            if self.weathers and dice.random() < 0.6:
                entry = {
                    "name": "haze",
                    "side": side,
                    "weather": self.weathers[-1],
                    "max_dice": dice.randint(0, 1),
                }
                found[f"haze-{side}"] = entry | self._asked(_STEPS) | self.under | {"for_air_units": True}
        return found

    def _bonuses(self, dice: Random) -> Data:
        found: Data = {}
        if self.kinds:
            found["cover"] = {"name": "cover", "terrain": dice.choice(self.kinds)}
            if dice.random() < 0.5:
                found["cover"]["classes"] = [dice.choice(self.forces.classes)]
            if dice.random() < 0.5:
                found["cover"]["max"] = dice.randint(1, 2)
        if self.ground.hexsides:
            across = self._some(dice, list(self.ground.hexsides))
            found["banks"] = {"name": "banks", dice.choice(("across", "across_front")): across}
            if self.weathers and dice.random() < 0.6:
                found["banks"]["weather"] = [self.weathers[-1]]
            found["banks"] |= self._asked(_PLACED)
        if self.plan.has("towns"):
            place = dice.choice(list(self.ground.places))
            found["houses"] = {"name": "houses", "place": place, "side": dice.choice(self.ground.sides)}
        if self.plan.has("fire-circumstances"):
            found["nerve"] = {"name": "nerve"} | self._asked(_ALL - {"role"})
            if self.plan.has("digging-in"):
                found["works"] = {"name": "works", "condition": dice.choice(("fortified", "unfortified"))}
        return found

    def _strongholds(self, dice: Random) -> Data:
        found: Data = {}
        owned = [name for name, place in self.ground.places.items() if "owner" in place]
        found["keep"] = {"name": "the keep", "place": owned[0], "dice": dice.randint(1, 2)}
        if dice.random() < 0.5:
            found["keep"] |= {"absorbs": 1, "until_taken": True}
        if dice.random() < 0.6:
            found["walls"] = {"name": "the walls", "place_kinds": self._some(dice, list(KINDS)), "absorbs": 1}
            if dice.random() < 0.5:
                found["walls"]["side"] = dice.choice(self.ground.sides)
            if dice.random() < 0.5:
                found["walls"]["classes"] = [dice.choice(self.forces.classes)]
            found["walls"] |= self._asked(_STANDS | _STEPS | {"rounds"})
        return found

    def _advance(self, dice: Random) -> Data:
        found: Data = {"mandatory": dice.random() < 0.5, "disrupts": dice.random() < 0.5}
        if dice.random() < 0.6:
            found["not_disrupted"] = [{"classes": [dice.choice(self.forces.classes)]} | self._asked(_PLACED)]
            if self.weathers and dice.random() < 0.5:
                found["not_disrupted"][0]["weather"] = list(self.weathers[:-1]) or [self.weathers[0]]
            if dice.random() < 0.5:
                found["not_disrupted"].append({"units": [dice.choice(list(self.forces.units))]})
        if self.plan.has("fire-beyond"):
            entry: Data = {"name": "on"}
            if "road" in self.ground.lines and dice.random() < 0.9:
                entry["along"] = "road"
                if place := self.ground.on_road():
                    entry |= {dice.choice(("toward", "away_from")): place}
            if dice.random() < 0.4:
                entry["classes"] = self._some(dice, list(self.forces.classes))
            unless = {}
            for key, most in (("terrain", self.kinds), ("place_kinds", KINDS)):
                if most and dice.random() < 0.4:
                    unless[key] = self._some(dice, list(most))
            if unless:
                entry["unless"] = unless
            if dice.random() < 0.4:
                entry["surplus_only"] = True
            found["exploitation"] = {"on": entry | (self.under if dice.random() < 0.4 else {})}
        return found

    # The air --------------------------------------------------------------------------------------

    def _support(self, side: str) -> Data:
        dice = self.plan.dice(f"support {side}")
        found: Data = {"side": side, "classes": ["air"]}
        if dice.random() < 0.5:
            found["max"] = 1
        if dice.random() < 0.5:
            found["dice"] = dice.randint(1, 2)
        if dice.random() < 0.4:
            found["supplied_attacker"] = True
        if dice.random() < 0.4:
            found["capped_by_ground_dice"] = True
        return found

    def missions(self) -> list[Data]:
        """Return `air`."""
        found: list[Data] = []
        for side in self.ground.sides:
            dice = self.plan.dice(f"missions {side}")
            outcomes = ("none", "aborted", "out", "interceptor-out")
            entry: Data = {
                "side": side,
                "classes": ["air"],
                "interception": {str(face): dice.choice(outcomes) for face in range(1, 7)},
                "turns_out": dice.randint(1, 2),
            }
            if self.plan.has("replacements") and dice.random() < 0.5:
                entry["returns"] = "replacement"
            else:
                entry["returns"] = "turn"
            if dice.random() < 0.5:
                entry["several_interceptors"] = True
            entry["may_strike"] = self.plan.has("air-strikes")
            if self.plan.has("air-supplies") and self.plan.has("supply-phases"):
                entry["supply_range"] = dice.randint(0, 2)
            found.append(entry)
        return found

    # Supply ---------------------------------------------------------------------------------------

    def supply(self) -> Data:
        """Return `supply`."""
        dice = self.plan.dice("survival")
        if not (self.plan.has("survival") or self.plan.has("supply-otherwise")):
            return {}
        entries: list[Data] = [{"max": dice.randint(1, 2), "place_kinds": self._some(dice, list(KINDS))}]
        if dice.random() < 0.6:
            place = dice.choice(list(self.ground.places) or [""])
            entries.insert(0, {"max": 2, "place": place, "side": dice.choice(self.ground.sides)})
        if self.plan.has("fire-circumstances"):
            when: Data = {"turns": sorted(dice.sample(range(1, 6), 2))}
            if self.weathers and dice.random() < 0.5:
                when = {"weather": [dice.choice(self.weathers)]}
            if self.kinds and dice.random() < 0.5:
                when["terrain"] = dice.choice(self.kinds)
            entries.insert(dice.randint(0, len(entries)), {"max": dice.randint(1, 2)} | when)
        return {"survival": entries}

    def hit_tables(self, rules: Data) -> Data:
        """Return the tables that stand for dice: as many hits as were likely, more or less."""
        if not rules.get("use_hit_tables"):
            return {}
        die, first = rules["die"], rules["hits_on"]
        worst = first + sum(change["minus"] for change in rules.get("hit_modifiers", {}).values())
        found: Data = {}
        for least in range(first, min(worst, die) + 1):
            rows = {
                str(face): [min(n, round(n * (die + 1 - least) / die + face / die)) for n in range(1, 13)]
                for face in range(1, die + 1)
            }
            found[f"from-{least}"] = {"name": f"From {least}", "die": die, "hits_on": least, "rows": rows}
        return found

    def phases(self, side: str) -> list[tuple[str, Data]]:
        """Return the kinds of phase of a side's turn in order, each with what it says beside."""
        plan, dice = self.plan, self.plan.dice(f"fire phases {side}")
        other = next(each for each in self.ground.sides if each != side)
        rounds = {"rounds": dice.randint(1, 3)} if plan.has("fire-rounds") else {}
        flying: Data = {}
        if plan.has("air") and dice.random() < 0.4:
            flying = {"air_support": False} if dice.random() < 0.5 else {"max_air_dice": dice.randint(0, 2)}
        on_ground = {key: value for key, value in flying.items() if key == "air_support"}
        found: list[tuple[str, Data]] = [
            ("movement", {}),
            ("allocation", on_ground),
            ("fire", rounds | flying),
        ]
        if plan.has("marches") and dice.random() < 0.4:
            # What it is for the phase `laws` writes with the paces.
            found[0] = ("movement", {"change": dice.randint(-2, 1)})
        if plan.has("recovery-phases"):
            some: Data = {}
            if plan.has("recovery-of-some"):
                some = {dice.choice(("units", "exempt")): self.forces.of(other)[:1]}
            found.insert(2, ("recovery", {"affected_side": other, "recovers": "unattacked"} | some))
            found.append(("recovery", {"affected_side": other, "recovers": "attacked"}))
            found.append(("recovery", {}))
        if plan.has("air-strikes"):
            found.insert(0, ("air-strike", flying if "air_support" not in flying else {}))
        if plan.has("supply-phases"):
            found.insert(dice.choice((0, len(found))), ("supply", {}))
        return found
