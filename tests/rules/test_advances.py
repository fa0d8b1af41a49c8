"""Advances, their number and length agree with a naive oracle that uses only the data and past actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import pytest

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.ids import HexId, Hexside, SideId, UnitId
from hexwright.model.rules.advance_after_combat_record import AdvanceAfterCombat
from hexwright.model.rules.criteria_record import Unless
from hexwright.model.rules.rules_record import ZoneOfControl
from hexwright.model.words.advance_after_combat_words import told
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import advance_after_combat
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import check_rules
from tests.rules.games_with_advances import changed
from tests.rules.stacking import may_stay, stacks
from tests.rules.zoning import reaches
from tests.vassal.compile.games import game

TWO = (AdvanceAfterCombat(hexes=2, rule="3"),)
VARIANTS: Mapping[str, tuple[AdvanceAfterCombat, ...]] = {
    "nothing said": (),
    "all": TWO,
    "scouts far, one on foot": (
        AdvanceAfterCombat(classes=("scout",), hexes=3),
        AdvanceAfterCombat(classes=("foot",), max=1),
    ),
    "held by zones": (AdvanceAfterCombat(hexes=3, ezoc="stops"),),
    "of a side": (AdvanceAfterCombat(side=(SideId("slate"),), hexes=2),),
    "not into hills": (AdvanceAfterCombat(hexes=3, unless=Unless(terrain=("hills",))),),
    "after a retreat": (
        AdvanceAfterCombat(results=("DR",), hexes=2),
        AdvanceAfterCombat(units=(UnitId("amber-1"),)),
    ),
    "not across the lake": (
        AdvanceAfterCombat(terrain=("clear",), hexes=2),
        AdvanceAfterCombat(turns=(2,), hexes=4),
    ),
}
Seen = dict[str, int]


@cache
def kernel(variant: str, most: int = 2, *, cancel: bool = False) -> RulesEngine:
    return RulesEngine(changed(VARIANTS[variant], most, cancel=cancel), "the-day")


class Judge:
    """An oracle that records the units that have advanced in a battle, and finds those that still may."""

    def __init__(self, rules: RulesEngine) -> None:
        self.rules = rules
        self.game = rules.setting.game
        self.grid = HexGrid.of(self.game.hexmap.grid)
        self.strides: dict[UnitId, int] = {}
        lake = next(one for one in self.game.hexmap.hexsides if one.id == "lake")
        self.lake = [
            {*map(HexId, str(Hexside.parse(text)).split("/"))} for way in lake.lines for text in way.hexsides
        ]

    def legal(self, state: State) -> set[tuple[UnitId, HexId]]:
        """Return the legal advances as pairs of unit and hex."""
        setting, fight = self.rules.setting, state.fight
        assert fight is not None
        there = stacks(self.rules, state)
        spot = {unit: hex_id for hex_id, units in there.items() for unit in units}
        attacked = set(setting.hex_ids(fight.hexes))
        combat = self.game.rules.combat
        assert combat is not None
        found = set()
        for unit in setting.units:
            if not fight.attackers >> setting.unit_numbers[unit] & 1:
                continue
            for goal in self.grid.neighbours(spot[unit]).values():
                if goal not in setting.board.index or {goal, spot[unit]} in self.lake:
                    continue
                there_now = there.get(goal, [])
                if any(self.side(one) != self.side(unit) for one in there_now):
                    continue
                if not may_stay(self.game, goal, [*there_now, unit]):
                    continue
                if unit not in self.strides:
                    friends = [one for one in there_now if one not in self.strides]
                    if goal not in attacked or friends or len(self.strides) >= combat.max_advancing:
                        continue
                if self.let(unit, goal, spot, state.turn, fight.result):
                    found.add((unit, goal))
        return found

    def let(self, unit: UnitId, goal: HexId, spot: Mapping[UnitId, HexId], turn: int, result: str) -> bool:
        """Return whether any entry permits a unit to advance into a hex."""
        combat, gone = self.game.rules.combat, self.strides.get(unit, 0)
        assert combat is not None
        if not combat.advances:
            return not gone
        return any(
            self.names(one, unit)
            and gone < one.hexes
            and (not one.results or result in one.results)
            and (not one.turns or turn in one.turns)
            and (not one.terrain or self.terrain(goal) in one.terrain)
            and (one.unless is None or self.terrain(goal) not in one.unless.terrain)
            and (gone > 0 or one.max is None or sum(self.names(one, u) for u in self.strides) < one.max)
            and not (gone and one.ezoc == "stops" and self.watched(unit, spot))
            for one in combat.advances
        )

    def names(self, entry: AdvanceAfterCombat, unit: UnitId) -> bool:
        """Return whether an entry applies to a unit."""
        kind = self.game.counters.unit(unit).unit_class
        who = not (entry.classes or entry.units) or kind in entry.classes or unit in entry.units
        return who and (not entry.side or self.side(unit) in entry.side)

    def watched(self, unit: UnitId, spot: Mapping[UnitId, HexId]) -> bool:
        """Return whether a unit is in an enemy zone of control that no friendly unit cancels."""
        here = spot[unit]
        mates = [one for one in spot if one != unit and spot[one] == here]
        if self.game.rules.zoc.friendly_units_cancel and mates:
            return False
        return any(
            self.side(one) != self.side(unit)
            and spot[one] in self.grid.neighbours(here).values()
            and reaches(self.game, self.side(one), here)
            for one in spot
        )

    def side(self, unit: UnitId) -> str:
        return self.game.counters.unit(unit).side

    def terrain(self, hex_id: HexId) -> str:
        return next((one.id for one in self.game.hexmap.terrain if hex_id in one.hexes), "clear")


def scattered(rules: RulesEngine, chance: RandomStream) -> State:
    """Return a position in a combat phase with units close together."""
    field = ["0303", "0304", "0403", "0404", "0405", "0503", "0504", "0604"]
    taken: dict[str, list[str]] = {}
    for unit in rules.setting.units:
        side = unit.partition("-")[0]
        free = [
            h
            for h in field
            if all(one.startswith(side) for one in taken.get(h, ())) and len(taken.get(h, ())) < 3
        ]
        if free and chance.integer_below(10) < 8:
            taken.setdefault(chance.choice(free), []).append(unit)
    lines = [f"{hex_id} {unit}" for hex_id, units in taken.items() for unit in units]
    phase = chance.choice(["amber-combat", "slate-combat"])
    return build_state(rules, lines, phase=phase, turn=chance.choice([1, 2]))


def watched(rules: RulesEngine, seed: int) -> Seen:
    """Play a combat phase; compare each list of legal advances with the oracle's."""
    chance, seen = RandomStream(seed), {"offered": 0, "further": 0, "several": 0}
    judge, state = Judge(rules), scattered(rules, RandomStream(seed))
    phase = state.phase
    for _ in range(80):
        if state.phase != phase:
            break
        if state.stage == "advance":
            legal = rules.legal_actions(state)
            offered = {(one.unit, one.hex) for one in legal if one.kind == "advance"}
            assert offered == judge.legal(state), (seed, judge.strides)
            seen["offered"] += 1
            seen["further"] += any(unit in judge.strides for unit, _ in offered)
            seen["several"] = max(seen["several"], len(judge.strides))
            # Whoever may go on mostly does.
            going = [one for one in legal if one.kind == "advance"]
            action = chance.choice(going if chance.integer_below(8) else legal)
            if action.unit is not None:
                judge.strides[action.unit] = judge.strides.get(action.unit, 0) + 1
        elif state.stage == "roll":
            action = Action("roll", roll=chance.integer_below(6) + 1)
        else:
            legal = rules.legal_actions(state)
            doing = [one for one in legal if one != END]
            action = chance.choice(doing if doing and chance.integer_below(8) else legal)
        state = rules.apply(state, action)
        if state.fight is None or state.stage != "advance":
            judge.strides = {}
        elif not any(
            True for _ in advance_after_combat.legal_advance_moves(rules.setting, state, state.fight)
        ):
            pytest.fail("nobody can advance, and somebody is asked")
    return seen


def compared(variant: str, number: int, most: int = 2, *, cancel: bool = False) -> Seen:
    """Play several combat phases; return the counts of events."""
    total: Seen = {}
    for seed in range(number):
        for name, count in watched(kernel(variant, most, cancel=cancel), seed).items():
            total[name] = max(total.get(name, 0), count) if name == "several" else total.get(name, 0) + count
    return total


@pytest.mark.parametrize("variant", VARIANTS)
def test_advances_are_those_of_the_naive_judge(variant: str) -> None:
    seen = compared(variant, 25)
    assert seen["offered"] > 3
    assert bool(seen["further"]) == (variant != "nothing said")


@pytest.mark.parametrize(("most", "cancel"), [(1, True), (4, False)])
def test_advances_follow_the_naive_judge_where_one_or_many_advance(most: int, cancel: bool) -> None:
    seen = compared("held by zones", 20, most, cancel=cancel)
    assert seen["several"] == most or most > 2


def test_zones_keep_who_goes_on_unless_a_friend_stands_there_too() -> None:
    standing = ("0504 amber-1", "0505 amber-2", "0404 slate-1", "0305 slate-2")
    for cancel, mate in product((False, True), repeat=2):
        rules = kernel("held by zones", 2, cancel=cancel)
        state = build_state(rules, standing, phase="amber-combat")
        for text in ("attack amber-1 0404", "attack amber-2 0404", "end", "resolve 0404"):
            state = rules.apply(state, rules.parse(state, text))
        state = rules.apply(state, Action("roll", roll=6))
        state = rules.apply(state, rules.parse(state, "advance amber-1 0404"))
        if mate:
            state = rules.apply(state, rules.parse(state, "advance amber-2 0404"))
        going = {one.unit for one in rules.legal_actions(state) if one.unit == "amber-1"}
        assert bool(going) == (cancel and mate), (cancel, mate)


FAULTS: Mapping[str, tuple[str, str, Callable[..., object]]] = {
    "zones keep nobody": ("held by zones", "_is_in_enemy_zoc", lambda *_: False),
    "nobody has advanced": ("scouts far, one on foot", "_filter_eligible_advancers", lambda *_: 0),
    "as many as like": ("all", "_may_more_advance", lambda *_: True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_naive_judge_finds_planted_faults_in_advances(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant, name, wrong = FAULTS[fault]
    monkeypatch.setattr(advance_after_combat, name, wrong)
    with pytest.raises(AssertionError):
        compared(variant, 60, 1 if fault == "as many as like" else 2)


# What is said -----------------------------------------------------------------------------------------


def test_a_refused_advance_is_told_why() -> None:
    rules = kernel("scouts far, one on foot")
    state = build_state(rules, ("0504 amber-1", "0404 slate-4"), phase="amber-combat")
    for text in ("attack amber-1 0404", "end", "resolve 0404"):
        state = rules.apply(state, rules.parse(state, text))
    state = rules.apply(state, Action("roll", roll=6))
    why = r"one hex at a time.*Foot units advance one hex, one of them"
    with pytest.raises(IllegalAction, match=why):
        rules.parse(state, "advance amber-1 0405")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (AdvanceAfterCombat(), "units advance one hex"),
        (
            AdvanceAfterCombat(
                classes=("scout",), hexes=2, ezoc="stops", results=("DR", "DE"), terrain=("clear",)
            ),
            "Scouts advance up to 2 hexes, and stop in an EZOC (after DR or DE, in clear terrain)",
        ),
        (AdvanceAfterCombat(max=3), "units advance one hex, up to 3 of them after a battle"),
    ],
)
def test_entries_are_told_in_words(entry: AdvanceAfterCombat, words: str) -> None:
    assert told(game("toy-redoubt"), entry) == words


@pytest.mark.parametrize(
    ("entries", "most", "complaint"),
    [
        (TWO, 0, "'advances' lists units that may advance, but 'max_advancing: 0' permits no advance"),
        ((AdvanceAfterCombat(enemy_zoc="in"),), 1, "entry 1 of 'advances' can't depend on 'enemy_zoc'"),
        (
            (AdvanceAfterCombat(condition="disrupted"),),
            1,
            "entry 1 of 'advances' can't depend on 'condition'",
        ),
    ],
)
def test_advances_that_cannot_be_played_are_refused(
    entries: tuple[AdvanceAfterCombat, ...], most: int, complaint: str
) -> None:
    found = changed(entries, most)
    assert complaint in [one.message for one in check_rules(found, found.scenarios[0])]


def test_the_judge_knows_the_zones_of_the_toy() -> None:
    assert game("toy-redoubt").rules.zoc == ZoneOfControl(rule="2")
