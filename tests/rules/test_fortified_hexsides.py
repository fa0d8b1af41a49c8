"""Fortified hexsides: destroyed by units that cross them, by attacks, and as whole lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.game import Game
from hexwright.model.hex_map import HexsideFeature, HexsideLine
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Criteria
from hexwright.model.rules.fortified_hexside_record import FortifiedHexsides
from hexwright.model.rules.movement_record import EntryCost
from hexwright.players.policies import play_game
from hexwright.players.random_stream import RandomStream
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.combat.battle_odds import compute_odds
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement.move_legs import LegFinder
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.walking import around, parted, several
from tests.rules.fronts import fronted
from tests.rules.walking import Manner, Walker
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-redoubt", "the-day"
AMBER, SLATE = SideId("amber"), SideId("slate")
SIDES = ("0401/0301", "0401/0302", "0402/0302", "0402/0303", "0403/0303")


def changed(**more: Any) -> Game:
    """Return the toy with other rules for its fortified hexsides."""
    found = game(SLUG)
    works = tuple(replace(one, **more) for one in found.rules.fortified_hexsides)
    return replace(found, rules=replace(found.rules, fortified_hexsides=works))


# A naive look at all of it ----------------------------------------------------------------------------


@dataclass
class Bound(Walker):
    """A moving unit near fronts; `straight` crosses one of them."""

    ruins: frozenset[str] = frozenset()
    straight: bool = False

    def bars(self, here: HexId, there: HexId) -> str:
        """Return the intact hexside whose front a step crosses, if the unit would destroy it."""
        text = f"{there}/{here}"
        mine = any(self.side in one.destroyed_by for one in self.game.rules.fortified_hexsides)
        return text if mine and text in SIDES and text not in self.ruins else ""

    def counts(self, entry: Any) -> bool:
        falls = isinstance(entry, EntryCost) and "rampart" in entry.across_front
        return (self.straight or not falls) and super().counts(entry)

    def _prices(self, manner: Manner, here: HexId, there: HexId) -> Iterator[tuple[int, Any]]:
        if self.straight or not self.bars(here, there):
            yield from super()._prices(manner, here, there)

    def through(self, there: HexId) -> bool:
        """Return whether the unit can step across a front into a hex."""
        if not self.bars(self.here, there):
            return False
        direct = replace(self, straight=True)
        return any(
            spent + price <= direct.allowance(manner)
            for number, manner in enumerate(direct.manners)
            for _, spent in direct.labels.get(number, ())
            for _, price in direct.prices(number, self.here, there)
        )


@dataclass
class Siege:
    """The hexsides destroyed in an observed game."""

    kernel: RulesEngine
    fallen: set[str] = field(default_factory=set)
    by: dict[UnitId, set[str]] = field(default_factory=dict)
    walkers: dict[UnitId, Bound] = field(default_factory=dict)
    stood: dict[int, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    @property
    def works(self) -> FortifiedHexsides:
        [one] = self.kernel.setting.game.rules.fortified_hexsides
        return one

    @property
    def ruins(self) -> frozenset[str]:
        most = self.works.line_destroyed_at
        return frozenset(SIDES if most is not None and len(self.fallen) >= most else self.fallen)

    def walker(self, state: State, unit: UnitId) -> Bound:
        known = self.walkers.get(unit)
        if known is None:
            return Bound(self.kernel, state, unit, ruins=self.ruins)
        return Bound(self.kernel, state, unit, known.labels, known.moved, ruins=self.ruins)

    def moves(self, state: State) -> None:
        """Compare the moves of all units."""
        setting = self.kernel.setting
        for number, unit in enumerate(setting.units):
            if state.locations[number] < 0 or setting.side_of[number] != setting.side(state):
                continue
            walker = self.walker(state, unit)
            full = (
                set()
                if setting.may_overstack_in_phase
                else set(setting.board.names(setting.full_hexes(state, number)))
            )
            into = {there for there in walker.grid.neighbours(walker.here).values() if walker.through(there)}
            self.seen |= {f"may go through {bool(into)}"}
            found = {a.hex for a in self.kernel.actions_of(state, unit) if a.kind == "move"}
            assert found == (set(walker.ends()) | into) - {walker.here} - full, unit

    def watch(self, before: State, action: Action, after: State) -> None:
        """Follow an action, and compare the state after it."""
        board = self.kernel.setting.board
        if action.kind == "move" and before.stage == "move":
            assert action.unit is not None
            assert action.hex is not None
            walker = self.walker(before, action.unit)
            wall = walker.bars(walker.here, action.hex)
            if wall and walker.through(action.hex):
                self.fallen.add(wall)
                self.by.setdefault(action.unit, set()).add(wall)
                self.seen.add("a step")
        if action.kind == "take-back" and action.unit is not None:
            self.fallen -= self.by.pop(action.unit, set())
            self.seen.add("a step that is taken back")
        if (before.turn, before.phase) != (after.turn, after.phase):
            self.by.clear()
            self.walkers.clear()
        self.battle(before, after)
        numbered = {SIDES[n] for n in range(len(SIDES)) if after.fallen_hexsides >> n & 1}
        assert numbered == self.fallen, f"{action.text}: {board.names(after.occupied[0])}"
        if self.works.line_destroyed_at is not None and len(self.fallen) >= self.works.line_destroyed_at:
            self.seen.add("a whole line")

    def battle(self, before: State, after: State) -> None:
        """Record the hexsides that an attack destroys once its result is carried out."""
        fight = before.fight
        if fight is None:
            return
        if before.stage == "roll":
            self.stood = {
                n: before.locations[n] for n in range(len(before.locations)) if fight.attackers >> n & 1
            }
        over = before.stage != "advance" and (after.fight is None or after.stage == "advance")
        if not over or not self.works.destroyed_by_attack:
            return
        ids = self.kernel.setting.board.ids
        for unit, place in self.stood.items():
            if after.locations[unit] != place:
                continue
            for number, goal in enumerate(ids):
                if not fight.hexes >> number & 1 or number in after.locations:
                    continue
                wall = f"{goal}/{ids[place]}"
                side = self.kernel.setting.sides[self.kernel.setting.side_of[unit]]
                if wall in SIDES and wall not in self.ruins and side in self.works.destroyed_by:
                    self.fallen.add(wall)
                    self.seen.add("an attack")


@pytest.mark.parametrize("kept", sampled(["phase-end", "always"]))
def test_fortified_hexsides_fall_as_the_data_say_after_every_action(
    kept: Literal["phase-end", "always"],
) -> None:
    found = changed(line_destroyed_at=2)
    stacking = replace(found.rules.stacking, enforced=kept)
    kernel = RulesEngine(replace(found, rules=replace(found.rules, stacking=stacking)), SCENARIO)
    seen: set[str] = set()
    wanted = {"a step", "an attack", "may go through True", "a whole line"}
    for seed in range(40):
        if seen >= wanted and not ALL:
            break
        siege = Siege(kernel)

        def watch(before: State, action: Action, after: State, siege: Siege = siege) -> None:
            siege.watch(before, action, after)
            if after.stage == "move" and not after.movement_left and not after.battles:
                siege.moves(after)

        policy = "greedy" if seed % 2 else "random"
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy), watch)
        seen |= siege.seen
    assert seen >= wanted


def test_a_front_counts_in_battle_while_it_is_whole_and_all_attack_through_fronts() -> None:
    found = game(SLUG)
    assert found.rules.combat is not None
    front = Modifier(id="rampart", name="rampart", column_shift=-1, across_front=("rampart",), side=(AMBER,))
    combat = replace(found.rules.combat, modifiers=(*found.rules.combat.modifiers, front))
    kernel = RulesEngine(replace(found, rules=replace(found.rules, combat=combat)), SCENARIO)
    setting = kernel.setting
    amber = [u.id for u in game(SLUG).counters.units if u.side == AMBER and (u.steps[0].strength or 0)][:2]
    slate = next(u.id for u in game(SLUG).counters.units if u.side == SLATE)
    counted = set()
    near = kernel.setting.board.grid.neighbours(HexId("0402")).values()
    for one in near:
        for other in near:
            state = build_state(
                kernel,
                (f"{one} {amber[0]}", f"{other} {amber[1]}", f"0402 {slate}"),
                turn=1,
                phase="amber-combat",
            )
            for breached in range(1 << len(SIDES)):
                now = replace(state, fallen_hexsides=breached)
                ruins = {SIDES[n] for n in range(len(SIDES)) if breached >> n & 1}
                ruins = set(SIDES) if len(ruins) >= 3 else ruins
                wanted = all(
                    fronted(game(SLUG), ("rampart",), start, HexId("0402")) and f"0402/{start}" not in ruins
                    for start in (one, other)
                )
                attackers = 1 << setting.unit_numbers[amber[0]] | 1 << setting.unit_numbers[amber[1]]
                fought = compute_odds(setting, now, 1 << setting.unit_numbers[slate], attackers)
                told = any(row.modifier.id == "rampart" for row in fought.applied_modifiers)
                assert told == wanted
                counted.add(told)
    assert counted == {True, False}


def test_the_first_unit_through_a_fortified_hexside_pays_and_the_next_does_not() -> None:
    kernel = RulesEngine(game(SLUG), SCENARIO)
    first, second = [u.id for u in game(SLUG).counters.units if u.side == AMBER and u.steps[0].ma][:2]
    state = build_state(kernel, (f"0302 {first}", f"0302 {second}"), turn=1, phase="amber-movement")
    paid = []
    for unit in (first, second):
        state = kernel.apply(state, Action("move", unit, HexId("0402")))
        [(_, _, spent)] = dict(state.movement_left)[kernel.setting.unit_numbers[unit]]
        paid.append(spent)
    assert paid == [2, 1]
    assert state.fallen_hexsides == 1 << SIDES.index("0402/0302")


BEHIND = {side[:4] for side in SIDES}
HEXES = ("0301", "0302", "0302", "0303", "0303", "0202")


def standing_moves(rules: RulesEngine, seed: int, most: int = 24) -> bool:
    """Move Amber's units by single hexes and take moves back, at random; return whether a move was.

    After each action the destroyed hexsides are those whose front the standing moves crossed.
    """
    chance, crossed = RandomStream(seed), dict[str, set[str]]()
    amber = [unit.id for unit in rules.setting.game.counters.units if unit.side == AMBER]
    lines = [f"{here} {unit}" for here, unit in zip(HEXES, amber, strict=True)]
    state = build_state(rules, lines, turn=1, phase="amber-movement")
    ids, numbers, took_back = rules.setting.board.ids, rules.setting.unit_numbers, False
    for _ in range(most):
        units = [unit for unit in amber if state.locations[numbers[unit]] >= 0]
        here = {unit: ids[state.locations[numbers[unit]]] for unit in units}
        actions = [action for unit in units for action in rules.actions_of(state, unit)]
        backs = [action for action in actions if action.kind == "take-back"]
        near = {unit: rules.setting.board.grid.neighbours(here[unit]).values() for unit in units}
        steps = [a for a in actions if a.kind == "move" and a.unit in near and a.hex in near[a.unit]]
        fronts = [a for a in steps if a.unit and f"{a.hex}/{here[a.unit]}" in SIDES]
        # A detour through a front may be cheaper than another step into a hex behind one.
        others = [a for a in steps if str(a.hex) not in BEHIND]
        wanted = next((some for some in (backs, fronts, others) if some and chance.integer_below(2)), others)
        if not wanted:
            break
        action = chance.choice(wanted)
        assert action.unit is not None
        if action.kind == "take-back":
            crossed.pop(action.unit, None)
            took_back = True
        else:
            crossed.setdefault(action.unit, set()).add(f"{action.hex}/{here[action.unit]}")
        state = rules.apply(state, action)
        fallen = {SIDES[n] for n in range(len(SIDES)) if state.fallen_hexsides >> n & 1}
        assert fallen == {wall for walls in crossed.values() for wall in walls} & {*SIDES}, action.text
    return took_back


def sieging(most: int | None) -> RulesEngine:
    """Return the toy where two units may stay in a hex as the phase ends, and whole lines fall or don't."""
    found = changed(line_destroyed_at=most)
    stacking = replace(found.rules.stacking, limit=2, limits=(), enforced="phase-end")
    return RulesEngine(replace(found, rules=replace(found.rules, stacking=stacking)), SCENARIO)


@pytest.mark.parametrize("most", [None, 2])
def test_destroyed_hexsides_are_those_that_standing_moves_crossed(most: int | None) -> None:
    rules = sieging(most)
    assert sum(standing_moves(rules, seed) for seed in range(30)) > 10


def test_a_hexside_stays_destroyed_until_the_last_move_across_it_is_taken_back() -> None:
    rules = sieging(None)
    stood = ("0302 amber-1", "0302 amber-2", "0303 amber-3", "0303 amber-4")
    state = build_state(rules, stood, turn=1, phase="amber-movement")
    both = 1 << SIDES.index("0402/0302") | 1 << SIDES.index("0402/0303")
    moves = ("move amber-1 0402", "move amber-2 0402", "move amber-3 0402")
    for text in (*moves, "take-back amber-1"):
        state = rules.apply(state, rules.parse(state, text))
    assert state.fallen_hexsides == both
    for text in ("move amber-4 0402", "take-back amber-2"):
        state = rules.apply(state, rules.parse(state, text))
    assert state.fallen_hexsides == 1 << SIDES.index("0402/0303")


def test_a_fault_in_taken_back_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LegFinder, "_fronts_crossed", lambda *_: 0)
    with pytest.raises(AssertionError):
        all(standing_moves(sieging(None), seed) in (True, False) for seed in range(30))


def test_nobody_goes_further_through_a_whole_front_at_once_and_from_behind_nothing_counts() -> None:
    kernel = RulesEngine(game(SLUG), SCENARIO)
    amber = next(u.id for u in game(SLUG).counters.units if u.side == AMBER and (u.steps[0].ma or 0) > 3)
    state = build_state(kernel, (f"0202 {amber}",), turn=1, phase="amber-movement")
    near = {a.hex for a in kernel.actions_of(state, amber) if a.kind == "move"}
    assert "0302" in near
    assert "0402" not in near
    state = build_state(kernel, (f"0402 {amber}",), turn=1, phase="amber-movement")
    after = kernel.apply(state, Action("move", amber, HexId("0302")))
    assert after.fallen_hexsides == 0


# The module -------------------------------------------------------------------------------------------


def _by_steps_alone(found: Game) -> Game:
    return changed(destroyed_by_attack=False)


def _of_two(found: Game) -> Game:
    return changed(line_destroyed_at=1)


def _of_the_others(found: Game) -> Game:
    return changed(destroyed_by=(AMBER, SLATE))


def _never(found: Game) -> Game:
    return replace(found, rules=replace(found.rules, fortified_hexsides=()))


@pytest.mark.parametrize(
    ("fault", "game_first", "first"),
    sampled(
        [(None, 4, 62), (_by_steps_alone, 4, 0), (_of_two, 4, 0), (_of_the_others, 0, 62), (_never, 4, 0)], 3
    ),
)
def test_a_module_in_which_hexsides_fall_otherwise_is_found_out(
    fault: Callable[[Game], Game] | None, game_first: int, first: int, tmp_path: Path
) -> None:
    right = game(SLUG)
    wrong = fault(right) if fault else right
    bench = ConformanceBench(
        right,
        SavedGameWriter(right, plan(SLUG)),
        EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod")),
    )

    games = (bool(parted(bench, (seed,))) for seed in around(game_first, 7)[: None if fault or ALL else 1])
    walks = (
        bool(several(bench, [replace(plan_walk(right, seed), kind="movement")]).differences)
        for seed in around(first, 70)[: None if fault or ALL else 4]
    )
    # What is first shown by a walk is looked for in walks first.
    differs = any(chain(walks, games) if first else chain(games, walks))
    assert differs == (fault is not None)


def test_the_module_tells_what_falls_and_how_to_go_through() -> None:
    table = Table(opened_game(game(SLUG), SLUG)).start(game(SLUG).scenario(SCENARIO).title, "off")
    for piece in game(SLUG).counters.units:
        table.key(piece.id, "keys:ctrl E")
    amber = next(u.id for u in game(SLUG).counters.units if u.side == AMBER and (u.steps[0].ma or 0) > 3)
    table.drag(amber, "0202")
    table.engine.set_property("Enforcement", "strict")
    refused = table.drag(amber, "0402")
    assert any("a fortified line is on the route" in line for line in refused), refused
    table.drag(amber, "0302")
    told = table.drag(amber, "0402")
    assert any("breaks through Rampart at 0402/0302 (1 of 3)" in line for line in told), told
    assert table.get("Breached") == "2"


# What is refused --------------------------------------------------------------------------------------


def _rules(**more: Any) -> Game:
    found = game(SLUG)
    return replace(found, rules=replace(found.rules, **more))


def _costs(*entries: EntryCost) -> Game:
    found = game(SLUG)
    [march] = found.rules.movement
    return _rules(movement=(replace(march, costs=entries),))


def _modified(when: Modifier) -> Game:
    combat = game(SLUG).rules.combat
    assert combat is not None
    return _rules(combat=replace(combat, modifiers=(when,)))


def _doubled() -> Game:
    found = game(SLUG)
    again = HexsideFeature("wall", "Wall", "defence", (HexsideLine("all", ("0301/0401",)),))
    hexmap = replace(found.hexmap, hexsides=(*found.hexmap.hexsides, again))
    modifier = Modifier(id="w", name="w", column_shift=-1, across_front=("wall",))
    return replace(_modified(modifier), hexmap=hexmap)


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        (
            _rules(fortified_hexsides=game(SLUG).rules.fortified_hexsides * 2),
            ("fortified_hexsides", 1, "hexsides"),
        ),
        (
            _costs(EntryCost(cost="1", across_front=("rampart",))),
            ("movement", "march", "costs", 0, "across_front"),
        ),
        (
            _costs(EntryCost(cost="1", across_front=("rampart",), side=(SLATE,))),
            ("movement", "march", "costs", 0, "across_front"),
        ),
        (
            _costs(EntryCost(cost="never", across_front=("rampart",), side=(AMBER,))),
            ("movement", "march", "costs", 0, "across_front"),
        ),
        (
            _modified(Modifier(id="m", name="m", column_shift=-1, across_front=("rampart", "lake"))),
            ("combat", "modifiers", "m", "across_front"),
        ),
        (_doubled(), ("fortified_hexsides", 0, "hexsides")),
    ],
)
def test_fortified_hexsides_that_nobody_plays_are_refused(wrong: Game, at: tuple[str | int, ...]) -> None:
    assert at in [fault.path[1:] for fault in find_unplayable(wrong, wrong.scenario(SCENARIO))]


def test_a_record_that_looks_at_no_ruins_cannot_ask_for_what_falls() -> None:
    found = game(SLUG)
    combat = found.rules.combat
    assert combat is not None
    assert combat.mandatory_attacks is not None
    asked = tuple(
        replace(one, across_front=("rampart",)) for one in combat.mandatory_attacks.must_be_attacked
    )
    wrong = _rules(
        combat=replace(combat, mandatory_attacks=replace(combat.mandatory_attacks, must_be_attacked=asked))
    )
    assert any(fault.path[-1] == "across_front" for fault in find_unplayable(wrong, wrong.scenario(SCENARIO)))
    assert isinstance(asked[0], Criteria)
