"""Finding Java and a display, and compiling the driver once."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import sys
import threading
from pathlib import Path

import pytest

from hexwright.engine_driver import EngineUnavailableError, java_installation
from hexwright.engine_driver.engine_display import EngineDisplay

JAVAC = f"""#!{sys.executable} -IS
import pathlib, sys
target = pathlib.Path(sys.argv[sys.argv.index("-d") + 1])
target.mkdir()
(target / "Driver.class").write_text("compiled")
with open({{calls!r}}, "a") as calls:
    calls.write("x")
sys.stderr.write("error: no such engine")
sys.exit({{code}})
"""


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return an environment with a JDK of our own that only pretends."""
    monkeypatch.setenv("HEXWRIGHT_CACHE", str(tmp_path / "cache"))
    write_javac(tmp_path, 0)
    return {"JAVA_HOME": str(tmp_path / "jdk"), "PATH": ""}


def write_javac(folder: Path, code: int) -> None:
    javac = folder / "jdk" / "bin" / "javac"
    javac.parent.mkdir(parents=True, exist_ok=True)
    javac.write_text(JAVAC.format(calls=str(folder / "calls"), code=code), "utf-8")
    javac.chmod(0o755)


def test_driver_is_compiled_once_for_a_class_path(environment: dict[str, str], tmp_path: Path) -> None:
    first = java_installation.compiled_driver("a.jar", environment)
    assert (first / "Driver.class").read_text("utf-8") == "compiled"
    assert java_installation.compiled_driver("a.jar", environment) == first
    assert java_installation.compiled_driver("b.jar", environment) != first
    assert (tmp_path / "calls").read_text("utf-8") == "xx"


def test_driver_of_which_files_are_gone_is_compiled_anew(environment: dict[str, str]) -> None:
    first = java_installation.compiled_driver("a.jar", environment)
    (first / "Driver.class").unlink()
    (first / "Other.class").write_text("left over")
    again = java_installation.compiled_driver("a.jar", environment)
    assert again == first
    assert [path.name for path in again.iterdir()] == ["Driver.class"]


def test_engine_replaced_in_its_place_compiles_anew(environment: dict[str, str], tmp_path: Path) -> None:
    jar = tmp_path / "Vengine.jar"
    jar.write_bytes(b"3.7.26")
    first = java_installation.compiled_driver(str(jar), environment)
    jar.write_bytes(b"3.8.0 is longer")
    assert java_installation.compiled_driver(str(jar), environment) != first


def test_racing_compilations_leave_one_whole_folder(environment: dict[str, str], tmp_path: Path) -> None:
    found: list[Path] = []
    racers = [
        threading.Thread(target=lambda: found.append(java_installation.compiled_driver("a.jar", environment)))
        for _ in range(4)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert len(found) == 4
    assert [path.name for path in (tmp_path / "cache" / "engine-bridge").iterdir()] == [found[0].name]


def test_failed_compilation_leaves_nothing_and_tells_what_javac_said(
    environment: dict[str, str], tmp_path: Path
) -> None:
    write_javac(tmp_path, 1)
    with pytest.raises(EngineUnavailableError, match="no such engine"):
        java_installation.compiled_driver("a.jar", environment)
    assert list((tmp_path / "cache" / "engine-bridge").iterdir()) == []


def test_missing_jdk_is_explained(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailableError, match=r"no 'javac'.*install a JDK 17"):
        java_installation.jdk_program("javac", {"JAVA_HOME": str(tmp_path), "PATH": str(tmp_path)})


def test_class_path_entry_that_does_not_exist_is_named() -> None:
    with pytest.raises(EngineUnavailableError, match=r"names /absent/Vengine\.jar"):
        java_installation.engine_class_path({"VASSAL_CLASSPATH": "/absent/Vengine.jar"})


def test_given_display_is_used_as_it_is() -> None:
    with EngineDisplay(":77", {"DISPLAY": ":1"}) as display:
        assert display.name == ":77"


def test_display_of_the_environment_serves_without_xvfb() -> None:
    with EngineDisplay(None, {"PATH": "/absent", "DISPLAY": ":1"}) as display:
        assert display.name == ":1"


def test_missing_display_is_explained() -> None:
    with (
        pytest.raises(EngineUnavailableError, match="install Xvfb"),
        EngineDisplay(None, {"PATH": "/absent"}),
    ):
        pass


def test_xvfb_that_does_not_start_is_told(tmp_path: Path) -> None:
    server = tmp_path / "Xvfb"
    server.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    server.chmod(0o755)
    with (
        pytest.raises(EngineUnavailableError, match="did not start"),
        EngineDisplay(None, {"PATH": str(tmp_path)}),
    ):
        pass


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="there is no Xvfb")
@pytest.mark.parametrize("shown", ["nothing", "another", "its own"])
def test_a_virtual_display_serves_only_who_has_its_cookie(shown: str) -> None:
    with EngineDisplay(None, {"PATH": os.environ["PATH"]}) as display:
        assert display.name is not None
        assert display.authority is not None
        assert display.authority.parent.stat().st_mode & 0o77 == 0
        cookie = display.authority.read_bytes()[-16:]
        given = {"nothing": b"", "another": bytes(16), "its own": cookie}[shown]
        assert _greeted(display.name, given) == (shown == "its own")
    assert not display.authority


def _greeted(display: str, cookie: bytes) -> bool:
    """Return whether an X server lets in a client with this cookie."""
    name = b"MIT-MAGIC-COOKIE-1" if cookie else b""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(f"/tmp/.X11-unix/X{display[1:]}")
        # In one piece: the server hangs up on a header that names no authority.
        header = struct.pack("<2sHHHHH", b"l\0", 11, 0, len(name), len(cookie), 0)
        client.sendall(header + name + bytes(-len(name) % 4) + cookie)
        return client.recv(1) == b"\x01"
