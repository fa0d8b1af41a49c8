"""A run of games made at random tells what it has come to, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexwright.load.game_loading import load_game
from hexwright.load.project_folder import Project
from tests.generated import __main__ as running
from tests.generated import trial
from tests.generated.account import Account
from tests.generated.plan import Plan
from tests.generated.trial import Outcome
from tests.generated.writing import SLUG, write


def test_the_longest_run_lies_between_faults() -> None:
    account = Account(10)
    assert account.told() == "no game was tried to its end"
    for seed in range(10, 22):
        kind = "proof" if seed in (12, 19) else "refused" if seed == 15 else "passed"
        account.add(seed, Outcome(kind, "told", {"moves": 1000}, seconds=seed))
    account.left[12] = "left there"
    assert account.longest == (13, 18)
    told = account.told().splitlines()
    assert told[0] == "12 games, seeds 10 to 21: 9 passed, 2 proof, 1 refused"
    assert told[1] == "186 s of a processor: a game 15.5 s in the middle, 21.0 s at most"
    assert told[2] == "compared: 12,000 moves"
    assert told[3] == "longest run without a fault: 6 games, seeds 13 to 18"
    assert told[4:] == ["12 failed: proof; left there", "19 failed: proof; not left yet"]


def test_a_run_of_nothing_but_faults_has_no_longest() -> None:
    account = Account(1)
    account.add(1, Outcome("proof"))
    assert "longest run without a fault: 0 games\n" in account.told()


def test_a_run_that_is_ended_tells_how_far_it_came() -> None:
    run = [sys.executable, "-m", "tests.generated", "-n", "500", "-j", "1"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "games from seed 1 on, 1 at a time\n"
        # It may be ended from here on; a moment later there are games under way.
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        said, complained = process.communicate(timeout=60)
    assert said.startswith("stopped after ")
    assert " of 500 games\n" in said
    assert "Traceback" not in complained
    assert process.returncode == 0


def test_a_failing_game_is_shrunk_and_left_in_a_folder_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(plan: Plan, folder: Path, *, whole: bool = False) -> Outcome:
        write(plan, folder)
        return Outcome("policy", "it falters") if plan.has("river") else Outcome("passed")

    for module in (running, trial):
        monkeypatch.setattr(module, "tried_in", faulty)
    plan = Plan.read("7:8x6:4:3:wood,river,towns,weather,options")
    told = running.left(plan, Outcome("policy", "it falters"), tmp_path, as_it_is=False)
    assert f"left in {tmp_path / 'policy-7'}" in told
    assert told.endswith("--again '7:3x3:1:1:river'")
    assert "smaller: 7:" in capsys.readouterr().err
    assert load_game(Project(tmp_path / "policy-7"), SLUG).game.hexmap.grid.columns == 3
