"""Every maker's command ends with one line, and leaves nothing, if it can't read or write, or is stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from tests.makers.small_wargame import Placed, Wargame, write_wargame

resource = pytest.importorskip("resource")

COMMANDS = {
    "unpack": ("new",),
    "where": ("Tank",),
    "rename": ("prototype", "Tank", "Car", "--out", "new"),
    "pieces": ("--csv", "new"),
    "refresh": ("--out", "new"),
    "slim": ("--out", "new"),
    "import": ("new",),
    "print": ("--out", "new"),
    "translate": ("--language", "de", "--to", "new.po"),
    "pack": ("new.vmod",),
}
BROKEN = {
    "absent.vmod": (None, "there is no such f"),
    "text.vmod": (b"hello", "not a zip archive"),
    "cut.vmod": (b"PK\x03\x04" + bytes(40), ""),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_module_that_cant_be_read_is_told_in_one_line(
    command: str,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    content, told = BROKEN[name]
    if content is not None:
        Path(name).write_bytes(content)
    assert run([command, name, *COMMANDS[command]]) == ExitCode.FINDINGS
    error = capsys.readouterr().err
    assert error.startswith(f"{name}: error[")
    assert error.count("\n") == 1
    packs_a_file = command == "pack" and content is not None
    assert ("name the folder that 'hexwright unpack' wrote" if packs_a_file else told) in error
    assert os.listdir() == ([name] if content is not None else [])


@contextmanager
def _full_disk(space: int) -> Iterator[None]:
    """Limit every file that is written to a number of bytes, as if the disk were full then."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (space, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


WRITERS = {
    "unpack": ("small-war.vmod", "new"),
    "pack": ("unpacked", "new.vmod"),
    "rename": ("small-war.vmod", "property", "Strength", "Force", "--out", "new.vmod"),
    "pieces": ("small-war.vmod", "--csv", "new.csv"),
    "refresh": ("small-war.vmod", "--out", "new.vmod"),
    "slim": ("small-war.vmod", "--scale", "0.5", "--out", "new.vmod"),
    "import": ("small-war.vmod", "new"),
    "print": ("small-war.vmod", "--what", "counters", "--out", "new"),
    "translate": ("small-war.vmod", "--language", "de", "--to", "new.po"),
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the names in the working folder: a module that a refresh would change, and it unpacked."""
    monkeypatch.chdir(tmp_path)
    write_wargame(tmp_path, Wargame(placed=[Placed("Red 1", 50, 50), Placed("Fort", 120, 90)]))
    assert run(["unpack", "small-war.vmod", "unpacked"]) == ExitCode.OK
    assert run(["pieces", "small-war.vmod", "--csv", "old.csv"]) == ExitCode.OK
    capsys.readouterr()
    return sorted(os.listdir())


@pytest.mark.parametrize("command", WRITERS)
def test_a_full_disk_is_told_in_one_line_and_nothing_stays(
    command: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with _full_disk(100):
        assert run([command, *WRITERS[command]]) == ExitCode.FINDINGS
    errors = [line for line in capsys.readouterr().err.splitlines() if "error[" in line]
    assert len(errors) == 1
    assert "error[W001]: the " in errors[0]
    assert " can't be written: " in errors[0]
    assert "free some space" in errors[0]
    assert sorted(os.listdir()) == files


@pytest.mark.parametrize("command", WRITERS)
def test_a_command_that_is_stopped_leaves_nothing(
    command: str, files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    # Whole files are flushed before they get their name; a folder's files are written one by one.
    monkeypatch.setattr(os, "fsync", stop)
    monkeypatch.setattr(Path, "write_bytes", stop)
    assert run([command, *WRITERS[command]]) == ExitCode.INTERRUPTED
    assert "stopped; " in capsys.readouterr().err
    assert sorted(os.listdir()) == files
