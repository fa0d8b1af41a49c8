"""Shared work: the same results in order for any engine, nothing counted twice, one line for each fault."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from threading import Thread

import pytest

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.file_limits import raise_limits
from hexwright.support.workers.jobs import Engine, Job, ResultT, TaskT
from hexwright.support.workers.local_engine import engine_with_one_worker, local_engine
from hexwright.support.workers.shared_file import SharedFile
from hexwright.support.workers.work_record import WorkRecord, ordered_results
from tests.support.workers.squares import Limits, Squares

SQUARES = [number * number for number in range(12)]


def backwards(job: Job[TaskT, ResultT], tasks: Iterator[TaskT], /) -> Generator[ResultT, None, None]:
    yield from local_engine(1)(job, iter(list(tasks)[::-1]))


def results(
    engine: Engine, job: Squares, record: WorkRecord | None = None, number: int = len(SQUARES)
) -> list[int]:
    return list(ordered_results(engine, job, range(number), record))


@pytest.mark.parametrize("recorded", [False, True])
def test_results_come_in_order_from_any_engine(tmp_path: Path, recorded: bool) -> None:
    for name, engine in (("one", local_engine(1)), ("two", local_engine(2)), ("backwards", backwards)):
        folder = tmp_path / name
        folder.mkdir()
        with WorkRecord.optional(folder / "record" if recorded else None) as record:
            assert results(engine, Squares(folder), record) == SQUARES
        assert Squares(folder).done() == list(range(len(SQUARES)))


def test_work_that_was_ended_goes_on_where_it_was(tmp_path: Path) -> None:
    job = Squares(tmp_path)
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        with closing(ordered_results(local_engine(1), job, count(), record)) as some:
            assert list(islice(some, 4)) == SQUARES[:4]
        assert job.done() == [0, 1, 2, 3]
        assert results(local_engine(1), job, record) == SQUARES
        assert results(local_engine(1), job, record) == SQUARES
    assert job.done() == list(range(len(SQUARES)))


def test_a_worker_that_is_killed_in_its_task_loses_nothing(tmp_path: Path) -> None:
    job, others = Squares(tmp_path), {child.pid for child in multiprocessing.active_children()}
    begun = []

    def begun_again(times: int) -> bool:
        deadline = time.monotonic() + 60
        while job.done().count(5) < times and time.monotonic() < deadline:
            time.sleep(0.01)
        return job.done().count(5) == times

    def kill_a_worker() -> None:
        # In a thread, since the task is given out only while results are taken.
        try:
            begun.append(begun_again(1))
            victim = next(child for child in multiprocessing.active_children() if child.pid not in others)
            victim.terminate()
            begun.append(begun_again(2))
        finally:
            (tmp_path / "wait").unlink()

    (tmp_path / "wait").touch()
    killer = Thread(target=kill_a_worker)
    killer.start()
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        assert list(ordered_results(local_engine(2), job, range(len(SQUARES)), record)) == SQUARES
    killer.join()
    assert begun == [True, True]
    with sqlite3.connect(tmp_path / "record") as connection:
        assert connection.execute("SELECT count(*) FROM results").fetchone() == (len(SQUARES),)


def test_a_task_at_which_workers_always_die_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        with pytest.raises(InputError, match=r"P041.*died several times in succession, at last at 2 "):
            results(local_engine(2), Squares(tmp_path, deadly=2), record, 5)
        assert not record.has("squares", "2")
        assert record.has("squares", "0")
        assert results(local_engine(1), Squares(tmp_path), record, 5) == SQUARES[:5]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_task_is_refused_for_arrives_in_full(tmp_path: Path, workers: int) -> None:
    with pytest.raises(InputError) as caught:
        results(local_engine(workers), Squares(tmp_path, refused=13), number=20)
    (told,) = caught.value.diagnostics
    assert str(told) == "13: error[P048]: 13 is unlucky — choose another"


def test_work_that_is_given_up_ends_its_workers_in_their_tasks(tmp_path: Path) -> None:
    others = {child.pid for child in multiprocessing.active_children()}
    (tmp_path / "wait").touch()
    job = Squares(tmp_path)
    with closing(local_engine(2)(job, iter([5, 1, 2]))) as found:
        assert next(found) in (1, 4)
        while 5 not in job.done():
            time.sleep(0.01)
    assert {child.pid for child in multiprocessing.active_children()} <= others


STOPPED = """
import signal, sys
from pathlib import Path
from hexwright.support.workers.local_engine import local_engine
from tests.support.workers.squares import Squares
if __name__ == "__main__":
    # In the background, shells start programs that ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in local_engine(2)(Squares(Path(sys.argv[1])), iter(range(12))):
            pass
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.mark.skipif(os.name == "nt", reason="a group of processes gets Ctrl-C in another way there")
def test_ctrl_c_is_answered_by_the_command_alone(tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    (tmp_path / "stopped.py").write_text(STOPPED)
    root = Path(__file__).parents[3]
    began = subprocess.Popen(
        [sys.executable, str(tmp_path / "stopped.py"), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    job, deadline = Squares(tmp_path), time.monotonic() + 60
    while 5 not in job.done() and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(began.pid, signal.SIGINT)
    assert began.communicate(timeout=60) == (b"stopped\n", b"")


def test_workers_have_the_limits_that_the_user_raised() -> None:
    raise_limits(4)
    try:
        assert list(local_engine(2)(Limits(), iter(range(3)))) == [4, 4, 4]
    finally:
        raise_limits(1)


@pytest.mark.parametrize("deadly", [-1, 0, 5, 11])
def test_this_process_does_what_its_only_worker_leaves(tmp_path: Path, deadly: int) -> None:
    job = Squares(tmp_path, deadly=deadly)
    found = list(engine_with_one_worker(job.do)(job, iter(range(12))))
    assert sorted(found) == SQUARES
    assert {*job.done()} == {*range(12)}


def test_results_of_other_code_or_data_are_not_used_together(tmp_path: Path) -> None:
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        results(local_engine(1), Squares(tmp_path), record, 2)
        with pytest.raises(InputError, match="results of version 1 instead of 2"):
            results(local_engine(1), Squares(tmp_path, "2"), record, 2)


def test_a_full_disk_keeps_the_results_before(tmp_path: Path) -> None:
    job = Squares(tmp_path)
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        results(local_engine(1), job, record, 3)
        pages = record._connection.execute("PRAGMA page_count").fetchone()[0]
        record._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(InputError, match=r"W001.*full"):
            results(local_engine(1), job, record, 100_000)
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        there = sum(record.has("squares", str(number)) for number in range(1000))
        assert results(local_engine(1), job, record, there + 1)[-1] == there * there
    assert job.done() == sorted([*range(there + 1), there])


def test_a_damaged_result_is_refused(tmp_path: Path) -> None:
    with WorkRecord.open_or_create(tmp_path / "record") as record:
        results(local_engine(1), Squares(tmp_path), record, 2)
        for damaged in ("[", "[]", "{}", '["x"]', "3"):
            with record._connection:
                record._connection.execute("UPDATE results SET result = ? WHERE task = '0'", (damaged,))
            with pytest.raises(InputError, match="P043"):
                results(local_engine(1), Squares(tmp_path), record, 2)


def test_a_file_that_another_machine_lacks_or_has_otherwise_is_told(tmp_path: Path) -> None:
    file = tmp_path / "module"
    file.write_bytes(b"one")
    shared = SharedFile.of(file)
    assert shared.require() == file
    file.write_bytes(b"two")
    with pytest.raises(InputError, match="it has another content here"):
        shared.require()
    file.unlink()
    with pytest.raises(InputError, match="there is no such file"):
        shared.require()
