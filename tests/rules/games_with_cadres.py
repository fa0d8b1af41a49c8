"""Games in which eliminated units leave cadres, and an oracle that follows battles from the data alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwright.model.counter_mix import Step, Unit
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.disruption_record import Disruption
from hexwright.model.rules.rules_record import Effect
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.model.scenario import UnitsInBox
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import CHANCE, Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.asking import so
from tests.rules.stacking import may_stay
from tests.rules.unused import without
from tests.vassal.compile.games import game

ENTRIES = (
    Cadre(replaced_by=(UnitId("blue-rump"), UnitId("blue-rest")), min_strength=2, rule="8"),
    Cadre(
        replaced_by=(UnitId("red-rump"), UnitId("red-rest"), UnitId("red-relic")),
        classes=("foot", "tank"),
        min_strength=3,
        rule="8",
    ),
)
DEADLY: Mapping[str, tuple[Effect, ...]] = {
    "AL": ("attacker-eliminated",),
    "NE": ("attacker-step-loss", "attacker-step-loss"),
    "EX": ("defender-eliminated", "attacker-exchange"),
    "DR": ("defender-retreat", "attacker-retreat"),
    "DL": ("defender-step-loss", "defender-retreat"),
    "DE": ("attacker-eliminated", "defender-eliminated"),
}
SMALL = (
    ("blue-rump", "R", "Blue Rump", "foot", 1, 4),
    ("blue-rest", "S", "Blue Rest", "foot", 1, 3),
    ("red-rump", "R", "Red Rump", "tank", 1, 6),
    ("red-rest", "S", "Red Rest", "foot", 2, 3),
    ("red-relic", "L", "Red Relic", "foot", 2, 3),
)


def with_remnants(found: Game) -> Game:
    """Return the toy with small units in the box of later arrivals."""
    units = tuple(
        Unit(
            UnitId(name),
            letter,
            full,
            SideId(name.partition("-")[0]),
            kind,
            "battalion",
            (Step(strength, ma),),
        )
        for name, letter, full, kind, strength, ma in SMALL
    )
    held = UnitsInBox(tuple(unit.id for unit in units), BoxId("later"), text="What is left.")
    scenarios = tuple(
        replace(one, setup=replace(one.setup, in_boxes=(*one.setup.in_boxes, held)))
        for one in found.scenarios
    )
    counters = replace(found.counters, units=(*found.counters.units, *units))
    return replace(found, counters=counters, scenarios=scenarios)


def toy(effects: Mapping[str, tuple[Effect, ...]] = DEADLY, **more: Any) -> Game:
    """Return the toy with deadlier battles."""
    found = with_remnants(game("toy-causeway"))
    combat = found.rules.combat
    assert combat is not None
    changed = replace(
        combat, **{"effects": effects, "cadres": ENTRIES, "disruption": None, "modifiers": (), **more}
    )
    calm = changed.disruption is None
    sequence = tuple(phase for phase in found.rules.sequence if not calm or phase.kind != "recovery")
    charts = found.charts
    assert charts.combat is not None
    table = replace(
        charts.combat, alternate_tables=() if not changed.modifiers else charts.combat.alternate_tables
    )
    remain = {unit for entry in changed.cadres for unit in entry.replaced_by}
    (week,) = found.scenarios
    idle = tuple(unit for unit in week.setup.in_boxes[-1].units if unit not in remain)
    return replace(
        found,
        scenarios=(without(week, idle),),
        charts=replace(charts, combat=table),
        # Of limits by kind others ask.
        rules=replace(
            found.rules,
            combat=changed,
            sequence=sequence,
            stacking=replace(found.rules.stacking, limits=()),
        ),
    )


class Judge:
    """Follows one battle from the data alone: the units lost, and the cadres that must replace them."""

    def __init__(self, rules: RulesEngine, state: State) -> None:
        self.rules = rules
        self.game = rules.setting.game
        assert self.game.rules.combat is not None
        self.entries = self.game.rules.combat.cadres
        self.seen = dict.fromkeys(("lost", "came", "none left", "advanced", "chosen", "no room"), 0)
        self.took_part: set[UnitId] = set()
        self.due: list[tuple[int, HexId]] = []
        self.came: dict[UnitId, bool] = {}

    def standing(self, state: State) -> dict[UnitId, HexId]:
        ids = self.rules.setting.board.ids
        return {
            u: ids[state.locations[n]]
            for n, u in enumerate(self.rules.setting.units)
            if state.locations[n] >= 0
        }

    def begin(self, state: State) -> None:
        """Note the units that take part in the battle."""
        assert state.fight is not None
        both = state.fight.attackers | state.fight.defenders
        self.took_part = {u for n, u in enumerate(self.rules.setting.units) if both >> n & 1}
        self.due, self.came = [], {}

    def shaken(self, before: State, action: Action, unit: UnitId) -> bool:
        """Return whether a unit is disrupted when it is lost, before the die roll or by it."""
        number, fight = self.rules.setting.unit_numbers[unit], before.fight
        if action.kind == "roll" and fight is not None and self.game.rules.odds_combat.disruption is not None:
            told = self.rules.describe(before, action)
            result = next(
                one
                for one in self.game.rules.odds_combat.effects
                if f": {one}," in told or f": {one}." in told
            )
            role = "defender" if fight.defenders >> number & 1 else "attacker"
            if f"{role}-disrupted" in self.game.rules.odds_combat.effects[result]:
                return True
        return before.conditions[number] == DISRUPTED

    def entry(self, unit: UnitId, step: int, before: State, *, shaken: bool = False) -> int:
        """Return the first cadre entry that applies to a unit in this state, or -1."""
        counter = self.game.counters.unit(unit)
        for number, one in enumerate(self.entries):
            sides = {self.game.counters.unit(name).side for name in one.replaced_by}
            strength = counter.steps[step - 1].strength or 0
            if (
                sides == {counter.side}
                and strength >= one.min_strength
                and so(self.rules, before, one, unit, shaken=shaken)
            ):
                return number
        return -1

    def waiting(self, state: State, number: int, hex_id: HexId) -> list[UnitId]:
        there = self.standing(state)
        units = [u for u in self.entries[number].replaced_by if u not in there and u not in self.took_part]
        mates = [u for u, at in there.items() if at == hex_id]
        if any(not may_stay(self.game, hex_id, [*mates, unit]) for unit in units):
            self.seen["no room"] += 1
        units = [unit for unit in units if may_stay(self.game, hex_id, [*mates, unit])]
        found: list[UnitId] = []
        for unit in units:
            one = self.game.counters.unit(unit)
            others = [self.game.counters.unit(other) for other in found]
            if all((one.unit_class, one.steps) != (other.unit_class, other.steps) for other in others):
                found.append(unit)
        return found

    def step(self, before: State, action: Action, after: State) -> None:
        """Judge a step of the battle."""
        was, now = self.standing(before), self.standing(after)
        told = (action.text, before.stage, self.due)
        fresh = set(now) - set(was)
        if action.kind == "remain":
            assert action.unit is not None
            assert action.hex is not None
            assert fresh == {action.unit}, told
            fits = [one for one in self.due if one[1] == action.hex]
            fits = [one for one in fits if action.unit in self.waiting(before, *one)]
            assert fits, told
            assert now[action.unit] == action.hex, told
            self.due.remove(fits[0])
            self.came[action.unit] = action.hex not in self.attacked
            self.seen["came"] += 1
        else:
            assert not fresh, told
        for unit in set(was) - set(now):
            # None has more than two steps: who loses one, and then can't retreat, is lost at its last.
            alone = before.fight is not None and before.fight.defenders.bit_count() == 1
            stepped = action.kind == "roll" and alone and ": DL," in self.rules.describe(before, action)
            stepped = stepped or (action.kind in ("lose", "stand") and action.unit == unit)
            last = len(self.game.counters.unit(unit).steps)
            step = last if stepped else before.steps[self.rules.setting.unit_numbers[unit]]
            assert unit not in self.came, (*told, "what remained was lost in the same battle")
            self.seen["lost"] += 1
            number = self.entry(unit, step, before, shaken=self.shaken(before, action, unit))
            if number >= 0:
                self.due.append((number, was[unit]))
        for unit in self.came:
            if unit in was and unit in now and was[unit] != now[unit]:
                assert action.kind == "advance", told
                assert self.came[unit], told
                self.seen["advanced"] += 1
        left = [one for one in self.due if self.waiting(after, *one)]
        self.seen["none left"] += len(self.due) > len(left)
        self.due = left
        if after.stage == "losses":
            return  # All that is owed is lost first.
        assert (after.stage == "remnant") == bool(self.due), told
        if self.due:
            number = min(self.due)[0]
            side = self.game.counters.unit(self.entries[number].replaced_by[0]).side
            assert self.rules.active_side(after) == side, told
            options = {
                f"remain {unit} {hex_id}"
                for entry, hex_id in self.due
                if self.game.counters.unit(self.entries[entry].replaced_by[0]).side == side
                for unit in self.waiting(after, entry, hex_id)
            }
            assert {one.text for one in self.rules.legal_actions(after)} == options, told
            self.seen["chosen"] += len(options) > 1

    @property
    def attacked(self) -> set[HexId]:
        return self._attacked

    @attacked.setter
    def attacked(self, hexes: set[HexId]) -> None:
        self._attacked = hexes


FIELD = ("0303", "0304", "0403", "0404", "0405", "0503", "0504")


def fought(rules: RulesEngine, seeds: range, judging: type[Judge] = Judge) -> dict[str, int]:
    """Fight battles between units at random positions; return how often each event occurred."""
    total: dict[str, int] = {}
    for seed in seeds:
        chance = RandomStream(seed)
        taken: dict[str, str] = {}
        lines, pool = [], []
        for unit in rules.setting.units:
            hex_id, step = chance.choice(FIELD), 1 + (not chance.integer_below(4))
            step = min(step, rules.setting.last_step[rules.setting.unit_numbers[unit]])
            small = unit.endswith(("rump", "rest", "relic"))
            mine = taken.setdefault(hex_id, unit.partition("-")[0]) == unit.partition("-")[0]
            if mine and not (small and chance.integer_below(4)):
                lines.append(f"{hex_id} {unit}/{step}")
            elif small:
                pool.append(str(unit))
        state = build_state(rules, lines, phase="blue-combat", pool=pool)
        judge = judging(rules, state)
        for _ in range(4):
            attacks = [a for a in rules.legal_actions(state) if a.kind == "attack"]
            if state.stage != "declare" or not attacks:
                break
            state = rules.apply(state, chance.choice(attacks))
        here = (state.turn, state.phase)
        while (state.turn, state.phase) == here and not rules.is_over(state):
            chance_decides = rules.active_side(state) == CHANCE
            action = rules.draw(state) if chance_decides else chance.choice(rules.legal_actions(state))
            if state.stage == "declare":
                action = Action("end")
            after = rules.apply(state, action)
            if after.stage == "roll" and after.fight is not None:
                judge.attacked = {rules.setting.board.ids[n] for n in _bits(after.fight.hexes)}
                judge.begin(after)
            elif state.fight is not None and (after.turn, after.phase) == here:
                judge.step(state, action, after)
            state = after
        for name, count in judge.seen.items():
            total[name] = total.get(name, 0) + count
    return total


def _bits(number: int) -> list[int]:
    return [n for n in range(number.bit_length()) if number >> n & 1]


def crowded() -> Game:
    """Return the toy with stacking limits by points and place."""
    limits = (StackLimit(max=2, points={"tank": 2}), StackLimit(max=1, terrain=("wood",)))
    found = toy(target="unit")
    return replace(found, rules=replace(found.rules, stacking=replace(found.rules.stacking, limits=limits)))


ASKING = (
    replace(ENTRIES[0], terrain=("clear",), unless=Unless(feature=("red-start",))),
    replace(ENTRIES[0], units=(UnitId("blue-1"), UnitId("blue-tank"))),
    replace(ENTRIES[0], phases=(PhaseId("red-combat"),)),
    replace(ENTRIES[1], weather=("rain",)),
    replace(ENTRIES[1], turns=(2, 3)),
    replace(ENTRIES[1], place_kinds=("town",), classes=()),
    replace(ENTRIES[1], condition="disrupted", classes=()),
)


def asking(entries: tuple[Cadre, ...] = ASKING, attacked: str = "unit") -> Game:
    """Return the toy in which cadres depend on criteria."""
    effects: dict[str, tuple[Effect, ...]] = {
        **DEADLY,
        "AL": ("attacker-disrupted", "defender-eliminated"),
        "DR": ("defender-disrupted", "defender-retreat"),
        "NE": ("defender-disrupted", "defender-eliminated"),
    }
    return toy(effects, target=attacked, cadres=entries, disruption=Disruption())


def told(changed: Game) -> str:
    return "; ".join(fault.message for fault in check_rules(changed, changed.scenarios[0]))
