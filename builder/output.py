"""Write outputs so that a failed, killed or full-disk run leaves the last good file in place."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from builder.diagnostics import Faults, Span

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_atomically(path: Path, data: bytes, *, durable: bool = True, way_out: str = "") -> None:
    """Write a file beside its place and rename it into place once it is whole.

    A durable file is on disk before it takes its place; a cache entry, which proves itself when
    read, need not wait for that. `way_out` tells what to do about a refusal where --out is of no use.

    Raises `Faults` (W001) when the folder or the disk refuses; the former file is then untouched.
    """
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
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
