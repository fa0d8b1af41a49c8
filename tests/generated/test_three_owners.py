"""Among three sides a place is whose unit entered it last, and its one marker shows whichever holds it."""

from __future__ import annotations

import dataclasses
from itertools import permutations
from pathlib import Path

import pytest

from hexwright.conformance.conformance_walk import ConformanceBench, replay
from hexwright.conformance.running_module import EmulatedModule
from hexwright.load.game_loading import load_game
from hexwright.model.game import Game
from hexwright.model.ids import SideId, UnitId
from hexwright.paper.counters.counter_copies import counter_copies
from hexwright.players.policies import play_game
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.render.map.sheet.sheet_plan import plan_sheet
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.rule_validation.scenario_checks import find_unplayable
from tests.conformance.walking import differs
from tests.generated.ground import KINDS
from tests.generated.plan import Plan
from tests.generated.writing import SLUG, files_of, write_files
from tests.tiers import ALL, sampled
from tests.vassal.enforcement.table import spoiled
from tests.vassal.engine.conftest import module_with_plain_pictures

PLAN = "2:5x5:7:6:three-sides,towns,horse,points"


@pytest.fixture
def drawn(tmp_path: Path) -> Game:
    files, pictures = files_of(Plan.read(PLAN))
    loaded = load_game(write_files(files, pictures, tmp_path), SLUG)
    assert loaded.diagnostics == ()
    return loaded.game


def dragged(game: Game, module: Path, folder: Path) -> list[str]:
    """Drag a unit of each side into a place of each other, on to a friend and back; tell wrong markers."""
    kernel, save, table = (
        RulesEngine(game, "day-1"),
        SavedGameWriter(game, plan_sheet(game)),
        EmulatedModule(module),
    )
    setting, board = kernel.setting, kernel.setting.board
    place = next(one.hex for one in game.hexmap.places if one.owner is not None)
    beside = setting.hex_ids(board.near[board.index[place]])
    start, friends = beside[0], beside[1]
    wrong: list[str] = []
    for mover, holder in permutations(setting.sides, 2):
        phase = next(one.id for one in game.rules.sequence if (one.side, one.kind) == (mover, "movement"))
        units = [f"{start} {mover}-1", f"{friends} {mover}-2"]
        state = build_state(kernel, units, turn=1, phase=phase, owners={place: holder})
        file = folder / f"{mover}-{holder}.vsav"
        file.write_bytes(save(kernel, state))
        table.load(file)
        unit = UnitId(f"{mover}-1")
        for goal, action in (
            (place, Action("move", unit, place)),
            (friends, Action("move", unit, friends)),
            (start, Action("take-back", unit)),
        ):
            state = kernel.apply(state, action)
            table.drag(unit, goal)
            owner = next(
                side
                for side, held in zip(setting.sides, state.owned, strict=True)
                if place in setting.hex_ids(held)
            )
            if (shown := table.visible_state().owners[place]) != owner:
                wrong.append(f"{action.text}: {owner}, not {shown}")
            fell = [
                one.properties["Fallen"] for one in table._player.pieces(("Fallen",)) if one.location == place
            ]
            if ("true" in fell) != bool(
                state.captured_places >> board.index[place] & 1
            ) and game.rules.fire is not None:
                wrong.append(f"{action.text}: fallen or not: {fell}")
    return wrong


def test_every_side_takes_places_of_both_others(drawn: Game) -> None:
    kernel = RulesEngine(drawn, "day-1")
    hands: set[tuple[int, int]] = set()

    def watch(before: State, _: Action, after: State) -> None:
        for new, gained in enumerate(after.owned):
            hands.update((old, new) for old, had in enumerate(before.owned) if had & gained and old != new)

    for seed in range(6):
        play_game(kernel, seed, dict.fromkeys(kernel.setting.sides, "random"), watch)
    assert hands == {(old, new) for old in range(3) for new in range(3) if old != new}


def test_the_module_takes_and_gives_back_alike(drawn: Game, tmp_path: Path) -> None:
    assert dragged(drawn, module_with_plain_pictures(drawn, tmp_path / "game.vmod"), tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    sampled(
        [
            # Whoever takes a place, the marker shows the second side; and what a move takes stays taken.
            ('marker.hex + "=" + face)', 'marker.hex + "=2")'),
            ("asHeld(leg.taken)", "takenBy(piece, leg.taken)"),
        ],
        0,
    ),
)
def test_a_module_that_turns_another_face_is_found_out(
    drawn: Game, tmp_path: Path, right: str, wrong: str
) -> None:
    module = spoiled(module_with_plain_pictures(drawn, tmp_path / "game.vmod"), right, wrong)
    assert dragged(drawn, module, tmp_path)


def test_the_marker_is_printed_on_as_many_counters_as_its_faces_need(drawn: Game) -> None:
    printed = [(one.front, one.back) for one in counter_copies(drawn) if one.counter.id == "control-1"]
    assert printed == [(0, 1)] * 6 + [(2, 2)] * 6


def test_a_marker_that_shows_two_of_three_sides_is_not_enough(drawn: Game) -> None:
    markers = tuple(
        dataclasses.replace(one, faces=one.faces[:2]) if one.shows_control else one
        for one in drawn.counters.markers
    )
    game = dataclasses.replace(drawn, counters=dataclasses.replace(drawn.counters, markers=markers))
    (fault,) = find_unplayable(game, game.scenarios[0])
    assert fault.code == "P016"
    assert "three faces" in fault.hint


def earning(drawn: Game, *sides: str) -> Game:
    """Return the game with a bonus for sides whose units stand in a place as an enemy's turn ends."""
    place = next(one.id for one in drawn.hexmap.places if one.owner is not None)
    rules = dataclasses.replace(
        drawn.rules.victory[0], bonus={SideId(side): 3 for side in sides}, bonus_place=place
    )
    return dataclasses.replace(drawn, rules=dataclasses.replace(drawn.rules, victory=(rules,)))


@pytest.mark.slow
@pytest.mark.parametrize("earned", [("red", "blue", "green"), ("red",)])
def test_each_side_earns_its_bonus_in_both_others_turns(
    drawn: Game, tmp_path: Path, earned: tuple[str, ...]
) -> None:
    game = earning(drawn, "red", "blue", "green")
    module = module_with_plain_pictures(earning(drawn, *earned), tmp_path / "game.vmod")
    bench = ConformanceBench(game, SavedGameWriter(game, plan_sheet(game)), EmulatedModule(module))
    right = len(earned) == 3
    seeds = range(1 if right and not ALL else 3)
    games = (replay(bench, "day-1", seed, {}, enough=differs).differences for seed in seeds)
    found = next(filter(None, games), [])
    assert bool(found) == (not right), found


FORTS = "2:5x5:7:6:three-sides,towns,horse,fire,fire-strongholds,points"


def held_until_taken(folder: Path) -> Game:
    """Return a game by fire in which each place is a stronghold until it is taken."""
    files, pictures = files_of(Plan.read(FORTS))
    hold = {"name": "hold", "dice": 1, "until_taken": True, "place_kinds": list(KINDS)}
    files["rules.yaml"]["fire"]["strongholds"] = {"hold": hold}
    files["rules.yaml"]["stacking"] = {"limit": 1}
    loaded = load_game(write_files(files, pictures, folder), SLUG)
    assert loaded.diagnostics == ()
    return loaded.game


@pytest.mark.parametrize("sound", sampled([True, False], 0, 1))
def test_a_place_that_is_given_back_has_not_fallen(sound: bool, tmp_path: Path) -> None:
    game = held_until_taken(tmp_path)
    module = module_with_plain_pictures(game, tmp_path / "game.vmod")
    if not sound:
        spoiled(module, '? "" : "*"', '? "" : ""')
    assert any("fallen" in told for told in dragged(game, module, tmp_path)) is not sound
