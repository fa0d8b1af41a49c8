"""Draw the counters, schedules and scenarios of a random game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.generated.gathering import Gathering
from tests.generated.ground import SOURCE, Ground
from tests.generated.plan import Plan

TIMETABLE = "days"
ARTS = ("text", "pips", "none")
KEPT = ("own", "rest")
"""The accounts of replacements of every side that has any."""


class Forces:
    """The units of a plan, and where they begin."""

    def __init__(self, plan: Plan, ground: Ground) -> None:
        self.plan = plan
        self.ground = ground
        self.classes = ["foot"] + [use.rstrip("s") for use in ("horse", "guns") if plan.has(use)]
        self.units = self._units()
        self.gathering = Gathering(plan, ground, self.units)

    def _units(self) -> dict[str, Any]:
        plan = self.plan
        found: dict[str, Any] = {}
        for side in self.ground.sides:
            for n in range(1, plan.units + 1):
                dice = plan.dice(f"unit {side} {n}")
                steps = 2 if plan.by_odds else 1
                steps = 3 if plan.has("three-steps") and dice.random() < 0.5 else steps
                if plan.has("one-step") and dice.random() < 0.4:
                    steps = 1
                # Of fire each point is a die.
                strength = dice.randint(steps, 3 if plan.has("fire") else 9)
                strengths = [max(1, strength - step * dice.randint(1, 3)) for step in range(steps)]
                if plan.has("nought-strength") and dice.random() < 0.3:
                    strengths[-1] = 0
                allowance = 0 if plan.has("nought-allowance") and dice.random() < 0.3 else dice.randint(1, 6)
                found[f"{side}-{n}"] = {
                    "designation": str(n),
                    "name": f"{n}. {side.title()} Unit",
                    "side": side,
                    "unit_class": dice.choice(self.classes),
                    "size": "division",
                    "steps": [{"strength": s, "ma": allowance} for s in strengths],
                }
                if plan.has("own-defences") and plan.by_odds:
                    for face in found[f"{side}-{n}"]["steps"]:
                        if dice.random() < 0.5:
                            face["defence"] = dice.choice(("0", "1/2", "1", "2", "7/2", "6"))
                if plan.has("fire-absorbs") and dice.random() < 0.5:
                    found[f"{side}-{n}"]["steps"][0]["ratings"] = {"hits": str(dice.randint(1, 2))}
            rest = plan.dice(f"remnants {side}")
            for n in range(rest.randint(1, 3) if plan.has("remnants") and plan.by_odds else 0):
                found[f"{side}-rest-{n}"] = {
                    "designation": f"R{n}",
                    "name": f"{n}. {side.title()} Rest",
                    "side": side,
                    "unit_class": "foot",
                    "size": "battalion",
                    "steps": [{"strength": rest.randint(1, 2), "ma": 2}],
                }
            for n in range(plan.dice(f"parts {side}").randint(1, 3) if self.drops(side) else 0):
                found[f"{side}-part-{n}"] = {
                    "designation": f"P{n}",
                    "name": f"{n}. {side.title()} Part",
                    "side": side,
                    "unit_class": "foot",
                    "size": "battalion",
                    "steps": [{"strength": 1, "ma": 2}],
                }
            for n in range(1, 1 + plan.dice(f"air {side}").randint(1, 2) if plan.has("air") else 0):
                found[f"{side}-air-{n}"] = {
                    "designation": f"A{n}",
                    "name": f"{n}. {side.title()} Wing",
                    "side": side,
                    "unit_class": "air",
                    "size": "battalion",
                    "steps": [{"strength": plan.dice(f"wing {side} {n}").randint(1, 3)}],
                }
        return found

    def remnants(self, side: str) -> list[str]:
        """Return the units that remain of others, at first off the map."""
        return [u for u in self.of(side) if "-rest-" in u]

    def drops(self, side: str) -> bool:
        """Return whether a side's late units may be dropped: units that may come early, or be given up,
        may not.
        """
        gambles = self.plan.has("events") and side == self.ground.sides[-1]
        odd = not self.plan.wide or self.plan.has("given-up")
        return self.plan.has("drops") and self.plan.units > 1 and not (gambles or odd)

    def parts(self, side: str) -> list[str]:
        """Return the units that are dropped in place of others."""
        return [u for u in self.of(side) if "-part-" in u]

    def of(self, side: str) -> list[str]:
        """Return the units of a side on the ground."""
        return [u for u, data in self.units.items() if data["side"] == side and data["unit_class"] != "air"]

    def flyers(self, side: str) -> list[str]:
        """Return the air units of a side."""
        return [u for u, data in self.units.items() if data["side"] == side and data["unit_class"] == "air"]

    def _lines(self, side: str) -> list[str]:
        return [u for u in self.of(side) if u not in (*self.remnants(side), *self.parts(side))]

    def late(self, side: str) -> list[str]:
        """Return the units that come later."""
        units = self._lines(side)
        if not self.plan.has("late-units") or len(units) < 2:
            return []
        return units[-2:] if len(units) > 5 else units[-1:]

    def made(self, side: str) -> str:
        """Return the unit that takes the place of another, or nothing."""
        units = self._lines(side)
        return units[-3] if self.plan.has("conversions") and len(units) > 5 else ""

    def counters(self) -> dict[str, Any]:
        """Return counters.yaml."""
        symbols = {"foot": "infantry", "horse": "cavalry", "gun": "artillery", "air": "air"}
        control = [{"text": side.title(), "symbol": "control", "side": side} for side in self.ground.sides]
        markers: dict[str, Any] = {
            "turn": {"name": "Turn marker", "faces": [{"text": "Turn", "symbol": "turn"}]}
        }
        markers["control-1"] = {"name": "Control marker 1", "count": 6, "faces": control}
        classes = self.classes + (["air"] if self.plan.has("air") else [])
        found = {
            "provenance": SOURCE,
            "sheet": {"counter_mm": 12},
            "classes": {name: {"name": name.title(), "symbol": symbols[name]} for name in classes},
            "units": self.units,
            "markers": markers,
        }
        if self.plan.has("fire-absorbs"):
            found["ratings"] = {"hits": {"name": "Hits", "art": self.plan.dice("figures").choice(ARTS)}}
        return found

    def schedules(self) -> dict[str, Any]:
        """Return oob.yaml."""
        plan = self.plan
        found: dict[str, Any] = {"provenance": SOURCE}
        if plan.has("replacements"):
            found["replacements"] = [entry for side in self.ground.sides for entry in self._points(side)]
        arrivals = [entry for side in self.ground.sides for entry in self._arrivals(side)]
        if arrivals:
            found["reinforcements"] = arrivals
        if plan.has("withdrawals"):
            dice = plan.dice("withdrawals")
            side = dice.choice(self.ground.sides)
            units = self.flyers(side) if plan.has("air") and dice.random() < 0.5 else self.of(side)[:1]
            turn = dice.randint(1, plan.turns)
            entry: dict[str, Any] = {"turn": turn, "side": side, "units": units, "text": "They leave."}
            if dice.random() < 0.5:
                entry["scenarios"] = ["day-1"]
            if plan.has("options") and dice.random() < 0.5:
                entry["option"] = {"mood": dice.choice(("mild", "wild"))}
            found["withdrawals"] = [entry]
        return found

    def _points(self, side: str) -> list[dict[str, Any]]:
        dice = self.plan.dice(f"points {side}")
        found = []
        for _ in range(2 if self.plan.has("several-points") else 1):
            entry: dict[str, Any] = {
                "side": side,
                "first_turn": dice.randint(1, 2),
                "last_turn": self.plan.turns + 9,
                "points": dice.randint(0, 3),
                "every": dice.randint(1, 2),
            }
            if self.plan.has("several-points") and dice.random() < 0.5:
                entry["scenarios"] = ["day-1"]
            if self.plan.has("points-by-option") and self.plan.has("options"):
                entry["option"] = {"mood": dice.choice(("mild", "wild"))}
            found.append(entry)
        if self.plan.has("accounts"):
            return [entry | {"account": account} for account in KEPT for entry in found]
        return found

    def _arrivals(self, side: str) -> list[dict[str, Any]]:
        dice, late, made = self.plan.dice(f"arrival {side}"), self.late(side), self.made(side)
        found: list[dict[str, Any]] = []
        if late:
            turn = dice.randint(1, self.plan.turns)
            if self.plan.has("arrivals-by-die") and side == self.ground.sides[0]:
                turn = self.plan.turns + dice.randint(0, 1)  # Else no die would be due.
            entry = {"turn": turn, "side": side, "units": late, "text": "They join the replacements."}
            if len(late) > 1 and not self.plan.has("entries") and dice.random() < 0.5:
                entry["choose"] = 1
            found.append(entry)
            if self.scenarios > 1 and dice.random() < 0.5:
                entry["scenarios"] = ["day-1"]
                found.append(entry | {"turn": dice.randint(1, self.plan.turns), "scenarios": ["day-2"]})
            if self.plan.has("arrivals-by-option") and self.plan.has("options"):
                # By the other choice they come on another turn, or not at all.
                choices = ["mild", "wild"]
                dice.shuffle(choices)
                mine, others = ({"option": {"mood": choice}} for choice in choices)
                more = [one | others | {"turn": dice.randint(1, self.plan.turns)} for one in found]
                found = [one | mine for one in found] + (more if dice.random() < 0.6 else [])
        if made:
            turn = dice.randint(1, self.plan.turns)
            found.append({"turn": turn, "side": side, "units": [made], "text": "It takes another's place."})
        return found

    @property
    def scenarios(self) -> int:
        """Return how many scenarios there are."""
        return 2 if self.plan.has("two-scenarios") else 1

    def first_turn(self, number: int) -> int:
        """Return the turn on which a scenario begins."""
        late = self.plan.has("late-beginning")
        return self.plan.dice(f"beginning {number}").randint(1, self.plan.turns) if late else 1

    def _spread(self, dice: Random, units: list[str], hexes: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return units with their hexes so that no limit is broken: at worst as many as stand alone."""
        for _ in range(20):
            spots = dice.sample(hexes, len(units))
            stacks: dict[str, list[str]] = {}
            for unit, spot in zip(units, spots, strict=True):
                stacks.setdefault(spot, []).append(unit)
            if self.gathering.fit(stacks.values()):
                return units, spots
        alone = sorted(set(hexes))
        return units[: len(alone)], dice.sample(alone, min(len(units), len(alone)))

    def scenario(self, number: int, first_phase: str) -> dict[str, Any]:
        """Return one scenario."""
        plan, ground = self.plan, self.ground
        dice = plan.dice(f"scenario {number}")
        last, first = plan.turns, self.first_turn(number)
        unused = []
        if plan.has("not-used") and plan.units > 2:
            # The last ones come later.
            unused = [dice.choice(self._lines(side)[: max(1, plan.units - 3)]) for side in ground.sides]
        room = 3 if plan.has("stacks-of-three") else 2 if plan.has("stacks-of-two") else 1
        placement: dict[str, list[str]] = {}
        areas, held = [], []
        for side in ground.sides:
            late, made = self.late(side), self.made(side)
            units = [u for u in self._lines(side) if u not in (*late, made, *unused)]
            hexes = [h for h in ground.start_of(side) for _ in range(room)]
            if plan.dice("stacked set-up").random() < 0.5:
                hexes = ground.start_of(side)
            units = units[: len(hexes)]
            step = 1
            if plan.has("reduced-at-start"):
                step = min(len(self.units[u]["steps"]) for u in units)
            units, spots = self._spread(dice, units, hexes)
            for unit, spot in zip(units, spots, strict=True):
                placement.setdefault(spot, []).append(unit)
            areas.append({"side": side, "feature": f"{side}-start", "units": units, "fill": False})
            if step > 1:
                areas[-1]["step"] = step
            if room > 1:
                areas[-1]["may_stack"] = True
            if plan.has("set-up-hexes"):
                areas[-1]["hexes"] = sorted({h for h, here in placement.items() if set(here) & set(units)})
            if late:
                waits = plan.has("entries") or plan.has("air") or len(late) > 1
                entry: dict[str, Any] = {
                    "units": late,
                    "box": dice.choice(("aside", f"{side}-later", f"{side}-pool")[: 2 if waits else 3]),
                }
                if plan.has("held-reduced"):
                    entry["step"] = min(len(self.units[u]["steps"]) for u in late)
                held.append(entry | {"text": "They wait."})
            if made:
                held.append({"units": [made], "box": "aside"})
            if rests := self.remnants(side):
                box = dice.choice((f"{side}-later", f"{side}-pool"))
                held.append({"units": rests, "box": box, "text": "What is left."})
            if parts := self.parts(side):
                held.append(
                    {"units": parts, "box": plan.dice(f"dropped {side}").choice(("aside", f"{side}-later"))}
                )
            if flyers := self.flyers(side):
                held.append({"units": flyers, "box": f"{side}-later"})
            unused += [u for u in self._lines(side) if u not in (*late, made, *units, *unused)]
        setup: dict[str, Any] = {"name": "Ready", "provenance": SOURCE, "placement": placement}
        if held:
            setup["in_boxes"] = held
        found = {
            "title": f"Scenario {number}",
            "description": "Drawn at random.",
            "provenance": SOURCE,
            "turn_track": TIMETABLE,
            "first_turn": first,
            "last_turn": last,
            "first_phase": first_phase,
            "victory": "who-wins",
            "setup": setup,
            "setup_areas": areas,
            "order": number,
        }
        if unused:
            found["unused_units"] = unused
        if plan.has("other-owners") and number == 1:
            # Whoever stands in a place holds it.
            empty = {n: p for n, p in ground.places.items() if "owner" in p and p["hex"] not in placement}
            found["owners"] = {name: dice.choice(ground.sides) for name in empty}
        if plan.has("options-of-scenarios") and number == 1:
            found["options"] = {"mood": "wild"}
        if plan.has("no-free-set-up"):
            found["free_setup"] = False
        elif plan.has("set-up-in-order"):
            found["setup_order"] = list(reversed(ground.sides))
        return found
