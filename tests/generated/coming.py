"""Draw how units come in a random game: replacements, entries, units made of others, and attrition."""

from __future__ import annotations

from typing import Any

from tests.generated.ground import KINDS
from tests.generated.networks import Networks
from tests.generated.part import Data, Part
from tests.generated.ways import by_degrees


class Coming(Part):
    """How the units of a plan come."""

    def communication(self, side: str) -> dict[str, Any]:
        found: dict[str, Any] = {"side": side, **self._sources(side)}
        if self.plan.has("communication-over-places"):
            dice = self.plan.dice(f"barriers {side}")
            found["enemy_places"] = sorted(dice.sample(KINDS, dice.randint(1, 4)))
        if self.plan.has("guards"):
            found["blocking_classes"] = self.forces.classes[:1]
        return found | self._ways(side)

    def _sources(self, side: str) -> Data:
        plan, ground, dice = self.plan, self.ground, self.plan.dice(f"sources {side}")
        found: Data = {"edge": ground.edge_of(side)}
        if plan.has("supply-from-hexes"):
            found["hexes"] = dice.sample(ground.hexes, 2)
        if plan.has("supply-from-places"):
            owned = [name for name, place in ground.places.items() if "owner" in place]
            found["places"] = dice.sample(owned, dice.randint(1, len(owned)))
        if len(found) > 1 and dice.random() < 0.5:
            del found["edge"]
        return found

    def _ways(self, side: str) -> Data:
        plan, ground, dice = self.plan, self.ground, self.plan.dice(f"supply {side}")
        found: Data = {}
        degrees = by_degrees(plan)
        by_points = degrees or (plan.has("supply-by-points") and dice.random() < 0.7)
        if by_points:
            found["range_in_mp"] = {"mode": "haul", "points": dice.randint(1, 7)}
            if degrees:
                found |= self._degrees(side, found["range_in_mp"])
        elif plan.has("supply-by-length"):
            found["range"] = dice.randint(1, 4)
        if found:
            if plan.has("supply-along-lines") and ground.lines:
                found["line"] = list(ground.lines)[: dice.randint(1, 2)]
            if plan.has("supply-by-headquarters") and "unit_allowance" not in found.get("range_in_mp", {}):
                found["headquarters"] = dice.choice(self.forces.classes)
        if plan.has("supply-over-zones"):
            found["ezoc"] = dice.choice(("unless-friends", "ignored"))
        if plan.has("supply-barred"):
            kinds = [kind for kind in ground.terrain if kind != "clear"]
            if kinds:
                found["not_into"] = dice.choice(kinds)
            if ground.hexsides and not by_points:
                found["not_across"] = "river"
        return found

    def _degrees(self, side: str, reach: Data) -> Data:
        """Give supply degrees; return the keys for them, without the range."""
        plan, dice = self.plan, self.plan.dice(f"degrees {side}")
        reach["limited_multiplier"] = dice.choice(("2", "3/2", "3"))
        if not (plan.has("claims") or plan.has("conversions")) and dice.random() < 0.6:
            del reach["points"]
            reach["unit_allowance"] = True
        if dice.random() < 0.6:
            when: Data = {"turns": sorted(dice.sample(range(1, 6), 2))}
            if self.weathers and dice.random() < 0.5:
                when = {"weather": [dice.choice(self.weathers)]}
            reach["modifiers"] = [{"multiply": dice.choice(("1/2", "2/3", "2")), **when}]
        return {"fixed_in_movement": True} if dice.random() < 0.6 else {}

    def replacements(self, side: str) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice(f"replacements {side}")
        found: dict[str, Any] = {
            "side": side,
            "pool": f"{side}-pool",
            "edge": self.ground.edge_of(side),
        }
        if plan.has("replacement-places"):
            found["place_kinds"] = sorted(dice.sample(KINDS, dice.randint(1, 4)))
        if plan.has("replacement-classes"):
            found["classes"] = self.forces.classes[: dice.randint(1, len(self.forces.classes))]
        if plan.has("one-of-classes"):
            found["max_one_of"] = [self.forces.classes[:1]]
        if plan.has("never-again"):
            found["not_replaceable"] = self.forces.classes[-1:]
        if plan.has("exempt-places"):
            found["exempt"] = [dice.choice(list(self.ground.places))]
        if plan.has("given-up"):
            found["may_give_up_units"] = True
        if plan.has("shared-entry"):
            found["may_stack"] = True
        if plan.has("disruption-on-entry"):
            found["arrive_disrupted"] = True
        if plan.has("conversions") and (made := self.forces.made(side)):
            found["conversions"] = [{"unit": made, "cost": dice.randint(0, 2)}]
            if dice.random() < 0.5:
                found["conversions"][0]["classes"] = self.forces.classes[:1]
        if plan.has("replacement-prices"):
            found["cost"] = "strength"
        if plan.has("entries"):
            found["entries"] = {f"{side}-reserve": self._entry(side)}
        if self.forces.drops(side):
            found["airdrops"] = [self._drop(side)]
        return found

    def _drop(self, side: str) -> Data:
        """Return how late units of a side may be dropped."""
        plan, ground, dice = self.plan, self.ground, self.plan.dice(f"drops {side}")
        late, parts = self.forces.late(side), self.forces.parts(side)
        found: Data = {"breakdowns": [{"unit": late[-1], "parts": parts}]}
        if len(late) > 1 and len(parts) > 1 and dice.random() < 0.7:
            found["breakdowns"] = [
                {"unit": late[0], "parts": parts[1:]},
                {"unit": late[-1], "parts": parts[:1]},
            ]
        found |= {"max": 2} if plan.dice(f"most dropped {side}").random() < 0.5 else {}
        if self.weathers and dice.random() < 0.5:
            found["weather"] = dice.sample(self.weathers, dice.randint(1, len(self.weathers)))
        if dice.random() < 0.6:
            found["enemy_zoc"] = dice.choice(("out", "out", "in"))
        if dice.random() < 0.7:
            found["near"] = {"within": dice.randint(1, 3)}
            found["near"] |= {"classes": self.forces.classes[:1]} if dice.random() < 0.5 else {}
            found["near"] |= {"missing": True} if dice.random() < 0.2 else {}
        if ground.places and dice.random() < 0.6:
            found["near_place"] = {"place": dice.choice(list(ground.places)), "within": dice.randint(1, 5)}
        if len(ground.terrain) > 1 and dice.random() < 0.6:
            found["unless"] = {"terrain": dice.choice([kind for kind in ground.terrain if kind != "clear"])}
        return (
            found
            | ({"rule": "1.1"} if dice.random() < 0.5 else {})
            | plan.dice(f"dropped under {side}").choice(({}, self.under))
        )

    def _entry(self, side: str) -> Data:
        plan, dice, late = self.plan, self.plan.dice(f"entry {side}"), self.forces.late(side)
        dropped = self.forces.drops(side)
        early = (
            plan.has("entries-early")
            and not dropped
            and not self.waits_for_die(side)
            and (side == self.ground.sides[-1] or dice.random() < 0.5)
        )
        if late and (early or dropped or self.waits_for_die(side) or dice.random() < 0.3):
            entry: Data = {"units": late, "arrives": "scheduled", "may_come_early": early}
        else:
            entry = {
                "units": self.forces.of(side)[:1],
                "arrives": dice.choice(("when-eliminated", "delayed")),
            }
            if entry["arrives"] == "delayed":
                entry["delay"] = dice.randint(1, 2)
        if plan.has("entries-anywhere"):
            entry["any_supplied_hex"] = True
        if dice.random() < 0.5:
            entry["places"] = [dice.choice(list(self.ground.places))]
        if dice.random() < 0.5:
            entry["place_kinds"] = sorted(dice.sample(KINDS, dice.randint(1, 4)))
        if plan.has("disruption-on-entry") and dice.random() < 0.5:
            entry["arrive_disrupted"] = True
        by_rail = plan.has("rail-movement") and "rail" in self.ground.lines and plan.wide
        if by_rail and plan.has("entrained-entries") and plan.dice(f"aboard {side}").random() < 0.7:
            entry["arrive_entrained"] = True
        elif entry["arrives"] == "when-eliminated" and plan.wide and "arrive_disrupted" not in entry:
            entry |= self._taken_up(side)
        if plan.has("entries-elsewhere"):
            elsewhere: Data = {"edge": ["west", "east"], "hexes": dice.sample(self.ground.hexes, 2)}
            entry |= {key: elsewhere[key] for key in dice.sample(sorted(elsewhere), dice.randint(1, 2))}
        shut = entry["arrives"] != "scheduled" and plan.has("forfeits")
        if shut and plan.dice(f"forfeit {side}").random() < 0.7:
            for key in ("edge", "places", "place_kinds", "any_supplied_hex"):
                entry.pop(key, None)
            entry |= {
                "hexes": entry.get("hexes") or dice.sample(self.ground.hexes, 1),
                "lost_if_occupied": True,
            }
        return entry

    def _taken_up(self, side: str) -> Data:
        """Return along what units are taken up, or nothing."""
        networks = Networks(self.plan, self.ground, self.forces, self.weathers, self.under)
        names = networks.names()
        if not names or not networks.used_by(side) or self.plan.dice(f"taken up {side}").random() < 0.4:
            return {}
        return {"redeploys_on": names[0]}

    def gambles(self, side: str) -> bool:
        """Return whether a die is thrown while a side's units are in the game early."""
        return self.plan.has("events") and side == self.ground.sides[-1] and bool(self.forces.late(side))

    def waits_for_die(self, side: str) -> bool:
        """Return whether a die brings a side's late units before their turn."""
        asked = self.plan.has("arrivals-by-die") and self.plan.has("entries") and bool(self.forces.late(side))
        return asked and side == self.ground.sides[0]

    def _brought(self, phase: str, side: str) -> Data:
        """Return a die that brings units before their turn."""
        plan, dice = self.plan, self.plan.dice("arrivals by die")
        sides = dice.choice((4, 6, 8))
        found: Data = {"phase": phase, "entry": f"{side}-reserve", "die": sides}
        found |= {"arrives_on": sorted(dice.sample(range(1, sides + 1), dice.randint(1, 3)))}
        found |= {"arrives_text": "they come", "no_effect_text": "they don't come yet"}
        return found | ({"first_turn": dice.randint(1, plan.turns)} if dice.random() < 0.5 else {})

    def events(self, sequence: Data) -> list[Data]:
        """Return the dice thrown in phases of a sequence: by units' early coming, and for it."""
        plan, dice = self.plan, self.plan.dice("events")
        return [
            self._brought(phase, data["side"])
            if self.waits_for_die(data["side"])
            else {
                "phase": phase,
                "entry": f"{data['side']}-reserve",
                "die": dice.choice((4, 6, 8)),
                "ends_game_on": [1, 2],
                "winner": dice.choice(self.ground.sides),
                "ends_game_text": "it goes wrong" if plan.seed % 2 else "all is lost",
                "no_effect_text": "nothing happens",
            }
            for phase, data in sequence.items()
            if data["kind"] == "event"
        ]

    def attrition(self) -> Data:
        """Return the die for attrition."""
        found: Data = {"table": "cold", "weather": self.weathers[-1], "result": "Loss"}
        if self.plan.has("attrition-of-all"):
            found["all_sides_roll"] = self.under.get("option", {})
        return found
