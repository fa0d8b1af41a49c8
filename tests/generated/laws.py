"""Draw the rules and charts of a random game."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from random import Random
from typing import Any, Final

from tests.generated import ways
from tests.generated.binding import STANDING, Binding
from tests.generated.breaking import Breaking
from tests.generated.coming import Coming
from tests.generated.exposing import Exposing
from tests.generated.forces import TIMETABLE, Forces
from tests.generated.ground import KINDS, SOURCE, Ground
from tests.generated.keeping import Keeping
from tests.generated.nearing import Nearing
from tests.generated.networks import Networks
from tests.generated.odds import Odds
from tests.generated.plan import Plan
from tests.generated.remaining import Remaining
from tests.generated.volleys import Volleys
from tests.generated.ways import by_unit

WEATHERS: Final = ("fair", "rain", "snow", "frost")


class Laws:
    """The rules of a plan."""

    def __init__(self, plan: Plan, ground: Ground, forces: Forces) -> None:
        self.plan = plan
        self.ground = ground
        self.forces = forces
        self.weathers = WEATHERS[: plan.dice("weather").randint(2, 4)] if plan.has("weather") else ()
        under = self._under()
        common = (plan, ground, forces, self.weathers, under)
        self.breaking = Breaking(*common)
        self.odds, self.volleys, self.coming = Odds(*common), Volleys(*common), Coming(*common)
        self.networks, self.exposing = Networks(*common), Exposing(*common)
        self.nearing = Nearing(*common)
        self.keeping = Keeping(*common)

    @property
    def by_rail(self) -> bool:
        """Return whether units move by rail."""
        return self.plan.has("rail-movement") and "rail" in self.ground.lines and self.plan.wide

    # Charts ---------------------------------------------------------------------------------------

    def charts(self) -> dict[str, Any]:
        """Return charts.yaml."""
        plan = self.plan
        found: dict[str, Any] = {
            "provenance": SOURCE,
            "turn_tracks": {TIMETABLE: {"name": "Days", "turns": self._turns()}},
            "weather": {
                name: {"name": name.title(), "art": art, "movement": "As told", "combat": "As told"}
                for name, art in zip(
                    self.weathers or ("fair",), ("sun", "mud", "snow", "frost"), strict=False
                )
            },
            "victory": {"who-wins": {"name": "Who wins", "text": "As told."}},
        }
        if plan.has("fire"):
            found["hit_tables"] = self.volleys.hit_tables(self.volleys.rules(self.sequence()))
        if plan.by_odds:
            found["combat"] = self.odds.table()
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
        known = [self.forces.first_turn(n) for n in range(1, self.forces.scenarios + 1)]
        first = plan.dice("weather of first turns")
        for turn in range(1, plan.turns + 1):
            entry: dict[str, Any] = {"turn": turn, "date": f"Day {turn}", "weather": "fair"}
            if self.weathers:
                entry["weather"] = dice.choice(self.weathers)
                if plan.has("weather-after") and turn > 1 and dice.random() < 0.4:
                    entry["weather_after"] = {w: dice.choice(self.weathers) for w in self.weathers}
                elif plan.has("weather-dice") and turn not in known and dice.random() < 0.6:
                    entry["weather_roll"] = {str(n): dice.choice(self.weathers) for n in range(1, 7)}
                if plan.has("first-weather-dice") and turn in known and "weather_after" not in entry:
                    entry["weather_roll"] = {str(n): first.choice(self.weathers) for n in range(1, 7)}
            found.append(entry)
        return found

    # Rules ----------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any]:
        """Return rules.yaml."""
        plan, ground = self.plan, self.ground
        found: dict[str, Any] = {
            "provenance": SOURCE,
            "sequence": self.sequence(),
            "zoc": self._zones(),
            "stacking": self.forces.gathering.rules(),
            "movement": self._movement(),
            "victory": {"who-wins": self._victory()},
            **self._match(),
            "summary": {"1": {"title": "All", "text": "As told."}},
        }
        for name, phase in found["sequence"].items():
            if change := phase.pop("change", 0):
                paces = found["movement"]["march"].setdefault("allowance_modifiers", [])
                paces.append({"phases": [name], "add": change})
        if plan.has("fire"):
            found["fire"] = self.volleys.rules(found["sequence"])
            if plan.has("air"):
                found["air"] = self.volleys.missions()
            if plan.has("digging-in"):
                found["fortification"] = {"classes": self.forces.classes[:1]}
                if plan.has("options"):
                    found["fortification"]["bars_attack"] = {"mood": "wild"}
        if works := self._works():
            found["fortified_hexsides"] = works
        if plan.by_odds:
            found["combat"] = self.odds.rules()
            if exposed := self.exposing.rules():
                found["adjacent_elimination"] = exposed
            if self.by_rail and plan.has("trains"):
                weak = {"name": "by rail", "defence": "1/2", "condition": "entrained"}
                if plan.has("entrained-entries") and plan.dice("on foot").random() < 0.5:
                    weak = {"name": "on foot", "defence": "3/2", "condition": "unentrained"}
                found["combat"]["modifiers"] = {**found["combat"].get("modifiers", {}), "by-rail": weak}
        if plan.has("supply-phases"):
            starved: dict[str, Any] = {"loss": plan.dice("starved").choice(("step", "eliminated"))}
            if plan.has("supply-grace"):
                starved["grace"] = plan.dice("grace").randint(1, 3)
            if plan.has("supply-of-groups") and not plan.has("supply-grace"):
                starved = {"loss": "group", "group": self._wasting()}
            usual = plan.has("fire") and (not plan.by_odds or plan.dice("want").random() < 0.5)
            disrupts = usual != plan.has("supply-otherwise")
            disrupted = {"loss": "disrupted"} if plan.by_odds else {}
            found["out_of_supply"] = self.volleys.supply() | disrupted if disrupts else starved
        if plan.has("options"):
            found["options"] = {
                "mood": {
                    "name": "Mood",
                    "choices": {"mild": {"name": "Mild"}, "wild": {"name": "Wild"}},
                    "default": "mild",
                }
            }
        if plan.has("communication") or plan.has("claims"):
            found["supply_lines"] = [self._communication(side) for side in ground.sides]
            if plan.has("communication") and (networks := self.networks.told()):
                found["networks"] = networks
        if told := self._situations(found["sequence"]):
            found["situations"] = told
            self._situated(found)
        if plan.has("replacements"):
            found["replacements"] = [self.coming.replacements(side) for side in ground.sides]
            if events := self.coming.events(found["sequence"]):
                found["events"] = events
        self.nearing.told(found)
        self.keeping.told(found)
        if plan.has("attrition") and self.weathers:
            found["attrition"] = [self.coming.attrition()]
        if found.get("situations") and plan.has("situations-asked"):
            self._ask(found, plan.dice("asked situations"), tuple(found["situations"]))
        return found

    def _ask(self, part: Any, dice: Random, known: tuple[str, ...]) -> None:
        """Add a situation to an entry's criteria of turn or weather, or replace them by it."""
        if isinstance(part, list):
            for entry in part:
                self._ask(entry, dice, known)
        if not isinstance(part, dict):
            return
        for key, entry in part.items():
            if key not in ("sequence", "attrition", "situations", "events"):
                self._ask(entry, dice, known)
        timed = [key for key in ("turns", "weather") if isinstance(part.get(key), list)]
        if isinstance(part.get("weather"), str):
            timed.append("weather")
        if timed and dice.random() < 0.6:
            part["situation"] = dice.choice(known)
            if dice.random() < 0.5:
                del part[dice.choice(timed)]

    def _situations(self, sequence: dict[str, Any]) -> dict[str, Any]:
        """Return what is judged as some phases begin."""
        plan, ground, dice = self.plan, self.ground, self.plan.dice("situations")
        owned = [name for name, place in ground.places.items() if "owner" in place]
        if not plan.has("situations") or not owned or not plan.wide:
            return {}
        some: list[dict[str, Any]] = []
        for side in ground.sides:
            fact: dict[str, Any] = {"side": side}
            fact[dice.choice(("owns", "occupies"))] = dice.sample(owned, min(len(owned), dice.randint(1, 2)))
            if (names := self.networks.names()) and self.networks.used_by(side) and dice.random() < 0.7:
                fact |= {"network": names[0], "cut_off": dice.sample(owned, 1)}
            some.append(fact)
        phases = sorted(dice.sample(list(sequence), min(2, len(sequence))), key=list(sequence).index)
        return {"lost": {"name": "A loss", "phases": phases, "any": some[: dice.randint(1, 2)]}}

    def _situated(self, found: dict[str, Any]) -> None:
        """Make a modifier, or a claim, depend on the situation."""
        dice = self.plan.dice("situated")
        if self.plan.by_odds:
            modifiers = found["combat"].setdefault("modifiers", {})
            modifiers["lost"] = {"name": "a loss", "column_shift": dice.choice((-1, 1)), "situation": "lost"}
        if self.plan.has("claims"):
            side = dice.choice(self.ground.sides)
            claim = {"side": side, "situation": "lost", "consecutive": dice.randint(2, 4), "at_end": True}
            found["victory"]["who-wins"]["automatic_victory"].append(claim)

    def _wasting(self) -> dict[str, Any]:
        """Return what groups out of supply lose."""
        dice = self.plan.dice("groups")
        found: dict[str, Any] = {"share": dice.choice(("1/3", "1/2", "2/3", "1"))}
        found |= {"rounding": dice.choice(("up", "down")), "supply": dice.choice(("out", "isolated"))}
        if dice.random() < 0.5:
            found["classes"] = self.forces.classes[: dice.randint(1, len(self.forces.classes))]
        if self.plan.has("group-remnants") and (remnants := self._left_behind()):
            found["cadres"] = remnants
        return found

    def _left_behind(self) -> list[dict[str, Any]]:
        """Return what remains of units that groups lose: those that remain of others in battles."""
        found = []
        for side in self.ground.sides:
            dice, units = self.plan.dice(f"group remnants {side}"), self.forces.remnants(side)
            if units and not self.plan.has("never-again"):
                others = [self.forces.units[u] for u in self.forces.of(side) if u not in units]
                kinds = sorted({one["unit_class"] for one in others})
                strengths = (step.get("defence", step["strength"]) for one in others for step in one["steps"])
                most = int(max(map(Fraction, strengths)))
                entry: dict[str, Any] = {"replaced_by": units, "min_strength": min(most, dice.randint(0, 2))}
                if dice.random() < 0.4:
                    # Some of a class are strong enough.
                    entry |= {"classes": [dice.choice(kinds)], "min_strength": 0}
                asking = Remaining(self.plan, self.ground, self.forces, self.weathers, self._under())
                keys = (*STANDING, "enemy_zoc", "near")
                found += asking.of_some(entry | {"rule": "1.1"}, side, [], keys)
        return found

    def _communication(self, side: str) -> dict[str, Any]:
        """Return how a side traces supply, who needs none, and whom rations feed."""
        found, dice = self._traced(side), self.plan.dice(f"rations of {side}")
        classes = self.forces.classes
        if self.plan.has("supply-exempt") and by_unit(self.plan) and dice.random() < 0.7:
            found["exempt"] = dice.sample(classes, 1)
        names = self.networks.names() if self.networks.used_by(side) else []
        if self.plan.has("supply-rations") and names and "limited_multiplier" in found.get("range_in_mp", {}):
            found["supply_capacity"] = [self._ration(side, found, names) for _ in range(dice.randint(1, 2))]
        return found

    def _ration(self, side: str, traced: dict[str, Any], names: list[str]) -> dict[str, Any]:
        """Return a source that feeds some and no more."""
        dice = self.plan.dice(f"ration of {side}")
        others = [one for one in self.forces.classes if one not in traced.get("exempt", ())]
        found: dict[str, Any] = {"network": names, "max": dice.randint(1, 8)} | self._under()
        if others and dice.random() < 0.5:
            found["classes"] = [dice.choice(others)]
        if dice.random() < 0.3:
            found["turns"] = sorted(dice.sample(range(1, 6), 3))
        if dice.random() < 0.4:
            found["also_supplies"] = [{"classes": [dice.choice(self.forces.classes)]} | self._under()]
        if self._comes_new(side) and dice.random() < 0.6:
            found["limits_replacements"] = True
        return found | {"rule": "1.1"}

    def _comes_new(self, side: str) -> bool:
        """Return whether a side has replacements, and none for which units in play are given or taken up."""
        if not self.plan.has("replacements") or self.plan.has("given-up"):
            return False
        entries = self.coming.replacements(side).get("entries", {})
        return not any("redeploys_on" in entry for entry in entries.values())

    def _traced(self, side: str) -> dict[str, Any]:
        """Return where it comes from: from networks too, or from them alone."""
        found = self.coming.communication(side)
        names = self.networks.names()
        degrees = (
            names and self.networks.used_by(side) and "limited_multiplier" in found.get("range_in_mp", {})
        )
        if degrees and self.plan.dice(f"lesser sources of {side}").random() < 0.4:
            return found | {"limited_network": names}
        if names and self.networks.used_by(side):
            found["network"] = names
            if self.plan.dice(f"sources beside networks of {side}").random() < 0.5:
                for key in ("edge", "hexes", "places", "line"):
                    found.pop(key, None)
        return found

    def _under(self) -> dict[str, Any]:
        """Return the condition of an entry, now and then."""
        plan = self.plan
        if not plan.has("options"):
            return {}
        return {"option": {"mood": plan.dice("under").choice(("mild", "wild"))}}

    def sequence(self) -> dict[str, Any]:
        """Return the phases."""
        plan = self.plan
        found: dict[str, Any] = {}
        for side in self.ground.sides:
            dice = plan.dice(f"sequence {side}")
            kinds: list[tuple[str, dict[str, Any]]] = [("movement", {}), ("combat", {})]
            if plan.has("fire"):
                kinds = self.volleys.phases(side)
                if plan.by_odds:
                    # Anywhere but between saying who fires and firing.
                    names = [kind for kind, _ in kinds]
                    barred = range(names.index("allocation") + 1, names.index("fire") + 1)
                    free = [place for place in range(len(kinds) + 1) if place not in barred]
                    kinds.insert(plan.dice(f"odds in {side}").choice(free), ("combat", {}))
            elif dice.random() < 0.2:
                kinds.reverse()
            if plan.has("supply-phases") and not plan.has("fire") and dice.random() < 0.7:
                of = {"affected_side": dice.choice(self.ground.sides)} if dice.random() < 0.3 else {}
                kinds.insert(dice.choice((0, len(kinds))), ("supply", of))
            for phase_of in self.breaking.recovery(side):
                kinds.insert(plan.dice(f"recovery in {side}").choice((0, len(kinds))), phase_of)
            if plan.has("two-movements"):
                kinds.insert(dice.choice((0, len(kinds))), ("movement", {}))
            if plan.has("replacements"):
                kinds.insert(dice.choice((0, len(kinds))), ("replacement", {}))
            if plan.has("other-phases"):
                kinds.insert(dice.choice((0, len(kinds))), ("other", {}))
            if plan.has("claims"):
                of = {"affected_side": dice.choice(self.ground.sides)} if dice.random() < 0.5 else {}
                kinds.append(("victory", of))
            if self.coming.gambles(side) or self.coming.waits_for_die(side):
                kinds.append(("event", {}))
            if plan.dices_overruns:
                kinds = [one for kind in kinds for one in (kind, *_dice_behind(kind))]
            for n, (kind, more) in enumerate(kinds, 1):
                phase: dict[str, Any] = {
                    "name": f"{side.title()} {kind} {n}",
                    "side": side,
                    "kind": kind,
                    "text": "As told.",
                } | more
                if kind == "movement":
                    self._widen(phase, plan.dice(f"phase {side} {n}"), first=not found)
                found[f"{side}-{kind}-{n}"] = phase
        return found

    def _widen(self, phase: dict[str, Any], dice: Random, *, first: bool) -> None:
        """Give a movement phase ways of its own; a game can't begin in one that is left out."""
        plan = self.plan
        if plan.has("phases-of-classes") and dice.random() < 0.5:
            phase["classes"] = ["horse"]
        if self.by_rail and (dice.random() < 0.6 or plan.has("trains")):
            both = dice.random() >= 0.5 or plan.has("trains")
            phase["modes"] = [{"mode": "march"}, {"mode": "rail"}] if both else [{"mode": "rail"}]
            if plan.has("trains"):
                pass
            elif plan.has("phases-of-classes") and dice.random() < 0.5:
                phase["modes"][0]["classes"] = [dice.choice(self.forces.classes)]
        if first:
            return
        if plan.has("phases-by-weather") and self.weathers and dice.random() < 0.4:
            phase["weather"] = [dice.choice(self.weathers)]
        if plan.has("phases-left-out") and dice.random() < 0.4:
            phase["except_turns"] = [dice.randint(1, plan.turns)]

    def _zones(self) -> dict[str, Any]:
        plan = self.plan
        if plan.has("no-zones"):
            return {"reach": "none"}
        found: dict[str, Any] = {"reach": "adjacent"}
        if plan.has("zones-of-classes"):
            found["classes"] = ["foot"]
        if plan.has("cancelled-zones"):
            found["friendly_units_cancel"] = True
        if plan.has("zones-that-end"):
            dice = plan.dice("where zones end")
            kinds = [name for name, entry in self.ground.terrain.items() if entry.get("hexes")]
            whose = {"side": dice.choice(self.ground.sides)} if dice.random() < 0.6 else {}
            found |= {"not_into": [{"terrain": dice.choice(kinds)} | whose]} if kinds else {}
        return found

    def _works(self) -> list[dict[str, Any]]:
        """Return how the rampart falls, where there is one."""
        if not self.ground.ramparts:
            return []
        dice = self.plan.dice("works")
        sides = dice.sample(self.ground.sides, dice.randint(1, 2))
        attacks = dice.random() < 0.8 and self.plan.by_odds
        entry: dict[str, Any] = {"hexsides": "rampart", "destroyed_by": sides, "destroyed_by_attack": attacks}
        if dice.random() < 0.6:
            entry["line_destroyed_at"] = dice.randint(1, 3)
        return [entry]

    def _movement(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("movement")
        march: dict[str, Any] = {
            "name": "Movement",
            "ezoc": "ignored" if plan.has("zones-ignored") else "stops",
        }
        if plan.has("fire"):
            march["no_attack_bonus"] = dice.randint(0, 2) if plan.has("marches") else 0
            if not plan.wide:
                march["ezoc"] = "ignored"
            elif plan.has("overruns"):
                march["no_attack_bonus"] = 0
            if plan.has("road-marches") and "road" in self.ground.lines:
                march["road_bonus"] = {"line": "road", "hexes": dice.randint(1, 2)}
        elif plan.has("friends-in-the-way"):
            march["through_friendly_units"] = False
        if plan.has("dear-ground") and plan.wide:
            march["costs"] = [
                {"terrain": kind, "cost": dice.choice((2, 2, 3, 9))}
                for kind in self.ground.terrain
                if kind != "clear"
            ]
        if plan.wide:
            more = ways.costs(plan, self.ground, self.weathers, self._under())
            march |= more | {"costs": [*march.get("costs", ()), *more.get("costs", ())]}
            for entry in self._works():
                march["costs"].append(
                    {
                        "across_front": "rampart",
                        "side": entry["destroyed_by"],
                        "cost": dice.choice(("0", *ways.PARTS)),
                    }
                )
        if plan.has("weather-moves") and self.weathers:
            effects: list[dict[str, Any]] = []
            for weather in self.weathers[1:]:
                effect: dict[str, Any] = {"weather": weather}
                which = dice.randrange(3)
                if which == 0:
                    effect["allowance"] = dice.randint(0, 3)
                elif which == 1:
                    effect["add"] = dice.randint(-3, 2) or -1
                    if plan.has("costs-in-parts"):
                        effect["multiply"] = dice.choice(("1/2", "3/2", "2/3"))
                        if dice.random() < 0.5:
                            effect["rounding"] = dice.choice(("down", "up"))
                elif plan.wide:
                    effect["hex_cost"] = dice.randint(1, 3)
                if "road" in march and (place := self.ground.on_road()) and dice.random() < 0.5:
                    effect["road_toward"] = place
                if plan.has("horse") and dice.random() < 0.4:
                    effect["classes"] = ["horse"]
                if dice.random() < 0.4:
                    effect |= self._under()
                effects.append(effect)
            march["allowance_modifiers"] = [*march.get("allowance_modifiers", ()), *effects]
        if plan.has("moves-by-supply"):
            for part, entries in ways.by_supply(plan, self.ground).items():
                march[part] = [*march.get(part, ()), *entries]
        found = {"march": march}
        if plan.has("supply-by-points"):
            found["haul"] = ways.haulage(plan, self.ground, self.weathers)
        if self.by_rail:
            found["rail"] = {
                "name": "By rail",
                "along": "rail",
                "allowance": dice.randint(1, 6),
                "ezoc": dice.choice(("forbidden", "stops", "ignored")),
            }
            if plan.has("trains"):
                found["rail"] |= ways.trains(plan, self.ground, self.networks.of_trains())
        return found

    def _victory(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("victory")
        owned = [name for name, place in self.ground.places.items() if "owner" in place]
        town = dice.choice(owned)
        if plan.has("claims"):
            claim: dict[str, Any] = {
                "side": dice.choice(self.ground.sides),
                "places": dice.sample(owned, min(2, len(owned))),
            }
            if dice.random() < 0.5:
                claim["after_turn"] = 1
            if dice.random() < 0.5:
                claim["at_end"] = True
            return {"automatic_victory": [claim]} | (
                {"default_winner": "blue"} if dice.random() < 0.6 else {}
            )
        if not plan.has("points"):
            return {"hold": town}
        found: dict[str, Any] = {
            "eliminated": dice.randint(0, 2),
            "place_kind_points": {k: dice.randint(1, 5) for k in KINDS},
        }
        if plan.has("worth-of-places"):
            found["place_points"] = {town: dice.randint(0, 9)}
        if plan.has("levels"):
            found["levels"] = self._levels(dice)
        if dice.random() < 0.4:
            found |= {"bonus": {dice.choice(self.ground.sides): dice.randint(1, 9)}, "bonus_place": town}
        return self._counted(plan.dice("points"), found)

    def _counted(self, dice: Random, found: dict[str, Any]) -> dict[str, Any]:
        """Add points for what units are and where they stand, and grades by those of one side."""
        plan, sides = self.plan, self.ground.sides
        if plan.has("losses-by-kind"):
            found["eliminated"] = 0
            found["losses"] = [self._loss(dice) for _ in range(dice.randint(1, 3))]
            leaves = plan.by_odds and "cadres" in self.odds.rules()
            if plan.has("points-less-remnants") and leaves:
                # One entry for all of a side, so that whatever leaves something counts alike.
                found["losses"] = [{"points": dice.randint(1, 3), "per": "strength", "less_cadres": True}]
                if len(sides) > 2:
                    found["losses"][0]["scored_by"] = dice.choice(sides)
        if plan.has("presence"):
            found["presence"] = [self._presence(dice) for _ in range(dice.randint(1, 3))]
        if plan.has("exits"):
            found["exits"] = [self._exit(plan.dice(f"exit {n}")) for n in range(dice.randint(1, 4))]
        if plan.has("points-for-ground"):
            found |= self._for_ground(plan.dice("ground points"))
        if plan.has("scale") and len(sides) == 2:
            first, second = dice.sample(sides, 2)
            found |= {
                "ratio_side": first,
                "levels": [
                    {"name": "Loss", "side": second},
                    {"name": "Edge", "side": second, "ratio": "1/2", "above": True},
                    {"name": "Win", "side": first, "ratio": dice.choice(("1", "3/2"))},
                    {"name": "Rout", "side": first, "ratio": "2", "lead": 2, "match_points": 3},
                ][dice.randint(0, 2) :],
            }
        return found

    def _match(self) -> dict[str, Any]:
        """Return how matches are scored, now and then."""
        dice = self.plan.dice("match")
        if dice.random() < 0.5:
            return {}
        levels = {"Close": 1, "Clear": dice.randint(2, 6)}
        factor = dice.choice(("1/3", "2/3"))
        return {"match": {"levels": levels, "matches": dice.randint(1, 5), "handicap": factor}}

    def _for_ground(self, dice: Random) -> dict[str, Any]:
        """Return points for hexes that are held, gaps in fronts, and how far sides have come."""
        ground, phases = self.ground, list(self.sequence())
        supplied = {"supply": "in"} if self.plan.has("communication") and dice.random() < 0.5 else {}

        def side() -> dict[str, Any]:
            return {"side": dice.choice(ground.sides), "points": dice.randint(1, 4)}

        def judged() -> dict[str, Any]:
            chosen = dice.sample(phases, min(len(phases), dice.randint(1, 2)))
            return {"phases": chosen} if dice.random() < 0.5 else {}

        found: dict[str, Any] = {"gaps": [side() | {"start": "west", "end": "east"} | judged()]}
        if dice.random() < 0.5:
            found["gaps"].append(side() | {"start": "east", "end": "west"} | judged())
        found["holdings"] = []
        if ground.places:
            towns = list(ground.places)
            held = {"place": dice.sample(towns, min(len(towns), dice.randint(1, 2)))}
            found["holdings"].append(side() | held | judged() | supplied)
        if ground.features:
            feature = dice.choice(list(ground.features))
            group = (
                {"group": dice.choice(list(ground.features[feature]["groups"]))}
                if dice.random() < 0.5
                else {}
            )
            found["holdings"].append(side() | {"feature": feature} | group | judged())
            line = {
                "past": feature,
                "edge": dice.choice(("west", "east")),
                "beyond": dice.randint(0, 2),
            } | group
            if dice.random() < 0.4:
                line["classes"] = dice.choice(self.forces.classes)
            found["farthest_advance"] = [side() | line | supplied]
        for number, gap in enumerate(found["gaps"]):
            found["gaps"][number] = self._asking(f"gap {gap}", gap, {"turns", "weather", "option"})
        for part in ("holdings", "farthest_advance"):
            for number, entry in enumerate(found.get(part, ())):
                keys = {"unless", "near", "enemy_zoc", "condition", "option"}
                if entry.get("phases"):
                    keys |= {"turns", "weather"}
                found[part][number] = self._asking(f"{part} {entry}", entry, keys)
        return found

    def groups(self, scenario: int, features: dict[str, Any]) -> dict[str, str]:
        """Return which groups of features count in a scenario."""
        dice = self.plan.dice(f"groups in {scenario}")
        if not self.plan.has("points-for-ground"):
            return {}
        return {
            name: dice.choice(list(one["groups"])) for name, one in features.items() if dice.random() < 0.5
        }

    def _loss(self, dice: Random) -> dict[str, Any]:
        loser, winner = dice.sample(self.ground.sides, 2)
        found: dict[str, Any] = {"points": dice.randint(1, 4), "per": dice.choice(("unit", "strength"))}
        if dice.random() < 0.5:
            found["classes"] = dice.choice(self.forces.classes)
        if dice.random() < 0.5:
            found["side"] = loser
        if dice.random() < 0.5:
            found["scored_by"] = winner
        return self._asking(f"loss {found}", found, set(STANDING) - {"condition"})

    def _presence(self, dice: Random) -> dict[str, Any]:
        plan, ground = self.plan, self.ground
        found: dict[str, Any] = {
            "side": dice.choice(ground.sides),
            "points": dice.randint(1, 4),
            "per": dice.choice(("unit", "strength")),
        }
        if ground.places and dice.random() < 0.7:
            place = dice.choice(list(ground.places))
            found["near_place"] = {"place": place, "within": dice.randint(0, 4)}
        if ground.features and dice.random() < 0.4:
            found["feature"] = dice.choice(list(ground.features))
        if dice.random() < 0.4:
            found["classes"] = dice.choice(self.forces.classes)
        if plan.has("presence-in-supply") and plan.has("communication"):
            found["supply"] = "in"
        return self._asking(
            f"presence {found}", found, {*STANDING, "near", "enemy_zoc"} - {"turns", "weather"}
        )

    def _asking(self, what: str, found: dict[str, Any], keys: Collection[str]) -> dict[str, Any]:
        """Return an entry about points that asks for circumstances among some keys, now and then."""
        dice = self.plan.dice(what)
        if not self.plan.has("points-as-asked") or dice.random() < 0.3:
            return found
        binding = Binding(self.plan, self.ground, self.forces, self.weathers, self._under())
        return binding.some(dice, keys) | found

    def _exit(self, dice: Random) -> dict[str, Any]:
        ground = self.ground
        found: dict[str, Any] = {
            "side": dice.choice(ground.sides),
            "points": dice.randint(0, 4),
            "per": dice.choice(("unit", "strength")),
        }
        where = dice.choice(("edge", "hexes", "places", "edge")) if ground.places else "edge"
        if where == "edge":
            found["edge"] = dice.choice(("west", "east", ["west", "east"]))
        elif where == "hexes":
            found["hexes"] = dice.sample(ground.hexes, min(4, len(ground.hexes)))
        else:
            found["place"] = dice.choice(list(ground.places))
        if dice.random() < 0.6:
            found["cost"] = dice.choice(("0", "1/2", "2", "3"))
        if dice.random() < 0.4:
            found["classes"] = dice.choice(self.forces.classes)
        keys = {"turns", "weather", "option", "near", "enemy_zoc", "condition"}
        return self._asking(f"exit {found}", found, keys)

    def _levels(self, dice: Random) -> list[dict[str, Any]]:
        """Return grades of victory, some of which no points may reach."""
        found: list[dict[str, Any]] = [{"name": "Edge", "lead": dice.randint(1, 3)}]
        found.append({"name": "Win", "ratio": dice.choice(("3/2", "2", "5/4"))})
        if dice.random() < 0.5:
            found.append({"name": "Rout", "lead": dice.randint(3, 6), "side": dice.choice(self.ground.sides)})
        return found[dice.randint(0, 1) :]


def _dice_behind(kind: tuple[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Return the phase in which dice are thrown for the overruns of a phase."""
    return [("overruns", {})] if kind[0] == "movement" else []
