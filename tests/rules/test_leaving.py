"""Map exits: the hexes, the costs and the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_run import replay_game
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.victory_record import Exit, VictoryRules
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.rules.engine.game_state import OUT_OF_GAME, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement import move_legs
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.turn.sequence_of_play import victory_awards
from tests.conformance.walking import ahead, around, bench_of, several
from tests.rules.walks import GERMAN, MARCH, OTHER_RULES, SOVIET, VARIANTS, changed, walked
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game

REDOUBT, SCENARIO = "toy-redoubt", "the-day"
AMBER, SLATE = SideId("amber"), SideId("slate")
EXITS = game(REDOUBT).rules.victory[0].exits


def by(*exits: Exit, **more: object) -> Game:
    """Return the toy with other exits, without points and without fortified hexsides in the units' way."""
    found = game(REDOUBT)
    plain = replace(found.rules.victory[0], holdings=(), gaps=(), farthest_advance=())
    rules = replace(plain, exits=exits, **more)  # type: ignore[arg-type]
    return replace(found, rules=replace(found.rules, fortified_hexsides=(), victory=(rules,)))


# Where and at what cost ---------------------------------------------------------------------------

_ALL = tuple(HexId(f"{column:02}{row:02}") for column in range(1, 13) for row in range(1, 10, 2))


@cache
def everywhere() -> tuple[Exit, ...]:
    """Return exits from every second hex of the first map, at various costs, and from its places."""
    board = changed().setting.board
    there = tuple(hex_id for hex_id in _ALL if hex_id in board.index)
    return (
        Exit(side=GERMAN, points=1, hexes=there, classes=("panzer",), cost="7/2"),
        Exit(side=GERMAN, points=1, hexes=there, cost="5/2"),
        Exit(side=SOVIET, points=1, hexes=there[::2], cost="0"),
        Exit(side=SOVIET, points=1, hexes=there, edge=("east",), cost="3"),
        Exit(side=SOVIET, points=1, place=("moscow",), cost="3"),
    )


@pytest.mark.parametrize("name", sampled(VARIANTS, *range(0, len(VARIANTS), 2)))
def test_units_that_may_exit_are_those_of_the_naive_walker(name: str) -> None:
    walked(changed(VARIANTS[name], everywhere()), len(name), 3 if ALL else 1)


@pytest.mark.parametrize("name", sampled(OTHER_RULES, *range(0, len(OTHER_RULES), 2)))
def test_units_leave_alike_under_other_movement_rules(name: str) -> None:
    walked(changed(exits=everywhere(), **OTHER_RULES[name]), len(name), 3 if ALL else 1)


def asking() -> tuple[Exit, ...]:
    """Return the same exits with criteria of time, unit, hex and zone of control."""
    first, second, third, fourth, last = everywhere()
    return (
        replace(first, weather=("mud",)),
        replace(second, enemy_zoc="in"),
        replace(
            second, turns=(2, 4), hexes=(), terrain=("clear",), unless=Unless(feature=("fortification",))
        ),
        replace(third, side=(*SOVIET, *GERMAN), units=(UnitId("soviet-1"),), enemy_zoc="out"),
        replace(fourth, phases=(PhaseId("soviet-movement"),)),
        last,
    )


@pytest.mark.parametrize("name", list(VARIANTS)[:3])
def test_exits_depend_on_their_conditions(name: str) -> None:
    walked(changed(VARIANTS[name], asking()), len(name), 3 if ALL else 1)


def _any_weather(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.compiled.compiled_game.CompiledGame.applies_now", lambda *_: True)


def _any_zone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "hexwright.rules.engine.criteria_tests.filter_by_unit_state", lambda _, __, ___, units: units
    )


def _any_hex(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("hexwright.rules.compiled.compiled_victory.exit_hexes", lambda board, _: board.every)


@pytest.mark.parametrize("fault", [_any_weather, _any_zone, _any_hex])
def test_exits_that_ignore_a_condition_are_found_by_walking(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    kernel = changed(MARCH, asking())

    def all_of_them() -> None:
        for seed in range(8):
            walked(kernel, seed, 12)

    with pytest.raises(AssertionError, match=" on turn "):
        all_of_them()


def _zones_forgotten(patch: pytest.MonkeyPatch) -> None:
    spares = move_legs.LegFinder.can_afford_exit

    def free(self: move_legs.LegFinder, unit: int, cost: str) -> bool:
        self.field = replace(self.field, ezoc=0)
        return spares(self, unit, cost)

    patch.setattr(move_legs.LegFinder, "can_afford_exit", free)


def _always_paid(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(move_legs.LegFinder, "can_afford_exit", lambda self, unit, cost: True)


def _half_a_point_forgotten(patch: pytest.MonkeyPatch) -> None:
    spares = move_legs.LegFinder.can_afford_exit
    patch.setattr(
        move_legs.LegFinder,
        "can_afford_exit",
        lambda legs, unit, cost: spares(legs, unit, f"{int(Fraction(cost))}"),
    )


@pytest.mark.parametrize("fault", sampled([_zones_forgotten, _always_paid, _half_a_point_forgotten], 0))
def test_a_fault_in_leaving_is_found_by_walking(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = changed(VARIANTS["zones that cost"] if fault is _zones_forgotten else MARCH, everywhere())
    fault(monkeypatch)

    def all_of_them() -> None:
        for seed in range(8):
            walked(kernel, seed, 12)

    with pytest.raises(AssertionError, match=" on turn "):
        all_of_them()


# What comes of it ---------------------------------------------------------------------------------


def test_points_are_those_of_the_data_after_every_exit() -> None:
    """Points are computed from the hex and face of the unit that exits, from the data alone."""
    found = by(*game(REDOUBT).rules.victory[0].exits)
    kernel, setting = RulesEngine(found, SCENARIO), RulesEngine(found, SCENARIO).setting
    left = {AMBER: 0, SLATE: 0}

    def watch(points: dict[SideId, int]) -> Callable[[State, Action, State], None]:
        def look(before: State, action: Action, after: State) -> None:
            if action.kind == "exit":
                unit = found.counters.unit(action.unit or "")  # type: ignore[arg-type]
                number = setting.unit_numbers[unit.id]
                strength = unit.steps[before.steps[number] - 1].strength or 0
                scout = unit.unit_class == "scout"
                points[unit.side] += 1 if unit.side == SLATE else 2 if scout else strength
                left[unit.side] += 1
                assert after.locations[number] == OUT_OF_GAME
                assert after.destroyed == before.destroyed
            for side in (AMBER, SLATE):
                told = dict(victory_awards(setting, after)[side])
                assert told.get("units that left the map", 0) == points[side]

        return look

    for seed in range(12):
        if all(left.values()) and not ALL:
            break
        for policy in ("random", "greedy"):
            play_game(kernel, seed, dict.fromkeys((AMBER, SLATE), policy), watch({AMBER: 0, SLATE: 0}))
    assert all(left.values())


def test_a_unit_that_has_moved_too_far_stays_and_is_told_why() -> None:
    kernel = RulesEngine(game(REDOUBT), SCENARIO)
    state = build_state(
        kernel, ("0801 amber-1", "0701 amber-scout", "0101 slate-1"), turn=1, phase="amber-movement"
    )
    told = kernel.describe(state, kernel.parse(state, "exit amber-1"))
    assert told == "1st Amber Foot (7) in 0801 leaves the map."
    other = "doesn't belong to the phasing side"
    for unit, why in (("amber-scout", "can't exit the map from 0701"), ("slate-1", other)):
        with pytest.raises(IllegalAction, match=why):
            kernel.parse(state, f"exit {unit}")
    far = build_state(kernel, ("0501 amber-1", "0101 slate-1"), turn=1, phase="amber-movement")
    far = kernel.apply(far, kernel.parse(far, "move amber-1 0801"))
    with pytest.raises(IllegalAction, match=r"has too few MP left to exit the map, which costs 2 \(5\)"):
        kernel.parse(far, "exit amber-1")


# The module ---------------------------------------------------------------------------------------


def leaving(
    bench: ConformanceBench, seeds: Iterable[int], wanted: Mapping[str, int] | None = None
) -> ComparisonTally:
    """Return the tally of walks that begin with movement."""
    plans = (replace(plan_walk(bench.game, seed), kind="movement", length=3) for seed in seeds)
    return several(bench, plans, wanted)


def wide(*more: Exit) -> Game:
    """Return the toy with exits from most hexes."""
    hexes = tuple(RulesEngine(game(REDOUBT), SCENARIO).setting.board.index)
    return by(
        Exit(side=(AMBER,), points=1, hexes=hexes[::2], cost="2", per="strength"),
        Exit(side=(AMBER,), points=3, hexes=hexes[::3], classes=("scout",)),
        Exit(side=(SLATE,), points=1, hexes=hexes[1::2], cost="1/2"),
        Exit(side=(SLATE,), points=1, cost="1/2", place=("mill",)),
        *more,
    )


EXITS_SEEN = 9 if ALL else 4


def test_module_lets_the_same_units_exit_as_the_rules_engine(tmp_path: Path) -> None:
    tally = leaving(
        bench_of(wide(), tmp_path),
        ahead(14, 0, 6, 10, 20),
        {"legal exits": EXITS_SEEN, "refused exits": EXITS_SEEN},
    )
    assert [str(one) for one in tally.differences] == []
    assert min(tally.counts["legal exits"], tally.counts["refused exits"]) >= EXITS_SEEN


@pytest.mark.slow
def test_whole_games_with_exits_are_told_alike(tmp_path: Path) -> None:
    bench = bench_of(wide(), tmp_path)
    for seed in range(2 if ALL else 1):
        assert replay_game(bench, seed).differences == []


CHANCY = {
    "turns": (1, 3),
    "enemy_zoc": "out",
    "near": Near(within=2),
    "terrain": ("hills",),
    "units": (UnitId("amber-1"), UnitId("amber-scout"), UnitId("slate-1")),
    "phases": (PhaseId("amber-movement"),),
}


def chancy(**keys: object) -> Game:
    """Return the toy with exits from hexes that have further criteria."""
    (rules,) = wide().rules.victory
    return by(*(replace(one, **keys) for one in rules.exits if one.hexes))  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("key", CHANCY)
def test_the_module_asks_every_condition_of_exits(key: str, tmp_path: Path) -> None:
    seeds = ahead(5, 7, 8, 10) if ALL else (7, 8, 10)
    tally = leaving(bench_of(chancy(**{key: CHANCY[key]}), tmp_path), seeds)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["refused exits"] + tally.counts["legal exits"]


@pytest.mark.parametrize("key", sampled(CHANCY, 2))
def test_a_module_that_ignores_a_condition_of_exits_is_found(key: str, tmp_path: Path) -> None:
    assert leaving(bench_of(wide(), tmp_path, chancy(**{key: CHANCY[key]})), ahead(25, 10, 8, 7)).differences


def _dearer(rules: VictoryRules) -> VictoryRules:
    return replace(rules, exits=tuple(replace(one, cost="3") for one in rules.exits))


def _richer(rules: VictoryRules) -> VictoryRules:
    return replace(rules, exits=tuple(replace(one, points=one.points + 1) for one in rules.exits))


def _elsewhere(rules: VictoryRules) -> VictoryRules:
    return replace(rules, exits=tuple(replace(one, hexes=one.hexes[1:]) for one in rules.exits))


def _by_unit(rules: VictoryRules) -> VictoryRules:
    return replace(rules, exits=tuple(replace(one, per="unit") for one in rules.exits))


def _turned(rules: VictoryRules) -> VictoryRules:
    return replace(rules, exits=rules.exits[::-1])


@pytest.mark.parametrize(
    ("fault", "first"),
    sampled([(_dearer, 20), (_richer, 0), (_elsewhere, 10), (_by_unit, 0), (_turned, 6)], 2),
)
def test_a_module_with_other_exits_is_found_out(
    fault: Callable[[VictoryRules], VictoryRules], first: int, tmp_path: Path
) -> None:
    more = Exit(side=(AMBER,), points=2, hexes=EXITS[2].hexes, cost="0", edge=("west", "east"))
    right = wide(more)
    wrong = replace(right, rules=replace(right.rules, victory=(fault(right.rules.victory[0]),)))
    assert leaving(bench_of(wrong, tmp_path, right), around(first, 25)).differences


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        (by(Exit(side=(AMBER,), points=1)), ("exits", 0)),
        (by(replace(EXITS[0], unless=Unless(terrain=("clear", "hills")))), ("exits", 0)),
        (by(replace(EXITS[0], supply="in")), ("exits", 0, "supply")),
        (by(replace(EXITS[0], along=("road",))), ("exits", 0, "along")),
        (by(replace(EXITS[0], phases=(PhaseId("amber-combat"),))), ("exits", 0, "phases")),
        (by(replace(EXITS[0], condition="disrupted")), ("exits", 0, "condition")),
        (by(*EXITS, hold="mill", eliminated=0, place_kind_points={}), ("exits",)),
    ],
)
def test_exits_that_cannot_be_played_are_refused(changed: Game, at: tuple[str | int, ...]) -> None:
    (fault,) = find_unplayable(changed, changed.scenario(SCENARIO))
    assert (fault.code, fault.path[3:]) == ("P006", at)


def test_exits_need_a_box_for_the_units() -> None:
    found = game(REDOUBT)
    boxes = tuple(box for box in found.hexmap.boxes if box.side != SLATE)
    changed = replace(found, hexmap=replace(found.hexmap, boxes=boxes))
    faults = find_unplayable(changed, changed.scenario(SCENARIO))
    assert [fault.path[3:] for fault in faults if "need a box" in fault.message] == [("exits", 2)]


def test_booklet_and_help_tell_exits() -> None:
    lines = by_subject(by(*EXITS, replace(EXITS[0], weather=(), turns=(3,), points=0)))["Victory"]
    leaving = "Amber Scouts may exit the map"
    assert tuple(line for line in lines if "exit" in line) == (
        f"{leaving}, at 1 MP, for 2 points for each unit (by the east edge)",
        "Amber units may exit the map, at 2 MP, "
        "for 1 point for each strength point of units (by the east edge)",
        "Slate units may exit the map, at 1/2 MP, for 1 point for each unit (from 0102 or 0103 or 0403)",
        f"{leaving}, at 1 MP (by the east edge, on turn 3)",
    )
