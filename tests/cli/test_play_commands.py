"""The commands of the rules reference, run on the project's own first game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.console import show_progress_bar
from hexwright.model.ids import SideId
from hexwright.players.playtesting import duration_estimate, simulation
from hexwright.players.playtesting.simulation import SimulationResults

ROOT = str(Path(__file__).parents[2])
GAME = "battle-for-moscow"
SCENARIO = "operation-typhoon"


def hexwright(*arguments: str) -> int:
    return run(["-C", ROOT, *arguments])


def test_the_ledger_is_printed_with_totals(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("rules", GAME) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("\t")[:2] == ["rule", "title"]
    assert lines[-1].startswith(f"{len(lines) - 2} cases: ")


@pytest.mark.parametrize("cited", ["3.2", "(3.2)", "3.2.once", "Movement"])
def test_a_section_is_printed_by_what_a_refusal_cites(cited: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("rules", GAME, cited) == ExitCode.OK
    title, first, *_ = capsys.readouterr().out.splitlines()
    assert title == "3.2 Movement"
    assert first.startswith("3.2.1 ")


def test_a_section_that_is_not_there_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("rules", GAME, "3.22") != ExitCode.OK
    assert "no rule '3.22'; did you mean '3.2'" in " ".join(capsys.readouterr().err.split())


def test_the_shipped_set_up_is_legal(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("setup", "check", GAME, SCENARIO) == ExitCode.OK
    assert "legal, 35 units" in capsys.readouterr().out


def test_a_generated_set_up_is_legal_and_the_same_for_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.csv"
    assert hexwright("setup", "generate", GAME, SCENARIO, "--seed", "5", "--out", str(file)) == ExitCode.OK
    capsys.readouterr()
    assert hexwright("setup", "generate", GAME, SCENARIO, "--seed", "5") == ExitCode.OK
    assert capsys.readouterr().out == file.read_text()
    assert hexwright("setup", "check", GAME, SCENARIO, str(file)) == ExitCode.OK


def test_a_set_up_in_yaml_is_judged_like_one_in_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    csv, yaml = tmp_path / "mine.csv", tmp_path / "mine.yaml"
    hexwright("setup", "generate", GAME, SCENARIO, "--out", str(csv))
    rows = [line.split(",") for line in csv.read_text().splitlines()[1:]]
    yaml.write_text("".join(f'- {{unit: {u}, hex: "{h}", step: {s}}}\n' for u, h, s in rows))
    assert hexwright("setup", "check", GAME, SCENARIO, str(yaml)) == ExitCode.OK
    yaml.write_text(yaml.read_text().replace(rows[0][1], "0999", 1))
    capsys.readouterr()
    assert hexwright("setup", "check", GAME, SCENARIO, str(yaml)) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert f"{yaml}:1:" in told
    assert "'0999' is not on the map" in told


@pytest.mark.parametrize(
    "text",
    ["unit: x\n", "- just text\n", "- {unit: a, hexx: b}\n", "- {unit: a, hex: b, step: two}\n", "- [\n"],
)
def test_a_set_up_file_that_is_none_is_told(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    assert hexwright("setup", "check", GAME, SCENARIO, str(file)) == ExitCode.FINDINGS
    assert str(file) in capsys.readouterr().err


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_on_one_core_or_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for jobs in ("1", "2"):
        arguments = ["--games", "4", "--seed", "7", "--german", "random", "--soviet=random", "--jobs", jobs]
        assert hexwright("play", GAME, SCENARIO, *arguments) == ExitCode.OK
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_results_and_pictures_are_written(tmp_path: Path) -> None:
    arguments = ["--games", "2", "--german", "random", "--soviet", "random", "--out", str(tmp_path)]
    assert hexwright("play", GAME, SCENARIO, *arguments) == ExitCode.OK
    results = json.loads((tmp_path / "results.json").read_text())
    assert len(results["games"]) == 2
    for name in ("losses", "fall", "wins", "battles"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["play", GAME, SCENARIO, "--german", "clever"], ExitCode.FINDINGS, "greedy"),
        (["play", GAME, SCENARIO, "--french", "greedy"], ExitCode.USAGE, "--soviet"),
        (["play", GAME, SCENARIO, "--german"], ExitCode.USAGE, "needs a policy"),
        (["play", GAME, "operation-tycoon"], ExitCode.FINDINGS, "operation-typhoon"),
        (["play", GAME, SCENARIO, "-o", "maximum-odds=sometimes"], ExitCode.FINDINGS, "after-terrain"),
        (["setup", "check", GAME, SCENARIO, "no-such-file.csv"], ExitCode.FINDINGS, "no-such-file.csv"),
    ],
)
def test_an_unknown_name_is_reported_with_the_known_names(
    arguments: list[str], code: ExitCode, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hexwright(*arguments) == code
    assert hint in capsys.readouterr().err


def test_a_game_shown_as_text_names_seed_and_phases(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--show", "--seed", "3", "--german", "random", "--soviet", "random"]
    assert hexwright("play", GAME, SCENARIO, *arguments) == ExitCode.OK
    told = capsys.readouterr().out
    assert "seed: 3" in told
    assert "# Turn 7, Soviet movement" in told


def test_one_game_is_said_to_prove_nothing_and_shows_no_interval_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--german", "random", "--soviet", "random"]
    assert hexwright("play", GAME, SCENARIO, *arguments) == ExitCode.OK
    told = capsys.readouterr()
    assert told.out.startswith("what\tin this game\n")
    lost = next(line for line in told.out.splitlines() if line.startswith("steps lost by german"))
    assert "to" not in lost.split("\t")[1]
    assert "one game proves little" in told.err
    assert "--games 100" in told.err
    hexwright("play", GAME, SCENARIO, *arguments, "--games", "2")
    told = capsys.readouterr()
    assert told.out.startswith("what\taverage (95 % interval)\n")
    assert told.err == ""


def test_search_says_how_long_it_will_take_before_it_begins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def simulated(*_: object) -> SimulationResults:
        begun.append(capsys.readouterr().err)
        return SimulationResults(GAME, SCENARIO, 0, {SideId("german"): "search"}, {}, (), 7, "Moscow")

    monkeypatch.setattr(simulation, "simulate", simulated)
    monkeypatch.setattr(duration_estimate, "seconds_per_game", lambda *_: 66.0)
    assert hexwright("play", GAME, SCENARIO, "--german", "search", "--games", "10") == ExitCode.OK
    assert begun == ["search evaluates each plan: about 11 minutes for 10 games; --jobs 4 uses four cores\n"]
    hexwright("play", GAME, SCENARIO, "--games", "10")
    assert begun[1:] == [""]


def test_a_long_series_goes_on_telling_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    with show_progress_bar("playing", 10, patient=True, clock=lambda: now) as progress:
        for now in (5.0, 60.0, 65.0, 300.0):
            progress(now / 60)
        progress(10)
    assert capsys.readouterr().err.splitlines() == [
        "playing: 1 of 10, about 9 minutes left",
        "playing: 5 of 10, about 5 minutes left",
    ]
    now = 0.0
    with show_progress_bar("playing", 100, patient=True, start=40, clock=lambda: now) as progress:
        for now in (60.0, 120.0):
            progress(40 if now == 60 else 70)
    assert capsys.readouterr().err.splitlines() == [
        "playing: 40 of 100, 0 a second, unknown time left",
        "playing: 70 of 100, 0.25 a second, about 2 minutes left",
    ]
    with show_progress_bar("building", 10, clock=lambda: now) as progress:
        now = 900.0
        progress(5)
    assert capsys.readouterr().err == ""


def test_counts_by_unit_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("count", GAME, SCENARIO) == ExitCode.OK
    head, *lines = capsys.readouterr().out.splitlines()
    assert int(head.rsplit(" ", 1)[1]) == sum(int(line.rsplit(" ", 1)[1]) for line in lines)


def test_the_fuzzer_tells_how_much_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexwright("play", GAME, SCENARIO, "--fuzz", "200") == ExitCode.OK
    assert "no errors" in capsys.readouterr().out
