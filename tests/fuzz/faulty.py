"""Classes whose tool breaks in one way each, to check that the fuzzer reports it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from hexwright.cli import app
from tests.fuzz.frame import Input
from tests.fuzz.tool import hexwright


def _nothing(path: Path) -> None:
    """Do no harm."""


def _refuses(path: Path) -> bool:
    return False


def _raises(path: Path, *_: object) -> None:
    raise ValueError(path.read_text())


def _computes(path: Path) -> None:
    while True:
        pass


def _sleeps(path: Path) -> None:
    time.sleep(3600)


def _hoards(path: Path) -> None:
    assert len(bytearray(2 << 30)) > 0


def _swells(path: Path) -> None:
    swollen = bytearray(220 << 20)
    swollen[:: 1 << 12] = bytes(len(swollen) >> 12)


def _writes(path: Path) -> None:
    Path(tempfile.gettempdir()).parent.joinpath(f"hexwright-fuzz-{os.getpid()}-harm").touch()


def _deletes(path: Path) -> None:
    Path("/hexwright-fuzz-is-not-there").unlink(missing_ok=True)


def _climbs(path: Path) -> None:
    path.parent.parent.joinpath("harm").touch()


def _starts(path: Path) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def _connects(path: Path) -> None:
    with socket.socket() as opened:
        opened.settimeout(0.1)
        opened.connect_ex(("127.0.0.1", 9))


def _dies(path: Path) -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def _ends_by_our_fault(path: Path) -> bool:
    with patch.object(app, "_run", partial(_raises, path)):
        return hexwright("games")


def _prints(text: str, arguments: list[str]) -> int:
    """Write past the console, which makes every text harmless."""
    sys.stdout.write(text)
    return len(arguments) * 0


def _steers(path: Path) -> bool:
    with patch.object(app, "_run", partial(_prints, "\x1b[2J")):
        return hexwright("games")


def _of(act: Callable[[Path], bool | None], name: str = "", *, processes: bool = False) -> Input:
    name = name or act.__name__.strip("_")

    def mutant(chance: Random) -> bytes:
        return str(chance.random()).encode()

    return Input(name, name, ".txt", mutant, lambda path: act(path) is not False, processes=processes)


FAULTS: Final = {
    _of(_nothing): "",
    _of(_refuses): "",
    _of(_raises): "traceback",
    _of(_computes): "hang",
    _of(_sleeps): "hang",
    _of(_hoards): "memory",
    _of(_swells): "memory",
    _of(_writes): "outside",
    _of(_deletes): "outside",
    _of(_climbs): "outside",
    _of(_starts): "outside",
    _of(_starts, "may_start", processes=True): "",
    _of(_connects): "outside",
    _of(_dies): "crash",
    _of(_ends_by_our_fault): "exit code 3",
    _of(_steers): "steers",
}
"""What the fuzzer must report for each."""

INPUTS: Final = tuple(FAULTS)
