"""Lost units are out of the game if enemies hold the hexes to which they would return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, plan_walk, walk
from hexwright.conformance.running_module import EmulatedModule, VassalModule
from hexwright.engine_driver import Engine
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.game import Game
from hexwright.model.hex_map import Box
from hexwright.model.ids import BoxId, HexId, PhaseId, SideId, UnitId
from hexwright.model.rules.replacement_record import Entry
from hexwright.model.scenario import UnitsInBox
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import OUT_OF_GAME, POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.replacement import replacement_phase
from hexwright.rules.rule_validation.scenario_checks import check_rules
from hexwright.saves.hexwright_saves import HexwrightGame, ReadPosition
from hexwright.umpire.table_snapshot import TableTracker
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.vassal.compile.games import game
from tests.vassal.engine.conftest import module_with_plain_pictures

SCENARIO, RED = "the-week", "red"
HOME = Entry(
    id="home",
    units=(UnitId("red-1"), UnitId("red-2"), UnitId("red-3")),
    arrives="when-eliminated",
    hexes=(HexId("0104"), HexId("0204")),
    lost_if_occupied=True,
    rule="5",
)
LOST = Box(BoxId("red-lost"), "Red units out of the game", "eliminated", SideId(RED))


def homing(entry: Entry = HOME, *, boxes: bool = True) -> Game:
    """Return the toy whose Red units return where Blue stands at first; two of them are already lost."""
    found = game("toy-causeway")
    replacements = tuple(
        replace(rule, entries=(*rule.entries, entry)) if rule.side == RED else rule
        for rule in found.rules.replacements
    )
    [scenario] = found.scenarios
    gone = entry.units[:2]
    placement = {
        hex_id: tuple(unit for unit in units if unit not in gone)
        for hex_id, units in scenario.setup.placement.items()
    }
    held = (*scenario.setup.in_boxes, UnitsInBox(gone, BoxId("red-pool")))
    setup = replace(scenario.setup, placement={h: u for h, u in placement.items() if u}, in_boxes=held)
    hexmap = replace(found.hexmap, boxes=(*found.hexmap.boxes, LOST)) if boxes else found.hexmap
    # Blue stands still on the first turn, and moves on the others.
    scenario = replace(scenario, setup=setup, setup_areas=(), first_phase=PhaseId("blue-combat"))
    return replace(
        found,
        hexmap=hexmap,
        scenarios=(scenario,),
        rules=replace(found.rules, replacements=replacements),
    )


# By ids -----------------------------------------------------------------------------------------------


def watched(found: Game, seeds: range) -> Counter[str]:
    """Compare the units out of the game with the rule text, in whole games."""
    kernel, seen = RulesEngine(found, SCENARIO), Counter[str]()
    setting = kernel.setting
    own = [setting.unit_numbers[unit] for unit in HOME.units]

    def look(state: State, action: Action, after: State) -> None:
        opens = kernel.phase(after) == "red-reinforcement" != kernel.phase(state)
        blue = {
            setting.board.ids[place]
            for unit, place in enumerate(after.locations)
            if place >= 0 and setting.sides[setting.side_of[unit]] != RED
        }
        red = {
            setting.board.ids[place]
            for unit, place in enumerate(after.locations)
            if place >= 0 and setting.sides[setting.side_of[unit]] == RED
        }
        held = bool(blue.intersection(HOME.hexes)) and not red.intersection(HOME.hexes)
        for unit in own:
            dies = opens and state.locations[unit] == POOL and held
            gone = state.locations[unit] == OUT_OF_GAME or dies
            assert (after.locations[unit] == OUT_OF_GAME) == gone, kernel.show(after)
            seen["gone"] += dies
            seen["waits"] += opens and after.locations[unit] == POOL

    for seed in seeds:
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), look)
    return seen


def test_units_shut_out_as_the_phase_begins_are_out_of_the_game() -> None:
    seen = watched(homing(), range(12))
    assert min(seen["gone"], seen["waits"]) > 0, seen


def test_a_kernel_that_lets_them_wait_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacement_phase, "forfeit_shut_out_units", lambda setting, state, side: state)
    with pytest.raises(AssertionError):
        watched(homing(), range(12))


def test_enemies_in_a_hex_shut_the_way_unless_friends_are_in_one_and_only_as_the_phase_begins() -> None:
    kernel = RulesEngine(homing(), SCENARIO)

    def after(*lines: str) -> list[int]:
        before = build_state(kernel, lines, phase="blue-recovery", pool=("red-1",))
        state = before
        while kernel.phase(state) != "red-reinforcement":
            state = kernel.apply(state, Action("end"))
        return [state.locations[kernel.setting.unit_numbers[UnitId("red-1")]]]

    assert after("0104 blue-1", "0204 blue-2", "0404 red-2") == [OUT_OF_GAME]
    assert after("0104 blue-1", "0404 red-2") == [OUT_OF_GAME]
    assert after("0304 blue-1", "0404 red-2") == [POOL]
    assert after("0104 blue-1", "0204 red-2", "0304 blue-2") == [POOL]


# In the module ----------------------------------------------------------------------------------------


def _waiting(found: Game) -> Game:
    return homing(replace(HOME, lost_if_occupied=False))


@pytest.mark.parametrize("fault", [None, _waiting])
def test_the_module_forfeits_units_like_the_reference(
    fault: Callable[[Game], Game] | None, tmp_path: Path
) -> None:
    right = homing()
    made = fault(right) if fault else right
    sheet = plan_sheet(made)
    module = module_with_plain_pictures(made, tmp_path / "forfeit.vmod", sheet)
    bench = ConformanceBench(right, SavedGameWriter(made, sheet), EmulatedModule(module))
    # The fault is met by the same walk.
    plan = replace(
        plan_walk(right, 1),
        policy="greedy",
        by_hand=False,
        phases_skipped=0,
        kind="",
        length=3,
        attempt_rate=0.1,
    )
    found = walk(bench, plan).differences
    assert bool(found) == (fault is not None), [str(one) for one in found]


def test_saved_games_and_logs_tell_who_may_come_back_from_who_is_out_of_the_game() -> None:
    found, (lost, gone, _) = homing(), HOME.units
    kernel = RulesEngine(found, SCENARIO)
    state = build_state(kernel, ("0104 blue-1", "0404 red-3"), phase="blue-movement", pool=(lost,))
    position = LogPosition(SavedGameFile.read(SavedGameWriter(found, plan_sheet(found))(kernel, state)))
    ours = HexwrightGame(found)
    for where in (
        TableTracker(ours, position, kernel).now.where,
        ReadPosition.of(ours, position).state().locations,
    ):
        assert [where[kernel.setting.unit_numbers[unit]] for unit in (lost, gone)] == [POOL, OUT_OF_GAME]


@pytest.mark.engine
def test_real_engine_forfeits_units_like_the_rules(tmp_path: Path) -> None:
    found = homing()
    sheet = plan_sheet(found)
    module = module_with_plain_pictures(found, tmp_path / "forfeit.vmod", sheet)
    with Engine(module) as engine:
        bench = ConformanceBench(found, SavedGameWriter(found, sheet), VassalModule(engine))
        plan = replace(
            plan_walk(found, 1),
            policy="greedy",
            by_hand=False,
            phases_skipped=0,
            kind="",
            length=3,
            attempt_rate=0.1,
        )
        tally = walk(bench, plan)
    assert not tally.differences, [str(one) for one in tally.differences]


# What is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "boxes", "said"),
    [
        (HOME, True, ""),
        (replace(HOME, arrives="delayed", delay=1), True, ""),
        (replace(HOME, arrives="scheduled"), True, "write 'arrives: when-eliminated' or 'arrives: delayed'"),
        (replace(HOME, hexes=()), True, "but the entry has no 'hexes' (write the entry's 'hexes'"),
        (replace(HOME, edge=("east",)), True, "may also arrive by 'edge'"),
        (replace(HOME, any_supplied_hex=True), True, "leave 'any_supplied_hex' or 'lost_if_occupied' out"),
        (
            HOME,
            False,
            "write two boxes of red in map.yaml, one with 'kind: pool', one with 'kind: eliminated'",
        ),
    ],
)
def test_forfeits_that_cannot_be_played_are_refused(entry: Entry, boxes: bool, said: str) -> None:
    found = homing(entry, boxes=boxes)
    told = "; ".join(f"{one.message} ({one.hint})" for one in check_rules(found, found.scenarios[0]))
    assert said in told if said else told == ""
