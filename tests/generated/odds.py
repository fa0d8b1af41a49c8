"""Draw combat by odds of a random game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tests.generated.advancing import Advancing
from tests.generated.barring import Barring
from tests.generated.binding import Binding
from tests.generated.bombarding import Bombarding
from tests.generated.breaking import RESULTS, Breaking
from tests.generated.ground import KINDS
from tests.generated.modifying import Modifying
from tests.generated.networks import Networks
from tests.generated.overrunning import Overrunning
from tests.generated.part import Part
from tests.generated.remaining import Remaining

EFFECTS: Final = {
    "NE": [],
    "AL": ["attacker-step-loss"],
    "DL": ["defender-step-loss"],
    "DR": ["defender-retreat"],
    "DX": ["defender-step-loss", "defender-retreat"],
    "DE": ["defender-eliminated"],
    "BL": ["attacker-step-loss", "defender-step-loss"],
    "AR": ["attacker-step-loss", "defender-retreat"],
    "EX": ["defender-eliminated", "attacker-exchange"],
}
MORE: Final = {
    "AE": ["attacker-eliminated"],
    "AB": ["attacker-retreat"],
    "BR": ["defender-retreat", "attacker-retreat"],
    "RB": ["attacker-retreat", "defender-step-loss", "defender-retreat"],
    "A2": ["attacker-step-loss", "attacker-step-loss"],
    "D2": ["defender-step-loss", "defender-step-loss", "defender-retreat"],
    "EH": ["defender-eliminated", "attacker-exchange-half"],
    "E1": ["defender-step-loss", "attacker-exchange", "defender-retreat"],
    "EA": ["defender-step-loss", "defender-step-loss", "attacker-exchange-half", "attacker-retreat"],
}
TURNED: Final = {
    "DT": ["defender-to-cadre"],
    "AT": ["attacker-to-cadre"],
    "DU": ["attacker-step-loss", "defender-to-cadre"],
}
AFTER: Final = ("DE", "EX", "EH")
"""Results that a die after an overrun may have."""
HEADS: Final = ("1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "5:2", "3:1", "4:1", "5:1", "6:1", "8:1")
PLAIN: Final = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1")


class Odds(Part):
    """The combat table of a plan and what its results do."""

    @property
    def modifying(self) -> Modifying:
        """Return what changes battles."""
        return Modifying(self.plan, self.ground, self.forces, self.weathers, self.under)

    def table(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("table")
        die = dice.choice((2, 4, 8, 10, 12, 20)) if plan.has("big-die") else 6
        many = dice.randint(2, 3) if plan.has("several-dice") else 1
        heads = self._heads(dice)
        known = [r for r in EFFECTS if r != "EX" or plan.has("exchanges")]
        if plan.has("more-results"):
            known += [r for r in MORE if not r.startswith("E") or plan.has("exchanges")]
        if plan.has("disruption"):
            known += RESULTS
        turning = (
            plan.has("turned-units")
            and Remaining(plan, self.ground, self.forces, self.weathers, self.under).rules()
        )
        known += TURNED if turning and not plan.has("points-less-remnants") else ()
        faces = self.modifying.faces(die, many)
        rows = {str(n): self._row(dice, known, len(heads)) for n in faces}
        others: dict[str, Any] = {}
        for name in self.modifying.tables():
            other = plan.dice(f"table {name}")
            columns = self._heads(other)
            found = {str(n): self._row(other, known, len(columns)) for n in faces}
            others[name] = {"name": f"The {name} table", "columns": columns, "rows": found}
            if other.random() < 0.5:
                others[name]["notes"] = ["Read where a modifier says so."]
        read = [*rows.values(), *(row for one in others.values() for row in one["rows"].values())]
        if plan.has("disruption") and not any(result in RESULTS for row in read for result in row):
            # Units recover, and modifiers ask about them: somebody must be disrupted some time.
            read[0][0] = plan.dice("a result that disrupts").choice(sorted(RESULTS))
        used = sorted({result for row in read for result in row})
        table = {
            "name": "Combat",
            "die": die,
            **({"dice": many} if many > 1 else {}),
            **({"alternate_tables": others} if others else {}),
            "columns": heads,
            "rows": rows,
            "results": {r: {"name": r, "text": "As told."} for r in used},
        }
        return table | ({"kind": "differential"} if plan.has("differences") else {})

    def _row(self, dice: Random, known: Sequence[str], columns: int) -> list[str]:
        """Return a row; where dice are thrown for overruns, its last result is one that they may have."""
        found = [dice.choice(known) for _ in range(columns)]
        if self.plan.dices_overruns:
            found[-1] = self.plan.dice(f"last of {found}").choice([one for one in AFTER if one in known])
        return found

    def _heads(self, dice: Random) -> list[str]:
        """Return the heads of a table, lowest first."""
        if self.plan.has("differences"):
            return [f"{n:+}" if n else "0" for n in sorted(dice.sample(range(-6, 9), dice.randint(1, 7)))]
        among = HEADS if self.plan.has("fine-odds") else PLAIN
        first = dice.randrange(len(among) - 1)
        return list(among[first : first + dice.randint(1, 7)])

    def rules(self) -> dict[str, Any]:
        plan, dice = self.plan, self.plan.dice("combat")
        table = self.table()
        used = set(table["results"])
        heads = [
            table["columns"],
            *(other["columns"] for other in table.get("alternate_tables", {}).values()),
        ]
        found: dict[str, Any] = {
            "effects": {result: (EFFECTS | MORE | RESULTS | TURNED)[result] for result in sorted(used)},
            "retreat": {
                "hexes": dice.randint(2, 3) if plan.has("long-retreats") else 1,
                "ezoc": "ignored" if plan.has("retreats-into-zones") else "forbidden",
            },
            "max_advancing": 0 if plan.has("no-advance") else 1,
            **self.modifying.rules(),
            **Breaking(self.plan, self.ground, self.forces, self.weathers, self.under).rules(),
            **Binding(self.plan, self.ground, self.forces, self.weathers, self.under).rules(),
            **Barring(self.plan, self.ground, self.forces, self.weathers, self.under).rules(),
            **Bombarding(self.plan, self.ground, self.forces, self.weathers, self.under).rules(),
            **Overrunning(self.plan, self.ground, self.forces, self.weathers, self.under).rules(
                heads, together=plan.has("stacks-as-one") and (plan.has("several-hexes") or plan.stacks)
            ),
            **Remaining(self.plan, self.ground, self.forces, self.weathers, self.under).rules(),
        }
        if plan.has("capped-odds") and (common := sorted(set(heads[0]).intersection(*heads))):
            cap = self.plan.dice("caps").choice(common)
            for modifier in list(found.get("modifiers", {}).values())[:1]:
                modifier["max_column"] = cap
        found |= self._announced(table, found.get("modifiers", {}))
        if plan.has("stand"):
            found["step_loss_for_retreat"] = sorted(dice.sample(KINDS, dice.randint(1, 4)))
            if plan.has("options") and dice.random() < 0.5:
                found["step_loss_for_retreat_option"] = self.under["option"]
        if plan.has("cut-first"):
            found["cap_odds_before_shifts"] = {}
        if plan.has("stacks-as-one") and (plan.has("several-hexes") or plan.stacks):
            found["target"] = "hexes" if plan.has("several-hexes") else "hex"
        if plan.has("retreats-past-zones"):
            found["retreat"]["ezoc"] = "unless-friends"
        if plan.has("no-room-to-retreat"):
            found["retreat"]["if_overstacked"] = "eliminated"
        if plan.has("undefended") and not plan.has("differences"):
            found["zero_defence_result"] = self.plan.dice("undefended").choice(sorted(used))
        if plan.has("retreats-led-by-owners"):
            found["retreat"]["chosen_by"] = "owner"
        if plan.has("retreats-by-result"):
            far = plan.dice("retreats by result")
            fleeing = [
                one
                for one, done in found["effects"].items()
                if {*done} & {"defender-retreat", "attacker-retreat"}
            ]
            found["retreat"]["hexes_by_result"] = {
                one: far.randint(1, 4) for one in fleeing if far.random() < 0.6
            }
        networks = Networks(self.plan, self.ground, self.forces, self.weathers, self.under)
        laid = networks.names() if all(map(networks.used_by, self.ground.sides)) else []
        if laid and plan.dice("retreats along lines").random() < 0.3:
            track: dict[str, Any] = {"classes": self.forces.classes[:1], "network": laid[0]}
            some = plan.dice("when they do")
            if some.random() < 0.4:
                track["turns"] = sorted(some.sample(range(1, 6), 3))
            found["retreat"]["along_network"] = [track]
        left_out = plan.dice("units that are overlooked")
        defends_as_one = "target" in found and "overruns" not in found
        if defends_as_one and len(self.forces.classes) > 1 and left_out.random() < 0.5:
            found["ignored_defenders"] = {"classes": [left_out.choice(self.forces.classes)]}
            found["ignored_defenders"] |= {"rule": "1.1"} if plan.has("cited") else {}
        if "target" in found and plan.dice("units that defend once").random() < 0.5:
            found["defends_once"] = True
        never = plan.dice("units that never retreat")
        if len(self.forces.classes) > 1 and never.random() < 0.25:
            found["retreat"]["cannot_retreat"] = [never.choice(self.forces.classes[1:])]
        if plan.has("retreats-through"):
            found["retreat"] |= self._through(found["retreat"])
        if plan.has("reckoned-exchanges") and not plan.dices_overruns:
            found["exchange"] = "modified"
        if plan.has("several-advances") and not plan.has("no-advance"):
            found["max_advancing"] = self.plan.dice("advances").randint(2, 4)
        if plan.has("advances-of-some") and not plan.has("no-advance"):
            found |= Advancing(self.plan, self.ground, self.forces, self.weathers, self.under).rules(
                sorted(used)
            )
        return found

    def _through(self, retreat: dict[str, Any]) -> dict[str, Any]:
        """Return whose retreat no zone bars, and through which enemies all retreats lead."""
        dice, classes = self.plan.dice("retreats through"), self.forces.classes
        found: dict[str, Any] = {}
        if dice.random() < 0.7:
            found["passable_enemies"] = dice.sample(classes, dice.randint(1, min(2, len(classes))))
        bold = [one for one in classes if one not in retreat.get("cannot_retreat", ())]
        if bold and retreat["ezoc"] != "ignored":
            found["ignores_ezoc"] = [dice.choice(bold)]
        return found

    def _announced(self, table: dict[str, Any], modifiers: dict[str, Any]) -> dict[str, Any]:
        """Return what attackers may announce before the die is thrown."""
        plan, dice = self.plan, self.plan.dice("announcements")
        found: dict[str, Any] = {"may_lower_odds": True} if plan.has("lower-odds") else {}
        read = [table["rows"], *(other["rows"] for other in table.get("alternate_tables", {}).values())]
        columns = [column for rows in read for column in zip(*rows.values(), strict=True)]
        # Where nothing changes the die, it falls otherwise some time unless a column has that result alone.
        known = [result for result in sorted(table["results"]) if all(set(c) != {result} for c in columns)]
        if plan.has("ignored-results") and known and not any(one.get("drm") for one in modifiers.values()):
            found["ignorable_results"] = [dice.choice(known)]
        return found
