"""Run our command on a mutant as a user would."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final
from zlib import crc32

from hexwright.cli.app import ExitCode, run

_STEERS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_TRACE: Final = 4000


class InternalError(Exception):
    """The command ended with exit code 3: a fault of ours."""


class Steered(Exception):  # noqa: N818 - reads as what it is
    """The command printed a sign that steers a terminal."""


def hexwright(*arguments: str | Path) -> bool:
    """Run the command with these arguments; tell whether it ended well (True) or with findings (False).

    Raises `InternalError` and `Steered`, and whatever escapes the command itself.
    """
    return _run(*arguments)[0] == ExitCode.OK


def told(*arguments: str | Path) -> str:
    """Run the command with these arguments and return what it writes to standard output; raises as above."""
    return _run(*arguments)[1]


def _run(*arguments: str | Path) -> tuple[int, str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["-v", *map(str, arguments)])
        sys.stdout.flush()
        sys.stderr.flush()
    said, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    if code not in (ExitCode.OK, ExitCode.FINDINGS, ExitCode.USAGE):
        raise InternalError(f"exit code {code}: {complained[-_TRACE:]}")
    steered = _STEERS.search(said + complained)
    if steered is not None:
        around = (said + complained)[max(0, steered.start() - 60) : steered.end() + 20]
        raise Steered(f"U+{ord(steered[0]):04X} in {around!r}")
    return code, said


def read(path: Path) -> bool:
    """Read a file with what reads modules, saved games and logs; tell whether all of it went well.

    One of the ways beside `verify` is tried on each file, by chance of its bytes.
    """
    way = crc32(path.read_bytes()) % 6
    form = ("text", "json", "markdown")[way % 3]
    if way < 3:
        went = hexwright("show", path, "--format", form if form != "markdown" else "text")
        went = hexwright("show", path, "*/*") and went if way == 2 else went
    else:
        went = hexwright("diff", path, path, "--format", form)
    if path.suffix in (".vsav", ".vlog"):
        return went
    return hexwright("verify", path, "--format", ("text", "json", "github", "html")[way % 4]) and went
