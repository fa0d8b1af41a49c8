"""A bounded sample of the mutants of each class runs clean; and the fuzzer reports everything that breaks."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz import faulty
from tests.fuzz.__main__ import main
from tests.fuzz.frame import ROOT, Input, inputs, made, own_seeds
from tests.fuzz.running import Worker
from tests.tiers import ALL

SEED = 7


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as found:
        yield found


@pytest.mark.parametrize("name", inputs())
def test_no_mutant_raises_an_unexpected_error(name: str, worker: Worker) -> None:
    each = inputs()[name]
    for own in own_seeds(SEED, each.sample if ALL else -(-each.sample // 3)):
        outcome = worker.run(each, own)
        assert not outcome.fault, f"{name} {own}: {outcome.fault}\n{outcome.text}"


@pytest.mark.parametrize("name", inputs())
def test_a_seed_makes_the_same_mutant_again_and_another_another(name: str) -> None:
    each = inputs()[name]
    mutants = [made(each, own) for own in own_seeds(SEED, 5)]
    assert mutants == [made(each, own) for own in own_seeds(SEED, 5)]
    assert len(set(mutants)) > 1


@pytest.fixture(scope="module")
def strict() -> Iterator[Worker]:
    with Worker("tests.fuzz.faulty", seconds=1, megabytes=150, patience=3) as found:
        yield found


_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these limits")


@_LINUX
@pytest.mark.parametrize("each", faulty.INPUTS, ids=lambda each: each.name)
def test_the_frame_tells_what_breaks(each: Input, strict: Worker) -> None:
    before = set(os.listdir(tempfile.gettempdir()))
    outcome = strict.run(each, 1)
    for name in set(os.listdir(tempfile.gettempdir())) - before:
        if name.endswith("-harm"):
            Path(tempfile.gettempdir(), name).unlink()
    assert outcome.fault == faulty.FAULTS[each], outcome.text
    assert outcome.accepted == (not outcome.fault and each.name != "refuses")


@pytest.mark.slow
def test_the_command_prints_a_table() -> None:
    command = [sys.executable, "-m", "tests.fuzz", "archives", "-n", "2", "-j", "1"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "| archives | 2 |" in ran.stdout


def test_the_command_refuses_a_class_that_does_not_exist(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tests.fuzz", "archive"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "there is no class archive" in capsys.readouterr().err
