"""Write outputs so that a failed, killed or full-disk run leaves the last good file in place."""

from __future__ import annotations

import errno
import importlib
import os
import string
import tempfile
import time
from pathlib import Path
from types import ModuleType

from hexwright.diagnostics.diagnostic import Faults, Span

fcntl: ModuleType | None
try:
    fcntl = importlib.import_module("fcntl")
except ImportError:  # Windows
    fcntl = None

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CHANCE = frozenset(string.ascii_lowercase + string.digits + "_")
"""Of what `tempfile` makes the eight letters that part two files."""
_LONG_AGO = 86_400
"""Seconds after which no process is still writing, where none can be asked."""


def write_atomically(path: Path, data: bytes, *, durable: bool = True, way_out: str = "") -> None:
    """Write a file beside its place and rename it into place once it is whole.

    A durable file is on disk before it takes its place; a cache entry, which proves itself when
    read, need not wait for that. `way_out` tells what to do about a refusal where --out is of no use.
    What killed processes left of the same file is removed; what another is still writing stays.

    Raises `Faults` (W001) when the folder or the disk refuses; the former file is then untouched.
    """
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        handle, temporary = _begin(path)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            if fcntl is not None:  # Renamed under its lock: unlocked it would look like a leftover.
                os.replace(temporary, path)
                temporary = None
        if temporary is not None:  # Windows renames no open file.
            os.replace(temporary, path)
            temporary = None
    except OSError as fault:
        raise Faults.one(
            "W001",
            f"cannot write the file: {fault.strerror or fault}",
            Span(path.as_posix()),
            f"{way_out or _way_out(fault)}; the file that was there is unchanged",
        ) from fault
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _begin(path: Path) -> tuple[int, str]:
    """Return a new file beside a path, open and locked for as long as this process writes it."""
    while True:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        # Another process may have taken it for a leftover before it was locked: it is gone then.
        if not _lock(handle) or os.fstat(handle).st_nlink:
            return handle, temporary
        os.close(handle)


def _remove_leftovers(path: Path) -> None:
    """Remove what was begun for a path by processes that live no more."""
    begin, end = f".{path.name}.", ".part"
    for name in os.listdir(path.parent):
        chance = name.removeprefix(begin).removesuffix(end)
        if name == f"{begin}{chance}{end}" and len(chance) == 8 and _CHANCE.issuperset(chance):
            try:
                _remove_leftover(path.parent / name)
            except OSError:
                continue  # Another's file, or another process was quicker; it does no harm.


def _remove_leftover(part: Path) -> None:
    if fcntl is None:
        if part.stat().st_mtime < time.time() - _LONG_AGO:
            part.unlink()
        return
    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _lock(handle):
            part.unlink()
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file until it is closed or the process ends; tell whether that could be done."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _way_out(fault: OSError) -> str:
    if fault.errno in _FULL:
        return "free some space or choose another folder with --out"
    if isinstance(fault, IsADirectoryError):
        return "a folder has that name: choose another with --out"
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return "a file stands where a folder should be: choose another folder with --out"
    return "choose a folder that can be written to, with --out"


def _umask() -> int:
    """Return the process's file mode mask; reading it means setting it twice."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
