from __future__ import annotations

import errno
import io
import os
import shutil
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.console import prepare_streams, print_message, print_result, print_table

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("gpids.yaml"))
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path / "cache"))
    return folder


class Refusing(io.StringIO):
    """An output that takes nothing, for a given reason."""

    def __init__(self, reason: OSError, into: Path) -> None:
        super().__init__()
        self._reason = reason
        self._handle = os.open(into, os.O_WRONLY | os.O_CREAT)

    def write(self, _: str) -> int:
        raise self._reason

    def fileno(self) -> int:
        return self._handle


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_letter_that_the_encoding_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    prepare_streams()
    print_result("map › river — Истра \udcff")
    assert raw.getvalue().startswith(b"map \\u203a river \\u2014 \\u0418")
    assert raw.getvalue().rstrip().endswith(b"\\udcff")


def test_closed_outputs_are_no_fault(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert run(["-C", str(project), "games"]) == ExitCode.OK
    assert run(["-C", str(project), "check", "nobody"]) == ExitCode.FINDINGS


@pytest.mark.parametrize("arguments", [["games"], ["--help"]])
def test_a_full_disk_behind_the_output_is_one_line(
    arguments: list[str],
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    full = Refusing(OSError(errno.ENOSPC, "No space left on device"), project / "full")
    monkeypatch.setattr("sys.stdout", full)
    assert run(["-C", str(project), *arguments]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert told.startswith("error[W001]: the output can't be written: no space left on device")
    assert told.count("\n") == 1


def test_a_reader_that_went_away_is_no_fault(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = Refusing(BrokenPipeError(errno.EPIPE, "Broken pipe"), project / "gone")
    monkeypatch.setattr("sys.stdout", gone)
    assert run(["-C", str(project), "games"]) == ExitCode.OK
    assert capsys.readouterr().err == ""


def test_names_stay_whole_in_a_table_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("COLUMNS", "80")
    row = ("battle-for-moscow", "Battle for Moscow", "", "1986", "0.1.0", "operation-typhoon, what-next")
    print_table("", ("game", "title", "ruling", "published", "version", "scenarios"), [row])
    shown = terminal.getvalue()
    assert "battle-for-moscow" in shown
    assert "operation-typhoon" in shown
    assert "ruling" not in shown, "a column without a word takes no room"


def test_the_path_of_a_module_leads_there_from_anywhere(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (tmp_path, project / "data"):
        monkeypatch.chdir(folder)
        assert run(["-C", str(project), "schema"]) == ExitCode.OK
        for line in capsys.readouterr().out.splitlines():
            assert Path(line).is_file()


def test_a_folder_without_a_build_file_is_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(project)]) == ExitCode.FINDINGS
    assert "the folder contains no buildFile.xml" in capsys.readouterr().out
    assert run(["verify", str(project), str(project / "none.vmod")]) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith("no such file: ")


def test_a_game_without_a_ledger_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(project), "rules", "toy-bridge"]) == ExitCode.OK
    assert "there is no ledger.yaml yet" in capsys.readouterr().out


@pytest.mark.slow
def test_a_ledger_of_pieces_that_is_no_text_is_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = project / "data" / "toy-bridge" / "gpids.yaml"
    ledger.write_bytes(b"\xff\xfe")
    assert run(["-C", str(project), "build", "toy-bridge"]) == ExitCode.FINDINGS
    assert "gpids.yaml: error[Y004]" in capsys.readouterr().err
    ledger.unlink()
    ledger.mkdir()
    assert run(["-C", str(project), "build", "toy-bridge"]) == ExitCode.FINDINGS
    assert "gpids.yaml: error[Y002]" in capsys.readouterr().err


def test_read_only_data_are_told_with_what_helps(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refusing(source: str, target: Path) -> None:
        if target.name == "gpids.yaml":
            raise OSError(errno.EROFS, "Read-only file system")
        os.rename(source, target)

    monkeypatch.setattr("hexwright.support.atomic_writes.os.replace", refusing)
    assert (
        run(["-C", str(project), "build", "toy-bridge", "--out", str(project / "out")]) == ExitCode.FINDINGS
    )
    told = capsys.readouterr().err
    assert "Read-only file system — the ledger of piece numbers belongs to the game's data" in told
    assert not (project / "out").exists()


@pytest.mark.parametrize("arguments", [["check"], ["games"], ["build", "--all"]])
def test_unreadable_files_are_no_internal_error(
    arguments: list[str],
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def barred(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", barred)
    assert run(["-C", str(project), *arguments]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert told.endswith("error[Y002]: the file can't be read: permission denied\n")
    assert told.count("\n") == 1


def test_no_sign_that_steers_a_terminal_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_result("a\x1b[31mb\x9bc\u202ed\r\te\nf")
    print_message("\x07 \u2066 \ud800")
    told = capsys.readouterr()
    assert told.out == "a\\x1b[31mb\\x9bc\\u202ed\\r\te\nf\n"
    assert told.err == "\\x07 \\u2066 \\ud800\n"
