"""What can grow in a file, and what reads it."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hexwright.cli.app import ExitCode, run

Read = Callable[[Path], object]
"""Read a file as our tools do; return what they tell, or raise an error that tells it."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing of which a file may have many: `make` returns the file with so many, `read` reads it.

    The work at `size`, twice and four times that may grow no faster than the file. With `limit`, a pattern,
    a file of `size` is refused with such a message instead. `reader` is the function of ours that gets the
    bytes; it must run.
    """

    name: str
    reader: str
    suffix: str
    make: Callable[[int], bytes]
    read: Read
    size: int
    limit: str = ""


def said(*arguments: str | Path) -> str:
    """Run our command; return its output."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run([*map(str, arguments)])
    assert code != ExitCode.INTERNAL_ERROR, arguments
    out.flush()
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def encoded(make: Callable[[int], str]) -> Callable[[int], bytes]:
    """Return a maker of bytes from a maker of text."""
    return lambda n: make(n).encode()
