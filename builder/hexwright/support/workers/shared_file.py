"""A file that workers read themselves, so that it isn't sent to each: on a cluster, from a shared folder."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexwright.diagnostics.diagnostic import InputError, Span
from hexwright.support.named_files import open_regular

_BLOCK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file with its digest, by which a worker that has another is found."""

    path: Path
    digest: str

    @classmethod
    def of(cls, path: Path) -> SharedFile:
        """Return a file of this machine; raise OSError if it can't be read."""
        return cls(path.absolute(), file_digest(path))

    def require(self) -> Path:
        """Return the path; raise `InputError` if this machine lacks the file, or has another of its name."""
        try:
            same = file_digest(self.path) == self.digest
        except OSError as fault:
            raise unshared(self.path, f"there is no such file ({fault.strerror})") from fault
        if not same:
            raise unshared(self.path, "it has another content here")
        return self.path


def file_digest(path: Path) -> str:
    """Return the digest of a file of any length; raise OSError if it can't be read."""
    digest = hashlib.sha256()
    with open_regular(path) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def unshared(path: Path, told: str) -> InputError:
    """Return the error for a file that isn't there as the task has it."""
    return InputError.single(
        "P048",
        f"{path.as_posix()}: {told}",
        Span("--on"),
        "share the folder with all workers under the same path, such as by NFS",
    )
