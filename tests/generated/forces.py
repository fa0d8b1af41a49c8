"""Draw the counters, schedules and scenarios of a random game."""

from __future__ import annotations

from typing import Any

from tests.generated.ground import SOURCE, Ground
from tests.generated.plan import Plan

TIMETABLE = "days"


class Forces:
    """The units of a plan, and where they begin."""

    def __init__(self, plan: Plan, ground: Ground) -> None:
        self.plan = plan
        self.ground = ground
        self.classes = ["foot"] + [use.rstrip("s") for use in ("horse", "guns") if plan.has(use)]
        self.units = self._units()

    def _units(self) -> dict[str, Any]:
        plan, found = self.plan, {}
        for side in self.ground.sides:
            for n in range(1, plan.units + 1):
                dice = plan.dice(f"unit {side} {n}")
                steps = 3 if plan.has("three-steps") and dice.random() < 0.5 else 2
                if plan.has("one-step") and dice.random() < 0.4:
                    steps = 1
                strength = dice.randint(steps, 9)
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
        return found

    def of(self, side: str) -> list[str]:
        """Return the units of a side."""
        return [unit for unit, data in self.units.items() if data["side"] == side]

    def late(self, side: str) -> list[str]:
        """Return the units that come later."""
        units = self.of(side)
        return units[-1:] if self.plan.has("late-units") and len(units) > 1 else []

    def counters(self) -> dict[str, Any]:
        """Return counters.yaml."""
        symbols = {"foot": "infantry", "horse": "cavalry", "gun": "artillery"}
        control = [{"text": side.title(), "symbol": "control", "side": side} for side in self.ground.sides]
        markers: dict[str, Any] = {
            "turn": {"name": "Turn marker", "faces": [{"text": "Turn", "symbol": "turn"}]}
        }
        pairs = [] if len(control) > 2 else [control]
        for n, faces in enumerate(pairs, 1):
            markers[f"control-{n}"] = {"name": f"Control marker {n}", "count": 6, "faces": faces}
        return {
            "provenance": SOURCE,
            "sheet": {"counter_mm": 12},
            "classes": {name: {"name": name.title(), "symbol": symbols[name]} for name in self.classes},
            "units": self.units,
            "markers": markers,
        }

    def schedules(self) -> dict[str, Any]:
        """Return oob.yaml."""
        found: dict[str, Any] = {"provenance": SOURCE}
        if self.plan.has("replacements"):
            dice = self.plan.dice("points")
            found["replacements"] = [
                {
                    "side": side,
                    "first_turn": first,
                    "last_turn": self.plan.turns + 9,
                    "points": dice.randint(0, 3),
                    "every": dice.randint(1, 2),
                }
                for side in self.ground.sides
                for first in [dice.randint(1, 2)]
            ]
        arrivals = [
            {
                "turn": self.plan.dice(f"arrival {side}").randint(1, self.plan.turns),
                "side": side,
                "units": self.late(side),
                "text": "They join the replacements.",
            }
            for side in self.ground.sides
            if self.late(side)
        ]
        if arrivals:
            found["arrivals"] = arrivals
        return found

    def scenario(self, number: int, first_phase: str) -> dict[str, Any]:
        """Return one scenario."""
        plan, ground = self.plan, self.ground
        dice = plan.dice(f"scenario {number}")
        last = plan.turns
        first = dice.randint(1, last) if plan.has("late-beginning") else 1
        unused = []
        if plan.has("not-used") and plan.units > 2:
            unused = [dice.choice(self.of(side)[:-1]) for side in ground.sides]
        room = 3 if plan.has("stacks-of-three") else 2 if plan.has("stacks-of-two") else 1
        placement: dict[str, list[str]] = {}
        areas, held = [], []
        for side in ground.sides:
            late = self.late(side)
            units = [u for u in self.of(side) if u not in late and u not in unused]
            hexes = [h for h in ground.start_of(side) for _ in range(room)]
            if plan.dice("stacked set-up").random() < 0.5:
                hexes = ground.start_of(side)
            units = units[: len(hexes)]
            step = 1
            if plan.has("reduced-at-start"):
                step = min(len(self.units[u]["steps"]) for u in units)
            for unit, spot in zip(units, dice.sample(hexes, len(units)), strict=True):
                placement.setdefault(spot, []).append(unit)
            areas.append({"side": side, "feature": f"{side}-start", "units": units, "fill": False})
            if step > 1:
                areas[-1]["step"] = step
            if room > 1:
                areas[-1]["stack"] = True
            if late:
                held.append({"units": late, "box": f"{side}-pool"})
            unused += [u for u in self.of(side) if u not in late and u not in units and u not in unused]
        setup: dict[str, Any] = {"name": "Ready", "provenance": SOURCE, "placement": placement}
        if held:
            setup["held"] = held
        found = {
            "title": f"Scenario {number}",
            "description": "Drawn at random.",
            "provenance": SOURCE,
            "timetable": TIMETABLE,
            "first_turn": first,
            "last_turn": last,
            "first_phase": first_phase,
            "victory": "who-wins",
            "setup": setup,
            "areas": areas,
            "order": number,
        }
        if unused:
            found["not_used"] = unused
        return found
