"""Points for units by kind and position, and victory levels by the points of one side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.model.counter_mix import Unit
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.airdrop_record import NearPlace
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.victory_record import Level, Loss, Presence, VictoryRules
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.engine.unit_placement import eliminate_unit
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.turn.sequence_of_play import victory_awards
from tests.conformance.walking import around, parted
from tests.players import game_of_three_sides as three
from tests.rules.asking import so
from tests.rules.supplying import Supply
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-causeway", "the-week"
RED, BLUE = SideId("red"), SideId("blue")
COMBAT = PhaseId("red-combat")
LOSSES = (
    Loss(points=3, per="strength", classes=("tank",), side=(RED,)),
    Loss(points=2, classes=("foot",)),
    Loss(points=5, scored_by=BLUE),
)
PRESENCE = (
    Presence(side=(BLUE,), points=4, near_place=NearPlace(("bridge",), 1)),
    Presence(side=(BLUE,), points=1, near_place=NearPlace(("bridge",), 4), per="strength", supply="in"),
    Presence(side=(RED,), points=7, classes=("foot",), near_place=NearPlace(("depot",), 5)),
    Presence(side=(RED,), points=2, supply="in"),
)
NEARBY = Presence(side=(RED,), points=1)
_NEVER: dict[str, Any] = {
    "supply": "out",
    "enemy_zoc": "in",
    "condition": "disrupted",
    "near": Near(within=1),
    "across": ("river",),
    "against": (BLUE,),
}
"""Criteria that no lost unit meets."""
RULES = VictoryRules("towns", losses=LOSSES, presence=PRESENCE)


def by(rules: VictoryRules, found: Game | None = None) -> Game:
    found = found or game(SLUG)
    return replace(found, rules=replace(found.rules, victory=(rules,)))


# What the data say, read without the kernel --------------------------------------------------------


def worth(kernel: RulesEngine, state: State, unit: Unit) -> tuple[SideId, int] | None:
    """Return the side that scores, and the points, for a unit lost in its hex; None if no side scores."""
    game = kernel.setting.game
    for entry in game.rules.victory[0].losses:
        if entry.scored_by == unit.side or not so(kernel, state, entry, unit.id):
            continue
        [enemy] = [side.id for side in game.info.sides if side.id != unit.side]
        strength = unit.steps[0].strength or 0
        return entry.scored_by or enemy, entry.points * (strength if entry.per == "strength" else 1)
    return None


def apart(near: Callable[[HexId], list[HexId]], start: HexId, goal: HexId) -> int:
    """Return the distance between two hexes, counted step by step."""
    seen, edge, far = {start}, [start], 0
    while goal not in seen:
        edge = list({there for here in edge for there in near(here) if there not in seen})
        seen |= set(edge)
        far += 1
    return far


def standing(kernel: RulesEngine, state: State, side: SideId) -> int:
    """Return a side's points for the positions of its units."""
    setting = kernel.setting
    game = setting.game
    supply = Supply(kernel, state, side)
    total = 0
    for number, name in enumerate(setting.units):
        unit = game.counters.unit(name)
        if state.locations[number] < 0 or unit.side != side:
            continue
        here = setting.board.ids[state.locations[number]]
        for entry in game.rules.victory[0].presence:
            near = entry.near_place
            places = [one.hex for one in game.hexmap.places if near is not None and one.id in near.place]
            close = near is None or any(apart(supply.beside, here, one) <= near.within for one in places)
            if close and so(kernel, state, entry, name):
                strength = unit.steps[state.steps[number] - 1].strength or 0
                total += entry.points * (strength if entry.per == "strength" else 1)
                break
    return total


def watched(game: Game, seeds: range) -> tuple[Mapping[SideId, int], int, int]:
    """Play games and compare points with the data after each action.

    Return the points for losses, how often a side had points for positions, and the number of losses.
    """
    kernel = RulesEngine(game, SCENARIO)
    setting = kernel.setting
    sides = setting.sides
    lost, stood, gone = dict.fromkeys(sides, 0), 0, 0
    for seed in seeds:
        points = dict.fromkeys(sides, 0)

        def watch(before: State, _: Action, after: State, points: dict[SideId, int] = points) -> None:
            nonlocal stood, gone
            for unit, name in enumerate(setting.units):
                if before.locations[unit] >= 0 > after.locations[unit]:
                    gone += 1
                    if found := worth(kernel, before, game.counters.unit(name)):
                        points[found[0]] += found[1]
            for number, side in enumerate(sides):
                told = dict(victory_awards(setting, after)[side])
                assert told.pop("losses of the enemy", 0) == points[side]
                assert sum(told.values()) == standing(kernel, after, side)
                assert (after.loss_points[number] if after.loss_points else 0) == points[side]
                stood += bool(told)

        play_game(kernel, seed, dict.fromkeys(sides, "greedy"), watch)
        for side in sides:
            lost[side] += points[side]
    return lost, stood, gone


def test_points_are_those_of_the_data_after_every_action() -> None:
    lost, stood, gone = watched(by(RULES), range(8 if ALL else 4))
    assert all(lost.values())
    assert stood > 25
    assert gone > 5


ASKING = VictoryRules(
    "towns",
    losses=(
        Loss(points=3, per="strength", terrain=("wood", "marsh")),
        Loss(points=2, weather=("rain",), side=(RED,)),
        Loss(points=1, side=(RED,), unless=Unless(feature=("red-start",))),
        Loss(points=4, turns=(2, 3), classes=("foot",), units=(UnitId("blue-tank"),), side=(BLUE,)),
        Loss(points=5, feature=("blue-start",), scored_by=RED),
        Loss(points=6),
    ),
    presence=(
        Presence(side=(BLUE, RED), points=4, terrain=("wood", "marsh"), supply="out"),
        Presence(
            side=(BLUE,), points=3, near=Near(classes=("tank",), within=1), unless=Unless(terrain=("wood",))
        ),
        Presence(side=(RED,), points=2, place_kinds=("town",), units=(UnitId("red-1"), UnitId("red-2"))),
        Presence(side=(BLUE, RED), points=1, per="strength", enemy_zoc="in", condition="undisrupted"),
    ),
)
"""Points with criteria of place, time and unit state."""


def test_points_for_units_depend_on_their_conditions() -> None:
    lost, stood, gone = watched(by(ASKING), range(10 if ALL else 5))
    assert sum(lost.values()) > 5
    assert min(stood, gone) > 5


@pytest.mark.parametrize(
    ("part", "key"),
    sampled(
        [
            *(("losses", key) for key in ("terrain", "unless", "weather", "turns", "units", "feature")),
            *(("presence", key) for key in ("terrain", "supply", "near", "unless", "place_kinds", "units")),
            *(("presence", key) for key in ("enemy_zoc", "condition")),
        ],
        0,
        1,
        2,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        13,
    ),
)
def test_points_for_units_that_ignore_a_condition_are_found(
    part: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heedless = RulesEngine(by(asking_less(part, key)), SCENARIO).setting
    real = RulesEngine.__init__

    def planted(self: RulesEngine, *given: object) -> None:
        real(self, *given)  # type: ignore[arg-type]
        vars(self.setting)[part] = getattr(heedless, part)

    monkeypatch.setattr(RulesEngine, "__init__", planted)
    with pytest.raises(AssertionError):
        watched(by(ASKING), range(16))


def asking_less(part: str, key: str) -> VictoryRules:
    """Return the same points without a key."""
    plain: Any = {"supply": None, "near": None, "enemy_zoc": None, "condition": None, "unless": None}.get(
        key, ()
    )
    entries: Any = tuple(replace(one, **{key: plain}) for one in getattr(ASKING, part))
    return replace(ASKING, **{part: entries})


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        *((Loss(points=1, **{key: value}), key) for key, value in _NEVER.items()),
        (Loss(points=1, phases=(PhaseId("blue-reinforcement"),)), "phases"),
        (replace(NEARBY, weather=("rain",)), "weather"),
        (replace(NEARBY, turns=(1,)), "turns"),
        (replace(NEARBY, phases=(COMBAT,)), "phases"),
        (replace(NEARBY, across=("river",)), "across"),
        (replace(NEARBY, condition="fortified"), "condition"),
    ],
)
def test_conditions_that_points_for_units_do_not_ask_are_refused(entry: Loss | Presence, key: str) -> None:
    part = "losses" if isinstance(entry, Loss) else "presence"
    entries: Any = (entry,)
    changed = by(replace(RULES, **{part: entries}))
    assert [one.path[3:] for one in find_unplayable(changed, changed.scenario(SCENARIO))] == [(part, 0, key)]


def test_a_loss_counts_in_the_phases_that_are_named() -> None:
    kernel = RulesEngine(by(VictoryRules("towns", losses=(Loss(points=2, phases=(COMBAT,)),))), SCENARIO)
    for phase, points in ((COMBAT, 2), ("blue-combat", 0), ("red-movement", 0)):
        state = build_state(kernel, ("0404 red-1", "0304 blue-1"), turn=1, phase=phase)
        after = eliminate_unit(kernel.setting, state, kernel.setting.unit_numbers[UnitId("blue-1")])
        assert sum(after.loss_points) == points


def test_a_module_that_counts_losses_of_any_phase_is_found_out(tmp_path: Path) -> None:
    right = by(replace(RULES, losses=tuple(replace(one, phases=(COMBAT,)) for one in LOSSES)))
    table = EmulatedModule(write_module(by(RULES), SLUG, tmp_path / "wrong.vmod"))
    assert parted(ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table), range(8))


def test_booklet_and_help_tell_the_points() -> None:
    lines = by_subject(by(ASKING))["Victory"]
    assert lines[:6] == (
        "the enemy scores 3 points for each strength point of units lost (in wood or marsh)",
        "the enemy scores 2 points for each Red unit lost (in rain)",
        "the enemy scores 1 point for each Red unit lost (except in Red set-up)",
        "the enemy scores 4 points for each Blue Foot unit or Blue Tanks lost (on turns 2 or 3)",
        "the Reds score 5 points for each unit lost (in Blue set-up)",
        "the enemy scores 6 points for each unit lost",
    )
    each = "score 4 points for each unit out of supply in wood or marsh when points are counted"
    assert lines[6] == f"the Blues and the Reds {each}"
    assert "each unit within a hex of Tanks on the map except in wood when points are counted" in lines[7]
    assert "each unit named 1st Red Division or 2nd Red Division in a town when points are" in lines[8]
    assert "units that are undisrupted in enemy zones of control on the map when points" in lines[9]


def test_each_unit_counts_in_the_first_entry_alone_and_is_told_with_its_points() -> None:
    kernel = RulesEngine(by(RULES), SCENARIO)
    foot, tank = (first(BLUE, kind) for kind in ("foot", "tank"))
    state = build_state(kernel, (f"0404 {foot}", f"0403 {tank}"), turn=1, phase="blue-movement")
    assert victory_awards(kernel.setting, state)[BLUE] == (("2 units within 1 hex of Bridge", 8),)


def first(side: SideId, kind: str) -> str:
    """Return the first unit of a side and class."""
    return next(u.id for u in game(SLUG).counters.units if (u.side, u.unit_class) == (side, kind))


def test_units_out_of_supply_count_for_nothing_where_supply_is_asked_for() -> None:
    found = by(RULES)
    kernel = RulesEngine(found, SCENARIO)
    table = Table(opened_game(found, SLUG)).start(game(SLUG).scenario(SCENARIO).title, "off")
    for piece in game(SLUG).counters.units:
        if table.where(piece.id) in kernel.setting.board.index:
            table.key(piece.id, "keys:ctrl E")
    unit = first(BLUE, "foot")
    table.drag(unit, "0203")
    told = set()
    for spot in kernel.setting.board.index:
        state = build_state(kernel, (f"{spot} {unit}/2",), turn=1, phase="blue-movement")
        given = victory_awards(kernel.setting, state)[BLUE]
        wanted = standing(kernel, state, BLUE)
        assert sum(points for _, points in given) == wanted
        if wanted in told:
            continue
        told.add(wanted)
        table.drag(unit, spot)
        line = next(line for line in table.press("Score") if line.startswith("Score: The Blues"))
        assert all(f"{what} ({points})" in line for what, points in given)
        assert ("Bridge" in line) == bool(given)
    # Out of supply or far off; in supply within four hexes; beside the bridge.
    assert told == {0, 2, 4}


# Scales -------------------------------------------------------------------------------------------

SCALE = (
    Level("Rout", side=RED),
    Level("Win", ratio="1", above=True, side=RED),
    Level("Edge", ratio="2", above=True, side=BLUE),
    Level("Triumph", ratio="3", side=BLUE),
)


@pytest.mark.parametrize(
    ("blue", "red", "text"),
    [
        (0, 0, "Rout of the Reds"),
        (0, 5, "Rout of the Reds"),
        (4, 4, "Rout of the Reds"),
        (5, 4, "Win of the Reds"),
        (8, 4, "Win of the Reds"),
        (9, 4, "Edge of the Blues"),
        (11, 4, "Edge of the Blues"),
        (12, 4, "Triumph of the Blues"),
        (1, 0, "Triumph of the Blues"),
    ],
)
def test_a_scale_says_whose_victory_a_ratio_is(blue: int, red: int, text: str) -> None:
    rules = VictoryRules("towns", eliminated=1, levels=SCALE, ratio_side=BLUE)
    kernel = RulesEngine(by(rules), SCENARIO)
    state = replace(kernel.set_up(1), destroyed=(blue, red))
    assert kernel.outcome(state).text.partition(":")[0] == text
    table = Table(opened_game(by(rules), SLUG)).start(game(SLUG).scenario(SCENARIO).title)
    table.engine.set_property("UnitsLost_red", str(blue))
    table.engine.set_property("UnitsLost_blue", str(red))
    assert table.press("Score")[0] == f"Score as it stands: {kernel.outcome(state).text}"


# The module ---------------------------------------------------------------------------------------


def test_a_loss_counts_by_key_and_by_drag_and_is_taken_back_with_the_unit() -> None:
    table = Table(opened_game(by(RULES), SLUG)).start(game(SLUG).scenario(SCENARIO).title, "off")
    placed = {unit for _, unit in game(SLUG).scenario(SCENARIO).setup.standing}
    units = [unit for unit in game(SLUG).counters.units if unit.id in placed]
    kernel = RulesEngine(by(RULES), SCENARIO)
    begun = kernel.set_up(1)
    points = {RED: 0, BLUE: 0}
    for unit in units:
        table.key(unit.id, "keys:ctrl E")
        if found := worth(kernel, begun, unit):
            points[found[0]] += found[1]
        assert {side: int(table.get(f"LossPoints_{side}") or -1) for side in points} == points
    table.key(units[-1].id, "keys:ctrl B")
    if found := worth(kernel, begun, units[-1]):
        points[found[0]] -= found[1]
    assert {side: int(table.get(f"LossPoints_{side}") or -1) for side in points} == points
    assert min(points.values()) > 0
    table.engine.undo()
    table.engine.undo()


def _dearer(rules: VictoryRules) -> VictoryRules:
    return replace(rules, losses=(replace(LOSSES[0], points=4), replace(LOSSES[1], points=3)))


def _by_unit(rules: VictoryRules) -> VictoryRules:
    return replace(rules, losses=tuple(replace(loss, per="unit") for loss in rules.losses))


def _further(rules: VictoryRules) -> VictoryRules:
    def further(near: NearPlace | None) -> NearPlace | None:
        return None if near is None else replace(near, within=near.within + 1)

    return replace(
        rules, presence=tuple(replace(one, near_place=further(one.near_place)) for one in rules.presence)
    )


def _turned(rules: VictoryRules) -> VictoryRules:
    return replace(rules, presence=rules.presence[::-1])


@pytest.mark.parametrize(
    ("part", "key"),
    sampled(
        [
            (None, ""),
            *(("losses", key) for key in ("terrain", "weather", "turns")),
            *(("presence", key) for key in ("supply", "near", "enemy_zoc")),
        ],
        1,
    ),
)
def test_a_module_that_ignores_a_condition_of_points_for_units_is_found(
    part: str | None, key: str, tmp_path: Path
) -> None:
    right = by(ASKING)
    wrong = by(asking_less(part, key) if part is not None else ASKING)
    table = EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod"))
    bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
    seeds = around(4 if key == "turns" else 0, 12) if part else range(5) if ALL else (4,)
    assert bool(parted(bench, seeds)) == (part is not None)


@pytest.mark.parametrize(
    ("fault", "first"), sampled([(None, 0), (_dearer, 0), (_by_unit, 2), (_further, 5), (_turned, 3)], 1)
)
def test_a_module_that_counts_otherwise_is_found_out(
    fault: Callable[[VictoryRules], VictoryRules] | None, first: int, tmp_path: Path
) -> None:
    right = by(RULES)
    wrong = by(fault(RULES) if fault else RULES)
    table = EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod"))
    bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
    assert bool(parted(bench, around(first, 8 if fault else 1))) == (fault is not None)


# Three sides --------------------------------------------------------------------------------------


def of_three(*losses: Loss) -> Game:
    found = three.game()
    return by(VictoryRules(found.rules.victory[0].id, losses=losses), found)


def test_among_three_sides_points_go_to_whom_the_table_says_whoever_fights() -> None:
    game = of_three(
        Loss(points=3, side=(three.GREEN,), scored_by=three.RED), Loss(points=1, scored_by=three.BLUE)
    )
    kernel = RulesEngine(game, three.SCENARIO)
    setting = kernel.setting
    state = kernel.set_up(1)
    units = {unit.id: unit for unit in game.counters.units}
    for number, name in enumerate(setting.units):
        if state.locations[number] >= 0:
            after = eliminate_unit(setting, state, number)
            side = units[name].side
            wanted = {three.GREEN: (3, 0, 0), three.RED: (0, 1, 0), three.BLUE: (0, 0, 0)}[side]
            assert (after.loss_points or (0, 0, 0)) == wanted


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        (replace(RULES, eliminated=2), ("eliminated",)),
        (replace(RULES, hold="depot", presence=()), ("losses",)),
        (replace(RULES, hold="depot", losses=()), ("presence",)),
        (replace(RULES, losses=(Loss(points=1, side=(RED,), scored_by=RED),)), ("losses", 0, "scored_by")),
        (
            replace(RULES, presence=(replace(NEARBY, near_place=NearPlace((), 2)),)),
            ("presence", 0, "near_place", "place"),
        ),
        (replace(RULES, ratio_side=RED), ("ratio_side",)),
        (replace(RULES, ratio_side=RED, levels=(Level("Edge"),)), ("levels", 0)),
        (replace(RULES, levels=(Level("Edge", above=True),)), ("levels", 0, "above")),
    ],
)
def test_contradictory_points_for_units_are_refused(rules: VictoryRules, at: tuple[str | int, ...]) -> None:
    changed = by(rules)
    (fault,) = find_unplayable(changed, changed.scenario(SCENARIO))
    assert (fault.code, fault.path[3:]) == ("P006", at)


def test_supply_that_nobody_traces_is_refused() -> None:
    found = by(replace(RULES, presence=(replace(NEARBY, supply="in"),)))
    traced = tuple(entry for entry in found.rules.supply_lines if entry.side == BLUE)
    changed = replace(found, rules=replace(found.rules, supply_lines=traced))
    at = [fault.path[3:] for fault in find_unplayable(changed, changed.scenario(SCENARIO))]
    assert ("presence", 0, "supply") in at


def test_among_three_sides_a_loss_without_a_winner_is_whoever_eliminates_it() -> None:
    for loss in (Loss(points=1, scored_by=three.RED), Loss(points=1)):
        found = of_three(loss)
        assert [fault.code for fault in find_unplayable(found, found.scenario(three.SCENARIO))] == ["P016"]
