"""What a killed process left of a file goes with the next writing of it; what another still writes stays."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexwright.support import atomic_writes
from hexwright.support.atomic_writes import write_atomically

_STOPS_BEFORE_RENAMING = """
import os, sys
from pathlib import Path
from hexwright.support.atomic_writes import write_atomically

def stop(*_):
    print("whole", flush=True)
    sys.stdin.read()

os.replace = stop
write_atomically(Path(sys.argv[1]), b"of the killed one")
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Give a process that has written a.vmod whole and not yet renamed it."""
    command = [sys.executable, "-c", _STOPS_BEFORE_RENAMING, str(tmp_path / "a.vmod")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"whole\n"
        yield process
        process.kill()


def parts(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.endswith(".part"))


@pytest.mark.skipif(atomic_writes.fcntl is None, reason="only locks tell who lives")
def test_files_left_by_a_killed_process_are_removed_and_those_of_a_running_one_stay(
    tmp_path: Path, writer: subprocess.Popen[bytes]
) -> None:
    (begun,) = parts(tmp_path)
    write_atomically(tmp_path / "a.vmod", b"meanwhile")
    assert parts(tmp_path) == [begun]
    writer.kill()
    writer.wait()
    write_atomically(tmp_path / "b.vmod", b"of another name")
    assert parts(tmp_path) == [begun]
    write_atomically(tmp_path / "a.vmod", b"new")
    assert sorted(os.listdir(tmp_path)) == ["a.vmod", "b.vmod"]
    assert (tmp_path / "a.vmod").read_bytes() == b"new"


def test_files_that_only_look_alike_stay(tmp_path: Path) -> None:
    alike = [".a.vmod.part", ".a.vmod.x.abcdefgh.part", ".a.vmod.ABCDEFGH.part", ".ab.vmod.abcdefgh.part"]
    for name in alike:
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "aim").write_bytes(b"")
    (tmp_path / ".a.vmod.linklink.part").symlink_to(tmp_path / "aim")
    (tmp_path / ".a.vmod.a_folder.part").mkdir()
    write_atomically(tmp_path / "a.vmod", b"new")
    assert set(parts(tmp_path)) == {*alike, ".a.vmod.linklink.part", ".a.vmod.a_folder.part"}


def test_without_locks_only_what_is_old_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_writes, "fcntl", None)
    young, old = tmp_path / ".a.vmod.youngone.part", tmp_path / ".a.vmod.oldenone.part"
    for part in (young, old):
        part.write_bytes(b"")
    long_ago = time.time() - 2 * 86_400
    os.utime(old, (long_ago, long_ago))
    write_atomically(tmp_path / "a.vmod", b"new")
    assert parts(tmp_path) == [young.name]
    assert (tmp_path / "a.vmod").read_bytes() == b"new"
