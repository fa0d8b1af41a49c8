"""Cache expensive results by a digest of all their inputs. The cache may be deleted at any time."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from hexwright.diagnostics.diagnostic import InputError
from hexwright.support.atomic_writes import write_atomically

_DIGEST = hashlib.sha256().digest_size
_LIMIT = 512 * 1024 * 1024
"""Maximum size of the cache in bytes; the least recently used entries are deleted."""
_FOLDER = re.compile("[0-9a-f]{2}")
"""The pattern of the names of entry folders."""
_PAGE = ("web/frontend/", "web/bundle/")


def cache_folder() -> Path:
    """Return the folder named by `HEXWRIGHT_CACHE`, or a folder in the user's cache directory."""
    named = os.environ.get("HEXWRIGHT_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path  # imported late: most commands need no cache

    return user_cache_path("hexwright", appauthor=False)


@cache
def code_digest() -> str:
    """Return a digest of all files of hexwright, so that results computed by other versions aren't reused.

    A checkout and the wheel made of it have the same digest: of the page, no result depends on the sources,
    which only a checkout has, or on what they are built into.
    """
    import hexwright

    files = set()  # A root may be named twice, and two roots may have files of one name.
    # For two thousand files, plain names are read in a third of the time that paths take.
    for root in hexwright.__path__:
        names = (os.path.join(at, file) for at, _, found in os.walk(root) for file in found)
        files |= {(os.path.relpath(name, root).replace(os.sep, "/"), name) for name in names}
    digest = hashlib.sha256()
    for place, name in sorted(files):
        if not place.endswith((".pyc", ".pyo")) and not place.startswith(_PAGE):
            with open(name, "rb") as file:
                digest.update(place.encode() + b"\0" + file.read())
    return digest.hexdigest()


@cache
def code_identity() -> str:
    """Return the version of hexwright with the beginning of its digest, for people and for comparisons."""
    return f"{version('hexwright')} {code_digest()[:12]}"


def digest_of(parts: Iterable[str | bytes]) -> str:
    """Return the digest of a list of parts; different lists have different digests."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def _entry_seal(key: str, content: bytes) -> bytes:
    """Return the digest that binds an entry to its key, so that an entry under another key is rejected."""
    return hashlib.sha256(key.encode() + b"\0" + content).digest()


@dataclass(frozen=True, slots=True)
class ResultCache:
    """A folder of entries named by digest; a damaged, unreadable or misplaced entry counts as absent."""

    folder: Path

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """Return the entry for a digest, or None if there is no valid entry."""
        path = self._path(key)
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        content = stored[_DIGEST:]
        if _entry_seal(key, content) != stored[:_DIGEST]:
            return None
        with suppress(OSError):
            os.utime(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Store bytes under a digest; errors in writing the cache are ignored."""
        with suppress(InputError):
            write_atomically(self._path(key), _entry_seal(key, content) + content, durable=False)

    def get_or_make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the entry for a digest; if there is none, compute and store it."""
        kept = self.get(key)
        if kept is None:
            kept = make()
            self.put(key, kept)
        return kept

    def prune(self, limit: int = _LIMIT) -> None:
        """Delete the least recently used entries until the rest fits in `limit` bytes.

        Other files in the folder, such as the compiled engine driver, are kept.
        """
        entries: list[tuple[float, int, str]] = []
        with suppress(OSError):
            for folder in os.scandir(self.folder):
                ours = _FOLDER.fullmatch(folder.name) is not None and folder.is_dir()
                for entry in os.scandir(folder) if ours else ():
                    if entry.is_file():
                        status = entry.stat()
                        entries.append((status.st_mtime, status.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= limit:
                break
            with suppress(OSError):
                os.unlink(path)
                total -= size
