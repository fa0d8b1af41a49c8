"""A saved game read without VASSAL shows the same as VASSAL and as the rules engine."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from hexwright.conformance.paired_game import differences_from_state
from hexwright.conformance.running_module import EmulatedModule
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.model.ids import HexId, UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import NOT_IN_PLAY
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.saves.save_legality import check_save
from hexwright.vassal.codec.commands import Compound, RemovePiece, SetGlobalProperty, flatten_commands
from hexwright.vassal.codec.piece_text import AddPiece, GamePiece
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from hexwright.vassal.codec.traits import BasicPiece
from tests.saves.own_games import EMBATTLED, ours, played
from tests.saves.recording import MOSCOW, recorded
from tests.vassal.compile.games import game, plan
from tests.vassal.engine.conftest import write_module


def codes(file: SavedGameFile, slug: str) -> list[str]:
    """Return the codes of what is wrong with a position."""
    return [d.code for d in check_save(ReadPosition.of(ours(slug), LogPosition(file)), file, "game.vsav")]


def with_piece(file: SavedGameFile, unit: str, place: str | None) -> SavedGameFile:
    """Return a saved game with a unit in another hex, or without it."""
    parts = [part for command in file.commands for part in flatten_commands(command)]
    position = LogPosition(file)
    found = next(p for p in position.pieces.values() if p.properties.get("UnitId") == unit)
    kept = [p for p in parts if not (isinstance(p, AddPiece) and p.id == found.id)]
    if place is not None:
        spot = ours(MOSCOW).places.hex(HexId(place))
        basic = found.piece.basic
        assert isinstance(basic, BasicPiece)
        moved = dataclasses.replace(basic, map="Map", x=spot.x, y=spot.y)
        kept.insert(1, AddPiece(GamePiece((moved, *found.piece.traits[1:])), "777"))
    return SavedGameFile.of(file.moduledata, file.savedata, Compound(tuple(kept)))


def test_a_unit_that_waits_in_a_box_of_bases_is_not_yet_in_play() -> None:
    file, state = played("toy-causeway", 1, 12)
    position = LogPosition(file)
    read = ReadPosition.of(ours("toy-causeway"), position)
    guard = ours("toy-causeway").kernel(position).setting.unit_numbers[UnitId("blue-guard")]
    assert read.state().locations[guard] == state.locations[guard] == NOT_IN_PLAY


@pytest.mark.parametrize("slug", [MOSCOW, EMBATTLED])
def test_read_as_the_virtual_engine_shows_it(slug: str, tmp_path: Path) -> None:
    table = EmulatedModule(write_module(game(slug), slug, tmp_path / "game.vmod"))
    path = tmp_path / "game.vsav"
    for seed, actions in ((1, 0), (2, 60)):
        file, _ = played(slug, seed, actions)
        path.write_bytes(file.encode())
        table.load(path)
        # What the file doesn't say of the score, the module does.
        assert (
            dataclasses.replace(ReadPosition.of(ours(slug), LogPosition(file)).visible_state, score={})
            == table.visible_state()
        )


@pytest.mark.parametrize("slug", [MOSCOW, EMBATTLED])
@pytest.mark.parametrize("actions", [0, 40, 150])
def test_state_that_is_read_is_the_one_that_was_saved(slug: str, actions: int) -> None:
    file, state = played(slug, actions, actions)
    reading = ReadPosition.of(ours(slug), LogPosition(file))
    again = reading.state()
    assert (again.turn, again.phase) == (state.turn, state.phase)
    assert differences_from_state(reading.kernel, again, reading.visible_state) == {}
    on_map = [(place, step) for place, step in zip(state.locations, state.steps, strict=True) if place >= 0]
    assert [(p, s) for p, s in zip(again.locations, again.steps, strict=True) if p >= 0] == on_map
    assert again.owned == state.owned


@pytest.mark.parametrize("actions", [0, 200, 400])
def test_legal_play_leads_to_positions_in_which_nothing_is_found(actions: int) -> None:
    file, _ = played(MOSCOW, actions + 5, actions)
    assert codes(file, MOSCOW) == []


def test_units_that_are_missing_doubled_stray_or_early_are_found() -> None:
    start, _ = played(MOSCOW, 0, 0)
    assert codes(with_piece(start, "german-xli", None), MOSCOW) == ["N010"]
    assert codes(with_piece(start, "soviet-1s", "1301"), MOSCOW) == ["N014"]
    two = with_piece(start, "german-xli", "0303")
    assert "Q008" in codes(two, MOSCOW)
    place = with_piece(start, "german-xli", "0603")
    assert codes(place, MOSCOW) == ["N015"]
    double = SavedGameFile(
        start.moduledata,
        start.savedata,
        (*start.commands, *(p for p in two.setup_commands if isinstance(p, AddPiece) and p.id == "777")),
    )
    assert "N011" in codes(double, MOSCOW)


def test_unit_that_may_come_before_its_turn_is_no_fault() -> None:
    kernel = RulesEngine(game(EMBATTLED), game(EMBATTLED).scenarios[0].id)
    state = kernel.set_up(1)
    while state.stage != "replace":
        legal = kernel.legal_actions(state)
        state = kernel.apply(state, legal[-1] if legal else kernel.draw(state))
    early = next(a for a in kernel.legal_actions(state) if (a.kind, a.unit) == ("new", "russian-1s"))
    assert state.turn < 4
    file = SavedGameFile.read(
        SavedGameWriter(game(EMBATTLED), plan(EMBATTLED))(kernel, kernel.apply(state, early))
    )
    assert codes(file, EMBATTLED) == []


@pytest.mark.parametrize("version", ["3.7", "3.8"])
def test_position_knows_what_a_game_holds_at_its_end(version: str) -> None:
    log, saved = (SavedGameFile.read(recorded(f"by-hand.{kind}", version)) for kind in ("vlog", "vsav"))
    position, end = LogPosition(log), LogPosition(saved)
    deeds = [position.step(step) for step in log.steps]
    assert position.unread == end.unread == 0
    assert {i: p.spot for i, p in position.pieces.items()} == {i: p.spot for i, p in end.pieces.items()}
    # An engine forgets the old places of a piece whose move is undone, and tells nobody.
    unlike = [i for i, p in end.pieces.items() if p.states[:-1] != position.pieces[i].states[:-1]]
    assert unlike == []
    # What a die showed last isn't saved; the seat of a player and his log are his own module's.
    kept = {
        key: value
        for key, value in end.values.items()
        if key not in {("Module", "Seat"), ("Module", "LogState")}
    }
    assert {key: position.values[key] for key in kept} == kept
    assert position.turns == end.turns
    assert [deed.undone for deed in deeds].index(True) == 10
    assert [len(deed.before) for deed in deeds] == [0, 1, 1, 2, 1, 1, 1, 2, 0, 1, 1, 1]
    stack = next(i for i, p in position.pieces.items() if p.name == "LVI")
    assert [len(members) for members in position.stacks.values() if stack in members] == [2]


def test_commands_for_pieces_that_are_not_there_are_counted_and_change_nothing() -> None:
    start, _ = played(MOSCOW, 0, 0)
    position = LogPosition(start)
    before = dict(position.pieces)
    deed = position.step(Compound((RemovePiece("9"), SetGlobalProperty("Turn", "1", "Module"))))
    assert (position.unread, deed.before, position.pieces) == (1, {}, before)


def test_commands_that_can_not_be_carried_out_are_told() -> None:
    start, _ = played(MOSCOW, 0, 0)
    more = SavedGameFile(start.moduledata, start.savedata, (*start.commands, RemovePiece("9")))
    assert codes(more, MOSCOW) == ["N009"]


def test_a_position_is_saved_with_the_weather_that_the_die_gave() -> None:
    kernel = RulesEngine(game(EMBATTLED), game(EMBATTLED).scenarios[0].id)
    state = kernel.set_up(1)
    record = {turn: turn_data for turn, turn_data in kernel.setting.turns.items() if turn_data.weather_roll}
    assert record, "no turn of it rolls for weather"
    for weather in sorted(set(record[min(record)].weather_roll.values())):
        turns = range(kernel.setting.scenario.first_turn, min(record) + 1)
        later = dataclasses.replace(
            state, turn=turns[-1], weather_by_turn=(weather,) * len(turns), stage="done"
        )
        saved = LogPosition(
            SavedGameFile.read(SavedGameWriter(game(EMBATTLED), plan(EMBATTLED))(kernel, later))
        )
        assert saved.value("Weather") == weather
        assert saved.value("WeatherRecord").endswith(f"/{turns[-1]} {weather}/")
