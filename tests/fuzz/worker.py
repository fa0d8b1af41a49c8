"""Run mutants, one after another, in a process with limits.

`python -m tests.fuzz.worker PACKAGE HOME SECONDS MB`, where HOME is an empty folder.

Reads lines of a class's name and a mutant's seed; answers each with an `Outcome` as a line of JSON.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import shutil
import sys
import tempfile
import traceback
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Final

from tests.fuzz.frame import Input, inputs, made
from tests.fuzz.guard import Guard

# Windows has no such limits: there the clock alone stops a mutant.
if sys.platform != "win32":
    import resource

_TRACE: Final = 6000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one mutant. `fault` is its kind, or empty; `text` describes it."""

    accepted: bool = False
    seconds: float = 0.0
    megabytes: float = 0.0
    fault: str = ""
    text: str = ""


class Limits:
    """So much time and memory for each mutant, on top of what the process has used so far."""

    def __init__(self, seconds: int, megabytes: int) -> None:
        self.seconds = seconds
        self.megabytes = megabytes

    def renew(self) -> None:
        """Begin anew; the kernel ends the process that computes longer, and refuses more memory."""
        if sys.platform != "win32":
            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (int(process_time()) + 1 + self.seconds, hard))
        if sys.platform == "linux":
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            # A little more than the limit, so that whoever reaches it is seen to have done so.
            room = _status("VmSize") + ((self.megabytes + 64) << 20)
            resource.setrlimit(resource.RLIMIT_AS, (room, hard))


def _status(field: str) -> int:
    """Return a size of this process in bytes; 0 where the system doesn't tell."""
    try:
        text = Path("/proc/self/status").read_text("ascii", "replace")
    except OSError:
        return 0
    found = re.search(rf"^{field}:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) << 10 if found else 0


def _forget_peak() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def judge(each: Input, own: int, folder: Path, guard: Guard, limits: Limits) -> Outcome:
    """Run one mutant in `folder`, which is emptied afterwards."""
    path = folder / f"mutant{each.suffix}"
    path.write_bytes(made(each, own))
    beside = sorted(os.listdir(folder.parent))
    limits.renew()
    _forget_peak()
    before, began = _status("VmRSS"), process_time()
    fault = text = ""
    accepted = False
    guard.watching = True
    try:
        accepted = each.run(path)
    except MemoryError:
        fault, text = "memory", traceback.format_exc()[-_TRACE:]
    except RecursionError:
        fault, text = "traceback", traceback.format_exc(limit=-20)[-_TRACE:]
    except Exception as error:
        fault = {"InternalError": "exit code 3", "Steered": "steers"}.get(type(error).__name__, "traceback")
        text = traceback.format_exc()[-_TRACE:]
    guard.watching = False
    seconds, megabytes = process_time() - began, max(0, _status("VmHWM") - before) / 2**20
    acts = guard.acts(processes=each.processes)
    if not fault and acts:
        fault, text = "outside", "\n".join(acts[:10])
    if not fault and sorted(os.listdir(folder.parent)) != beside:
        fault, text = "outside", f"beside its folder: {sorted(os.listdir(folder.parent))}"
    if not fault and megabytes > limits.megabytes:
        fault, text = "memory", f"{megabytes:.0f} MB"
    for entry in folder.iterdir():
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    return Outcome(accepted and not fault, round(seconds, 3), round(megabytes, 1), fault, text)


def main() -> None:
    """Serve until the input ends."""
    package, home, seconds, megabytes = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    # What the tools print goes nowhere; answers go where standard output was.
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.simplefilter("ignore")
    for name in ("HOME", "TMPDIR", "HEXWRIGHT_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        os.environ[name] = str(home)
    tempfile.tempdir = str(home)
    folder = home / "work"
    folder.mkdir()
    known = inputs(package)
    os.chdir(folder)
    guard, limits = Guard(home), Limits(seconds, megabytes)
    # What is imported stays; the collector needn't go through it again and again.
    gc.freeze()
    for line in sys.stdin:
        name, own = line.split()
        outcome = judge(known[name], int(own), folder, guard, limits)
        print(json.dumps(asdict(outcome)), file=answers, flush=True)


if __name__ == "__main__":
    main()
