"""Garrisons that wait until an enemy comes near, and reinforcements that then arrive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import VassalModule
from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, Hexside, PhaseId, UnitId
from hexwright.model.rules.movement_record import EntryCost, LineCost
from hexwright.model.rules.situation_record import Situation, SituationFacts
from hexwright.players.policies import play_game
from hexwright.queries.movement_flood import flood
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine import unit_restrictions
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import reinforcements
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.victory import situation_judging
from tests.conformance.walking import around, bench_of, parted
from tests.rules.games_with_garrisons import GARRISON, JUDGED, NEAR, NEARING, TANKS, WAITS, toy
from tests.rules.games_with_situations import SCENARIO, SLUG, differing
from tests.tiers import ALL, sampled
from tests.told_rules import by_rule
from tests.vassal.compile.games import plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

# The naive look ---------------------------------------------------------------------------------------


def comes_to(kernel: RulesEngine, state: State, fact: SituationFacts) -> bool:
    """Return whether a unit can reach a place, hex by hex and by printed ids."""
    found, setting = kernel.setting.game, kernel.setting
    mode = next(one for one in found.rules.movement if one.id == fact.mode)
    weather = setting.weather_now(state)
    goals = {place.hex for place in found.hexmap.places if place.id in fact.reaches}
    grid = HexGrid.of(found.hexmap.grid)
    terrain = {one: kind.id for kind in found.hexmap.terrain for one in kind.hexes or ()}
    roads = {
        frozenset(pair)
        for feature in found.hexmap.lines
        if feature.id == "road"
        for run in feature.lines
        for pair in pairwise(run.path)
    }
    rivers = {
        frozenset((side.first, side.second))
        for kind in found.hexmap.hexsides
        if kind.id == "river"
        for line in kind.lines
        for side in map(Hexside.parse, line.hexsides)
    }

    def counts(entry: EntryCost | LineCost) -> bool:
        return (not entry.weather or weather in entry.weather) and (not entry.side or fact.side in entry.side)

    @cache
    def price(here: HexId, there: HexId) -> Fraction | None:
        plain, more = "1", Fraction(0)
        for entry in filter(counts, mode.costs):
            if entry.across:
                more += Fraction(entry.cost) if frozenset((here, there)) in rivers else 0
            elif terrain.get(there, "clear") in entry.terrain:
                plain = entry.cost
        ways = [] if plain == "never" else [Fraction(plain) + more]
        if frozenset((here, there)) in roads:
            ways += [Fraction(line.cost) for line in mode.line_costs if counts(line)][-1:]
        return min(ways, default=None)

    for number, unit in enumerate(setting.units):
        counter = found.counters.unit(unit)
        if state.locations[number] < 0 or counter.side != fact.side:
            continue
        most = counter.steps[state.steps[number] - 1].ma or 0
        spent = {setting.board.ids[state.locations[number]]: Fraction(0)}
        for _ in range(40):
            for here, so_far in list(spent.items()):
                for there in grid.neighbours(here).values():
                    cost = price(here, there)
                    if cost is not None and so_far + cost <= min(most, spent.get(there, most)):
                        spent[there] = so_far + cost
        if goals & set(spent):
            return True
    return False


def watched(found: Game, seeds: range, policy: str = "random") -> Counter[str]:
    """Play games, and compare enemies nearby, moves and arrivals with the data alone."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    (situation,) = found.rules.situations
    for seed in seeds:
        near, looked = [0], [(0, 0)]

        def look(state: State, near: list[int] = near, looked: list[tuple[int, int]] = looked) -> None:
            now = (state.turn, state.phase)
            if now != looked[0] and kernel.phase(state) == JUDGED and state.stage != "over":
                looked[0] = now
                so = comes_to(kernel, state, situation.any[0])
                near[0] = near[0] + 1 if so or (near[0] and situation.permanent) else 0
                assert state.situation_counts == (near[0],), (state.situation_counts, near)
                seen[f"near {so}"] += 1
                seen["stays so"] += bool(near[0]) and not so

        def watch(
            before: State,
            action: Action,
            after: State,
            look: Callable[..., None] = look,
            near: list[int] = near,
        ) -> None:
            if before.stage == "move" and action.unit == GARRISON:
                assert near[0], "it waits"
                seen["moves"] += 1
            if before.stage == "move" and not near[0] and kernel.phase(before) == "red-movement":
                assert not [one for one in kernel.legal_actions(before) if one.unit == GARRISON]
                seen["waits"] += 1
            if action.kind == "new" and action.unit == TANKS:
                assert near[0], "they don't come yet"
                seen["come"] += 1
            look(after)

        look(kernel.set_up(seed))
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy), watch)
    return seen


def test_a_garrison_moves_once_a_naive_search_finds_the_enemy_near() -> None:
    seen = watched(toy(), range(14 if ALL else 8))
    for what in ("near True", "near False", "stays so", "moves", "waits", "come"):
        assert seen[what], (what, seen)


def _always_near(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(situation_judging, "_is_reached", lambda *_: True)


def _nobody_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(unit_restrictions, "unreleased_garrisons", lambda *_: 0)


def _they_come_anyway(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reinforcements, "is_situation_met", lambda *_: True)


def _all_go_as_far(patch: pytest.MonkeyPatch) -> None:
    known = flood
    patch.setattr(
        situation_judging,
        "flood",
        lambda way, ground, sources: known(way, ground, [(0, 0, one) for *_, one in sources]),
    )


@pytest.mark.parametrize("fault", [_always_near, _nobody_waits, _they_come_anyway, _all_go_as_far])
def test_planted_faults_in_garrison_release_are_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, IllegalAction)):
        watched(toy(), range(14))


# What is told and refused -----------------------------------------------------------------------------


def test_the_refusal_says_why_a_garrison_stays_and_it_fights_nevertheless() -> None:
    kernel = RulesEngine(toy(), SCENARIO)
    state = build_state(kernel, ("0403 red-2", "0505 red-1", "0302 blue-1"), turn=2, phase="red-movement")
    state = replace(state, situation_counts=(0,))
    with pytest.raises(IllegalAction, match=r"may not move until this situation holds: Blue is near \(5\)"):
        kernel.apply(state, kernel.parse(state, "move red-2 0504"))
    assert any(one.unit == "red-1" for one in kernel.legal_actions(state))
    while kernel.phase(state) != "red-combat":
        state = kernel.apply(state, kernel.parse(state, "end"))
    assert [one for one in kernel.legal_actions(state) if one.kind == "attack" and one.unit == GARRISON]
    free = replace(build_state(kernel, ("0403 red-2",), turn=2, phase="red-movement"), situation_counts=(1,))
    assert any(one.unit == GARRISON for one in kernel.legal_actions(free))


def test_booklet_and_help_tell_who_waits() -> None:
    lines = by_rule(toy())["5"]
    assert "2nd Red Division can't move until Blue is near" in lines["Garrisons"]
    assert "Red Tanks can't arrive until Blue is near" in lines["Replacements"]


def test_garrison_release_that_cannot_be_judged_is_refused() -> None:
    right = toy()
    assert not list(find_unplayable(right, right.scenarios[0]))
    fact = NEAR.any[0]

    def near(**changes: object) -> Situation:
        return replace(NEAR, any=(replace(fact, **changes),))  # type: ignore[arg-type]

    staff = EntryCost("2", classes=("staff",))
    zoned = replace(NEARING, along="road")
    red = right.rules.replacements[1]
    returns = replace(red, entries=tuple(replace(one, arrives="when-eliminated") for one in red.entries))
    wrongs = (
        (toy(near(mode=None)), ("any", 0, "reaches")),
        (toy(near(reaches=())), ("any", 0, "mode")),
        (toy(mode=replace(NEARING, costs=(*NEARING.costs, staff))), ("costs", 6, "classes")),
        (toy(mode=zoned), ("any", 0, "mode")),
        (toy(waits=(replace(WAITS, units=()),)), ("garrisons", 0, "units")),
        (
            replace(right, rules=replace(right.rules, replacements=(right.rules.replacements[0], returns))),
            ("entries", "tanks", "situation"),
        ),
    )
    for wrong, at in wrongs:
        assert at in [fault.path[-len(at) :] for fault in find_unplayable(wrong, wrong.scenarios[0])], at


def test_a_weather_that_is_not_known_yet_is_refused() -> None:
    found = toy(replace(NEAR, phases=(PhaseId("blue-reinforcement"),)))
    assert not list(find_unplayable(found, found.scenarios[0]))
    week = found.charts.turn_tracks[0]
    rolled = replace(
        week, turns=tuple(replace(turn, weather="", weather_roll={"1": "fair"}) for turn in week.turns)
    )
    dice = replace(found, charts=replace(found.charts, turn_tracks=(rolled,)))
    places = [fault.path for fault in find_unplayable(dice, dice.scenarios[0])]
    assert ("rules", "situations", "near", "phases") in places


# The module -------------------------------------------------------------------------------------------


def test_the_module_waits_as_the_reference_does(tmp_path: Path) -> None:
    assert differing(bench_of(toy(), tmp_path), range(2 if ALL else 1), range(3 if ALL else 0)) == []


FAR = replace(NEARING, costs=(EntryCost("9"),), line_costs=())
"""A situation in which no unit ever comes near."""
EVERYBODY = replace(WAITS, units=tuple(UnitId(f"red-{one}") for one in ("1", "2", "3", "staff")))


@pytest.mark.parametrize(
    ("module", "reference", "first"),
    sampled(
        [
            (toy(waits=(EVERYBODY,), mode=FAR), toy(waits=(), mode=FAR), 0),
            (toy(waits=(), mode=FAR), toy(waits=(), mode=FAR, late=False), 3),
            (toy(mode=replace(NEARING, line_costs=())), toy(), 0),
        ],
        0,
    ),
    ids=["waiting", "coming", "lines"],
)
def test_a_module_that_waits_otherwise_is_found_out(
    module: Game, reference: Game, first: int, tmp_path: Path
) -> None:
    assert parted(bench_of(module, tmp_path, reference), around(first, 4))


DRY = replace(NEARING, costs=(EntryCost("1"), EntryCost("9", weather=("rain",))), line_costs=())


@pytest.mark.parametrize(("lasting", "count"), [(True, 4), (False, 1)])
def test_a_lasting_situation_stays_when_rain_makes_the_way_too_long(lasting: bool, count: int) -> None:
    found = toy(replace(NEAR, permanent=lasting), mode=DRY)
    table = Table(opened_game(found, SLUG)).start(found.scenarios[0].title)
    lines: list[object] = []
    notes: dict[str, str] = {}
    for _ in range(60):
        lines += table.press("Next phase")
        note = table.get("Situations") or ""
        notes[note.partition(" ")[0]] = note.partition(" ")[2]
        if note.startswith("4."):
            break
    assert notes["2.red-reinforcement"] == "near=2"
    assert notes["3.red-reinforcement"] == ("near=3" if lasting else "near=0")
    assert notes["4.red-reinforcement"] == f"near={count}"
    told = [str(line) for line in lines if "Blue is n" in str(line)]
    assert len(told) == (1 if lasting else 4), told


def test_the_module_says_why_a_unit_stays() -> None:
    found = toy(mode=FAR)
    table = Table(opened_game(found, SLUG)).start(found.scenarios[0].title)

    for _ in range(20):
        if table.get("Phase") != "red-movement":
            table.press("Next phase")
    told = "\n".join(map(str, table.drag("red-2", "0503")))
    assert "it can't move until this happens: Blue is near" in told


@pytest.mark.engine
def test_real_engine_releases_garrisons_like_the_rules(tmp_path: Path) -> None:
    found = toy()
    with Engine(write_module(found, SLUG, tmp_path / "module.vmod")) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, plan(SLUG)), VassalModule(engine))
        assert differing(bench, range(1), range(2)) == []
