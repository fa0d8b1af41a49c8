"""Territory points: holdings, gaps in a front, and farthest advances."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench
from hexwright.conformance.running_module import EmulatedModule
from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.rules.supply_record import SupplyLine
from hexwright.model.rules.territory_points_record import FarthestAdvance, Gap, Holding
from hexwright.model.rules.victory_record import VictoryRules
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.queries.front_gaps import missing_hexes
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.rules.turn.sequence_of_play import victory_awards
from hexwright.rules.victory.territory_points import front_gap_hexes
from hexwright.vassal.enforcement.tables.ground_tables import ground_tables, ground_words
from tests.conformance.walking import around, parted
from tests.rules import fronting
from tests.rules.asking import so
from tests.rules.grounds import on_ground
from tests.rules.zoning import reaches
from tests.tiers import ALL, sampled
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.playing import Table, opened_game
from tests.vassal.engine.conftest import write_module

SLUG, SCENARIO = "toy-redoubt", "the-day"
AMBER, SLATE = SideId("amber"), SideId("slate")
RULES = VictoryRules(
    "towns",
    holdings=(
        Holding(
            side=(AMBER,),
            points=4,
            place=("ford", "mill"),
            phases=(PhaseId("slate-combat"), PhaseId("amber-combat")),
        ),
        Holding(side=(SLATE,), points=2, feature=("redoubt",), supply="in"),
        Holding(side=(SLATE,), points=3, place=("mill",), supply="in", phases=(PhaseId("slate-movement"),)),
    ),
    gaps=(
        Gap(side=(SLATE,), points=1, start="north", end="south"),
        Gap(side=(AMBER,), points=2, start="south", end="north", phases=(PhaseId("amber-movement"),)),
    ),
    farthest_advance=(
        FarthestAdvance(side=(AMBER,), points=2, past="slate-start", edge="east", beyond=1, supply="in"),
        FarthestAdvance(side=(SLATE,), points=5, past="amber-start", edge="west", classes=("foot",)),
    ),
)


def by(rules: VictoryRules) -> Game:
    found = game(SLUG)
    traced = tuple(
        SupplyLine(SideId(side), edge=(edge,)) for side, edge in ((AMBER, "west"), (SLATE, "east"))
    )
    return replace(found, rules=replace(found.rules, victory=(rules,), supply_lines=traced))


# What the data say, read hex by hex -----------------------------------------------------------------


class Look:
    """A position as a naive player sees it."""

    def __init__(self, kernel: RulesEngine, state: State) -> None:
        self.kernel, self.state = kernel, state
        self.game = kernel.setting.game
        self.grid = HexGrid.of(self.game.hexmap.grid)
        self.edges = {edge.id: set(edge.hexes) for edge in self.game.hexmap.edges}

    def stands(self, side: str) -> dict[UnitId, HexId]:
        setting = self.kernel.setting
        return {
            unit: setting.board.ids[self.state.locations[n]]
            for n, unit in enumerate(setting.units)
            if self.state.locations[n] >= 0 and self.game.counters.unit(unit).side == side
        }

    def beside(self, here: HexId) -> Collection[HexId]:
        return self.grid.neighbours(here).values()

    def covered(self, side: str) -> set[HexId]:
        found = set(self.stands(side).values())
        zoc = self.game.rules.zoc
        for unit, here in self.stands(side).items():
            if zoc.reach != "none" and (
                not zoc.classes or self.game.counters.unit(unit).unit_class in zoc.classes
            ):
                found |= {one for one in self.beside(here) if reaches(self.game, side, one)}
        return found

    def fewest(self, covered: Collection[HexId], start: Collection[HexId], end: Collection[HexId]) -> int:
        """Return the fewest uncovered hexes from start to end, by relaxing hexes until nothing changes."""
        far = {here: (here not in covered if here in start else 10**6) * 1 for here in self.grid}
        changed = True
        while changed:
            changed = False
            for here in self.grid:
                for there in self.beside(here):
                    if far[here] + (there not in covered) < far[there]:
                        far[there] = far[here] + (there not in covered)
                        changed = True
        best = min(far[here] for here in end)
        return 0 if best >= 10**6 else best

    def group(self, feature: str, group: str = "") -> set[HexId]:
        return set(next(one for one in self.game.hexmap.features if one.id == feature).hexes_of(group))

    def asked(self, entry: Holding | FarthestAdvance, unit: UnitId, phase: PhaseId | None = None) -> bool:
        return so(self.kernel, self.state, entry, unit, phase=phase)

    def holds(self, entry: Holding, phase: PhaseId | None = None) -> bool:
        (side,) = entry.side
        hexes = {here for here in self.grid if on_ground(self.game, entry, here)}
        if entry.group:
            hexes &= self.group(entry.feature[0], entry.group)
        own = {unit: here for unit, here in self.stands(side).items() if here in hexes}
        other = SLATE if side == AMBER else AMBER
        taken = any(here in hexes for here in self.stands(other).values())
        return bool(own) and not taken and any(self.asked(entry, unit, phase) for unit in own)

    def came(self, entry: FarthestAdvance) -> int:
        (side,) = entry.side
        line = self.group(entry.past, entry.group)
        past = self.edges[entry.edge] - line
        while more := {t for h in past for t in self.beside(h)} - past - line:
            past |= more
        best = 0
        for unit, here in self.stands(side).items():
            if here in past and self.asked(entry, unit):
                seen, far = {here}, 0
                while not seen & line:
                    seen |= {t for h in seen for t in self.beside(h)}
                    far += 1
                best = max(best, far - entry.beyond)
        return best


def closed(kernel: RulesEngine, before: State, after: State) -> list[tuple[int, PhaseId]]:
    """Return the phases that ended between two states, with their turns."""
    phases = [phase.id for phase in kernel.setting.phases]
    found, turn, number = [], before.turn, before.phase
    if after.stage == "over":
        return [(turn, phase) for phase in phases[number:]]
    while (turn, number) != (after.turn, after.phase):
        found.append((turn, phases[number]))
        turn, number = (turn, number + 1) if number + 1 < len(phases) else (turn + 1, 0)
    return found


LAST = {AMBER: "amber-combat", SLATE: "slate-combat"}


def test_points_for_the_ground_are_those_of_the_data_after_every_action() -> None:
    seen = watched(RulesEngine(by(RULES), SCENARIO), range(12 if ALL else 7))
    assert seen >= {"gap slate", "gap amber", "whole slate", "secured 0 True", "secured 2 True", "came amber"}


PLAIN = replace(
    RULES,
    holdings=(
        Holding(side=(AMBER,), points=4, feature=("amber-start",), phases=(PhaseId("amber-combat"),)),
        Holding(side=(AMBER,), points=1, place_kinds=("town",)),
        Holding(side=(SLATE,), points=2, feature=("slate-start",), group="all"),
    ),
    gaps=(),
    farthest_advance=(
        FarthestAdvance(side=(AMBER,), points=2, past="slate-start", edge="east"),
        FarthestAdvance(side=(AMBER,), points=1, past="amber-start", edge="east"),
        FarthestAdvance(side=(SLATE,), points=5, past="amber-start", edge="west"),
    ),
)
ASKS: dict[str, Any] = {
    "turns": (2,),
    "classes": ("scout",),
    "units": (UnitId("amber-1"), UnitId("slate-1")),
    "enemy_zoc": "in",
    "near": Near(within=1, missing=True),
    "supply": "out",
    "unless": Unless(terrain=("hills",), place=("mill",)),
}
"""Criteria for units that hold hexes or have advanced."""


def asking(key: str) -> VictoryRules:
    """Return the same points with a further criterion."""
    holdings = tuple(
        replace(one, **{key: ASKS[key]}) if one.phases or key != "turns" else one for one in PLAIN.holdings
    )
    advances = tuple(
        replace(one, **{key: ASKS[key]}) if key != "turns" else one for one in PLAIN.farthest_advance
    )
    return replace(PLAIN, holdings=holdings, farthest_advance=advances)


@pytest.mark.parametrize("key", ASKS)
def test_points_for_the_ground_depend_on_their_conditions(key: str) -> None:
    watched(RulesEngine(by(asking(key)), SCENARIO), range(5 if ALL else 2))


@pytest.mark.parametrize(
    ("part", "key"),
    [
        *(("holdings", key) for key in ASKS),
        # How far a side has come is told as points are counted, on whatever turn that is.
        *(("farthest_advances", key) for key in ASKS if key != "turns"),
    ],
)
def test_points_for_the_ground_that_ignore_a_condition_are_found(
    part: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = RulesEngine(by(asking(key)), SCENARIO)
    monkeypatch.setitem(vars(kernel.setting), part, getattr(RulesEngine(by(PLAIN), SCENARIO).setting, part))
    with pytest.raises(AssertionError):
        watched(kernel, range(16))


def late() -> VictoryRules:
    """Return points for gaps on some turns only."""
    return replace(RULES, gaps=tuple(replace(one, turns=(2, 4)) for one in RULES.gaps))


def test_gaps_count_on_the_turns_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(RulesEngine(by(late()), SCENARIO), range(4)) >= {"gap slate"}
    monkeypatch.setattr(CompiledGame, "applies_now", lambda *_: True)
    with pytest.raises(AssertionError):
        watched(RulesEngine(by(late()), SCENARIO), range(4))


@pytest.mark.slow
def test_a_module_that_counts_gaps_on_any_turn_is_found_out(tmp_path: Path) -> None:
    right = by(late())
    for part, found in (("same", right), ("heedless", by(RULES))):
        table = EmulatedModule(write_module(found, SLUG, tmp_path / f"{part}.vmod"))
        bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
        assert bool(parted(bench, range(1 if part == "same" else 8))) == (part == "heedless")


def watched(kernel: RulesEngine, seeds: range) -> set[str]:
    """Compare points after every action with the data; return the events that occurred."""
    seen: set[str] = set()
    rules = kernel.setting.victory
    for seed in seeds:
        points = {AMBER: 0, SLATE: 0}
        secured = {number: False for number, entry in enumerate(rules.holdings) if entry.phases}

        def watch(
            before: State,
            _: Action,
            after: State,
            points: dict[SideId, int] = points,
            secured: dict[int, bool] = secured,
        ) -> None:
            look = Look(kernel, after)
            for turn, phase in closed(kernel, before, after):
                for gap in rules.gaps:
                    (side,) = gap.side
                    # Of the weather the toy has but one.
                    on = not gap.turns or turn in gap.turns
                    if on and phase in (gap.phases or (LAST[side],)):
                        few = look.fewest(look.covered(side), look.edges[gap.start], look.edges[gap.end])
                        points[SLATE if side == AMBER else AMBER] += few * gap.points
                        seen.add(f"gap {side}" if few else f"whole {side}")
                for number in secured:
                    entry = rules.holdings[number]
                    secured[number] |= phase in entry.phases and look.holds(entry, phase)
                    seen.add(f"secured {number} {secured[number]}")
            for side in (AMBER, SLATE):
                told = victory_awards(kernel.setting, after)[side]
                wanted = [points[side]] if points[side] else []
                for number, entry in enumerate(rules.holdings):
                    if side in entry.side and (secured[number] if entry.phases else look.holds(entry)):
                        wanted.append(entry.points)
                for advance in rules.farthest_advance:
                    if side in advance.side and (hexes := look.came(advance)):
                        wanted.append(hexes * advance.points)
                        seen.add(f"came {side}")
                assert [count for _, count in told if count] == wanted

        play_game(
            kernel, seed, dict.fromkeys(kernel.setting.sides, "greedy" if seed % 3 else "random"), watch
        )
    return seen


def test_the_fewest_missing_hexes_are_told_and_close_the_front() -> None:
    kernel = RulesEngine(by(RULES), SCENARIO)
    board = kernel.setting.board
    look = Look(kernel, kernel.set_up(1))
    dice = Random(5)
    for _ in range(120):
        covered = {here for here in look.grid if dice.random() < dice.choice((0.2, 0.5, 0.8))}
        start, end = look.edges["north"], look.edges["south"]
        found = missing_hexes(board.around, board.bits(covered), board.bits(start), board.bits(end))
        few = look.fewest(covered, start, end)
        assert found.bit_count() == few
        closing = covered | set(board.names(found))
        assert look.fewest(closing, start, end) == 0


@pytest.mark.parametrize("slug", ["toy-bridge", "toy-redoubt", "battle-for-moscow"])
def test_front_gaps_and_advances_are_those_of_a_naive_search(slug: str) -> None:
    fronting.compared(slug, 7, 60)


def test_a_side_without_a_unit_misses_the_straightest_way() -> None:
    kernel = RulesEngine(by(RULES), SCENARIO)
    state = build_state(kernel, (), turn=1, phase="amber-movement")
    assert front_gap_hexes(kernel.setting, state, RULES.gaps[0]).bit_count() == 6


# The module -------------------------------------------------------------------------------------------


def test_the_module_tells_and_shows_gaps_as_the_phase_ends_and_with_the_score() -> None:
    table = Table(opened_game(game(SLUG), SLUG)).start(game(SLUG).scenario(SCENARIO).title, "off")
    told = table.press("Score")
    assert any("Fronts as they stand: the front of the Slates has a gap of 1 hex (" in line for line in told)
    lines: list[str] = []
    for _ in range(4):
        lines += table.press("Next phase")
    [line] = [line for line in lines if "the front of the Slates has a gap of 1 hex (" in line]
    assert line.endswith("for the Ambers.")
    assert int(table.get("GapPoints_amber") or 0) > 0


def test_the_module_asks_before_the_side_that_moves_pays_for_a_gap() -> None:
    table = Table(opened_game(game(SLUG), SLUG)).start(game(SLUG).scenario(SCENARIO).title)
    asked: dict[str, str] = {}
    for _ in range(12):
        phase = str(table.get("Phase"))
        table.engine.press("Next phase")
        for line in table.said():
            if line.startswith("Wait: "):
                asked[phase] = line
    assert "the front of the Slates has a gap of 1 hex (" in asked["slate-movement"]
    assert ": 1 point for the Ambers" in asked["slate-movement"]
    assert not any("Slates" in line for phase, line in asked.items() if phase.startswith("amber"))


def _dearer(rules: VictoryRules) -> VictoryRules:
    return replace(rules, gaps=tuple(replace(one, points=one.points + 1) for one in rules.gaps))


def _later(rules: VictoryRules) -> VictoryRules:
    return replace(rules, gaps=tuple(replace(one, phases=(PhaseId("slate-movement"),)) for one in rules.gaps))


def _at_the_end(rules: VictoryRules) -> VictoryRules:
    return replace(rules, holdings=tuple(replace(one, phases=()) for one in rules.holdings))


def _anyhow(rules: VictoryRules) -> VictoryRules:
    return replace(rules, holdings=tuple(replace(one, place=one.place[1:]) for one in rules.holdings))


def _nearer(rules: VictoryRules) -> VictoryRules:
    return replace(
        rules, farthest_advance=tuple(replace(one, beyond=one.beyond + 1) for one in rules.farthest_advance)
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", ASKS)
def test_a_module_asks_every_condition_of_points_for_the_ground(key: str, tmp_path: Path) -> None:
    right = by(asking(key))
    for part, found in (("same", right), ("heedless", by(PLAIN))):
        table = EmulatedModule(write_module(found, SLUG, tmp_path / f"{part}.vmod"))
        bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
        first = {"unless": 5, "turns": 1}.get(key, 0)
        seeds = range(1) if part == "same" else around(first, 8)
        assert bool(parted(bench, seeds)) == (part == "heedless")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "first"),
    sampled([(None, 0), (_dearer, 0), (_later, 0), (_at_the_end, 0), (_anyhow, 0), (_nearer, 3)], 1),
)
def test_a_module_with_other_points_for_the_ground_is_found(
    fault: Callable[[VictoryRules], VictoryRules] | None, first: int, tmp_path: Path
) -> None:
    right = by(RULES)
    wrong = by(fault(RULES) if fault else RULES)
    table = EmulatedModule(write_module(wrong, SLUG, tmp_path / "wrong.vmod"))
    bench = ConformanceBench(right, SavedGameWriter(right, plan(SLUG)), table)
    assert bool(parted(bench, around(first, 8 if fault else 1))) == (fault is not None)


# What is refused --------------------------------------------------------------------------------------


def _held(**given: Any) -> VictoryRules:
    return replace(RULES, holdings=(Holding(side=(AMBER,), points=1, **given),))


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        (_held(), ("holdings", 0)),
        (_held(feature=("redoubt",), group="no"), ("holdings", 0, "group")),
        (_held(place=("mill",), group="all"), ("holdings", 0, "group")),
        (_held(place=("mill",), turns=(3,)), ("holdings", 0, "turns")),
        (_held(place=("mill",), into=("redoubt",)), ("holdings", 0, "into")),
        (_held(place=("mill",), condition="disrupted"), ("holdings", 0, "condition")),
        (
            replace(RULES, holdings=(replace(RULES.holdings[0], side=(AMBER, SLATE)),)),
            ("holdings", 0, "side"),
        ),
        (
            replace(RULES, farthest_advance=(replace(RULES.farthest_advance[1], turns=(2,)),)),
            ("farthest_advance", 0, "turns"),
        ),
        (replace(RULES, gaps=(replace(RULES.gaps[0], end="north"),)), ("gaps", 0, "end")),
        (replace(RULES, gaps=(replace(RULES.gaps[0], classes=("foot",)),)), ("gaps", 0, "classes")),
        (replace(RULES, gaps=(replace(RULES.gaps[0], side=(AMBER, SLATE)),)), ("gaps", 0, "side")),
        (
            replace(RULES, farthest_advance=(replace(RULES.farthest_advance[1], group="no"),)),
            ("farthest_advance", 0, "group"),
        ),
        (replace(RULES, hold="mill", gaps=(), farthest_advance=()), ("holdings",)),
    ],
)
def test_points_for_the_ground_that_cannot_be_counted_are_refused(
    rules: VictoryRules, at: tuple[str | int, ...]
) -> None:
    assert [fault.path[3:] for fault in find_unplayable(by(rules), game(SLUG).scenario(SCENARIO))] == [at]


def test_supply_that_nobody_traces_is_refused() -> None:
    found = by(RULES)
    bare = replace(found, rules=replace(found.rules, supply_lines=()))
    told = [
        fault.path[3:] for fault in find_unplayable(bare, bare.scenario(SCENARIO)) if fault.code == "P006"
    ]
    assert ("holdings", 1, "supply") in told
    assert ("farthest_advance", 0, "supply") in told


# Groups that scenarios name ---------------------------------------------------------------------------


def grouped(group: str, groups: dict[str, str]) -> Game:
    """Return the game with its start feature in two groups; the rule or the scenario names one."""
    found = by(replace(RULES, farthest_advance=(replace(RULES.farthest_advance[0], group=group),)))
    start = next(one for one in found.hexmap.features if one.id == "slate-start")
    [whole] = start.groups
    halves = tuple(
        replace(whole, id=name, name=name.title(), hexes=whole.hexes[n::2])
        for n, name in enumerate(("even", "odd"))
    )
    features = (*(one for one in found.hexmap.features if one != start), replace(start, groups=halves))
    [scenario] = found.scenarios
    return replace(
        found,
        hexmap=replace(found.hexmap, features=features),
        scenarios=(replace(scenario, feature_groups=groups),),
    )


def told(found: Game) -> tuple[object, ...]:
    """Return all data about territory points in the module and in the rules engine."""
    rules = RulesEngine(found, SCENARIO).setting.victory
    return ground_tables(found), ground_words(found), rules.holdings, rules.farthest_advance


def test_a_scenario_says_which_group_a_rule_means_that_names_none() -> None:
    odd = told(grouped("odd", {}))
    assert told(grouped("", {"slate-start": "odd"})) == odd
    assert told(grouped("odd", {"slate-start": "even"})) == odd, "what the rule names counts"
    assert told(grouped("", {"slate-start": "even"})) != odd
    assert told(grouped("", {"redoubt": "all"})) != odd


def test_booklet_and_help_explain_points_for_the_ground() -> None:
    lines = by_subject(by(asking("turns")))["Victory"] + by_subject(by(asking("classes")))["Victory"]
    assert "the Ambers score 4 points for Amber set-up held at the end of Amber combat on turn 2" in lines
    assert "the Ambers score 1 point for all hexes in a town held by Scouts" in lines
    gap = "the enemy scores 1 point for each hex missing in the Slate front from the north edge"
    told = by_subject(by(late()))["Victory"]
    assert f"{gap} to the south edge (at the end of Slate combat, on turns 2 or 4)" in told, told
    far = "past Slate set-up, by the foremost unit when points are counted"
    assert f"the Ambers score 2 points for each hex {far}" in lines, lines
