from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.support.interrupts import interrupts_deferred

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("gpids.yaml"))
    return folder


def test_games_are_found_by_folder(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in ("data", "art"):
        shutil.copytree(project / part / "toy-bridge", project / part / "another")
    assert run(["-C", str(project), "games"]) == ExitCode.OK
    told = capsys.readouterr().out
    names = [line.split("\t")[0] for line in told.splitlines()]
    assert names == ["game", "another", "toy-bridge", "toy-causeway", "toy-redoubt", "toy-volley"]


PLAYED_OTHERWISE = (
    ("toy-volley", "entry: guard,", "entry: gard,", "rules.yaml", "P014", "did you mean 'guard'?"),
    ("toy-bridge", "limit: 2, ", "enforced: always, ", "rules.yaml", "", ""),
    ("toy-bridge", "{mode: rail, ", "{mode: march}, {mode: rail, ", "rules.yaml", "", ""),
    (
        "toy-bridge",
        "AE: [attacker-step-loss]",
        "AE: [defender-retreat, defender-retreat]",
        "rules.yaml",
        "P006",
        "once",
    ),
    (
        "toy-bridge",
        "    ezoc: stops\n",
        "    ezoc: stops\n    no_attack_bonus: 1\n",
        "rules.yaml",
        "P006",
        "leave 'no_attack_bonus' out",
    ),
    (
        "toy-causeway",
        "supply: {loss: step,",
        "supply: {loss: disrupted, grace: 1,",
        "rules.yaml",
        "P006",
        "leave 'grace' out",
    ),
)


@pytest.mark.parametrize(("slug", "old", "new", "file", "code", "remedy"), PLAYED_OTHERWISE)
def test_entries_that_are_never_played_are_refused_with_their_place(
    project: Path,
    capsys: pytest.CaptureFixture[str],
    slug: str,
    old: str,
    new: str,
    file: str,
    code: str,
    remedy: str,
) -> None:
    path = project / "data" / slug / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    status = run(["-C", str(project), "check", slug])
    seen = capsys.readouterr()
    if not code:
        assert status == ExitCode.OK
        return
    assert status == ExitCode.FINDINGS
    [line] = [line for line in (seen.out + seen.err).splitlines() if f"error[{code}]" in line]
    assert re.match(rf"data/{slug}/{file}:\d+:\d+: ", line)
    assert remedy in line


def test_missing_entries_that_play_needs_are_warnings(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = project / "data" / "toy-bridge" / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text[: text.index("combat:\n  effects")] + text[text.index("supply_lines:") :], "utf-8")
    assert run(["-C", str(project), "check", "toy-bridge"]) == ExitCode.OK
    assert (
        "warning[P005]: toy-bridge: rules.yaml has a combat phase but no 'combat'" in capsys.readouterr().err
    )


def test_the_project_is_found_from_a_folder_within_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project / "data" / "toy-bridge" / "scenarios")
    assert run(["games"]) == ExitCode.OK
    assert "toy-bridge" in capsys.readouterr().out


def test_a_folder_without_a_project_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["games"]) == ExitCode.FINDINGS
    assert "--project DIR" in capsys.readouterr().err


def test_a_misspelt_game_is_guessed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(project), "build", "toy-brigde"]) == ExitCode.FINDINGS
    assert "did you mean 'toy-bridge'?" in capsys.readouterr().err


def test_a_fault_in_the_data_is_told_with_its_place(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "data" / "toy-bridge" / "counters.yaml"
    text = file.read_text(encoding="utf-8")
    line = text[: text.index("designation:")].count("\n") + 1
    file.write_text(text.replace("designation:", "designatoin:", 1), encoding="utf-8")
    assert run(["-C", str(project), "check"]) == ExitCode.FINDINGS
    told = capsys.readouterr().err
    assert f"data/toy-bridge/counters.yaml:{line}:" in told
    assert "did you mean 'designation'?" in told


def test_sound_data_are_told_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(project), "check", "toy-bridge"]) == ExitCode.OK
    assert capsys.readouterr().out == "toy-bridge: no errors\n"


@pytest.mark.parametrize(
    "arguments",
    [["build"], ["build", "toy-bridge", "--all"], ["frobnicate"], ["build", "toy-bridge", "-o", "edition"]],
    ids=" ".join,
)
def test_a_wrong_command_line_is_a_usage_error(project: Path, arguments: list[str]) -> None:
    assert run(["-C", str(project), *arguments]) == ExitCode.USAGE


@pytest.mark.parametrize("code", ["K001", "k001", "[K001]"])
def test_a_code_is_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", code]) == ExitCode.OK
    told = capsys.readouterr().out
    assert told.startswith("K001: ")
    assert "Why: " in told


@pytest.mark.parametrize(
    "code", ["Y001", "B001", "V001", "W001", "E001", "U010", "P001", "P101", "N001", "J001"]
)
def test_codes_of_data_modules_and_engine_are_explained(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", code]) == ExitCode.OK
    assert capsys.readouterr().out.startswith(f"{code}: ")


def test_no_code_means_two_things() -> None:
    from hexwright.diagnostics.codes import CATALOGUE
    from hexwright.engine_driver.engine_codes import ENTRIES as ENGINE
    from hexwright.makers.maker_codes import ENTRIES as MAKERS
    from hexwright.module_checks.check_catalogue import all_checks
    from hexwright.rules.engine.rules_diagnostic_codes import ENTRIES as RULES
    from hexwright.saves.save_diagnostic_codes import ENTRIES as SAVES

    codes = [entry.code for entry in (*CATALOGUE.values(), *RULES, *ENGINE, *SAVES, *MAKERS)]
    codes += [check.code for check in all_checks()]
    assert len(codes) == len(set(codes))


def test_every_code_that_is_raised_is_explained() -> None:
    from hexwright.cli.commands.check import explanations

    root = Path(__file__).parents[2]
    raised = {
        code
        for folder in ("builder", "validators")
        for path in (root / folder).rglob("*.py")
        for code in re.findall(r'"([A-Z]\d{3})"', path.read_text("utf-8"))
    }
    assert raised == set(explanations())


def test_an_unknown_code_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "Q999"]) == ExitCode.FINDINGS
    assert "no code" in capsys.readouterr().err


def test_provenance_names_what_was_reconstructed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(project), "provenance", "toy-bridge"]) == ExitCode.OK
    told = capsys.readouterr().out.splitlines()
    assert told[0].split("\t") == ["what", "status", "source", "note"]
    assert all(len(line.split("\t")) == 4 for line in told)
    parts = [line.split("\t")[0] for line in told[1:]]
    assert parts[:2] == ["game.yaml", "map.yaml"]
    assert "counters.yaml › units › blue-guard" in parts
    assert "scenarios/the-bridge.yaml › setup" in parts


def test_a_fault_of_ours_is_one_line_and_a_traceback_on_request(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr("hexwright.load.game_loading.load_game_despite_errors", broken)
    assert run(["-C", str(project), "check", "toy-bridge"]) == ExitCode.INTERNAL_ERROR
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "out of cheese" in told
    assert run(["-v", "-C", str(project), "check", "toy-bridge"]) == ExitCode.INTERNAL_ERROR
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_ends_in_one_line_and_leaves_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("HEXWRIGHT_CACHE", str(project / "cache"))
    monkeypatch.setattr("hexwright.pipeline.game_pictures._board_picture", interrupted)
    code = run(["-C", str(project), "build", "toy-bridge", "--out", str(project / "out")])
    assert code == ExitCode.INTERRUPTED
    assert capsys.readouterr().err.count("\n") == 1
    assert not (project / "out").exists()


def test_a_killed_build_leaves_the_last_good_module(project: Path) -> None:
    out = project / "out"
    out.mkdir()
    module = out / "toy-bridge-1.0.0.vmod"
    module.write_bytes(b"the last good one")
    process = subprocess.Popen(
        [sys.executable, "-m", "hexwright.cli", "-C", str(project), "build", "--all", "--out", str(out)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "HEXWRIGHT_CACHE": str(project / "cache")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(0.5)
    process.kill()
    process.wait()
    assert module.read_bytes() == b"the last good one"


def test_an_unwritable_folder_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "out").write_text("a file, not a folder")
    code = run(["-C", str(project), "schema", "--out", str(project / "out")])
    assert code == ExitCode.FINDINGS
    assert "the file can't be written" in capsys.readouterr().err


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from hexwright.cli.app import run; run(['--help']);"
        "heavy = {'lxml', 'PIL', 'fontTools', 'resvg', 'svgwrite', 'jinja2', 'yaml', 'rich'};"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_a_table_in_a_pipe_is_parted_by_tabs(capsys: pytest.CaptureFixture[str]) -> None:
    from hexwright.cli.console import print_table

    print_table("title", ("a", "b"), [("1", "2")])
    assert capsys.readouterr().out == "a\tb\n1\t2\n"


def test_findings_are_counted_below() -> None:
    from hexwright.cli.console import print_diagnostics
    from hexwright.diagnostics.diagnostic import advice_diagnostic, error, warning

    stream = io.StringIO()
    print_diagnostics(
        [error("K001", "x"), error("K002", "y"), warning("G008", "z"), advice_diagnostic("V001", "w")],
        stream=stream,
    )
    assert stream.getvalue().splitlines()[-1] == "2 errors, 1 warning, 1 advice"


def test_check_reads_the_ledger_of_piece_numbers_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["-C", str(project), "check"]) == ExitCode.OK
    ledger = project / "data" / "toy-bridge" / "gpids.yaml"
    ledger.write_text('slots:\n  "unit red-1": one\n', encoding="utf-8")
    capsys.readouterr()
    assert run(["-C", str(project), "check"]) == ExitCode.FINDINGS
    assert "gpids.yaml:2:1: error[B010]" in capsys.readouterr().err


def test_a_deleted_current_folder_is_one_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    program = (
        "import os, sys; os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); from hexwright.cli.app import run; "
        "sys.exit(run(['games']))"
    )
    done = subprocess.run([sys.executable, "-c", program, gone], capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.FINDINGS
    assert done.stderr == "error[Y002]: the current folder was deleted — change to a folder that exists\n"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Make SIGINT interrupt: in the background, shells start programs that ignore it."""
    known = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, known)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_during_an_import_of_a_library_comes_after_it() -> None:
    done = []

    def load() -> None:
        with interrupts_deferred():
            signal.raise_signal(signal.SIGINT)
            done.append("imported")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert done == ["imported"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
