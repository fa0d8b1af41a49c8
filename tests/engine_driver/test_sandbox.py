"""The engine sees no more of the machine than it needs, and runs a stranger's code only when told to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.commands import verify as command
from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.engine_driver import Engine, EngineError, engine_sandbox, file_exchange
from hexwright.engine_driver.driver_connection import DriverConnection
from hexwright.vassal.codec.module_archive import SavedGame, write
from tests.module_checks.sound import files

SHELL = (
    '{new String(Runtime.getRuntime().exec(new String[]{"/bin/sh", "-c", "exec 2>&1; %s"})'
    ".getInputStream().readAllBytes())}"
)
"""An expression that runs a command of the shell and gives what it says."""


def test_the_environment_tells_nothing_of_the_user(tmp_path: Path) -> None:
    given = {"HOME": "/home/me", "SECRET": "x", "SSH_AUTH_SOCK": "/x", "PATH": "/home/me/bin", "LANG": "C"}
    found = engine_sandbox.clean_environment(given, tmp_path)
    assert found["LANG"] == "C"
    assert set(found.values()) <= {"C", str(tmp_path), os.defpath, given["PATH"] * (sys.platform == "win32")}


def test_the_weakest_fence_is_none_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    engine_sandbox.best_sandbox.cache_clear()
    try:
        assert engine_sandbox.best_sandbox("java") == engine_sandbox.NO_SANDBOX
        assert engine_sandbox.sandboxed_command(["java", "x"], tmp_path, (), None) == ["java", "x"]
    finally:
        engine_sandbox.best_sandbox.cache_clear()


def test_without_bubblewrap_the_network_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine_sandbox, "best_sandbox", lambda _: engine_sandbox.NO_NETWORK)
    command = engine_sandbox.sandboxed_command(["java", "x"], tmp_path, (), ":1")
    assert command[0] == "unshare"
    assert "--net" in command
    assert command[-2:] == ["java", "x"]


def test_a_display_of_another_machine_takes_the_fence_away(tmp_path: Path) -> None:
    assert engine_sandbox.sandboxed_command(["java"], tmp_path, (), "host:0") == ["java"]


def test_the_engine_works_in_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    told = [sys.executable, "-c", "import os, json; print(json.dumps({'event': os.getcwd()}), flush=True)"]
    connection = DriverConnection(told, os.environ, folder)
    assert [event["event"] for event in connection.until((str(folder.resolve()),), 30)] == [
        str(folder.resolve())
    ]
    connection.close()


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    made = files()
    made.replace("{TurnNumber == 3}", "{Runtime.getRuntime().exec(&quot;ls&quot;) == null}")
    write(tmp_path / "evil.vmod", made.entries)
    return tmp_path / "evil.vmod"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the modules that the engine was asked about; there is no engine."""
    found: list[Path] = []

    def from_engine(path: Path, wait: float | None) -> tuple[Diagnostic, ...]:
        found.append(path)
        return ()

    monkeypatch.setattr(command, "_from_engine", from_engine)
    return found


def test_a_module_with_doubts_is_not_run(
    evil: Path, asked: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(evil), "--engine", "--ignore", "V9", "--fail-on", "never"]) == ExitCode.FINDINGS
    assert asked == []
    assert "use --trust" in capsys.readouterr().err


def test_a_module_with_doubts_is_run_when_it_is_trusted(evil: Path, asked: list[Path]) -> None:
    assert run(["verify", str(evil), "--engine", "--trust"]) == ExitCode.OK
    assert asked == [evil]


def test_a_module_without_doubts_is_run(tmp_path: Path, asked: list[Path]) -> None:
    write(tmp_path / "sound.vmod", files().entries)
    assert run(["verify", str(tmp_path / "sound.vmod"), "--engine"]) == ExitCode.OK
    assert asked


def test_a_module_that_cant_be_looked_into_is_not_run(tmp_path: Path, asked: list[Path]) -> None:
    write(tmp_path / "no.vmod", files().entries | {"start.vsav": b"x"})
    assert run(["verify", str(tmp_path / "no.vmod"), "--engine"]) == ExitCode.FINDINGS
    assert asked == []


@pytest.fixture
def fence() -> None:
    """Skip a test where no bubblewrap works."""
    if engine_sandbox.best_sandbox("/bin/bash") != engine_sandbox.FULL_SANDBOX:
        pytest.skip("no bubblewrap works here")


def fenced(command: str, folder: Path) -> str:
    """Run a command of the shell behind the fence, as a user whose processes the kernel counts."""
    words = engine_sandbox.sandboxed_command(["/bin/bash", "-c", command], folder, (), None)
    prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
    ran = subprocess.run(
        [*prefix, *words], cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return ran.stdout


@pytest.mark.usefixtures("fence")
@pytest.mark.parametrize("place", [".", "/tmp", "/dev", "/dev/shm", "/"])
def test_no_place_behind_the_fence_holds_more_than_its_quota(place: str, tmp_path: Path) -> None:
    megabytes = engine_sandbox.PRIVATE_MB + 1
    # Such a request fails at once, without anything being written.
    told = fenced(f"fallocate -l {megabytes}M {place}/x || echo refused", tmp_path)
    assert "refused" in told


@pytest.mark.usefixtures("fence")
def test_what_is_written_behind_the_fence_is_nowhere_outside(tmp_path: Path) -> None:
    told = fenced("mkfifo pipe; ln -s / exchange; touch here; ls", tmp_path)
    assert told.split() == ["exchange", "here", "pipe"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("fence")
def test_processes_behind_the_fence_have_a_quota(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_sandbox, "MOST_PROCESSES", 20)
    assert "fork" in fenced("exec sh -c 'for i in $(seq 40); do sleep 9 & done'", tmp_path)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return the real engine with a module whose expressions run commands."""
    made = files()
    made.replace("{TurnNumber == 3}", "{Runtime.getRuntime().exec(&quot;ls&quot;) == null}")
    path = tmp_path_factory.mktemp("evil") / "evil.vmod"
    write(path, made.entries)
    with Engine(path) as engine:
        yield engine


@pytest.mark.engine
@pytest.mark.usefixtures("fence")
def test_a_command_in_a_module_reaches_nothing_outside(inside: Engine, tmp_path: Path) -> None:
    secret, outside = tmp_path / "secret.txt", tmp_path / "outside"
    secret.write_text("a secret")
    told = inside.evaluate(SHELL % f"touch {outside}; cat {secret}; env; cat /proc/net/dev; echo ended")
    assert told.endswith("ended\n")
    assert "a secret" not in told
    assert "PYTEST" not in told
    interfaces = [line.partition(":")[0].strip() for line in told.splitlines() if "0    0    0" in line]
    assert interfaces == ["lo"]
    assert not outside.exists()


@pytest.mark.engine
@pytest.mark.usefixtures("fence")
def test_a_module_holds_no_file_of_ours_and_leaves_none(inside: Engine, tmp_path: Path) -> None:
    own = inside._files._folder.parent
    told = inside.evaluate(SHELL % "ls -l /proc/$PPID/fd/0 /proc/$PPID/fd/1 /proc/$PPID/fd/2")
    assert told.count("-> pipe:") == 3
    inside.new_game()
    inside.save(tmp_path / "a.vsav")
    assert SavedGame.decode((tmp_path / "a.vsav").read_bytes()).text
    assert list(own.iterdir()) == []


@pytest.mark.engine
@pytest.mark.usefixtures("fence")
@pytest.mark.parametrize("command", ["ln -s /dev/zero x", "ln -s /etc/passwd x", "mkfifo x", "mkdir x"])
def test_what_a_module_puts_in_place_of_a_file_is_not_taken(
    inside: Engine, tmp_path: Path, command: str
) -> None:
    folder = inside._files.new_folder()
    inside.evaluate(SHELL % f"cd {folder}; {command}")
    with pytest.raises(EngineError, match=r"wrote no x"):
        inside._files.take(folder / "x", tmp_path / "x")


@pytest.mark.engine
@pytest.mark.usefixtures("fence")
def test_a_huge_file_of_a_module_is_not_taken(
    inside: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_exchange, "LARGEST_FILE", 8 << 20)
    folder = inside._files.new_folder()
    inside.evaluate(SHELL % f"truncate -s 900G {folder}/x")
    with pytest.raises(EngineError, match=r"x is larger than 8 MiB"):
        inside._files.take(folder / "x", tmp_path / "x")
