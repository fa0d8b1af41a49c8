"""Every maker's command ends with one line, and writes nothing, if it can't read the module."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run

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
