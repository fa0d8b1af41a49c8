"""Cache builds: a request with unchanged data and code reuses its module."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.named_files import read_regular
from hexwright.support.result_cache import ResultCache, digest_of


@dataclass(frozen=True, slots=True)
class CachedBuild:
    """The record of a build in the cache: the module's name, digest and warnings."""

    name: str
    digest: str
    size: int
    diagnostics: tuple[Diagnostic, ...]

    @classmethod
    def from_module(cls, name: str, data: bytes, diagnostics: tuple[Diagnostic, ...]) -> CachedBuild:
        """Build the record for a module that was just built."""
        return cls(name, digest_of([data]), len(data), diagnostics)

    def store(self, cache: ResultCache, fingerprint: str, data: bytes) -> None:
        """Store the module and its record in the cache."""
        cache.put(self.digest, data)
        told = [
            (
                d.code,
                d.severity.value,
                d.message,
                d.hint,
                d.span and (d.span.file, d.span.line, d.span.column),
            )
            for d in self.diagnostics
        ]
        cache.put(fingerprint, json.dumps([self.name, self.digest, self.size, told]).encode())

    @classmethod
    def look_up(cls, cache: ResultCache, fingerprint: str) -> CachedBuild | None:
        """Return the record of the build with this fingerprint, or None."""
        kept = cache.get(fingerprint)
        if kept is None:
            return None
        name, digest, size, told = json.loads(kept)
        diagnostics = tuple(
            Diagnostic(code, Severity(severity), message, Span(*span) if span else None, hint)
            for code, severity, message, hint, span in told
        )
        return cls(name, digest, size, diagnostics)

    def restore(self, folder: Path, cache: ResultCache, inputs: Iterable[Path] = ()) -> bool:
        """Copy the module from the cache to a folder that lacks it; return False if it isn't in the cache.

        `inputs` are the folders in which no file may be replaced.
        """
        path = folder / self.name
        with suppress(OSError):
            if digest_of([read_regular(path, self.size)]) == self.digest:
                return True
        data = cache.get(self.digest)
        if data is None:
            return False
        write_atomically(path, data, inputs=inputs)
        return True
