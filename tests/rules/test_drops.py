"""Airdrops in parts agree with the data: by ids, in the module, and in its chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexwright.conformance.comparison_tally import ComparisonTally
from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.geometry.hexgrid import HexGrid
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.ids import BoxId, HexId, PhaseId, UnitId
from hexwright.model.rules.airdrop_record import Airdrop, Breakdown, NearPlace
from hexwright.model.rules.cadre_record import Cadre
from hexwright.model.rules.criteria_record import Near, Unless
from hexwright.model.scenario import UnitsInBox
from hexwright.model.words.all_rule_words import by_subject
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine import unit_restrictions
from hexwright.rules.engine.game_state import NOT_IN_PLAY, OUT_OF_GAME, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import END, Action, IllegalAction
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import airdrops, reinforcements
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.rules.games_with_drops import ARRIVING, CHUTES, CORPS, DROP, DUE, PARTED, RED, SCENARIO, TANKS, toy
from tests.rules.stacking import may_stay, stacks
from tests.tiers import ALL, sampled
from tests.vassal.engine.conftest import module_with_plain_pictures

# By ids -----------------------------------------------------------------------------------------------


class Course:
    """A game followed by an observer who knows only the actions and the data."""

    def __init__(self, kernel: RulesEngine) -> None:
        self.kernel = kernel
        self.game = kernel.setting.game
        self.grid = HexGrid.of(self.game.hexmap.grid)
        self.dropped: dict[UnitId, int] = {}
        """The turn on which each part was dropped."""
        self.whole: set[UnitId] = set()
        """The units that have arrived whole."""

    def did(self, state: State, action: Action) -> None:
        """Record an action."""
        if action.kind == "new" and action.unit in CHUTES:
            self.dropped[action.unit] = state.turn
        elif action.kind == "new" and action.unit in DUE:
            self.whole.add(action.unit)

    def standing(self, state: State) -> dict[UnitId, HexId]:
        """Return the hex of each unit on the map."""
        pairs = zip(self.kernel.setting.units, state.locations, strict=True)
        return {unit: self.kernel.setting.board.ids[here] for unit, here in pairs if here >= 0}

    def may(self, state: State, part: UnitId) -> bool:
        """Return whether a part may be dropped in any hex."""
        [one] = [one for one in PARTED if part in one.parts]
        turn = next(t for t in self.game.charts.turn_tracks[0].turns if t.turn == state.turn)
        if part in self.dropped or one.unit in self.whole or turn.weather not in DROP.weather:
            return False
        began = [self.dropped[other] for other in one.parts if other in self.dropped]
        if began:
            return state.turn in began
        now = {each.unit for each in PARTED for p in each.parts if self.dropped.get(p) == state.turn}
        return state.turn >= DUE[one.unit] and len(now) < DROP.max

    def open_to(self, state: State, part: UnitId) -> set[HexId]:
        """Return the hexes in which a part may be dropped."""
        return {one for one in self.kernel.setting.board.ids if one and self._fits(state, part, one)}

    def _fits(self, state: State, part: UnitId, here: HexId) -> bool:
        found, stand = self.game, self.standing(state)
        kinds = [kind.id for kind in found.hexmap.terrain if here in (kind.hexes or ())]
        places = {place.id: place for place in found.hexmap.places}
        if {"marsh", "mere"} & {*kinds} or any(place.hex == here for place in places.values()):
            return False
        if all(self.grid.distance(here, places[name].hex) > 2 for name in ("bridge", "depot")):
            return False
        blue = {unit: there for unit, there in stand.items() if found.counters.unit(unit).side != RED}
        shaken = {
            unit
            for unit in blue
            if state.conditions and state.conditions[self.kernel.setting.unit_numbers[unit]] & 1
        }
        if here in blue.values():
            return False
        fierce = {
            there
            for unit, there in blue.items()
            if found.counters.unit(unit).unit_class in ("foot", "tank") and unit not in shaken
        }
        if any(self.grid.distance(here, there) <= 1 for there in fierce):
            return False
        company = [
            there
            for unit, there in stand.items()
            if unit not in blue
            and found.counters.unit(unit).unit_class in ("foot", "staff")
            and self.dropped.get(unit) != state.turn
        ]
        near = any(self.grid.distance(here, there) <= 2 for there in company)
        return near and may_stay(found, here, (*stacks(self.kernel, state).get(here, ()), part))


def watched(found: Game, seeds: range, policy: str = "random") -> Counter[str]:
    """Play games, compare airdrops and moves with the data, and return how often each event occurred."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    for seed in seeds:
        course = Course(kernel)

        def look(state: State, action: Action, after: State, course: Course = course) -> None:
            legal = kernel.legal_actions(state)
            if state.stage == "replace" and kernel.phase(state) == ARRIVING:
                for part in CHUTES:
                    told = {one.hex for one in legal if one.kind == "new" and one.unit == part}
                    expected = course.open_to(state, part) if course.may(state, part) else set()
                    assert told == expected, (part, state.turn, told ^ expected)
                    seen["open"] += bool(expected)
            if kernel.phase(state) == "red-movement" and state.stage == "move":
                for unit, turn in course.dropped.items():
                    moves = any(one.kind == "move" for one in kernel.actions_of(state, unit))
                    assert not (moves and turn == state.turn), unit
                    seen["moves"] += moves
            course.did(state, action)
            if action.unit in CHUTES and action.kind == "new":
                seen["dropped"] += 1
                seen["second"] += sum(
                    action.unit in one.parts
                    for one in PARTED
                    if len([p for p in one.parts if p in course.dropped]) == 2
                )
            for one in PARTED:
                come = any(part in course.dropped for part in one.parts)
                where = after.locations[kernel.setting.unit_numbers[one.unit]]
                assert (where == OUT_OF_GAME) == come or one.unit in course.whole, one.unit

        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, policy), look)
    return seen


def test_airdrops_follow_the_conditions_of_the_data() -> None:
    seen = watched(toy(), range(24))
    assert seen["second"] > 2, seen
    assert seen["moves"], seen
    assert watched(toy(), range(6), "greedy")["open"]


@pytest.mark.parametrize(
    "changed",
    [
        {"weather": ("rain",)},
        {"enemy_zoc": None},
        {"near": None},
        {"near": Near(within=2)},
        {"near": Near(classes=("foot", "staff"), within=3)},
        {"near_place": None},
        {"near_place": NearPlace(("depot",), 2)},
        {"unless": Unless(terrain=("marsh", "mere"))},
        {"unless": Unless(place_kinds=("town", "city"))},
        {"max": 2},
    ],
    ids=[
        "weather",
        "zone",
        "company",
        "whose company",
        "how near",
        "around",
        "where",
        "places",
        "ground",
        "most",
    ],
)
def test_an_airdrop_rule_that_differs_from_the_data_is_found(changed: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        watched(toy(replace(DROP, **changed)), range(24))


@pytest.mark.parametrize(
    ("whose", "name", "fault"),
    [
        (unit_restrictions, "units_dropped_this_turn", lambda setting, state: 0),
        (airdrops, "units_dropped_this_turn", lambda setting, state: 0),
        (reinforcements, "note_arrival", lambda setting, state, unit: state),
        (
            airdrops,
            "airdrop_destinations",
            lambda setting, state, unit: setting.breakdown_units[unit].airdrop.drop_zone,
        ),
        (reinforcements, "airdrop_violation_of", lambda setting, state, unit: ""),
    ],
    ids=["they move", "they are company", "none came", "ground alone", "whenever"],
)
def test_a_kernel_that_drops_otherwise_is_found(
    whose: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whose, name, fault)
    with pytest.raises((AssertionError, IllegalAction)):
        watched(toy(), range(24))


def refusal(kernel: RulesEngine, state: State, line: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        kernel.parse(state, line)
    return str(caught.value)


def test_a_part_alone_is_lost_with_its_turn() -> None:
    kernel = RulesEngine(toy(), SCENARIO)
    state = build_state(kernel, ("0404 red-1", "0104 blue-1"), phase=ARRIVING)
    state = kernel.apply(state, Action("new", CHUTES[0], hex=HexId("0504")))
    number = kernel.setting.unit_numbers
    assert [state.locations[number[unit]] for unit in (TANKS, CHUTES[1])] == [OUT_OF_GAME, NOT_IN_PLAY]
    assert not kernel.is_legal(state, Action("new", TANKS, hex=HexId("0904")))
    assert kernel.is_legal(state, Action("new", CHUTES[1], hex=HexId("0504")))
    while (state.turn, kernel.phase(state)) != (2, ARRIVING):
        state = kernel.apply(state, kernel.legal_actions(state)[-1])
    late = f"can no longer be airdropped in place of {TANKS}"
    for part, why in ((CHUTES[1], late), (CHUTES[0], "is already in play")):
        assert why in refusal(kernel, state, f"new {part} 0504")


def test_the_refusal_of_a_drop_says_why() -> None:
    kernel = RulesEngine(toy(due={TANKS: 1, CORPS: 2}), SCENARIO)

    def told(turn: int, unit: UnitId, here: str = "0504") -> str:
        state = build_state(kernel, ("0404 red-1", "0104 blue-1"), turn=turn, phase=ARRIVING)
        return refusal(kernel, state, f"new {unit} {here}")

    assert "may only arrive in place of red-3, which isn't due yet (5)" in told(1, CHUTES[2])
    assert "can't be airdropped now (5)" in told(3, CHUTES[0])
    assert "can't be airdropped there (5)" in told(1, CHUTES[0], "0908")
    state = build_state(kernel, ("0404 red-1", "0104 blue-1"), turn=2, phase=ARRIVING)
    state = kernel.apply(state, Action("new", CHUTES[0], hex=HexId("0504")))
    assert "the limit is 1 per turn" in refusal(kernel, state, f"new {CHUTES[2]} 0504")
    state = kernel.apply(state, END)
    reason = refusal(kernel, state, f"move {CHUTES[0]} 0505")
    assert "was airdropped on this turn and may not move (5)" in reason


def test_booklet_and_help_explain_drops() -> None:
    [told] = [line for line in by_subject(toy())["Replacements"] if "dropped" in line]
    assert told == (
        "Red Tanks or 3rd Red Brigade may be dropped in 2 parts (in fair weather, outside enemy zones of "
        "control, within 2 hexes of Foot units or Headquarters, within 2 hexes of Bridge or Depot, except "
        "in marsh or mere, except in a town or city); at most 1 on a turn, and the parts can't move on that "
        "turn"
    )


# In the module ----------------------------------------------------------------------------------------


def _bench(made: Game, folder: Path, reference: Game) -> ConformanceBench:
    sheet = plan_sheet(made)
    module = module_with_plain_pictures(made, folder / "drops.vmod", sheet)
    return ConformanceBench(reference, SavedGameWriter(reference, sheet), EmulatedModule(module))


def _walks(bench: ConformanceBench, seeds: range, length: int = 3, rate: float = 0.8) -> ComparisonTally:
    total = ComparisonTally()
    for seed in seeds:
        plan = plan_walk(bench.game, seed)
        plan = replace(plan, kind="", by_hand=False, phases_skipped=0, length=length, attempt_rate=rate)
        total.add(walk(bench, plan))
        enough = total.counts["dropped"] > 4 and total.counts["refused replacements"]
        if total.differences or (enough and not ALL):
            break
    return total


def test_module_drops_units_like_the_rules_engine(tmp_path: Path) -> None:
    found = toy()
    tally = _walks(_bench(found, tmp_path, found), range(10))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["dropped"] > 4, tally.counts
    assert tally.counts["refused replacements"], tally.counts


@pytest.mark.slow
def test_a_dropped_unit_moves_from_the_next_turn_on(tmp_path: Path) -> None:
    found = toy()
    tally = _walks(_bench(found, tmp_path, found), range(2), 12, 0.1)
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["dropped"], tally.counts


@pytest.mark.parametrize(
    "changed",
    sampled(
        [
            {"weather": ("rain",)},
            {"enemy_zoc": None},
            {"near": Near(classes=("foot", "staff"), within=3)},
            {"near_place": NearPlace(("depot",), 2)},
            {"unless": Unless(place_kinds=("town", "city"))},
            {"max": 2},
        ],
        0,
        3,
    ),
    ids=["weather", "zone", "how near", "around", "ground", "most"],
)
def test_a_module_that_drops_otherwise_is_found_out(changed: dict[str, Any], tmp_path: Path) -> None:
    assert _walks(_bench(toy(replace(DROP, **changed)), tmp_path, toy()), range(40)).differences


def test_saved_games_tell_who_was_dropped_in_this_turn(tmp_path: Path) -> None:
    found = toy()
    kernel = RulesEngine(found, SCENARIO)
    state = build_state(kernel, ("0404 red-1", "0104 blue-1"), phase=ARRIVING)
    state = kernel.apply(state, Action("new", CHUTES[0], hex=HexId("0504")))
    state = kernel.apply(state, END)
    position = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan_sheet(found))(kernel, state)))
    again = ReadPosition.of(HexwrightGame(found), position).state()
    number = kernel.setting.unit_numbers
    assert again.arrived_this_turn == state.arrived_this_turn == 1 << number[CHUTES[0]]
    assert [again.locations[number[unit]] for unit in (TANKS, CHUTES[1])] == [OUT_OF_GAME, NOT_IN_PLAY]


@pytest.mark.engine
def test_real_engine_drops_units_in_parts_like_the_rules(tmp_path: Path) -> None:
    found = toy()
    sheet = plan_sheet(found)
    with Engine(module_with_plain_pictures(found, tmp_path / "drops.vmod", sheet)) as engine:
        tally = _walks(ConformanceBench(found, SavedGameWriter(found, sheet), VassalModule(engine)), range(3))
    assert [str(one) for one in tally.differences] == []
    assert tally.counts["dropped"], tally.counts


# What is refused --------------------------------------------------------------------------------------


def _with(drop: Airdrop = DROP, **changed: Any) -> Game:
    return toy(replace(drop, **changed))


def _remaining(found: Game) -> Game:
    combat = found.rules.combat
    assert combat is not None
    rules = replace(found.rules, combat=replace(combat, cadres=(Cadre(replaced_by=(CHUTES[0],)),)))
    return replace(found, rules=rules)


def _waiting(found: Game, box: str) -> Game:
    [scenario] = found.scenarios
    held = (
        *scenario.setup.in_boxes[:-1],
        UnitsInBox((TANKS, CORPS), BoxId("later")),
        UnitsInBox(CHUTES, BoxId(box)),
    )
    return replace(found, scenarios=(replace(scenario, setup=replace(scenario.setup, in_boxes=held)),))


def _set_up(found: Game) -> Game:
    [scenario] = found.scenarios
    placement = {**scenario.setup.placement, HexId("0604"): (CHUTES[0],)}
    return replace(found, scenarios=(replace(scenario, setup=replace(scenario.setup, placement=placement)),))


def _pooled(found: Game) -> Game:
    boxes = tuple(
        replace(one, kind="eliminated") if one.id == "red-pool" else one for one in found.hexmap.boxes
    )
    return replace(found, hexmap=replace(found.hexmap, boxes=boxes))


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        (_with(breakdowns=()), ("airdrops", 0, "breakdowns")),
        (_with(breakdowns=(Breakdown(TANKS, ()), PARTED[1])), ("breakdowns", 0, "parts")),
        (_with(breakdowns=(Breakdown(UnitId("red-1"), CHUTES[:2]), PARTED[1])), ("breakdowns", 0, "unit")),
        (_with(breakdowns=(PARTED[0], Breakdown(CORPS, CHUTES[1:]))), ("breakdowns", 1)),
        (_with(breakdowns=(Breakdown(TANKS, (UnitId("blue-1"),)), PARTED[1])), ("parts", 0)),
        (_with(supply="in"), ("airdrops", 0, "supply")),
        (_with(across=("river",)), ("airdrops", 0, "across")),
        (_with(classes=("foot",)), ("airdrops", 0, "classes")),
        (_with(phases=(PhaseId("red-movement"),)), ("airdrops", 0, "phases")),
        (toy(early=True), ("breakdowns", 0, "unit")),
        (toy(box=False), ("breakdowns", 0, "unit")),
        (toy(may_give_up_units=True), ("parts", 0)),
        (_pooled(toy()), ("breakdowns", 0, "unit")),
        (_remaining(toy()), ("parts", 0)),
        (_set_up(toy()), ("placement", "0604")),
        (_waiting(toy(), "red-pool"), ("in_boxes", 2, "units", 0)),
    ],
)
def test_drops_that_cannot_be_played_are_refused(wrong: Game, at: tuple[str | int, ...]) -> None:
    assert not list(find_unplayable(toy(), toy().scenarios[0]))
    assert at in [fault.path[-len(at) :] for fault in find_unplayable(wrong, wrong.scenarios[0])], at
