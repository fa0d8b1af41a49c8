"""Points for units by what they are and where they stand, and grades by the points of one side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from builder.cli.positions import Saver
from builder.model.counters import Unit
from builder.model.game import Game
from builder.model.ids import HexId, SideId
from builder.model.winning import Level, Loss, Presence, VictoryRules
from tests.play import test_three_sides as three
from tests.proof.walking import around, parted
from tests.rules.supplying import Supply
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module
from validators.play.policy import play_game
from validators.proof.table import VirtualTable
from validators.proof.walk import Bench
from validators.rules.arrange import arrange
from validators.rules.declared import unplayed
from validators.rules.kernel import Kernel
from validators.rules.placing import eliminate
from validators.rules.protocol import Action
from validators.rules.sequence import awards
from validators.rules.state import State

SLUG, SCENARIO = "toy-causeway", "the-week"
RED, BLUE = SideId("red"), SideId("blue")
LOSSES = (
    Loss(3, per="strength", classes=("tank",), side=RED),
    Loss(2, classes=("foot",)),
    Loss(5, to=BLUE),
)
PRESENCE = (
    Presence(BLUE, 4, place="bridge", within=1),
    Presence(BLUE, 1, place="bridge", within=4, per="strength", supplied=True),
    Presence(RED, 7, classes=("foot",), place="depot", within=5),
    Presence(RED, 2, supplied=True),
)
RULES = VictoryRules("towns", losses=LOSSES, presence=PRESENCE)


def by(rules: VictoryRules, found: Game | None = None) -> Game:
    found = found or game(SLUG)
    return replace(found, rules=replace(found.rules, victory=(rules,)))


# What the data say, read without the kernel --------------------------------------------------------


def worth(game: Game, unit: Unit) -> tuple[SideId, int] | None:
    """Return who gets how many points for a unit that is lost."""
    for entry in game.rules.victory[0].losses:
        if entry.classes and unit.unit_class not in entry.classes:
            continue
        if (entry.side is not None and entry.side != unit.side) or entry.to == unit.side:
            continue
        [enemy] = [side.id for side in game.info.sides if side.id != unit.side]
        strength = unit.steps[0].strength or 0
        return entry.to or enemy, entry.points * (strength if entry.per == "strength" else 1)
    return None


def apart(near: Callable[[HexId], list[HexId]], start: HexId, goal: HexId) -> int:
    """Return how many hexes lie between, counted by going from hex to hex."""
    seen, edge, far = {start}, [start], 0
    while goal not in seen:
        edge = list({there for here in edge for there in near(here) if there not in seen})
        seen |= set(edge)
        far += 1
    return far


def standing(kernel: Kernel, state: State, side: SideId) -> int:
    """Return a side's points for where its units stand."""
    setting = kernel.setting
    game = setting.game
    supply = Supply(kernel, state, side)
    total = 0
    for number, name in enumerate(setting.units):
        unit = game.counters.unit(name)
        if state.where[number] < 0 or unit.side != side:
            continue
        here = setting.board.ids[state.where[number]]
        for entry in game.rules.victory[0].presence:
            place = next((place.hex for place in game.hexmap.places if place.id == entry.place), None)
            if (
                entry.side == side
                and (not entry.classes or unit.unit_class in entry.classes)
                and (place is None or apart(supply.beside, here, place) <= entry.within)
                and (not entry.supplied or supply.has(here))
            ):
                strength = unit.steps[state.steps[number] - 1].strength or 0
                total += entry.points * (strength if entry.per == "strength" else 1)
                break
    return total


def watched(game: Game, seeds: range) -> tuple[Mapping[SideId, int], int, int]:
    """Play games and hold points to the data after each action.

    Return the points for losses, how often some had points for where units stand, and how many were lost.
    """
    kernel = Kernel(game, SCENARIO)
    setting = kernel.setting
    sides = setting.sides
    lost, stood, gone = dict.fromkeys(sides, 0), 0, 0
    for seed in seeds:
        points = dict.fromkeys(sides, 0)

        def watch(before: State, _: Action, after: State, points: dict[SideId, int] = points) -> None:
            nonlocal stood, gone
            for unit, name in enumerate(setting.units):
                if before.where[unit] >= 0 > after.where[unit]:
                    gone += 1
                    if found := worth(game, game.counters.unit(name)):
                        points[found[0]] += found[1]
            for number, side in enumerate(sides):
                told = dict(awards(setting, after)[side])
                assert told.pop("losses of the enemy", 0) == points[side]
                assert sum(told.values()) == standing(kernel, after, side)
                assert (after.bled[number] if after.bled else 0) == points[side]
                stood += bool(told)

        play_game(kernel, seed, dict.fromkeys(sides, "greedy"), watch)
        for side in sides:
            lost[side] += points[side]
    return lost, stood, gone


def test_points_are_those_of_the_data_after_every_action() -> None:
    lost, stood, gone = watched(by(RULES), range(8))
    assert all(lost.values())
    assert stood > 50
    assert gone > 5


def test_each_unit_counts_in_the_first_entry_alone_and_is_told_with_its_points() -> None:
    kernel = Kernel(by(RULES), SCENARIO)
    foot, tank = (first(BLUE, kind) for kind in ("foot", "tank"))
    state = arrange(kernel, (f"0404 {foot}", f"0403 {tank}"), turn=1, phase="blue-movement")
    assert awards(kernel.setting, state)[BLUE] == (("2 units within 1 hex of Bridge", 8),)


def first(side: SideId, kind: str) -> str:
    """Return the first unit of a side and class."""
    return next(u.id for u in game(SLUG).counters.units if (u.side, u.unit_class) == (side, kind))


def test_units_out_of_supply_count_for_nothing_where_supply_is_asked_for() -> None:
    found = by(RULES)
    kernel = Kernel(found, SCENARIO)
    table = Table(opened_game(found, SLUG)).start(game(SLUG).scenario(SCENARIO).title, "off")
    for piece in game(SLUG).counters.units:
        if table.where(piece.id) in kernel.setting.board.index:
            table.key(piece.id, "keys:ctrl E")
    unit = first(BLUE, "foot")
    table.drag(unit, "0203")
    told = set()
    for spot in kernel.setting.board.index:
        state = arrange(kernel, (f"{spot} {unit}/2",), turn=1, phase="blue-movement")
        given = awards(kernel.setting, state)[BLUE]
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
    rules = VictoryRules("towns", eliminated=1, levels=SCALE, scale=BLUE)
    kernel = Kernel(by(rules), SCENARIO)
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
    points = {RED: 0, BLUE: 0}
    for unit in units:
        table.key(unit.id, "keys:ctrl E")
        if found := worth(by(RULES), unit):
            points[found[0]] += found[1]
        assert {side: int(table.get(f"LossPoints_{side}") or -1) for side in points} == points
    table.key(units[-1].id, "keys:ctrl B")
    if found := worth(by(RULES), units[-1]):
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
    return replace(rules, presence=tuple(replace(one, within=one.within + 1) for one in rules.presence))


def _turned(rules: VictoryRules) -> VictoryRules:
    return replace(rules, presence=rules.presence[::-1])


@pytest.mark.parametrize(
    ("fault", "first"), [(None, 0), (_dearer, 0), (_by_unit, 2), (_further, 5), (_turned, 3)]
)
def test_a_module_that_counts_otherwise_is_found_out(
    fault: Callable[[VictoryRules], VictoryRules] | None, first: int, tmp_path: Path
) -> None:
    right = by(RULES)
    wrong = by(fault(RULES) if fault else RULES)
    table = VirtualTable(write_module(wrong, SLUG, tmp_path / "wrong.vmod"))
    bench = Bench(right, Saver(right, plan(SLUG)), table)
    assert bool(parted(bench, around(first, 8 if fault else 1))) == (fault is not None)


# Three sides --------------------------------------------------------------------------------------


def of_three(*losses: Loss) -> Game:
    found = three.game()
    return by(VictoryRules(found.rules.victory[0].id, losses=losses), found)


def test_among_three_sides_points_go_to_whom_the_table_says_whoever_fights() -> None:
    game = of_three(Loss(3, side=three.GREEN, to=three.RED), Loss(1, to=three.BLUE))
    kernel = Kernel(game, three.SCENARIO)
    setting = kernel.setting
    state = kernel.set_up(1)
    units = {unit.id: unit for unit in game.counters.units}
    for number, name in enumerate(setting.units):
        if state.where[number] >= 0:
            after = eliminate(setting, state, number)
            side = units[name].side
            wanted = {three.GREEN: (3, 0, 0), three.RED: (0, 1, 0), three.BLUE: (0, 0, 0)}[side]
            assert (after.bled or (0, 0, 0)) == wanted


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        (replace(RULES, eliminated=2), ("eliminated",)),
        (replace(RULES, hold="depot", presence=()), ("losses",)),
        (replace(RULES, hold="depot", losses=()), ("presence",)),
        (replace(RULES, losses=(Loss(1, side=RED, to=RED),)), ("losses", 0, "to")),
        (replace(RULES, presence=(Presence(RED, 1, within=2),)), ("presence", 0, "within")),
        (replace(RULES, scale=RED), ("scale",)),
        (replace(RULES, scale=RED, levels=(Level("Edge"),)), ("levels", 0)),
        (replace(RULES, levels=(Level("Edge", above=True),)), ("levels", 0, "above")),
    ],
)
def test_what_contradicts_itself_is_refused(rules: VictoryRules, at: tuple[str | int, ...]) -> None:
    changed = by(rules)
    (fault,) = unplayed(changed, changed.scenario(SCENARIO))
    assert (fault.code, fault.at[3:]) == ("P006", at)


def test_supply_that_nobody_traces_is_refused() -> None:
    found = by(replace(RULES, presence=(Presence(RED, 1, supplied=True),)))
    traced = tuple(entry for entry in found.rules.communication if entry.side == BLUE)
    changed = replace(found, rules=replace(found.rules, communication=traced))
    at = [fault.at[3:] for fault in unplayed(changed, changed.scenario(SCENARIO))]
    assert ("presence", 0, "supplied") in at


def test_among_three_sides_a_loss_without_a_winner_is_whoever_eliminates_it() -> None:
    for loss in (Loss(1, to=three.RED), Loss(1)):
        found = of_three(loss)
        assert [fault.code for fault in unplayed(found, found.scenario(three.SCENARIO))] == ["P016"]
