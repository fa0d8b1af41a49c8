"""The prompt of `hexwright drive`."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.emulator import EmulatedGame
from hexwright.emulator.drive_prompt import HELP, DrivePrompt
from hexwright.engine_driver.engine_errors import EngineError
from tests.emulator import proving_ground


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return proving_ground.write(tmp_path_factory.mktemp("drive") / "ground.vmod")


@pytest.fixture
def prompt(module: Path) -> DrivePrompt:
    made = DrivePrompt(EmulatedGame.open(module))
    list(made.do("start Empty Red"))
    return made


def _did(prompt: DrivePrompt, line: str) -> list[str]:
    return list(prompt.do(line))


def test_a_drag_tells_where_the_piece_is_and_what_the_chat_says(prompt: DrivePrompt) -> None:
    assert _did(prompt, "drag Scout 0505") == ["Scout is in 0505", "* Scout goes from 0303 to 0505"]
    assert _did(prompt, "undo") == ["* UNDO: * Scout goes from 0303 to 0505"]
    assert _did(prompt, "drag Scout 641,349 Map")[0] == "Scout is in Bare"
    assert _did(prompt, "drag Locked 0505") == ["Locked can't be dragged: it belongs to the other side"]


def test_keys_turns_and_properties_are_at_hand(prompt: DrivePrompt) -> None:
    assert _did(prompt, "key Props inc") == []
    assert _did(prompt, "get Count Props") == ["2"]
    assert _did(prompt, "get Nothing") == ["(not set)"]
    assert _did(prompt, "key Props nothing") == ["no effect: it has no such key command"]
    assert "inc" in _did(prompt, "keys Props all")
    assert _did(prompt, "eval '{Turn + 1}'") == ["4"]
    assert _did(prompt, "next")[0] == "R1/Fight"
    assert _did(prompt, "back")[0] == "R1/Move"
    assert _did(prompt, "press Do") == ["* turn 3", "* All are hit"]
    assert _did(prompt, "chat 1") == ["* All are hit"]
    assert _did(prompt, "set Turn 9; ".strip("; ")) == []
    assert _did(prompt, "get Turn") == ["9"]
    assert _did(prompt, "side Blue")[0] == "Blue"
    assert _did(prompt, "unsupported") == ["nothing"]
    assert any("Boss" in line for line in _did(prompt, "pieces boss"))
    assert any(line.startswith("All hit  —") for line in _did(prompt, "buttons"))


@pytest.mark.parametrize(
    "line", ["fly", "drag", "drag Nobody 0101", 'get "open', "press", "next Nothing", "undo"]
)
def test_impossible_commands_are_refused_in_one_line(prompt: DrivePrompt, line: str) -> None:
    with pytest.raises(EngineError):
        _did(prompt, line)


def test_help_names_every_command(prompt: DrivePrompt) -> None:
    named = {line.split()[0] for line in HELP.split("\n")[:-1]}
    assert {"pieces", "drag", "key", "next", "chat", "get", "quit", "start", "undo"} <= named
    assert _did(prompt, "help") == HELP.split("\n")


def _run(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(["drive", *arguments])


def test_command_takes_lines_from_a_pipe(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = _run(monkeypatch, "drag Scout 0505\nquit\nfly\n", str(module), "--start", "Empty", "--side", "Red")
    told = capsys.readouterr()
    assert code == ExitCode.OK
    assert told.out.splitlines() == [
        "Empty: 15 pieces; you play Red (of Red, Blue)",
        "Scout is in 0505",
        "* Scout goes from 0303 to 0505",
    ]
    assert told.err == ""


def test_command_fails_when_a_piped_line_cannot_be_done(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, "fly\nget Turn", str(module), "--start", "Empty") == ExitCode.FINDINGS
    told = capsys.readouterr()
    assert "no command is called 'fly'" in told.err
    assert told.out.endswith("3\n")


def test_command_refuses_what_is_no_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.vmod").write_bytes(b"no")
    assert _run(monkeypatch, "", str(tmp_path / "x.vmod")) == ExitCode.FINDINGS
    assert "can't be played" in capsys.readouterr().err


def test_units_are_called_by_the_names_that_a_module_gives_them(modules: Callable[[str], Path]) -> None:
    prompt = DrivePrompt(EmulatedGame.open(modules("toy-bridge")))
    _did(prompt, "start 1")
    assert any("First Red Foot, red-1" in line for line in _did(prompt, "pieces foot"))
    assert _did(prompt, "get UnitId 'First Red Foot'") == _did(prompt, "get UnitId red-1") == ["red-1"]
