"""`hexwright verify` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, files


def _module(tmp_path: Path, *damages: tuple[str, str]) -> str:
    made = files()
    for old, new in damages:
        made.replace(old, new)
    write(tmp_path / NAME, made.entries)
    return str(tmp_path / NAME)


_ADVICE = ('fwdOnly="true"', 'fwdOnly="false"')
_ERROR = ('side="Red"', 'side="Rad"')


def test_a_clean_module_gives_a_score_and_exit_code_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", _module(tmp_path)]) == ExitCode.OK
    said = capsys.readouterr()
    assert said.out.startswith("no findings\ncompleteness")
    assert said.err == ""


def test_the_level_that_fails_is_chosen(tmp_path: Path) -> None:
    path = _module(tmp_path, _ADVICE)
    assert run(["verify", path]) == ExitCode.OK
    assert run(["verify", "--fail-on", "advice", path]) == ExitCode.FINDINGS
    path = _module(tmp_path, _ERROR)
    assert run(["verify", path]) == ExitCode.FINDINGS
    assert run(["verify", "--fail-on", "never", path]) == ExitCode.OK
    assert run(["verify", "--ignore", "V701", path]) == ExitCode.OK


def test_a_finding_is_one_line_with_its_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["verify", _module(tmp_path, _ERROR)])
    told = f"{NAME}!Red's chest: error[V701]: Belongs to side: no side is called 'Rad'"
    assert told in capsys.readouterr().out


def test_wrong_arguments_of_verify_are_usage_errors(tmp_path: Path) -> None:
    path = _module(tmp_path)
    assert run(["verify", "--select", "Z9", path]) == ExitCode.USAGE
    assert run(["verify", str(tmp_path / "nowhere.vmod")]) == ExitCode.USAGE
    assert run(["verify", "--format", "rtf", path]) == ExitCode.USAGE


def test_json_goes_to_the_screen_and_html_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _module(tmp_path, _ERROR)
    run(["verify", "--format", "json", path])
    assert json.loads(capsys.readouterr().out)["findings"][0]["code"] == "V701"
    run(["verify", "--format", "html", "--out", str(tmp_path / "out.html"), path])
    assert "V701" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_text_goes_into_a_file_too(tmp_path: Path) -> None:
    run(["verify", "--out", str(tmp_path / "out.txt"), _module(tmp_path, _ERROR)])
    text = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert "error[V701]" in text
    assert "1 error" in text


def test_without_an_engine_the_option_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("VASSAL_CLASSPATH", raising=False)
    assert run(["verify", "--engine", _module(tmp_path)]) == ExitCode.USAGE
    assert "engine" in capsys.readouterr().err
