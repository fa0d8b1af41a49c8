"""Write outputs so that the previous file stays intact if a run fails or is killed, or the disk is full."""

from __future__ import annotations

import errno
import importlib
import os
import stat
import string
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from hexwright.diagnostics.diagnostic import InputError, Span

fcntl: ModuleType | None
try:
    fcntl = importlib.import_module("fcntl")
except ImportError:  # Windows
    fcntl = None

WriteTo = Callable[[BinaryIO], None]
"""A function that writes a file's content."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CHANCE = frozenset(string.ascii_lowercase + string.digits + "_")
"""The characters that `tempfile` uses in the eight-letter suffix that makes names unique."""
_STALE_AFTER_SECONDS = 86_400
"""Seconds after which a file counts as abandoned, on systems without file locks."""


def write_atomically(
    path: Path,
    data: bytes | Iterable[bytes] | WriteTo,
    *,
    durable: bool = True,
    way_out: str = "",
    inputs: Iterable[Path] = (),
) -> None:
    """Write a file next to its destination and rename it once it is complete. `data` may come in parts,
    or be a function that writes them to the file.

    A durable file is flushed to disk before the rename; a cache entry, which is verified when read, need not
    be. `way_out` is the hint for write errors that another --out can't solve. `inputs` are the files and
    folders that must not be replaced (`refuse_inputs`). A pipe or device is written to, not replaced.

    Leftovers of killed processes for the same file are removed; files that other processes are still writing
    are kept. Raise `InputError` (W001) if the folder or disk can't be written; the previous file is then
    unchanged, and a folder that was made for the file is removed.
    """
    refuse_inputs(path, inputs)
    if _is_stream(path):
        _write_through(path, data)
        return
    temporary: str | None = None
    made = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        handle, temporary = _open_temporary(path)
        with os.fdopen(handle, "wb") as file:
            _put(file, data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            if fcntl is not None:  # Renamed under its lock: unlocked it would look like a leftover.
                os.replace(temporary, path)
                temporary = None
        if temporary is not None:  # Windows can't rename an open file.
            os.replace(temporary, path)
            temporary = None
        made = []
    except OSError as fault:
        raise InputError.single(
            "W001",
            f"the file can't be written: {fault.strerror or fault}",
            Span(path.as_posix()),
            f"{way_out or _write_error_hint(fault)}; the previous file is unchanged",
        ) from fault
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        with suppress(OSError):
            for folder in made:
                folder.rmdir()


def refuse_inputs(path: Path, inputs: Iterable[Path]) -> None:
    """Raise `InputError` (W002) if an output is one of the inputs, or an existing file in an input folder.

    Links and other spellings of the same file are recognized.
    """
    for given in inputs:
        try:
            same = path.samefile(given) or (
                given.is_dir() and path.exists() and path.resolve().is_relative_to(given.resolve())
            )
        except OSError:  # One of them doesn't exist.
            continue
        if same:
            raise InputError.single(
                "W002",
                f"the output would replace {'a file of ' * given.is_dir()}the input {given.as_posix()}",
                Span(path.as_posix()),
                "write another name for the output; the file is unchanged",
            )


def _is_stream(path: Path) -> bool:
    """Return whether a path names a pipe, device or socket, or an open file by its number."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    if stat.S_ISREG(mode):
        folder = path.parent.resolve().as_posix()
        return folder == "/dev" or folder.startswith("/proc/")
    return not stat.S_ISDIR(mode)


def _write_through(path: Path, data: bytes | Iterable[bytes] | WriteTo) -> None:
    try:
        # Neither created nor cut: an open file behind /dev/stdout keeps what was written before.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
            _put(stream, data)
    except OSError as fault:
        raise InputError.single(
            "W001",
            f"the output can't be written: {(fault.strerror or str(fault)).lower()}",
            Span(path.as_posix()),
            "choose a file with --out",
        ) from fault


def _put(file: BinaryIO, data: bytes | Iterable[bytes] | WriteTo) -> None:
    if callable(data):
        data(file)
    else:
        file.writelines((data,) if isinstance(data, bytes) else data)


def _open_temporary(path: Path) -> tuple[int, str]:
    """Create a new file next to a path, locked while this process writes it; return its handle and name."""
    while True:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        # Another process may have taken it for a leftover before it was locked, and removed it.
        if not _lock(handle) or os.fstat(handle).st_nlink:
            return handle, temporary
        os.close(handle)


def _remove_leftovers(path: Path) -> None:
    """Remove temporary files for a path that belong to ended processes."""
    begin, end = f".{path.name}.", ".part"
    for name in os.listdir(path.parent):
        chance = name.removeprefix(begin).removesuffix(end)
        if name == f"{begin}{chance}{end}" and len(chance) == 8 and _CHANCE.issuperset(chance):
            try:
                _remove_leftover(path.parent / name)
            except OSError:
                continue  # Another process's file, or already removed by one; harmless.


def _remove_leftover(part: Path) -> None:
    if fcntl is None:
        if part.stat().st_mtime < time.time() - _STALE_AFTER_SECONDS:
            part.unlink()
        return
    handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if _lock(handle):
            part.unlink()
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file until it is closed or the process ends; return whether locking worked."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _write_error_hint(fault: OSError) -> str:
    if fault.errno in _FULL:
        return "free some space or choose another folder with --out"
    if isinstance(fault, IsADirectoryError):
        return "choose another name with --out: a folder with this name exists"
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return "choose another folder with --out: a file has the name of the folder"
    return "choose a writable folder with --out"


def _umask() -> int:
    """Return the process's file mode mask. It can be read only by setting it, so it is set twice."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
