"""Run a tool in a process of its own and measure it."""

from __future__ import annotations

import math
import os
import re
import resource
import signal
import subprocess
import threading
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_BUILD_FILES = ("buildFile.xml", "buildFile")


@dataclass(slots=True)
class Run:
    """Hold what a process gave: exit code, seconds of work, memory, and what is wrong, if anything."""

    code: int
    seconds: float
    megabytes: int
    out: str
    err: str
    fault: str = ""

    def expect(self, code: int) -> None:
        """Call it a fault when the exit code is another one."""
        if not self.fault and self.code != code:
            self.fault = f"exit code {self.code}, expected {code}: {(self.err or self.out)[-200:]}"


def run(command: Sequence[str], limit: float) -> Run:
    """Run a command, killed after `limit` seconds of work; its fault names a hang, a crash or misuse.

    On a machine that is busy with other things it gets ten times as long on the clock.
    """
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    parts: dict[str, str] = {}
    readers = [
        threading.Thread(target=lambda n=name, p=pipe: parts.setdefault(n, p.read()))
        for name, pipe in (("out", process.stdout), ("err", process.stderr))
    ]
    for reader in readers:
        reader.start()
    whole = math.ceil(limit)
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (whole, whole))
    alarm = threading.Timer(10 * limit, lambda: os.kill(process.pid, signal.SIGKILL))
    alarm.start()
    _, status, used = os.wait4(process.pid, 0)
    late = not alarm.is_alive() or os.WIFSIGNALED(status)
    alarm.cancel()
    for reader in readers:
        reader.join()
    code = process.returncode = os.waitstatus_to_exitcode(status)
    # Work, not time on the clock: a machine may be busy with other things.
    worked = used.ru_utime + used.ru_stime
    done = Run(code, worked, used.ru_maxrss // 1024, parts["out"], parts["err"])
    if late:
        done.fault = f"no answer in {worked:.0f} s of work"
    elif "Traceback" in done.err or code not in (0, 1):
        last = [line for line in done.err.strip().splitlines() if line.strip(" │╭╮╰╯─")]
        done.fault = f"exit code {code}: {last[-1].strip() if last else ''}"
    return done


def modules_of(folder: Path) -> list[Path]:
    """Return the modules and extensions in a folder, packed and unpacked."""
    found = []
    for path in sorted(folder.iterdir()):
        unpacked = path.is_dir() and any((path / name).is_file() for name in _BUILD_FILES)
        if unpacked or path.suffix in (".vmod", ".vmdx"):
            found.append(path)
    return found


def versions(module: Path) -> tuple[str, str]:
    """Return the number of files and the VASSAL version that a module names."""
    if module.is_dir():
        names = [str(p.relative_to(module)) for p in module.rglob("*") if p.is_file()]
        build = next((module / n).read_bytes() for n in _BUILD_FILES if n in names)
    else:
        with zipfile.ZipFile(module) as archive:
            names = archive.namelist()
            build = archive.read(next(n for n in _BUILD_FILES if n in names))
    found = re.search(rb'assalVersion="([^"]*)"', build)
    return str(len(names)), found[1].decode() if found else "?"


def changed_copy(module: Path, folder: Path) -> Path:
    """Write a copy of a module in which the first piece has another name."""
    path = folder / f"changed{module.suffix or '.vmod'}"
    with zipfile.ZipFile(path, "w") as copy:
        if module.is_dir():
            for file in sorted(p for p in module.rglob("*") if p.is_file()):
                name = str(file.relative_to(module))
                copy.writestr(name, _changed(name, file.read_bytes()))
        else:
            with zipfile.ZipFile(module) as archive:
                for name in archive.namelist():
                    copy.writestr(name, _changed(name, archive.read(name)))
    return path


def _changed(name: str, data: bytes) -> bytes:
    if name not in _BUILD_FILES:
        return data
    return re.sub(rb'( entryName="[^"]*)', rb"\1 (changed)", data, count=1)
