"""The commands about saved games, on files that the real engine wrote."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.saves.hexwright_saves import ReadPosition
from hexwright.saves.save_legality import check_save
from hexwright.vassal.codec.commands import AddPlayer, Command, Compound, SetGlobalProperty, SetTurn
from hexwright.vassal.codec.module_archive import zip_entries
from hexwright.vassal.codec.saved_game_file import SavedGameFile
from tests.saves.own_games import ours, played
from tests.saves.recording import MOSCOW, recorded

ROOT = Path(__file__).parents[2]
Told = pytest.CaptureFixture[str]


def hexwright(*words: str | Path) -> int:
    """Run a command on this repository's games."""
    return run(["-C", str(ROOT), *map(str, words)])


@pytest.fixture
def begun(tmp_path: Path, capsys: Told) -> Path:
    """Return Operation Typhoon at its beginning, as we write it."""
    path = tmp_path / "typhoon.vsav"
    assert hexwright("save", "write", MOSCOW, "operation-typhoon", "-o", path) == ExitCode.OK
    capsys.readouterr()
    return path


def changed(path: Path, tmp_path: Path, *more: object) -> Path:
    """Return a copy of a saved game in which further commands are carried out at the end."""
    game = SavedGameFile.read(path)
    made = tmp_path / f"changed-{path.name}"
    made.write_bytes(SavedGameFile(game.moduledata, game.savedata, (*game.commands, *more)).encode())  # type: ignore[arg-type]
    return made


def test_show_tells_turn_seats_and_each_unit_with_place_and_step(capsys: Told) -> None:
    assert hexwright("save", "show", recorded("by-hand.vsav")) == ExitCode.OK
    told = capsys.readouterr().out.splitlines()
    assert told[:4] == [
        "module: Battle for Moscow 0.1.0",
        "VASSAL: 3.7.26",
        "now: Turn 1, German movement",
        "seats taken: German",
    ]
    assert "0302\tXLI Panzer Corps\tGerman\t12-6, step 1 of 2" in told
    assert "0301\t29th Army\tSoviet\t4-4, step 2 of 2" in told
    assert "Soviet replacement pool\t20th Army\tSoviet\t4-4, step 2 of 2" in told
    assert "0204\tthe marker of Smolensk\tGerman\t" in told


def test_show_tells_a_log_at_its_beginning_or_at_its_end(capsys: Told) -> None:
    places = []
    for words in ((), ("--end",)):
        assert hexwright("save", "show", recorded("by-hand.vlog"), "--format", "json", *words) == ExitCode.OK
        found = json.loads(capsys.readouterr().out)
        places.append(next(p["place"] for p in found["pieces"] if p["piece"] == "XLI Panzer Corps"))
    assert places == ["0202", "0302"]
    assert found["steps of the log"] == "12"


def test_players_are_named_only_where_that_is_asked_for(tmp_path: Path, capsys: Told) -> None:
    path = changed(recorded("by-hand.vsav"), tmp_path, AddPlayer("p4ss", "Ann Other", "Soviet"))
    assert hexwright("save", "show", path) == ExitCode.OK
    assert "Ann" not in capsys.readouterr().out
    assert hexwright("save", "show", "--players", path) == ExitCode.OK
    told = capsys.readouterr().out
    assert "seats taken: German (Driver), Soviet (Ann Other)" in told
    assert "p4ss" not in told


def test_a_written_set_up_is_legal_and_that_of_its_scenario(begun: Path, capsys: Told) -> None:
    assert hexwright("save", "check", begun) == ExitCode.OK
    assert capsys.readouterr().out.endswith("legal, Turn 1, German combat, 35 units on the map\n")
    assert hexwright("setup", "check", MOSCOW, "operation-typhoon", "--save", begun) == ExitCode.OK
    assert capsys.readouterr().out.endswith("legal, 35 units placed\n")


def test_set_up_of_a_file_is_written_and_judged(tmp_path: Path, capsys: Told) -> None:
    rows, out = tmp_path / "mine.csv", tmp_path / "mine.vsav"
    assert hexwright("setup", "generate", MOSCOW, "operation-typhoon", "--seed", "3", "--out", rows) == 0
    write = ("save", "write", MOSCOW, "operation-typhoon", "-o", out)
    assert hexwright(*write, "--setup", rows) == ExitCode.OK
    assert hexwright("setup", "check", MOSCOW, "operation-typhoon", "--save", out) == ExitCode.OK
    capsys.readouterr()
    rows.write_text("unit,hex\ngerman-xli,1103\n")
    assert hexwright(*write, "--setup", rows) == ExitCode.FINDINGS
    assert "U015" in capsys.readouterr().err


def test_set_up_in_a_saved_game_is_judged_by_its_rules(capsys: Told) -> None:
    wanted = ("setup", "check", MOSCOW, "operation-typhoon", "--save", recorded("by-hand.vsav"))
    assert hexwright(*wanted) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "error[U013]: 2 units in 0303, limit 1 (3.8): german-lvi, soviet-19" in told
    assert "error[U016]: 19th Army starts at step 2, not 1 (3.8)" in told


def test_check_names_the_rule_that_a_position_breaks(capsys: Told) -> None:
    assert hexwright("save", "check", recorded("by-hand.vsav")) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert told.endswith("by-hand.vsav: error[Q008]: units of both sides are in 0303 (3.2)\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            SetGlobalProperty("PhaseName", "Soviet combat", "Module"),
            "N021]: the turn counter is at turn 1, German combat, but the game shows Soviet combat",
        ),
        (
            SetTurn("TurnTracker0", "0|9;0;false;-1;2\\;0\\;0\\;true"),
            "N020]: the game is at turn 9; Operation Typhoon has turns 1 to 7",
        ),
        (
            SetTurn("TurnTracker0", "0|1;0;false;-1;12\\;0\\;0\\;true"),
            "N020]: phase 13, but the sequence of play has 8 phases",
        ),
        (SetTurn("TurnTracker0", "0|x"), "N020]: the saved game has no turn counter of this module"),
    ],
)
def test_check_compares_turn_counter_and_game(command: Command, message: str) -> None:
    start, _ = played(MOSCOW, 0, 0)
    game = SavedGameFile(start.moduledata, start.savedata, (*start.commands, command))
    faults = check_save(ReadPosition.of(ours(MOSCOW), LogPosition(game)), game, "game.vsav")
    assert message in "\n".join(map(str, faults))


def test_scenario_that_a_game_does_not_have_is_told(begun: Path, tmp_path: Path, capsys: Told) -> None:
    path = changed(begun, tmp_path, SetGlobalProperty("Scenario", "winter-war", "Module"))
    assert hexwright("save", "check", path) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert "N004]: the game belongs to the scenario 'winter-war' — battle-for-moscow has" in told


def test_saved_game_is_read_and_judged_in_half_a_second() -> None:
    start, _ = played(MOSCOW, 0, 0)
    data, game_read = start.encode(), ours(MOSCOW)
    begun = process_time()
    game = SavedGameFile.read(data)
    check_save(ReadPosition.of(game_read, LogPosition(game)), game, "game.vsav")
    # A tenth as many pieces as the figure is promised for.
    assert process_time() - begun < 0.25


def test_diff_tells_what_happened_in_a_players_words(begun: Path, capsys: Told) -> None:
    assert hexwright("save", "diff", recorded("by-hand.vlog"), recorded("by-hand.vsav")) == ExitCode.OK
    assert capsys.readouterr().out == "nothing differs\n"
    assert hexwright("save", "diff", begun, recorded("by-hand.vsav")) == ExitCode.FINDINGS
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "19th Army is at full strength again",
        "20th Army goes from 0405 to Soviet replacement pool",
        "30th Army goes from 0302 to Soviet replacement pool",
        "LVI Panzer Corps goes from 0203 to 0303",
        "The game goes from Turn 1, German combat to Turn 1, German movement",
        "XLI Panzer Corps goes from 0202 to 0302",
    ]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("gone.vsav", None, "error[N001]: there is no such file"),
        ("text.vsav", b"hello", "error[N001]: not a saved game or log: it is not a zip archive"),
        (
            "game.vmod",
            zip_entries({"buildFile.xml": b"<x/>"}),
            "it contains no savedGame: it is a module or another archive",
        ),
        ("bad.vsav", zip_entries({"savedGame": b"!VCSKxx"}), "it is not a saved game"),
        ("cut.vsav", recorded("by-hand.vsav").read_bytes()[:3000], "the archive is cut short in"),
        (
            "plain.vsav",
            zip_entries({"savedGame": b"begin_save"}),
            "error[N006]: no game of the project builds",
        ),
    ],
)
def test_bad_input_is_told_in_one_line(
    name: str, data: bytes | None, message: str, tmp_path: Path, capsys: Told
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    assert hexwright("save", "check", path) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


def test_save_of_another_game_is_refused(begun: Path, capsys: Told) -> None:
    wanted = ("setup", "check", "moscow-embattled", "german-assault", "--save", begun)
    assert hexwright(*wanted) == ExitCode.FINDINGS
    assert (
        "N002]: the file belongs to the module 'Battle for Moscow', not to 'Moscow Embattled'"
        in capsys.readouterr().err
    )
    assert hexwright("setup", "check", MOSCOW, "what-happens-next", "--save", begun) == ExitCode.FINDINGS
    assert "N004]: the saved game belongs to the scenario 'operation-typhoon'" in capsys.readouterr().err


def test_saved_game_of_any_module_is_shown_and_compared(tmp_path: Path, capsys: Told) -> None:
    texts = json.loads((ROOT / "tests/vassal/codec/games.json").read_text("utf-8"))
    from hexwright.vassal.codec.module_archive import SavedGame

    old, new = tmp_path / "old.vsav", tmp_path / "new.vlog"
    old.write_bytes(SavedGame(b"", b"", texts["vsav"]).encode())
    new.write_bytes(SavedGame(b"", b"", texts["vlog"]).encode())
    assert hexwright("save", "show", old) == ExitCode.OK
    assert "Map 207, 152\tU/1;x\t\t" in capsys.readouterr().out
    assert hexwright("save", "diff", new, new) == ExitCode.OK


def test_every_saved_game_we_write_is_written_back_alike(begun: Path) -> None:
    game = SavedGameFile.read(begun)
    assert (
        SavedGameFile.of(game.moduledata, game.savedata, Compound(game.commands)).encode()
        == begun.read_bytes()
    )


def test_saved_games_and_extensions_given_as_modules_are_told_the_right_command(
    tmp_path: Path, capsys: Told
) -> None:
    saved = recorded("by-hand.vsav")
    extension = tmp_path / "more.vmdx"
    text = '<VASSAL.build.module.ModuleExtension module="Tiny" version="1" extensionId="x"/>'
    extension.write_bytes(zip_entries({"buildFile.xml": text.encode()}))
    for words, told in (
        (
            ("verify", saved),
            "it is a saved game or log, which 'hexwright show' and 'hexwright save show' show",
        ),
        (
            ("drive", saved),
            "it is a saved game or log, which 'hexwright show' and 'hexwright save show' show",
        ),
        (("drive", extension), "it is an extension of 'Tiny': write that module's file instead"),
    ):
        assert hexwright(*words) == ExitCode.FINDINGS
        shown = capsys.readouterr()
        assert told in shown.out + shown.err
