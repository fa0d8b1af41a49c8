"""Draw the rules and charts of a random game."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tests.generated.forces import TIMETABLE, Forces
from tests.generated.ground import KINDS, SOURCE, Ground
from tests.generated.plan import Plan

EFFECTS: Final = {
    "NE": [],
    "AL": ["attacker-step"],
    "DL": ["defender-step"],
    "DR": ["retreat"],
    "DX": ["defender-step", "retreat"],
    "DE": ["defender-eliminated"],
    "BL": ["attacker-step", "defender-step"],
    "AR": ["attacker-step", "retreat"],
    "EX": ["defender-eliminated", "attacker-matches"],
}
WEATHERS: Final = ("fair", "rain", "snow")
HEADS: Final = ("1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "5:2", "3:1", "4:1", "5:1", "6:1", "8:1")
PLAIN: Final = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1")


class Laws:
    """The rules of a plan."""

    def __init__(self, plan: Plan, ground: Ground, forces: Forces) -> None:
        self.plan = plan
        self.ground = ground
        self.forces = forces
        self.weathers = WEATHERS[: plan.dice("weather").randint(2, 3)] if plan.has("weather") else ()

    # Charts ---------------------------------------------------------------------------------------

    def charts(self) -> dict[str, Any]:
        """Return charts.yaml."""
        plan = self.plan
        found: dict[str, Any] = {
            "provenance": SOURCE,
            "combat": self._table(),
            "timetables": {TIMETABLE: {"name": "Days", "turns": self._turns()}},
            "weather": {
                name: {"name": name.title(), "art": art, "movement": "As told", "combat": "As told"}
                for name, art in zip(self.weathers or ("fair",), ("sun", "mud", "snow"), strict=False)
            },
            "victory": {"who-wins": {"name": "Who wins", "text": "As told."}},
        }
        if plan.has("attrition"):
            dice = plan.dice("attrition")
            sides = self.ground.sides
            found["tables"] = {
                "cold": {
                    "name": "Cold",
                    "die": 6,
                    "columns": list(sides),
                    "rows": {str(n): [dice.choice(("Loss", "-")) for _ in sides] for n in range(1, 7)},
                    "text": "Each side rolls.",
                }
            }
        return found

    def _turns(self) -> list[dict[str, Any]]:
        plan, dice, found = self.plan, self.plan.dice("turns"), []
        for turn in range(1, plan.turns + 1):
            entry: dict[str, Any] = {"turn": turn, "date": f"Day {turn}", "weather": "fair"}
            if self.weathers:
                entry["weather"] = dice.choice(self.weathers)
                if plan.has("weather-after") and turn > 1 and dice.random() < 0.4:
                    entry["after"] = {w: dice.choice(self.weathers) for w in self.weathers}
                elif plan.has("weather-dice") and dice.random() < 0.6:
                    entry["roll"] = {str(n): dice.choice(self.weathers) for n in range(1, 7)}
            found.append(entry)
        return found

    def _table(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("table")
        die = dice.choice((2, 4, 8, 10, 12, 20)) if plan.has("big-die") else 6
        if plan.has("differences"):
            heads = [f"{n:+}" if n else "0" for n in sorted(dice.sample(range(-6, 9), dice.randint(1, 7)))]
        else:
            among = HEADS if plan.has("fine-odds") else PLAIN
            first = dice.randrange(len(among) - 1)
            heads = list(among[first : first + dice.randint(1, 7)])
        known = [r for r in EFFECTS if r != "EX" or plan.has("exchanges")]
        rows = {str(n): [dice.choice(known) for _ in heads] for n in range(1, die + 1)}
        used = sorted({result for row in rows.values() for result in row})
        table = {
            "name": "Combat",
            "die": die,
            "columns": heads,
            "rows": rows,
            "results": {r: {"name": r, "text": "As told."} for r in used},
        }
        return table | ({"by": "difference"} if plan.has("differences") else {})

    # Rules ----------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any]:
        """Return rules.yaml."""
        plan, ground = self.plan, self.ground
        found: dict[str, Any] = {
            "provenance": SOURCE,
            "sequence": self.sequence(),
            "zoc": self._zones(),
            "stacking": self._stacking(),
            "movement": self._movement(),
            "combat": self._combat(),
            "victory": {"who-wins": self._victory()},
            "summary": {"1": {"title": "All", "text": "As told."}},
        }
        if plan.has("options"):
            found["options"] = {
                "mood": {
                    "name": "Mood",
                    "choices": {"mild": {"name": "Mild"}, "wild": {"name": "Wild"}},
                    "default": "mild",
                }
            }
        if plan.has("communication"):
            found["communication"] = [self._communication(side) for side in ground.sides]
        if plan.has("replacements"):
            found["replacements"] = [self._replacements(side) for side in ground.sides]
        if plan.has("attrition") and self.weathers:
            found["attrition"] = [{"table": "cold", "weather": self.weathers[-1], "result": "Loss"}]
        return found

    def _under(self) -> dict[str, Any]:
        """Return the condition of an entry, now and then."""
        plan = self.plan
        if not plan.has("options"):
            return {}
        return {"under": {"mood": plan.dice("under").choice(("mild", "wild"))}}

    def sequence(self) -> dict[str, Any]:
        """Return the phases."""
        plan = self.plan
        found: dict[str, Any] = {}
        for side in self.ground.sides:
            dice = plan.dice(f"sequence {side}")
            kinds = ["movement", "combat"] if dice.random() < 0.8 else ["combat", "movement"]
            if plan.has("two-movements"):
                kinds.insert(dice.randint(0, 2), "movement")
            if plan.has("replacements"):
                kinds.insert(dice.choice((0, len(kinds))), "replacement")
            if plan.has("other-phases"):
                kinds.insert(dice.randint(0, len(kinds)), "other")
            for n, kind in enumerate(kinds, 1):
                phase: dict[str, Any] = {
                    "name": f"{side.title()} {kind} {n}",
                    "side": side,
                    "kind": kind,
                    "text": "As told.",
                }
                if kind == "movement":
                    self._widen(phase, plan.dice(f"phase {side} {n}"), first=not found)
                found[f"{side}-{kind}-{n}"] = phase
        return found

    def _widen(self, phase: dict[str, Any], dice: Random, *, first: bool) -> None:
        """Give a movement phase ways of its own; a game can't begin in one that is left out."""
        plan = self.plan
        if plan.has("phases-of-classes") and dice.random() < 0.5:
            phase["classes"] = ["horse"]
        if plan.has("rail-movement") and "rail" in self.ground.lines and dice.random() < 0.6:
            phase["moves"] = (
                [{"mode": "rail"}] if dice.random() < 0.5 else [{"mode": "march"}, {"mode": "rail"}]
            )
        if first:
            return
        if plan.has("phases-by-weather") and self.weathers and dice.random() < 0.4:
            phase["weather"] = [dice.choice(self.weathers)]
        if plan.has("phases-left-out") and dice.random() < 0.4:
            phase["not_on"] = [dice.randint(1, plan.turns)]

    def _zones(self) -> dict[str, Any]:
        plan = self.plan
        if plan.has("no-zones"):
            return {"reach": "none"}
        found: dict[str, Any] = {"reach": "adjacent"}
        if plan.has("zones-of-classes"):
            found["classes"] = ["foot"]
        if plan.has("cancelled-zones"):
            found["friends_cancel"] = True
        return found

    def _stacking(self) -> dict[str, Any]:
        plan = self.plan
        if plan.has("stacks-of-three"):
            found: dict[str, Any] = {"limit": 3}
        elif plan.has("stacks-of-two"):
            found = {"limit": 2}
        elif plan.has("any-stack"):
            return {}
        else:
            found = {"limit": 1}
        return found | ({"kept": "always"} if plan.has("stacks-always") else {})

    def _movement(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("movement")
        march: dict[str, Any] = {
            "name": "Movement",
            "ezoc": "ignored" if plan.has("zones-ignored") else "stops",
        }
        if plan.has("friends-in-the-way"):
            march["through_friends"] = False
        if plan.has("dear-ground"):
            march["costs"] = [
                {"terrain": kind, "cost": dice.choice((2, 2, 3, 9))}
                for kind in self.ground.terrain
                if kind != "clear"
            ]
        if plan.has("weather-moves") and self.weathers:
            effects: list[dict[str, Any]] = []
            for weather in self.weathers[1:]:
                effect: dict[str, Any] = {"weather": weather}
                which = dice.randrange(3)
                if which == 0:
                    effect["allowance"] = dice.randint(0, 3)
                elif which == 1:
                    effect["change"] = dice.randint(-3, 2) or -1
                else:
                    effect["every_hex"] = dice.randint(1, 3)
                if plan.has("horse") and dice.random() < 0.4:
                    effect["classes"] = ["horse"]
                if dice.random() < 0.4:
                    effect |= self._under()
                effects.append(effect)
            march["weather"] = effects
        found = {"march": march}
        if plan.has("rail-movement") and "rail" in self.ground.lines:
            found["rail"] = {
                "name": "By rail",
                "along": "rail",
                "allowance": dice.randint(1, 6),
                "ezoc": dice.choice(("forbidden", "stops", "ignored")),
            }
        return found

    def _combat(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("combat")
        used = {result for row in self._table()["rows"].values() for result in row}
        found: dict[str, Any] = {
            "effects": {result: EFFECTS[result] for result in sorted(used)},
            "retreat": {
                "hexes": dice.randint(2, 3) if plan.has("long-retreats") else 1,
                "ezoc": "ignored" if plan.has("retreats-into-zones") else "forbidden",
            },
            "advance": 0 if plan.has("no-advance") else 1,
            "shifts": self._shifts(),
        }
        if plan.has("weather-attacks") and self.weathers:
            found["weather"] = [{"weather": self.weathers[-1], "divide": dice.randint(2, 3)}]
        if plan.has("stand"):
            found["stand_in"] = list(KINDS[: dice.randint(1, 4)])
            if plan.has("options") and dice.random() < 0.5:
                found["stand_under"] = self._under()["under"]
        if plan.has("cut-first"):
            found["cut_first_under"] = {}
        return found

    def _shifts(self) -> dict[str, Any]:
        plan, dice, ground = self.plan, self.plan.dice("shifts"), self.ground
        offers: dict[str, dict[str, Any]] = {}
        kinds = [kind for kind in ground.terrain if kind != "clear"]
        if plan.has("shifts-by-terrain") and kinds:
            offers["ground"] = {"terrain": dice.choice(kinds)}
        if plan.has("shifts-by-river") and ground.hexsides:
            offers["water"] = {"across": "river"}
        if plan.has("shifts-by-place"):
            offers["walls"] = {"place": dice.choice(list(ground.places))}
        if plan.has("shifts-by-fort"):
            offers["works"] = {"feature": "fort"}
        if plan.has("shifts-by-attacker"):
            offers["charge"] = {"attacker": "horse"}
        if plan.has("shifts-by-defender"):
            offers["home"] = {"defender": dice.choice(ground.sides)}
            if kinds and dice.random() < 0.5:
                offers["home"]["terrain"] = dice.choice(kinds)
        found = {}
        for name, where in offers.items():
            columns = dice.randint(1, 3) * (1 if plan.has("shifts-upward") and dice.random() < 0.5 else -1)
            found[name] = {"name": name, "columns": columns, **where}
        return found

    def _communication(self, side: str) -> dict[str, Any]:
        found: dict[str, Any] = {"side": side, "edge": self.ground.edge_of(side)}
        if self.plan.has("communication-over-places"):
            found["enemy_places"] = list(KINDS[:2])
        return found

    def _replacements(self, side: str) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice(f"replacements {side}")
        found: dict[str, Any] = {
            "side": side,
            "pool": f"{side}-pool",
            "edge": self.ground.edge_of(side),
        }
        if plan.has("replacement-places"):
            found["place_kinds"] = list(KINDS[: dice.randint(1, 4)])
        if plan.has("replacement-classes"):
            found["classes"] = self.forces.classes[: dice.randint(1, len(self.forces.classes))]
        return found

    def _victory(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("victory")
        if not self.ground.owns:
            return {}
        town = dice.choice([name for name, place in self.ground.places.items() if "owner" in place])
        if not plan.has("points"):
            return {"hold": town}
        found: dict[str, Any] = {
            "eliminated": dice.randint(0, 2),
            "places": {k: dice.randint(1, 5) for k in KINDS},
        }
        if dice.random() < 0.4:
            found |= {"bonus": {dice.choice(self.ground.sides): dice.randint(1, 9)}, "bonus_place": town}
        return found
