"""Groups of units out of supply lose a share of their strength: rules engine, saves, umpire, module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from pathlib import Path

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.supply_record import GroupLoss, SupplyRules
from hexwright.players.greedy_policy import GreedyPolicy
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.supply import supply_attrition
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.umpire.log_umpire import Finding, LogUmpire
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.conformance.walking import bench_of
from tests.rules.games_with_group_losses import SCENARIO, SLUG, starved
from tests.rules.supplying import Supply
from tests.tiers import sampled
from tests.umpire.planting import Field
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module


def naive(kernel: RulesEngine, state: State, side: SideId) -> list[tuple[set[str], int]]:
    """Return a side's groups and their required losses, from the rule text and printed ids alone."""
    setting, found = kernel.setting, game(SLUG)
    rule = setting.game.rules.out_of_supply
    assert rule is not None
    assert rule.group is not None
    grid, supply = HexGrid.of(found.hexmap.grid), Supply(kernel, state, side)
    stands: dict[str, HexId] = {}
    for number, unit in enumerate(setting.units):
        kind = found.counters.unit(unit)
        if state.locations[number] >= 0 and kind.side == side:
            here = setting.board.ids[state.locations[number]]
            if not supply.has(here) and (not rule.group.classes or kind.unit_class in rule.group.classes):
                stands[unit] = here
    left, groups = sorted(stands), list[tuple[set[str], int]]()
    while left:
        group, grown = {left[0]}, True
        while grown:
            near = {
                unit
                for unit in left
                for other in group
                if unit not in group and grid.distance(stands[unit], stands[other]) <= 1
            }
            group, grown = group | near, bool(near)
        left = [unit for unit in left if unit not in group]
        share = Fraction(rule.group.share) * sum(strength(kernel, state, unit) for unit in group)
        groups.append((group, ceil(share) if rule.group.rounding == "up" else floor(share)))
    return groups


def strength(kernel: RulesEngine, state: State, unit: str) -> Fraction:
    """Return the defence strength printed on the current face."""
    number = kernel.setting.unit_numbers[UnitId(unit)]
    step = game(SLUG).counters.unit(UnitId(unit)).steps[state.steps[number] - 1]
    return Fraction(step.defence if step.defence is not None else step.strength or 0)


def needed(kernel: RulesEngine, state: State, group: set[str], owed: int) -> set[str]:
    """Return the units in every choice that meets the required loss, by trying all choices."""
    enough = [
        set(some)
        for number in range(len(group) + 1)
        for some in combinations(sorted(group), number)
        if sum(strength(kernel, state, unit) for unit in some) >= owed
    ]
    return set.intersection(*enough)


def watched(found: Game, seeds: range) -> Counter[str]:
    """Play random games and compare each supply phase with the oracle; return the counts of events."""
    kernel = RulesEngine(found, SCENARIO)
    setting, seen = kernel.setting, Counter[str]()
    for seed in seeds:
        begun: list[tuple[State, list[tuple[set[str], int]], set[str]]] = []

        def watch(before: State, action: Action, after: State, begun: list = begun) -> None:  # type: ignore[type-arg]
            fresh = (before.turn, before.phase) != (after.turn, after.phase)
            if before.stage == "isolation":
                assert action.kind == "lose"
                assert action.unit is not None
                state, groups, chosen = begun[0]
                [(group, owed)] = [one for one in groups if action.unit in one[0]]
                known = needed(kernel, state, group, owed) | (chosen & group)
                assert sum(strength(kernel, state, unit) for unit in known) < owed, "enough were chosen"
                assert action.unit not in known
                chosen.add(action.unit)
                legal = {one.unit for one in kernel.legal_actions(before)}
                for one, due in groups:
                    given = needed(kernel, state, one, due) | (chosen - {action.unit}) & one
                    open_ = sum(strength(kernel, state, unit) for unit in given) < due
                    able = {unit for unit in one - given if strength(kernel, state, unit)}
                    assert legal & one == (able if open_ else set()), (legal, one, due)
                seen["chosen"] += 1
                if after.stage != "isolation" or fresh:
                    lost = {
                        unit for group, owed in groups for unit in needed(kernel, state, group, owed)
                    } | chosen
                    gone = {
                        unit
                        for number, unit in enumerate(setting.units)
                        if state.locations[number] >= 0 and after.locations[number] < 0
                    }
                    assert gone >= lost, (gone, lost)
                    for group, owed in groups:
                        assert sum(strength(kernel, state, unit) for unit in lost & group) >= owed
                    seen["lost"] += len(lost)
                    seen["unasked"] += len(lost - chosen)
                    begun.clear()
            if after.stage == "isolation" and not begun:
                side = setting.phases[after.phase].side
                begun.append((after, naive(kernel, after, side), set()))
                seen["groups"] += len(begun[0][1])

        play_game(kernel, seed, dict.fromkeys(setting.sides, "random"), watch)
    return seen


def test_groups_lose_what_a_plain_reading_says() -> None:
    seen = watched(starved(), range(6))
    assert min(seen["chosen"], seen["lost"], seen["unasked"]) > 3, seen
    assert watched(starved("1/2", "down", ("foot",)), range(3))["chosen"]


def _touching_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_attrition, "spread_within", lambda _spread, begun, _within: begun)


def _all_in_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_attrition, "spread_within", lambda _spread, _begun, within: within)


def _nobody_needed(patch: pytest.MonkeyPatch) -> None:
    known = supply_attrition._points_owed
    patch.setattr(supply_attrition, "_points_owed", lambda *args: known(*args)._replace(certain_losses=0))


def _rounded_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(supply_attrition, "ceil", floor)


@pytest.mark.parametrize("fault", [_touching_nobody, _all_in_one, _nobody_needed, _rounded_down])
def test_planted_faults_in_group_losses_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        watched(starved(), range(6))


def test_a_lone_unit_is_lost_unasked_and_two_apart_are_two_groups() -> None:
    kernel = RulesEngine(starved(), SCENARIO)
    state = build_state(kernel, ("0205 red-1", "0605 red-2", "0801 blue-1"), turn=2, phase="red-supply")
    number = kernel.setting.unit_numbers
    assert state.locations[number[UnitId("red-1")]] < 0
    assert state.locations[number[UnitId("red-2")]] < 0
    both = build_state(kernel, ("0205 red-1", "0205 red-2", "0801 blue-1"), turn=2, phase="red-supply")
    assert [one.text for one in kernel.legal_actions(both)] == ["lose red-1", "lose red-2"]
    after = kernel.apply(both, Action("lose", UnitId("red-1")))
    assert kernel.phase(after) != "red-supply"
    told = kernel.describe(both, Action("lose", UnitId("red-1")))
    assert "is chosen to be lost for lack of supply." in told


def test_group_losses_that_cannot_be_played_are_refused() -> None:
    found = starved()
    for supply, at in (
        (SupplyRules(loss="group"), "loss"),
        (SupplyRules(loss="step", group=GroupLoss("1/3", "up")), "group"),
        (SupplyRules(loss="group", group=GroupLoss("3/2", "up")), "share"),
        (SupplyRules(loss="group", group=GroupLoss("1/3", "up"), grace=1), "grace"),
    ):
        changed = replace(found, rules=replace(found.rules, out_of_supply=supply))
        assert at in [fault.path[-1] for fault in find_unplayable(changed, changed.scenarios[0])], at
    assert not list(find_unplayable(found, found.scenarios[0]))
    fire = game("toy-volley")
    of_fire = SupplyRules(group=GroupLoss("1/3", "up"))
    changed = replace(fire, rules=replace(fire.rules, out_of_supply=of_fire))
    assert ("rules", "out_of_supply", "group") in [
        fault.path for fault in find_unplayable(changed, changed.scenarios[0])
    ]


# Policies and umpire ----------------------------------------------------------------------------------


def test_greedy_gives_up_no_more_than_it_must() -> None:
    kernel = RulesEngine(starved(), SCENARIO)
    state = build_state(
        kernel, ("0205 red-1", "0205 red-2", "0206 red-3", "0801 blue-1"), turn=2, phase="red-supply"
    )
    worths = {one.unit: strength(kernel, state, str(one.unit)) for one in kernel.legal_actions(state)}
    [(group, owed)] = naive(kernel, state, SideId("red"))
    chosen = GreedyPolicy(kernel, 1).choose(state).unit
    enough = [worth for worth in worths.values() if worth >= owed]
    assert group >= {str(unit) for unit in worths}
    assert worths[chosen] == (min(enough) if enough else max(worths.values()))


def fallen(loss: str) -> list[Finding]:
    """Return the umpire's findings if two units, one unit or no unit of a group is lost."""
    kernel = RulesEngine(starved(), SCENARIO)
    state = build_state(kernel, ("0205 red-1", "0205 red-2", "0801 blue-1"), turn=2, phase="red-supply")
    field = Field(kernel, state, slug=SLUG)
    field.do("lose red-1")
    if loss:
        field.plant(field.off(loss))
    ruling = LogUmpire(HexwrightGame(kernel.setting.game), field.log(told=True)).follow_log()
    return [one for one in ruling.findings if one.step and one.kind == "offence"]


def test_the_umpire_follows_who_was_chosen_and_finds_who_is_lost_besides() -> None:
    assert fallen("") == []
    assert fallen("red-2")


# Saves and module -------------------------------------------------------------------------------------


def test_saved_positions_keep_who_was_chosen() -> None:
    found = starved()
    kernel = RulesEngine(found, SCENARIO)
    standing = ("0205 red-1", "0205 red-2", "0206 red-3", "0801 blue-1", "0206 red-tank")
    state = build_state(kernel, standing, turn=2, phase="red-supply")
    first = kernel.legal_actions(state)[0]
    chosen = kernel.apply(state, first)
    if chosen.stage == "isolation":
        saved = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan(SLUG))(kernel, chosen)))
        assert ReadPosition.of(HexwrightGame(found), saved).state(opened=True).acted == chosen.acted


def walked(bench: ConformanceBench, seeds: range) -> ComparisonTally:
    """Return the tally of walks that begin in supply phases."""
    total = ComparisonTally()
    for seed in seeds:
        plan = replace(plan_walk(bench.game, seed), kind="supply", by_hand=False)
        total.add(walk(bench, replace(plan, phases_skipped=seed % 5, length=1, attempt_rate=0.6)))
        if total.differences:
            break
    return total


def test_the_module_has_groups_lose_as_the_reference_does(tmp_path: Path) -> None:
    tally = walked(bench_of(starved(), tmp_path), range(4, 8))
    assert [str(one) for one in tally.differences] == []
    for what in (
        "group losses",
        "refused group losses",
        "refused drags in supply phases",
        "refused ends of supply phases",
    ):
        assert tally.counts[what], (what, tally.counts)


@pytest.mark.parametrize(
    ("wrong", "seed"),
    sampled([(starved("1/2"), 1), (starved(rounded="down"), 8), (starved(classes=("tank",)), 0)], 1),
    ids=["share", "rounded", "classes"],
)
def test_a_module_in_which_they_lose_otherwise_is_found_out(wrong: Game, seed: int, tmp_path: Path) -> None:
    assert walked(bench_of(wrong, tmp_path, starved()), range(seed, seed + 1)).differences


@pytest.mark.engine
def test_real_engine_loses_shares_of_groups_like_the_rules(tmp_path: Path) -> None:
    found = starved()
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        tally = walked(
            ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine)), range(5, 7)
        )
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["group losses"]


def test_the_screen_says_who_owes_what_and_by_which_key() -> None:
    table = Table(opened_game(starved(), SLUG)).start(starved().scenario(SCENARIO).title)
    for _ in range(30):
        if table.get("Phase") == "blue-supply":
            break
        table.press("Next phase")
    assert table.get("Phase") == "blue-supply"
    owed = "choose the units lost for lack of supply (Ctrl L on each): at least "
    assert owed in (table.get("NextStep") or "")
    assert any("can't end: choose the units lost" in str(line) for line in table.press("Next phase"))
