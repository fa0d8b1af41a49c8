"""`python -m tests.foreign` runs the tools over a folder and notices what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexwright.inspect.diff.file_comparison import compare_files
from tests.foreign import modules
from tests.foreign.__main__ import main
from tests.foreign.driving import Driving
from tests.foreign.running import changed_copy, modules_of, run


def test_a_crash_and_a_hang_are_noticed() -> None:
    assert "ZeroDivisionError" in run((sys.executable, "-c", "1 / 0"), 20).fault
    assert run((sys.executable, "-c", "while True: pass"), 1).fault.startswith("no answer in ")
    fine = run((sys.executable, "-c", "print('told')"), 20)
    assert (fine.fault, fine.out, fine.code) == ("", "told\n", 0)
    assert fine.megabytes > 1


def test_the_changed_copy_differs_by_one_change(tmp_path: Path) -> None:
    old = modules.write(tmp_path, modules.with_set_up())
    assert len(compare_files(old, changed_copy(old, tmp_path)).changes) == 1


def test_packed_and_unpacked_modules_are_found(tmp_path: Path) -> None:
    modules.write(tmp_path, modules.with_set_up())
    (tmp_path / "unpacked").mkdir()
    (tmp_path / "unpacked" / "buildFile").write_text("<x/>")
    (tmp_path / "pictures").mkdir()
    assert [path.name for path in modules_of(tmp_path)] == ["foreign.vmod", "unpacked"]


def test_a_module_is_driven_by_the_lines_of_the_prompt(tmp_path: Path) -> None:
    driving = Driving(modules.write(tmp_path, modules.with_set_up()))
    assert driving.do("start", "Spring")
    driving.play()
    assert driving.lines > 20
    assert driving.do("no such line") == []
    assert any("no command is called" in why for why in driving.refused)


def test_the_tables_tell_times_and_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    modules.write(tmp_path, modules.no_options())
    assert main([str(tmp_path), "--only", "diff itself"]) == 0
    told = capsys.readouterr().out
    assert "| foreign.vmod | 4 | 3.2.17 |" in told
    assert "## Crashes, hangs and wrong answers\n\nNone." in told
