"""Check a library: a folder with many modules, each a task that any worker can take."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks.findings_formats import as_json
from hexwright.module_checks.module_verdict import verify_paths
from hexwright.support.result_cache import code_identity, digest_of
from hexwright.support.workers.shared_file import unshared
from hexwright.vassal.codec.module_archive import BUILD_FILES

_MODULE: Final = ".vmod"
_EXTENSION: Final = ".vmdx"
_EXTENSIONS_FOLDER: Final = "_ext"
"""The end of the name of the folder, beside a module, from which VASSAL loads its extensions."""


@dataclass(frozen=True, slots=True)
class LibraryModule:
    """A module of a library with its extensions, or an extension that belongs to none."""

    name: str
    """The path within the library."""
    paths: tuple[Path, ...]
    stamp: str
    """The digest of the sizes and times of its files, which tells whether they changed."""


@dataclass(frozen=True, slots=True)
class CheckedLibraryModule:
    """What was found in a module of a library."""

    name: str
    findings: Mapping[str, Any]
    """What `verify --format json` writes for the module; nothing if checking it failed."""
    failure: str = ""
    """The error of hexwright's own that ended the check."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Return the number of findings by level."""
        counts: Mapping[str, int] = self.findings.get("counts", {})
        return counts

    @property
    def checks(self) -> Mapping[str, Mapping[str, int]]:
        """Return the numbers of findings and causes by the code of a check."""
        checks: Mapping[str, Mapping[str, int]] = self.findings.get("checks", {})
        return checks

    @property
    def score(self) -> Mapping[str, int]:
        """Return the points of each part of the score; nothing for a file that is no readable module."""
        return {name: part["points"] for name, part in self.findings.get("score", {}).items()}

    def fails(self, level: Severity | None) -> bool:
        """Return whether the check failed, or found something at least as severe as `level`."""
        worst = [Severity(name) for name, number in self.counts.items() if number]
        return bool(self.failure) or (level is not None and any(one.rank <= level.rank for one in worst))


def library_modules(folder: Path) -> tuple[LibraryModule, ...]:
    """Return the modules in a folder and in those below it, by name; () if it holds no packed module.

    Links to folders, and names that start with a dot, are skipped. A folder with a build file is an unpacked
    module. Paths are absolute, because workers run in other folders.
    """
    folder = folder.absolute()
    found = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    if not any(path.suffix.lower() in (_MODULE, _EXTENSION) for path in found.values()):
        return ()
    modules = {name: [path] for name, path in found.items() if path.suffix.lower() != _EXTENSION}
    for name, path in found.items():
        if path.suffix.lower() == _EXTENSION:
            parent = path.parent
            owner = parent.with_name(parent.name.removesuffix(_EXTENSIONS_FOLDER) + _MODULE)
            beside = owner.relative_to(folder).as_posix() if parent != folder else ""
            modules.setdefault(beside if beside in modules else name, []).append(path)
    return tuple(LibraryModule(name, tuple(paths), _stamp(paths)) for name, paths in sorted(modules.items()))


def _files(folder: Path) -> Iterator[Path]:
    """Yield packed modules, extensions and the folders of unpacked modules, in order."""
    for at, folders, files in os.walk(folder):
        if Path(at) != folder and any(name in files for name in BUILD_FILES):
            folders.clear()
            yield Path(at)
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(at, name)
            if path.suffix.lower() in (_MODULE, _EXTENSION) and not name.startswith(".") and path.is_file():
                yield path


def _stamp(paths: list[Path] | tuple[Path, ...]) -> str:
    """Return the digest of the sizes and times of files, and of the files in folders."""
    parts = []
    for path in paths:
        below = [Path(at, name) for at, _, files in os.walk(path) for name in files]
        for file in sorted(below) or [path]:
            status = file.stat()
            parts.append(f"{file.relative_to(path.parent).as_posix()} {status.st_size} {status.st_mtime_ns}")
    return digest_of(parts)[:16]


class LibraryJob:
    """The checks of a library, a module a task. Workers read the modules themselves."""

    def __init__(self, folder: Path, codes: tuple[str, ...]) -> None:
        self.name, self._codes = f"verify {folder.absolute().as_posix()}", codes

    @property
    def identity(self) -> Mapping[str, str]:
        """Return the version of hexwright and the checks."""
        return {"hexwright": code_identity(), "checks": digest_of(self._codes)[:12]}

    def do(self, module: LibraryModule) -> CheckedLibraryModule:
        """Check a module. Raises InputError if a worker lacks it, or if it changed in the meantime."""
        try:
            same = _stamp(module.paths) == module.stamp
        except OSError as fault:
            raise unshared(module.paths[0], f"there is no such file ({fault.strerror})") from fault
        if not same:
            raise unshared(module.paths[0], "it isn't the file that was listed")
        try:
            found = json.loads(as_json(verify_paths(module.paths, self._codes)))
        except Exception as crash:  # One module must not end the check of a thousand.
            return CheckedLibraryModule(module.name, {}, f"{type(crash).__name__}: {crash}")
        return CheckedLibraryModule(module.name, found)

    def part_for(self, module: LibraryModule) -> LibraryJob:
        """Return this job."""
        return self

    def key(self, module: LibraryModule) -> str:
        """Return the name and stamp of a module: one that changed is checked again."""
        return f"{module.name} {module.stamp}"

    def as_json(self, result: CheckedLibraryModule) -> Any:
        """Return a result as JSON values."""
        return {"module": result.name, "failure": result.failure, "findings": result.findings}

    def from_json(self, values: Any) -> CheckedLibraryModule:
        """Return the result that was written as JSON values."""
        return CheckedLibraryModule(values["module"], dict(values["findings"]), values["failure"])
