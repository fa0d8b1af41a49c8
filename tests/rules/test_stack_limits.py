"""Every unit that enters a hex keeps the stacking limits by kind, points, side and place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.replacement_record import Conversion
from hexwright.model.rules.stacking_record import Stacking, StackLimit
from hexwright.model.words import stacking_words
from hexwright.players.policies import play_game
from hexwright.players.random_stream import RandomStream
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import stacking_limits
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.setup.random_setup import generate_setup
from hexwright.rules.setup.setup_legality import SetUpLine, check_setup
from tests.rules.games_with_stacking_limits import BLUE, HEAVY, OPEN, TANKS, VARIANTS, WOODS, toy
from tests.rules.stacking import counts, is_there, may_stay, stacks
from tests.tiers import sampled


@cache
def kernels(name: str) -> tuple[RulesEngine, RulesEngine]:
    """Return the rules engine of a variant, and one without limits."""
    found = toy(VARIANTS[name])
    free = replace(found.rules.stacking, limit=None, limits=())
    return (
        RulesEngine(found, "the-week"),
        RulesEngine(replace(found, rules=replace(found.rules, stacking=free)), "the-week"),
    )


def start(kernel: RulesEngine, found: Game, seed: int) -> State:
    """Return a random set-up that keeps all limits."""
    placed: dict[HexId, list[UnitId]] = {}
    for entry in generate_setup(found, "the-week", seed):
        placed.setdefault(HexId(entry.hex), []).append(UnitId(entry.unit))
    return kernel.set_up(seed, {h: tuple(units) for h, units in placed.items()})


# Whole games, by the data alone ----------------------------------------------------------------------


class Watch:
    """Observes each state of a game, and compares its legal actions with the data."""

    def __init__(self, name: str) -> None:
        self.rules, self.free = kernels(name)
        self.game = self.rules.setting.game
        self.always = self.game.rules.stacking.enforced == "always"
        self.seen: Counter[str] = Counter()

    def kept(self, state: State) -> bool:
        """Return whether no hex of a state contains too many units."""
        return all(may_stay(self.game, h, units) for h, units in stacks(self.rules, state).items())

    def joins(self, state: State, action: Action) -> bool:
        """Return whether the unit of an action may stay in its new hex."""
        assert action.hex is not None
        assert action.unit is not None
        there = [unit for unit in stacks(self.rules, state).get(action.hex, ()) if unit != action.unit]
        return may_stay(self.game, action.hex, [*there, action.unit])

    def __call__(self, state: State, action: Action, after: State) -> None:
        where = f"{self.rules.phase(state)}, turn {state.turn}, {state.stage}"
        legal, free = set(self.rules.legal_actions(state)), set(self.free.legal_actions(state))
        if state.stage == "move":
            self.moves(state, legal, free, where)
        else:
            assert self.kept(state), where
        for kind in ("advance", "new", "give-up"):
            own = {one for one in legal if one.kind == kind and one.hex is not None}
            others = {one for one in free if one.kind == kind and one.hex is not None}
            assert own == {one for one in others if self.joins(state, one)}, (where, own ^ others)
            self.seen[kind] += len(own)
            self.seen[f"no {kind}"] += len(others - own)
        self.retreats(state, legal, free, where)

    def moves(self, state: State, legal: set[Action], free: set[Action], where: str) -> None:
        """Compare the moves of a stage with the data, and whether the stage may end."""
        own = {one for one in legal if one.kind == "move"}
        others = {one for one in free if one.kind == "move"}
        shut = {one for one in others if not self.joins(state, one)}
        assert own == (others - shut if self.always else others), (where, own ^ others)
        self.seen["no move"] += len(shut)
        back = self.too_many(state)
        assert {one.unit for one in legal if one.kind == "take-back"} == back, where
        assert (Action("end") in legal) == (not back), where
        self.seen["take-back"] += len(back)

    def too_many(self, state: State) -> set[UnitId]:
        """Return the units that moved into a hex and count towards a limit exceeded there."""
        found: set[UnitId] = set()
        if state.movement_start is None:
            return found
        plain = (
            () if self.game.rules.stacking.limit is None else (StackLimit(self.game.rules.stacking.limit),)
        )
        for hex_id, units in stacks(self.rules, state).items():
            for limit in (*plain, *self.game.rules.stacking.limits):
                alone = replace(self.game.rules.stacking, limit=None, limits=(limit,))
                other = replace(self.game, rules=replace(self.game.rules, stacking=alone))
                if may_stay(other, hex_id, units):
                    continue
                for name in units:
                    unit, number = self.game.counters.unit(name), self.rules.setting.unit_numbers[name]
                    came = (
                        state.acted >> number & 1
                        and state.movement_start.locations[number] != state.locations[number]
                    )
                    weighs = limit.points.get(unit.unit_class, 1)
                    if came and weighs and counts(limit, unit.id, unit.unit_class, unit.side):
                        found.add(name)
        return found

    def retreats(self, state: State, legal: set[Action], free: set[Action], where: str) -> None:
        """Compare retreats with the data: if any hex at the distance has room, retreats end in such hexes."""
        own = {(one.unit, one.hex) for one in legal if one.kind == "retreat"}
        others = {one for one in free if one.kind == "retreat"}
        for unit in {one.unit for one in others}:
            ends = {one.hex for one in others if one.unit == unit and self.joins(state, one)}
            mine = {end for name, end in own if name == unit}
            if ends:
                assert mine == ends, (where, unit)
            for end in mine:
                assert self.joins(state, Action("retreat", unit, end)), (where, unit)
            self.seen["retreat"] += len(mine)
            self.seen["no retreat"] += len({one.hex for one in others if one.unit == unit} - ends)


ALWAYS = ("no move", "retreat", "advance", "new")
"""Events that must occur in a test."""


def watched(name: str, games: int, asked: Iterable[str] = ()) -> Counter[str]:
    """Play random games until every wanted event has occurred, and return the counts of events."""
    watch = Watch(name)
    for seed in range(games):
        play_game(watch.rules, seed, {}, watch, start(watch.rules, watch.game, seed))
        if asked and seed > 2 and all(watch.seen[kind] for kind in asked):
            break
    return watch.seen


@pytest.mark.parametrize("name", sampled(VARIANTS, *range(0, len(VARIANTS), 2)))
def test_whole_games_keep_the_limits_as_the_data_say(name: str) -> None:
    asked = ALWAYS if VARIANTS[name].enforced == "always" else (*ALWAYS, "take-back")
    seen = watched(name, 30, asked)
    assert min(seen[kind] for kind in asked) > 0, seen


def _blind(
    change: Callable[[stacking_limits.CompiledStackLimit], stacking_limits.CompiledStackLimit],
) -> Callable[..., None]:
    made = stacking_limits.CompiledStacking.__init__

    def init(self: stacking_limits.CompiledStacking, *args: Any) -> None:
        made(self, *args)
        self.limits = tuple(change(limit) for limit in self.limits)

    return init


def _of_all(limit: stacking_limits.CompiledStackLimit) -> stacking_limits.CompiledStackLimit:
    """Return the limit applied to all units, including those to which it doesn't apply."""
    weights = tuple(max(weight, 1) for weight in limit.weights)
    counted = tuple(tuple(n for n in range(len(weights))) for _ in limit.counted)
    return replace(limit, weights=weights, counted=counted)


FAULTS: Mapping[str, tuple[str, str, Any]] = {
    "one more": ("kinds", "__init__", _blind(lambda limit: replace(limit, maximum=limit.maximum + 1))),
    "everywhere": ("places", "__init__", _blind(lambda limit: replace(limit, hexes=-1 & (1 << 200) - 1))),
    "nowhere": ("places", "__init__", _blind(lambda limit: replace(limit, hexes=0))),
    "of all units": ("kinds", "__init__", _blind(_of_all)),
    "points of one": (
        "points",
        "__init__",
        _blind(lambda limit: replace(limit, counted=tuple(tuple(sorted(set(c))) for c in limit.counted))),
    ),
    "some alone": (
        "all",
        "__init__",
        _blind(lambda limit: limit if limit.maximum == 2 else replace(limit, hexes=0)),
    ),
    "nobody in the way": ("sides", "full_hexes", lambda *_: 0),
    "nobody too many": ("kinds", "overstacking_units", lambda *_: []),
}


@pytest.mark.parametrize(("name", "what", "wrong"), FAULTS.values(), ids=FAULTS)
def test_rules_that_keep_other_limits_are_found(
    monkeypatch: pytest.MonkeyPatch, name: str, what: str, wrong: Any
) -> None:
    kernels.cache_clear()
    monkeypatch.setattr(stacking_limits.CompiledStacking, what, wrong)
    with pytest.raises(AssertionError):
        watched(name, 6)
    kernels.cache_clear()


# Single cases -----------------------------------------------------------------------------------------


def test_whom_a_limit_is_not_about_may_join_a_hex_that_is_full_by_it() -> None:
    rules, _ = kernels("kinds")
    state = build_state(rules, ("0203 blue-tank", "0204 blue-1"), phase="blue-movement")
    assert Action("move", UnitId("blue-1"), HexId("0203")) in rules.legal_actions(state)


def test_units_that_weigh_nothing_are_never_too_many() -> None:
    light = StackLimit(max=1, points={"staff": 0})
    found = toy(Stacking(None, (light,), "always"))
    assert may_stay(found, HexId("0204"), [UnitId("blue-1"), UnitId("blue-staff")])
    rules = RulesEngine(found, "the-week")
    state = build_state(rules, ("0204 blue-1", "0203 blue-staff", "0203 blue-2"), phase="blue-movement")
    assert Action("move", UnitId("blue-staff"), HexId("0204")) in rules.legal_actions(state)
    assert Action("move", UnitId("blue-2"), HexId("0204")) not in rules.legal_actions(state)


def test_a_refusal_names_the_limit_that_is_broken_and_its_rule() -> None:
    rules, _ = kernels("sides")
    state = build_state(rules, ("0203 blue-tank", "0204 blue-1"), phase="blue-movement")
    with pytest.raises(Exception, match=r"at most 1 Blue unit may stay in a hex \(9\)"):
        rules.parse(state, "move blue-1 0203")


def test_limits_in_words() -> None:
    found = toy(VARIANTS["plain"])
    assert [stacking_words.told(found, one) for one in (TANKS, HEAVY, WOODS, StackLimit(1))] == [
        "at most 1 unit of Tanks may stay in a hex",
        "at most 3 points may stay in a hex, Tanks counting 2, Headquarters counting nothing",
        "at most 1 may stay in a hex, in wood or marsh, except in a town or city",
        "at most 1 may stay in a hex",
    ]


def test_set_ups_that_break_limits_are_told_each_with_its_rule() -> None:
    found = toy(Stacking(2, (replace(TANKS, rule="8"), BLUE), rule="1"))
    placed = [SetUpLine(unit, "0204") for unit in ("blue-1", "blue-2", "blue-tank")]
    faults = check_setup(found, "the-week", placed)
    told = sorted((fault.message for fault in faults if fault.code == "U013"), reverse=True)
    names = "blue-1, blue-2, blue-tank"
    assert told == [
        f"3 units in 0204, at most 2 may stay in a hex (1): {names}",
        f"3 units in 0204, at most 1 Blue unit may stay in a hex (9): {names}",
    ]


@pytest.mark.parametrize("name", VARIANTS)
def test_set_ups_at_random_keep_them_and_leave_nobody_out_who_has_room(name: str) -> None:
    found = toy(VARIANTS[name])
    for seed in range(6):
        placed = generate_setup(found, "the-week", seed)
        assert check_setup(found, "the-week", placed) == ()
        some = RandomStream(seed).integer_below(len(placed))
        less = [entry for number, entry in enumerate(placed) if number != some]
        assert {fault.code for fault in check_setup(found, "the-week", less)} == {"U019"}


def test_a_unit_takes_anothers_place_only_where_it_may_stay() -> None:
    tank = replace(toy(Stacking(3, (TANKS,))), slug="toy-causeway")
    side = tank.rules.replacements[1]
    made = replace(side, entries=(), conversions=(Conversion(unit=UnitId("red-tank"), cost=0),))
    rules = replace(tank.rules, replacements=(tank.rules.replacements[0], made))
    both = replace(TANKS, classes=("tank", "staff"))
    stand = ("0801 red-1", "0801 red-staff", "0803 red-2")
    for said, open_to in ((Stacking(3, (TANKS,)), {"red-1", "red-2"}), (Stacking(3, (both,)), {"red-2"})):
        kernel = RulesEngine(replace(tank, rules=replace(rules, stacking=said)), "the-week")
        state = build_state(kernel, stand, turn=3, phase="red-reinforcement")
        found = {one.unit for one in kernel.legal_actions(state) if one.kind == "designate"} - {"red-staff"}
        assert found == open_to


# What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "at", "words"),
    [
        (StackLimit(1, weather=("rain",)), "weather", "can't depend on 'weather'"),
        (StackLimit(1, across=("river",)), "across", "can't depend on 'across'"),
        (StackLimit(1, supply="in"), "supply", "can't depend on 'supply'"),
        (StackLimit(1, option={"a": "b"}), "option", "can't depend on 'option'"),
        (StackLimit(1, points={"tank": 2}), "tank", "counts 2 points, more than any hex may hold"),
        (StackLimit(1, classes=("foot",), points={"tank": 1}), "tank", "gives points for 'tank'"),
        (StackLimit(1, points={"tank": 0, "foot": 0, "staff": 0}), 0, "applies to no unit of the game"),
    ],
)
def test_stacking_limits_that_cannot_be_kept_are_refused(
    limit: StackLimit, at: str | int, words: str
) -> None:
    found = toy(Stacking(3, (limit,)))
    told = [one for one in find_unplayable(found, found.scenarios[0]) if one.code == "P006"]
    assert [(one.path[-1], words in one.message) for one in told] == [(at, True)]
    assert told[0].hint


def test_the_oracle_knows_the_ground() -> None:
    found = toy(VARIANTS["plain"])
    assert is_there(found, WOODS, HexId("0301"))
    assert not is_there(found, WOODS, HexId("0104"))
    assert not is_there(found, OPEN, HexId("0104"))
