"""Read the files that users name, without waiting for a pipe or filling memory from a device."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

_KINDS: Final = (
    (stat.S_ISDIR, errno.EISDIR, "it is a folder"),
    (stat.S_ISFIFO, errno.EINVAL, "it is a pipe, not a file"),
    (stat.S_ISSOCK, errno.EINVAL, "it is a socket, not a file"),
    (stat.S_ISCHR, errno.EINVAL, "it is a device, not a file"),
    (stat.S_ISBLK, errno.EINVAL, "it is a device, not a file"),
)


class UnsuitableFileError(OSError):
    """The error for a pipe, socket, device or folder, and for a file that is too large.

    `strerror` is the reason in words.
    """


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading.

    Raise OSError if the file can't be opened, and `UnsuitableFileError` for a folder, pipe, socket or
    device; none is waited for.
    """
    # A device may act when it is opened, so its kind is looked at before; a name may change in between.
    _require_regular(path, path.stat().st_mode)
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _require_regular(path, os.fstat(handle).st_mode)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file; raise OSError as `open_regular` does, and
    `UnsuitableFileError` for a file with more than `limit` bytes.
    """
    with open_regular(path) as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise UnsuitableFileError(errno.EFBIG, f"it has more than {limit:,} bytes", str(path))
    return data


def _require_regular(path: Path, mode: int) -> None:
    for is_kind, code, words in _KINDS:
        if is_kind(mode):
            raise UnsuitableFileError(code, words, str(path))
