"""The rules engine's overruns are those of the naive oracle, whether units have already moved or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import overruns
from hexwright.rules.combat.combat_phase import defending_units
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.compiled_criteria import CompiledCriteria
from hexwright.rules.engine.game_state import Battle, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import move_legs, movement_phase
from hexwright.rules.movement.move_legs import legs_of_state
from tests.rules.overrun_positions import VARIANTS, kernel, position
from tests.rules.running_over import Purse, RunningOver
from tests.rules.walking import Label, Walker
from tests.tiers import ALL, sampled

SEEDS = {"beyond the table": 10}
"""Variants that need another seed to show the wanted events."""


@dataclass
class Field:
    """The moving units of one position, each with its naive walker."""

    rules: RulesEngine
    state: State
    chooser: RandomStream
    seen: Counter[str]
    purses: dict[UnitId, Purse] = field(default_factory=dict)
    stopped: set[UnitId] = field(default_factory=set)

    def close_in(self) -> None:
        """Move about half of the units next to an enemy."""
        setting = self.rules.setting
        for unit in self.rules.movers(self.state):
            near = setting.board.around(setting.enemy_hexes(self.state, setting.side(self.state)))
            moves = movement_phase.moves_of(setting, self.state, setting.unit_numbers[unit])
            close = [one for one in moves if one.hex is not None and near >> setting.board.index[one.hex] & 1]
            if close and self.chooser.integer_below(2):
                self._move(unit, self.chooser.choice(close))

    def _move(self, unit: UnitId, action: Action) -> None:
        walker, goal = Walker(self.rules, self.state, unit), action.hex
        assert goal is not None
        leg = walker.leg(goal)
        assert leg is not None
        purse: dict[int, list[Label]] = {}
        for number in leg[1]:
            reached = walker.costs(number, walker.foreign - {goal} - leg[0], 0)
            purse[number] = sorted((used, spent) for (_, h, used), spent in reached.items() if h == goal)
        self.purses[unit] = purse
        self.stopped |= {unit} if walker.zone(goal) else set()
        self.state = self.rules.apply(self.state, action)

    def naive(self, place: int, units: Iterable[int]) -> RunningOver:
        """Return the naive oracle for some units that would overrun all enemies in a hex."""
        names = self.rules.setting.units
        them = tuple(names[n] for n, at in enumerate(self.state.locations) if at == place)
        us = tuple(names[n] for n in units)
        return RunningOver(self.rules, self.state, them, us, self.purses, self.stopped)

    def declare(self, place: int) -> None:
        """Add units adjacent to a hex to its overrun one by one, as long as they may join."""
        setting, taking = self.rules.setting, list[int]()
        for unit in setting.units_by_side[setting.side(self.state)]:
            at = self.state.locations[unit]
            if at < 0 or not setting.board.near[place] >> at & 1 or not self.chooser.integer_below(4):
                continue
            action = Action("attack", setting.units[unit], hex=setting.board.ids[place])
            legal = action in self.rules.actions_of(self.state, setting.units[unit])
            naive = self.naive(place, [*taking, unit])
            assert legal == naive.admitted(), f"{action.text} beside {naive.attackers}"
            self.seen["joined" if legal else "barred"] += 1
            if legal:
                self.state = self.rules.apply(self.state, action)
                taking.append(unit)
                assert movement_phase.moves_of(setting, self.state, unit) == []
        found = overruns.resolve_actions(setting, self.state)
        naive = self.naive(place, taking)
        assert bool(found) == bool(taking and naive.by()), f"{naive.attackers} at {naive.targets}"
        if taking:
            self.seen["enough" if found else "too few"] += 1
        for action in found:
            self._do(action, naive)
        for unit in taking if not found else ():
            self.state = self.rules.apply(self.state, Action("leave", setting.units[unit]))
        assert not self.state.battles

    def _do(self, action: Action, naive: RunningOver) -> None:
        setting, before = self.rules.setting, self.state
        entry = naive.by()
        assert entry is not None
        after = self.state = self.rules.apply(before, action)
        gone = {
            n
            for n, (was, now) in enumerate(zip(before.locations, after.locations, strict=True))
            if was != now
        }
        entered = entry.afterwards == "enter"
        if entered:
            [mover] = naive.attackers
            assert after.locations[setting.unit_numbers[mover]] == battle_hex(action, setting)
            gone -= {setting.unit_numbers[mover]}
            self.seen["moves in"] += 1
        assert {setting.units[n] for n in gone} == set(naive.targets)
        assert all(after.locations[unit] < 0 for unit in gone)
        side = setting.side(before)
        assert after.destroyed[side] == before.destroyed[side] + len(gone)
        for name in naive.attackers:
            walker = naive.walks_on(entry, name, after)
            ends = set(setting.hex_ids(legs_of_state(setting, after).end_hexes(setting.unit_numbers[name])))
            assert ends == walker.ends(), f"{name} after {action.text}"
            self.seen["goes on" if ends else "stays"] += 1
            self.seen["was stopped and goes on"] += bool(ends) and name in self.stopped
            if entered:
                self._note_entered(naive.entering(name), walker.here)
                continue
            self.purses[name] = {} if entry.afterwards == "stop" else naive.paid(entry, name)
            if not walker.zone(walker.here):
                self.stopped.discard(name)

    def _note_entered(self, walker: Walker, goal: HexId) -> None:
        """Note what a unit has spent that moved into the hex of whom it overran."""
        leg = walker.leg(goal)
        assert leg is not None
        purse: dict[int, list[Label]] = {}
        for number in leg[1]:
            reached = walker.costs(number, walker.foreign - {goal} - leg[0], 0)
            purse[number] = sorted((used, spent) for (_, h, used), spent in reached.items() if h == goal)
        self.purses[walker.unit] = purse
        self.stopped.discard(walker.unit)
        self.stopped |= {walker.unit} if walker.zone(goal) else set()


def battle_hex(action: Action, setting: CompiledGame) -> int:
    """Return the hex of an overrun that is resolved."""
    assert action.hex is not None
    return setting.board.index[action.hex]


WANTED = {"joined": 6, "barred": 1, "enough": 1, "too few": 1}
"""The number of occurrences of each event after which no more positions are tried."""
LEAST, MOST = 20, 60
"""The minimum and maximum number of positions."""


def compare(name: str) -> Counter[str]:
    """Declare and resolve overruns in random positions, and compare them with the naive oracle."""
    rules = kernel(name)
    chooser, seen = RandomStream(SEEDS.get(name, len(name))), Counter[str]()
    for number in range(MOST):
        if number >= LEAST and not ALL and all(seen[what] >= times for what, times in WANTED.items()):
            break
        found = Field(rules, position(rules, chooser), chooser, seen)
        found.close_in()
        side = rules.setting.side(found.state)
        for place in members(rules.setting.enemy_hexes(found.state, side)):
            found.declare(place)
    return seen


@pytest.mark.parametrize("name", sampled(VARIANTS, *range(0, len(VARIANTS), 2), 7))
def test_overruns_of_all_kinds_are_those_of_the_naive_look(name: str) -> None:
    seen = compare(name)
    assert all(seen[what] >= times for what, times in WANTED.items()), seen


# Faults that it finds -----------------------------------------------------------------------------------


def _cut_first(patch: pytest.MonkeyPatch) -> None:
    known = overruns.meets_odds
    patch.setattr(
        overruns,
        "meets_odds",
        lambda rule, odds: known(rule, replace(odds, uncapped_column=odds.final_column)),
    )


def _free_of_charge(patch: pytest.MonkeyPatch) -> None:
    known = overruns._spent_after_overrun
    patch.setattr(
        overruns, "_spent_after_overrun", lambda s, state, rule, u: known(s, state, replace(rule, cost=0), u)
    )


def _never_caught(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "spent_when_halted", lambda way, spent: spent)


def _spent_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(move_legs, "spent_when_halted", lambda way, spent: way.allowance + 1)


def _from_anywhere(patch: pytest.MonkeyPatch) -> None:
    known = overruns.active_overruns
    patch.setattr(
        overruns,
        "active_overruns",
        lambda s, state: [(replace(rule, attackers="any"), asked) for rule, asked in known(s, state)],
    )


def _standing_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "filter_by_unit_state", lambda setting, state, asked, units: units)


def _steps_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CompiledCriteria, "filter_by_step", lambda self, where, units, here, gone=None: units)


def _time_unasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "applies_at", lambda *_: True)


def _all_go_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "_spent_with_halt", lambda way, spent, *, stays, halts: spent)


def _zones_gone_at_once(patch: pytest.MonkeyPatch) -> None:
    known = overruns._legs_into

    def legs(setting: CompiledGame, state: State, goal: int) -> move_legs.LegFinder:
        found = known(setting, state, goal)
        found.field = replace(found.field, ezoc=0)
        return found

    patch.setattr(overruns, "_legs_into", legs)


def _one_is_left(patch: pytest.MonkeyPatch) -> None:
    def first_of(setting: CompiledGame, state: State, battle: Battle) -> int:
        them = defending_units(setting, state, battle)
        return them & -them

    patch.setattr(overruns, "defending_units", first_of)


@pytest.mark.parametrize(
    ("plant", "name"),
    [
        (_cut_first, "beyond the table"),
        (_free_of_charge, "plain"),
        (_never_caught, "plain"),
        (_spent_forgotten, "plain"),
        (_from_anywhere, "plain"),
        (_standing_unasked, "panzers in the open"),
        (_steps_unasked, "plain"),
        (_time_unasked, "some weather"),
        (_all_go_on, "plain"),
        (_zones_gone_at_once, "to enter"),
        (_one_is_left, "plain"),
    ],
)
def test_a_fault_in_the_kernel_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], name: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        compare(name)


def test_why_nobody_is_overrun_is_told() -> None:
    rules = kernel("plain")
    lines = ("0606 german-xxiv", "0607 soviet-16", "0403 german-xx")
    state = build_state(rules, lines, turn=1, phase="german-movement")
    for line, words in (
        ("attack german-xx 0607", "isn't adjacent to 0607"),
        ("attack german-xxiv 0605", "no enemy of german-xxiv is in the target hex"),
        ("resolve 0607", "no unit has joined an overrun of this target"),
        ("leave german-xxiv", "is not possible now"),
    ):
        with pytest.raises(IllegalAction, match=words):
            rules.parse(state, line)
    state = rules.apply(state, rules.parse(state, "attack german-xxiv 0607"))
    for line, words in (
        ("attack german-xxiv 0607", "already takes part in an overrun"),
        ("move german-xxiv 0605", "is not legal"),
        ("resolve 0607", "the overrun needs 2:1, but the odds are"),
    ):
        with pytest.raises(IllegalAction, match=words):
            rules.parse(state, line)
