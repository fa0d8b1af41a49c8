"""Overruns with a die roll, compared with the data: joining units, effects, and advances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

import pytest

from hexwright.geometry.bitsets import members
from hexwright.model.game import Game
from hexwright.model.ids import HexId, Hexside, UnitId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.model.rules.stacking_record import Stacking
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import advance_after_combat, battle_odds, combat_phase, overruns
from hexwright.rules.engine.game_state import OverrunOutcome, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from tests.rules.battling import Battle as Reckoning
from tests.rules.dicing import CADRES, COLUMN, PLAIN, RUMPS, dicing, leaving_cadres

GAMES: dict[str, Game] = {
    "any": dicing(),
    "stacks": dicing(replace(PLAIN, attackers="stack")),
    "scouts don't": dicing(replace(PLAIN, classes=("foot",))),
    "cadres": leaving_cadres(stacking=Stacking(limit=2, enforced="phase-end")),
    "friends stay": dicing(stacking=Stacking(limit=2, enforced="phase-end"), max_advancing=1),
}


@cache
def kernel(name: str) -> RulesEngine:
    return RulesEngine(GAMES[name], "the-day")


def position(rules: RulesEngine, chooser: RandomStream) -> State:
    """Return a position with both sides' units close together, the defenders in clear terrain or on hills."""
    setting = rules.setting
    inland = [hex_id for hex_id in setting.board.ids if hex_id[:2] in ("03", "04", "05")]
    middle = setting.board.index[chooser.choice(inland)]
    around = setting.board.near[middle] | 1 << middle
    wide = setting.board.around(around)
    sides: dict[str, int] = {}
    lines: list[str] = []
    for number, unit in enumerate(setting.units):
        mine = setting.side_of[number] == 0
        here = str(chooser.choice(setting.hex_ids(wide if mine else around)))
        if unit in RUMPS:
            continue
        side = sides.setdefault(here, setting.side_of[number])
        held = sum(line.startswith(here) for line in lines)
        if side == setting.side_of[number] and held < 2 and (mine or chooser.integer_below(2)):
            lines.append(f"{here} {unit}")
    waiting = [unit for unit in RUMPS if unit in setting.units]
    return build_state(rules, lines, turn=1, phase="amber-movement", pool=waiting)


@dataclass
class Done:
    """A resolved overrun, as recorded by the observer."""

    stood: State
    """The position before the overrun."""
    them: tuple[UnitId, ...]
    us: list[UnitId]

    @property
    def strength(self) -> int:
        setting = kernel("any").setting
        return sum(int(setting.defences[setting.unit_numbers[u]][1]) for u in self.them)


@dataclass
class Watch:
    """A movement phase and the following die rolls."""

    rules: RulesEngine
    state: State
    chooser: RandomStream
    seen: Counter[str]
    done: dict[str, Done] = field(default_factory=dict)

    @property
    def entry(self) -> Overrun:
        assert self.rules.setting.game.rules.combat is not None
        return self.rules.setting.game.rules.combat.overruns[0]

    def hex_of(self, unit: UnitId, state: State | None = None) -> str:
        at = (state or self.state).locations[self.rules.setting.unit_numbers[unit]]
        return self.rules.setting.board.ids[at] if at >= 0 else ""

    def move(self) -> None:
        """Play the movement phase: declare, resolve and join overruns, and make other moves."""
        for _ in range(16):
            actions = self.rules.legal_actions(self.state)
            if self.done:
                self.late(actions)
            wanted = [a for a in actions if a.kind == "resolve"] or [a for a in actions if a.kind == "attack"]
            # Friends go where the overrun were, too.
            wanted += [a for a in actions if a.kind == "move" and str(a.hex) in self.done]
            action = self.chooser.choice(wanted if wanted and self.chooser.integer_below(3) else actions)
            if action.kind in ("end", "exit"):
                continue
            self.act(action)
        while self.rules.phase(self.state) == "amber-movement":
            ends = self.rules.phase_end_actions(self.state)
            self.state = self.rules.apply(self.state, ends[0])

    def act(self, action: Action) -> None:
        setting, before = self.rules.setting, self.state
        after = self.state = self.rules.apply(before, action)
        here = str(action.hex)
        if action.kind == "attack" and here in self.done:
            assert action.unit is not None
            self.done[here].us.append(action.unit)
            self.seen["late"] += 1
        if action.kind == "resolve":
            own = next(
                b for b in before.battles if b.overrun_outcome is None and setting.board.ids[b.goal] == here
            )
            them = tuple(u for u in setting.units if self.hex_of(u, before) == here)
            us = [setting.units[n] for n in members(own.attackers)]
            assert all(not self.hex_of(u) for u in them)
            assert [n for n in range(len(setting.units)) if before.locations[n] != after.locations[n]] == [
                setting.unit_numbers[u] for u in them
            ]
            self.done[here] = Done(before, them, us)
            self.seen["overruns"] += 1
        for one in self.done.values():  # They move no further.
            for unit in one.us:
                assert {a.kind for a in self.rules.actions_of(self.state, unit)} == set()

    def late(self, actions: list[Action]) -> None:
        """Compare the units that may still join with the rule: adjacent, free, and meeting the entry's
        criteria."""
        setting, grid = self.rules.setting, Reckoning(self.rules, self.state, (), ()).grid
        busy = {setting.units[n] for b in self.state.battles for n in members(b.attackers)}
        crowded = {a.kind for a in actions} & {"end"} == set()
        for here, one in self.done.items():
            for unit in setting.units:
                counter = setting.game.counters.unit(unit)
                stands = self.hex_of(unit)
                may = (
                    counter.side == "amber"
                    and bool(stands)
                    and unit not in busy
                    and not crowded
                    and grid.distance(stands, here) == 1  # type: ignore[arg-type]
                    and (not self.entry.classes or counter.unit_class in self.entry.classes)
                    and (self.entry.attackers == "any" or stands == self.hex_of(one.us[0]))
                )
                joins = Action("attack", unit, hex=setting.board.ids[setting.board.index[here]])  # type: ignore[index]
                assert (joins in actions) == may, f"{joins.text} late"
                self.seen["may join" if may else "may not"] += 1

    def dice(self) -> None:
        """Roll all dice and check their results."""
        left = dict(self.done)
        while self.rules.phase(self.state) == "amber-dice":
            actions = self.rules.legal_actions(self.state)
            if self.state.stage == "resolve":
                assert {str(a.hex) for a in actions} == set(left)
                action = self.chooser.choice(actions)
                one, here = left.pop(str(action.hex)), str(action.hex)
                self.state = self.rules.apply(self.state, action)
                assert self.state.stage == "roll"
                self.throw(one, here)
            else:
                raise AssertionError(self.state.stage)
        assert not left
        assert self.rules.phase(self.state) != "amber-dice"

    def throw(self, one: Done, here: str) -> None:
        setting = self.rules.setting
        # Those who were overrun are put back where they stood, beside whoever joined since.
        where = list(self.state.locations)
        for unit in one.them:
            where[setting.unit_numbers[unit]] = setting.board.index[here]  # type: ignore[index]
        steps = bytes(1 for _ in setting.units)
        there = replace(one.stood, locations=tuple(where), steps=steps)
        changed = Reckoning(self.rules, there, one.them, tuple(one.us)).die()
        shown = 1 + self.chooser.integer_below(6)
        result = COLUMN[min(max(shown + changed, 1), 6) - 1]
        self.seen[result] += 1
        self.seen["die changed"] += changed != 0
        self.state = self.rules.apply(self.state, Action("roll", roll=shown))
        remained = self.remain(one, here)
        before, whole = self.state, sum(self.strength(u) for u in one.us)
        while self.state.stage == "losses":
            action = self.chooser.choice(self.rules.legal_actions(self.state))
            assert action.unit in one.us
            self.state = self.rules.apply(self.state, action)
        lost = [u for u in one.us if not self.hex_of(u)]
        strength = Fraction(sum(self.strength(u) for u in lost))
        owed = {"EX": Fraction(one.strength), "HX": Fraction(one.strength, 2), "DE": Fraction(0)}
        if result == "AX":
            assert len(lost) == len(one.us)
        elif result == "LS":
            assert len(lost) == 1
        else:
            assert strength >= min(owed[result], Fraction(whole))
            assert not lost or strength - max(map(self.strength, lost)) < owed[result]
        assert all(self.hex_of(u, before) or result == "AX" for u in one.us)
        if remained:
            assert self.state.stage != "advance", "nobody advances into the hex of a cadre"
        else:
            self.go_on([u for u in one.us if u not in lost], here)

    def remain(self, one: Done, here: str) -> int:
        """Place the cadres of the overrun units; return their number."""
        setting = self.rules.setting
        held = [u for u in setting.units if self.hex_of(u) == here]
        waiting = [u for u in RUMPS if u in setting.units and not self.hex_of(u)]
        leaving = [
            u
            for u in one.them
            if setting.combat.cadres
            and setting.game.counters.unit(u).unit_class in CADRES.classes
            and self.strength(u) >= CADRES.min_strength
        ]
        room = (setting.game.rules.stacking.limit or 99) if not held else 0
        due = min(len(waiting), len(leaving), room)
        for _ in range(due):
            assert self.state.stage == "remnant"
            [action] = self.rules.legal_actions(self.state)
            assert action.unit in waiting
            self.state = self.rules.apply(self.state, action)
            assert self.hex_of(action.unit) == here
        assert self.state.stage != "remnant"
        self.seen["remained"] += due
        self.seen["friends keep cadres out"] += bool(held and leaving and waiting)
        return due

    def strength(self, unit: UnitId) -> int:
        setting = self.rules.setting
        return int(setting.strengths[setting.unit_numbers[unit]][1])

    def wet(self, one: str, other: str) -> bool:
        """Return whether two hexes are separated by a lake, which no unit crosses."""
        lakes = (f for f in self.rules.setting.game.hexmap.hexsides if f.id == "lake")
        sides = {Hexside.parse(text) for lake in lakes for line in lake.lines for text in line.hexsides}
        return one != other and Hexside.between(HexId(one), HexId(other)) in sides

    def go_on(self, left: list[UnitId], here: str) -> None:
        """Advance with a random number of the attackers that may advance and have room."""
        setting = self.rules.setting
        combat = setting.combat
        limit = setting.game.rules.stacking.limit or 99
        ahead = 0
        held = [u for u in setting.units if self.hex_of(u) == here]
        assert all(setting.game.counters.unit(u).side == "amber" for u in held)
        room = limit - len(held)
        self.seen["friends there"] += bool(held)
        able = [u for u in left if not self.wet(self.hex_of(u), here)]
        assert (self.state.stage == "advance") == (bool(able) and room > 0)
        while self.state.stage == "advance":
            actions = self.rules.legal_actions(self.state)
            assert {a.unit for a in actions if a.unit} == {u for u in able if self.hex_of(u) != here}
            action = self.chooser.choice(actions)
            self.state = self.rules.apply(self.state, action)
            if action.unit is None:
                break
            ahead += 1
            self.seen["advanced"] += 1
            assert self.hex_of(action.unit) == here
            if ahead == min(combat.max_advancing, room, len(able)):
                assert self.state.stage != "advance"


def watch(name: str, positions: int = 28) -> Counter[str]:
    """Play random phases in one of the games, and return how often each event occurred."""
    rules, seen = kernel(name), Counter[str]()
    for seed in range(positions):
        chooser = RandomStream(seed)
        found = Watch(rules, position(rules, chooser), chooser, seen)
        found.move()
        found.dice()
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_dice_for_overruns_do_what_the_data_say(name: str) -> None:
    seen = watch(name)
    assert seen["overruns"] > 10
    assert seen["may join"]
    assert seen["may not"]
    assert seen["die changed"]
    assert sum(seen[result] > 0 for result in set(COLUMN)) >= 4
    assert bool(seen["remained"] and seen["friends keep cadres out"]) == (name == "cadres")


# Faults that it finds -----------------------------------------------------------------------------------


def _one_owed(patch: pytest.MonkeyPatch) -> None:
    known = OverrunOutcome
    patch.setattr(
        overruns, "OverrunOutcome", lambda units, _strength, entry, left: known(units, 1, entry, left)
    )


def _no_cadres(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "cadre_entry_of", lambda *_: -1)


def _cadres_among_enemies(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        combat_phase,
        "_cadres_of_overrun",
        lambda _setting, _state, b: tuple((entry, b.goal) for entry in b.overrun_outcome.cadre_entries),
    )


def _joiners_forgotten(patch: pytest.MonkeyPatch) -> None:
    known = battle_odds.overrun_odds
    patch.setattr(
        battle_odds, "overrun_odds", lambda s, state, d, a, at, n: known(s, state, d, a & -a, at, n)
    )


def _enemies_forgotten(patch: pytest.MonkeyPatch) -> None:
    known = battle_odds.overrun_odds
    patch.setattr(battle_odds, "overrun_odds", lambda s, state, d, a, at, n: known(s, state, 0, a, at, n))


def _friends_bar(patch: pytest.MonkeyPatch) -> None:
    known = advance_after_combat.advance_hexes
    patch.setattr(
        advance_after_combat,
        "advance_hexes",
        lambda s, state, fight: known(s, state, replace(fight, overrun_entry=-1)),
    )


def _all_join(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "_may_join_afterwards", lambda *_: True)


def _nobody_joins(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "_may_join_afterwards", lambda *_: False)


def _all_go_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "units_in_declared_overruns", overruns.units_in_overruns)


def _no_die(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(overruns, "_awaits_die", lambda _rule: False)


@pytest.mark.parametrize(
    "plant",
    [
        _one_owed,
        _no_cadres,
        _cadres_among_enemies,
        _joiners_forgotten,
        _enemies_forgotten,
        _friends_bar,
        _all_join,
        _nobody_joins,
        _all_go_on,
        _no_die,
    ],
)
def test_a_fault_in_the_kernel_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, IllegalAction)):
        watch_all()


def watch_all() -> None:
    for name in ("friends stay", "stacks", "any", "cadres"):
        watch(name)
