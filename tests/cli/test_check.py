"""`hexwright check` tells faults of one kind once, and other programs everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import run
from tests.load.damage import SLUG, all_of, copy_toy, replace

UNITS = "units: [red-1, red-2, red-horse]"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the toy project with slips that were copied down their lists."""
    all_of(
        replace("scenarios/the-bridge.yaml", UNITS, "units: [rde-1, rde-2, rde-horse]"),
        *(replace("counters.yaml", "unit_class: foot", "unit_class: foto") for _ in range(3)),
    ).act(copy_toy(tmp_path))
    return tmp_path


def check(project: Path, *more: str) -> int:
    return run(["-C", str(project), "check", SLUG, *more])


def test_faults_of_one_kind_in_one_list_are_told_once_with_their_number(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(project) == 1
    counters, units, *each, tally = capsys.readouterr().err.splitlines()
    assert "there is no unit class 'foto' — did you mean 'foot'?" in counters
    assert "(3 times, also in lines " in counters
    assert units.endswith("error[R001]: 'units' in 'setup_areas' contains units that don't exist (3 times)")
    assert [line.split("'")[1] for line in each] == ["rde-1", "rde-2", "rde-horse"]
    assert all("did you mean 'red-" in line for line in each)
    assert tally == "6 errors"


def test_each_is_told_when_all_are_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(project, "--all") == 1
    told = capsys.readouterr().err.splitlines()
    assert len([line for line in told if "error[R001]" in line]) == 6


def test_other_programs_read_every_finding_whole(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(project, "--format", "json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == [SLUG]
    assert told["counts"] == {"error": 6, "warning": 0, "advice": 0}
    first = told["findings"][0]
    assert (first["code"], first["level"]) == ("R001", "error")
    assert first["file"] == f"data/{SLUG}/counters.yaml"
    assert first["line"] > 0
    assert first["column"] > 0
    assert first["name"]
    assert first["hint"].startswith("did you mean 'foot'?")


def test_github_shows_findings_at_their_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(project, "--format", "github") == 1
    counters, units = capsys.readouterr().out.splitlines()
    assert counters.startswith(f"::error file=data/{SLUG}/counters.yaml,line=")
    assert ",title=R001 " in counters
    assert "::there is no unit class 'foto'" in counters
    assert "(3 times)%0A" in units


def test_a_sound_game_is_empty_for_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_toy(tmp_path)
    assert check(tmp_path, "--format", "github") == 0
    assert capsys.readouterr().out == ""
    out = tmp_path / "found.json"
    assert check(tmp_path, "--format", "json", "--out", str(out)) == 0
    assert json.loads(out.read_text("utf-8"))["findings"] == []
