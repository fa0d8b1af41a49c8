"""Remember builds: a request whose data and code are as before has its module ready."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.support.atomic_writes import write_atomically
from hexwright.support.result_cache import Cache, digest_of


@dataclass(frozen=True, slots=True)
class KnownBuild:
    """What the cache knows of a build: the module's name and digest, and the warnings it gave."""

    name: str
    digest: str
    size: int
    diagnostics: tuple[Diagnostic, ...]

    @classmethod
    def of(cls, name: str, data: bytes, diagnostics: tuple[Diagnostic, ...]) -> KnownBuild:
        """Build from a module that was just made."""
        return cls(name, digest_of([data]), len(data), diagnostics)

    def keep(self, cache: Cache, fingerprint: str, data: bytes) -> None:
        """Keep the module and what is known of it."""
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
    def recall(cls, cache: Cache, fingerprint: str) -> KnownBuild | None:
        """Return what is known of a build, or None."""
        kept = cache.get(fingerprint)
        if kept is None:
            return None
        name, digest, size, told = json.loads(kept)
        diagnostics = tuple(
            Diagnostic(code, Severity(severity), message, Span(*span) if span else None, hint)
            for code, severity, message, hint, span in told
        )
        return cls(name, digest, size, diagnostics)

    def restore(self, folder: Path, cache: Cache) -> bool:
        """Make sure that the module stands in a folder; return False when it can't be had."""
        path = folder / self.name
        try:
            if path.stat().st_size == self.size and digest_of([path.read_bytes()]) == self.digest:
                return True
        except OSError:
            pass
        data = cache.get(self.digest)
        if data is None:
            return False
        write_atomically(path, data)
        return True
