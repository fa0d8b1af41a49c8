"""Judge a module with its extensions: the findings of all checks, and a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.diagnostics import Diagnostic, Severity
from builder.vassal.buildfile.components import GameModule, ModuleExtension
from validators.checks.catalogue import chosen
from validators.checks.framework import Subject
from validators.checks.score import Score, score
from validators.reading.module import Module, open_module

#: What can be said of a file that is no readable module.
WITHOUT_A_MODULE = frozenset({"V001", "V002", "V306"})


@dataclass(frozen=True, slots=True)
class Findings:
    """Hold what was found in which files, sorted by place, and the module's score (None if unread)."""

    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    score: Score | None = None

    def counts(self) -> dict[Severity, int]:
        """Return how many findings there are of each severity, the gravest first."""
        found = dict.fromkeys(Severity, 0)
        for diagnostic in self.diagnostics:
            found[diagnostic.severity] += 1
        return found

    def fails(self, level: Severity | None) -> bool:
        """Tell whether there is a finding of this level or graver; None never fails."""
        return level is not None and any(d.severity.rank <= level.rank for d in self.diagnostics)

    def with_more(self, diagnostics: Sequence[Diagnostic]) -> Findings:
        """Return the findings with those of another judge, such as the real engine."""
        return Findings(self.files, _in_order([*self.diagnostics, *diagnostics]), self.score)


def verify(paths: Sequence[Path], select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Findings:
    """Judge a module together with its extensions, or extensions alone as far as they can be.

    `select` and `ignore` are codes, beginnings of codes, or names of checks. Raises ValueError for one
    that means no check; whatever the files hold, nothing else is raised.
    """
    wanted = chosen(tuple(select), tuple(ignore))
    with open_module(paths) as module:
        return judge(module, tuple(check.code for check in wanted))


def judge(module: Module, codes: Sequence[str] | None = None) -> Findings:
    """Judge a module that is open, by the checks of these codes or by all."""
    subject = Subject(module)
    found: list[Diagnostic] = []
    readable = isinstance(module.root, GameModule)
    alone = isinstance(module.root, ModuleExtension)
    for check in chosen(tuple(codes or ())):
        if not (readable or (alone and not check.needs_module) or check.code in WITHOUT_A_MODULE):
            continue
        found.extend(check.findings(subject))
    return Findings(
        tuple(file.name for file in module.files), _in_order(found), score(subject) if readable else None
    )


def _in_order(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda d: d.sort_key))
