"""Campaigns on a cluster: the record of one machine though workers and scheduler die; refusals by name."""

from __future__ import annotations

import json
import pickle
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import InputError
from hexwright.load.project_folder import Project
from hexwright.module_checks.module_library import LibraryJob, library_modules
from hexwright.players.campaigns.campaign_job import CampaignJob, Chunk, PlayedChunk
from hexwright.support.file_limits import raise_limits
from hexwright.support.result_cache import code_identity
from hexwright.support.workers.cluster_engine import cluster_engine, do_received
from hexwright.support.workers.jobs import TASKS_PER_WORKER
from hexwright.support.workers.local_engine import local_engine
from tests.players.test_campaigns import SLUG, campaign, play, rows
from tests.support.workers.squares import Limits

distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
Told = pytest.CaptureFixture[str]
PLAN = "players: [random]\ngames: 60\n"
Do = Callable[[], None]
OTHER_VERSION = """
from hexwright.support import result_cache
result_cache.code_identity = lambda: '0.1.0 old'
"""


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._opened, self._file = opened, folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file")
        self.address = str(
            json.loads(
                wait_for(
                    lambda: self._file.is_file() and self._file.read_text().endswith("}"),
                    self._file.read_text,
                )
            )["address"]
        )

    def worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker."""
        given = ("--nthreads", "1", "--no-nanny", *options, "--scheduler-file")
        return self._start("worker", *given)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, str(self._file), "--no-dashboard"]
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._opened.callback(end, started)
        return started


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def wait_for(there: Callable[[], object], then: Callable[[], str] = str) -> str:
    deadline = time.monotonic() + 60
    while not there():
        assert time.monotonic() < deadline, "the cluster doesn't start"
        time.sleep(0.02)
    return then()


@contextmanager
def cluster(
    folder: Path, workers: list[tuple[str, ...]]
) -> Iterator[tuple[Cluster, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler, and a worker for each list of options."""
    with ExitStack() as opened:
        found = Cluster(folder, opened)
        started = [found.worker(*options) for options in workers]
        if started:
            with distributed.Client(found.address, set_as_default=False) as client:
                client.wait_for_workers(len(started), timeout=60)
        yield found, started


@pytest.fixture(scope="module")
def whole(project: Project, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """The record of one process."""
    file = tmp_path_factory.mktemp("whole") / "record"
    play(campaign(project, PLAN), file)
    return rows(file)


def preloaded(file: Path, code: str) -> tuple[str, str]:
    """Return the options of a worker that runs some code first."""
    file.write_text(code)
    return "--preload", str(file)


class Link:
    """A connection to a port of this machine, which can be cut."""

    def __init__(self, port: int) -> None:
        self._target, self._open = port, [socket.create_server(("127.0.0.1", 0))]
        self.address = f"tcp://127.0.0.1:{self._open[0].getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._open[0].accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                other.sendall(data)

    def cut(self) -> None:
        """Close all connections, and accept none any more."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def interrupted(address: str, after: int, do: Do) -> object:
    """Return the engine of a cluster which does something after so many results."""

    def results(job: CampaignJob, chunks: Iterator[Chunk]) -> Iterator[PlayedChunk]:
        with cluster_engine(address, print) as engine:
            for number, played in enumerate(engine(job, chunks), start=1):
                yield played
                if number == after:
                    do()

    return results


def test_a_worker_the_network_and_the_scheduler_may_be_lost(
    project: Project, whole: list[tuple[object, ...]], tmp_path: Path
) -> None:
    found, file, begun = campaign(project, PLAN), tmp_path / "record", tmp_path / "begun"
    endless = preloaded(
        tmp_path / "endless.py",
        f"""
import pathlib, time
from hexwright.players.campaigns import campaign_job
def endless(*given):
    pathlib.Path({str(begun)!r}).touch()
    time.sleep(1000)
campaign_job.simulate_game = endless
""",
    )
    with cluster(tmp_path, [(), endless]) as (there, (_, victim)):

        def kill_worker() -> None:
            wait_for(begun.is_file)
            end(victim)

        play(found, file, interrupted(there.address, 1, kill_worker))
        assert rows(file) == whole

        # The network is lost: scheduler and worker go on, but the command doesn't reach them any more.
        file, link = tmp_path / "cut", Link(int(there.address.rpartition(":")[2]))
        with pytest.raises(InputError, match=r"scheduler at tcp://\S+ went away"):
            play(found, file, interrupted(link.address, 1, link.cut))
        assert 0 < len(rows(file)) < len(whole)
        with cluster_engine(there.address, print) as engine:
            play(found, file, engine)
        assert rows(file) == whole

        file = tmp_path / "second"
        with pytest.raises(InputError, match=r"scheduler at tcp://\S+ went away"):
            play(found, file, interrupted(there.address, 1, lambda: end(there.scheduler)))
    kept = rows(file)
    assert 0 < len(kept) < len(whole)
    assert set(kept) < set(whole)
    play(found, file, local_engine(1))
    assert rows(file) == whole


def test_a_cluster_plays_by_command_and_gets_few_chunks_at_a_time(
    project: Project, tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.yaml").write_text("players: [random]\ngames: 4\n")
    root, taken = str(project.root), 0

    def chunks() -> Iterator[Chunk]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield Chunk(0, number, (number,))

    with cluster(tmp_path, [()]) as (there, _):
        given = ["-C", root, "campaign", SLUG, "plan.yaml", "--on", there.address]
        assert run(given) == ExitCode.OK
        assert "4 of 4" in capsys.readouterr().out
        assert run([*given, "-w", "2"]) == ExitCode.USAGE
        with cluster_engine(there.address, print) as engine:
            results = engine(campaign(project).job, chunks())
            for number in range(5):
                next(results)
                assert taken - number <= TASKS_PER_WORKER
            results.close()

        # Other work than games gives the same results there, and a worker that lacks a file is named.
        fuzz = ["-C", root, "play", SLUG, SLUG, "--fuzz", "300"]
        assert run(fuzz) == ExitCode.OK
        told = capsys.readouterr().out
        assert run([*fuzz, "--on", there.address, "--record", "fuzz"]) == ExitCode.OK
        assert capsys.readouterr().out == told
        (tmp_path / "gone.vmod").touch()
        modules = library_modules(tmp_path)
        (tmp_path / "gone.vmod").unlink()
        with (
            cluster_engine(there.address, print) as engine,
            pytest.raises(InputError, match=r"P048.*worker tcp://\S+: \S+gone.vmod: there is no such file"),
        ):
            list(engine(LibraryJob(tmp_path, ("V001",)), iter(modules)))

        # A worker of another version is refused when it is there, and when it comes later.
        with cluster_engine(there.address, print) as engine:
            there.worker(*preloaded(tmp_path / "other_version.py", OTHER_VERSION))
            with pytest.raises(InputError, match=r"worker tcp://\S+ has hexwright 0\.1\.0 old; this is"):
                for _ in engine(campaign(project).job, chunks()):
                    pass
        resumed = ["-C", root, "campaign", "resume", "plan.sqlite", "--on", there.address]
        assert run(resumed) == ExitCode.FINDINGS
        assert "has hexwright 0.1.0 old" in capsys.readouterr().err


def test_a_cluster_without_workers_or_scheduler_ends_in_one_line(project: Project, tmp_path: Path) -> None:
    told: list[str] = []
    with cluster(tmp_path, []) as (there, _):
        with (
            pytest.raises(InputError, match="has had no worker"),
            cluster_engine(there.address, told.append, patience=1) as engine,
        ):
            next(engine(campaign(project).job, iter([Chunk(0, 0, (1,))])))
        address = there.address
    assert told == [f"waiting for workers of {address}"]
    for wrong in (address, "nonsense"):
        with (
            pytest.raises(InputError, match="no Dask scheduler answers at"),
            cluster_engine(wrong, print, patience=1),
        ):
            pass


def test_a_task_on_a_cluster_has_the_limits_that_the_user_raised() -> None:
    packed = zlib.compress(pickle.dumps(Limits()))
    try:
        assert do_received(packed, code_identity(), 4, 0) == 4
    finally:
        raise_limits(1)
