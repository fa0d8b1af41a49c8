"""The engine sees no more of the machine than it needs, and runs a stranger's code only when told to."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.cli.commands import verify as command
from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.engine_driver import Engine, EngineError, engine_sandbox
from hexwright.engine_driver.driver_connection import DriverConnection
from hexwright.engine_driver.file_exchange import FileExchange
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import files

EXPLOIT = (
    '{Runtime.getRuntime().exec(new String[]{"/bin/sh", "-c", "touch %s; cat %s > seen; env > told; '
    'cat /proc/net/dev > net; echo done > ended"}).waitFor()}'
)


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


def test_a_link_that_a_module_left_is_not_taken_for_a_file(tmp_path: Path) -> None:
    exchange = FileExchange(tmp_path / "exchange")
    inside = Path(exchange.output_path(tmp_path / "a.png"))
    inside.symlink_to("/etc/passwd")
    with pytest.raises(EngineError, match=r"wrote no a\.png"):
        exchange.take_output(inside, tmp_path / "a.png")


def test_the_engine_works_in_its_own_folder(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    told = [sys.executable, "-c", "import os, json; print(json.dumps({'event': os.getcwd()}), flush=True)"]
    connection = DriverConnection(told, os.environ, folder / "errors.txt")
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


@pytest.mark.engine
def test_a_command_in_a_module_reaches_no_file_outside(evil: Path, tmp_path: Path) -> None:
    secret, outside = tmp_path / "secret.txt", tmp_path / "outside"
    secret.write_text("secret")
    with Engine(evil) as engine:
        if engine_sandbox.best_sandbox(shutil.which("java") or "java") != engine_sandbox.FULL_SANDBOX:
            pytest.skip("no bubblewrap works here")
        engine.evaluate(EXPLOIT % (outside, secret))
        folder = engine._files._folder.parent
        assert (folder / "ended").is_file()
        assert (folder / "seen").read_text() == ""
        assert "PYTEST" not in (folder / "told").read_text()
        interfaces = [line for line in (folder / "net").read_text().splitlines() if ":" in line]
        assert [line.partition(":")[0].strip() for line in interfaces] == ["lo"]
    assert not outside.exists()
