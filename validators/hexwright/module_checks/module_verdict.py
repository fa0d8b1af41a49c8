"""The findings of all checks on a module and its extensions, and the module's score."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.inspect.analysis.module_view import ModuleView, open_module
from hexwright.module_checks.check_catalogue import select_checks
from hexwright.module_checks.check_framework import CheckedModule
from hexwright.module_checks.findings_baseline import Baseline
from hexwright.module_checks.module_score import ModuleScore, score_module
from hexwright.vassal.codec.buildfile.components import GameModule, ModuleExtension

#: The checks that apply to a file that isn't a readable module.
WITHOUT_A_MODULE = frozenset({"V001", "V002", "V306"})


@dataclass(frozen=True, slots=True)
class ModuleFindings:
    """The findings in a set of files, sorted by location, and the module's score (None if the module can't be
    read).

    `paths` are the files as named on the command line. With a baseline, `known` contains the findings that
    are also in the baseline, and `gone` is the number of findings in the baseline that no longer occur.
    Without a baseline, `gone` is None.
    """

    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    score: ModuleScore | None = None
    paths: tuple[str, ...] = ()
    known_findings: frozenset[Diagnostic] = frozenset()
    fixed_count: int | None = None

    @property
    def has_baseline(self) -> bool:
        """Return whether the findings were compared with a baseline."""
        return self.fixed_count is not None

    @property
    def new_findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings that aren't in the baseline; all of them if there is no baseline."""
        return (
            tuple(d for d in self.diagnostics if d not in self.known_findings)
            if self.known_findings
            else self.diagnostics
        )

    def path_of(self, file: str) -> str:
        """Return the path of a file as it was named on the command line."""
        return dict(zip(self.files, self.paths, strict=False)).get(file, file)

    def counts(self) -> dict[Severity, int]:
        """Return the number of new findings per severity, most severe first."""
        found = dict.fromkeys(Severity, 0)
        for diagnostic in self.new_findings:
            found[diagnostic.severity] += 1
        return found

    def fails(self, level: Severity | None) -> bool:
        """Return whether there is a new finding at least as severe as `level`; False if `level` is None."""
        return level is not None and any(d.severity.rank <= level.rank for d in self.new_findings)

    def with_diagnostics(self, diagnostics: Sequence[Diagnostic]) -> ModuleFindings:
        """Return the findings combined with findings from another source, such as the engine driver."""
        return replace(self, diagnostics=_in_order([*self.diagnostics, *diagnostics]))

    def compared_with_baseline(self, baseline: Baseline, codes: Collection[str]) -> ModuleFindings:
        """Return the findings after comparing them with a baseline; `codes` are the codes of the checks that
        were run.
        """
        known = baseline.known_findings(self.diagnostics)
        return replace(self, known_findings=known, fixed_count=baseline.fixed_count(self.diagnostics, codes))


def file_and_path(diagnostic: Diagnostic) -> tuple[str, str]:
    """Return the file of a finding and the path inside it; the path is empty for the file as a whole."""
    file, _, path = (diagnostic.span.file if diagnostic.span else "").partition("!")
    return file, path


def verify_paths(
    paths: Sequence[Path], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> ModuleFindings:
    """Check a module together with its extensions, or check extensions alone as far as possible.

    `select` and `ignore` contain codes, prefixes of codes, or names of checks. Raises ValueError for a word
    that matches no check; faults in the files raise no exception.
    """
    wanted = select_checks(tuple(select), tuple(ignore))
    with open_module(paths) as module:
        return verify_module(module, tuple(check.code for check in wanted))


def verify_module(module: ModuleView, codes: Sequence[str] | None = None) -> ModuleFindings:
    """Run all checks, or the checks with these codes, on an open module."""
    subject = CheckedModule(module)
    found: list[Diagnostic] = []
    readable = isinstance(module.root, GameModule)
    alone = isinstance(module.root, ModuleExtension)
    for check in select_checks(tuple(codes or ())):
        if not (readable or (alone and not check.needs_module) or check.code in WITHOUT_A_MODULE):
            continue
        found.extend(check.findings(subject))
    return ModuleFindings(
        tuple(file.name for file in module.files),
        _in_order(found),
        score_module(subject) if readable else None,
        tuple(file.path for file in module.files),
    )


def _in_order(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda d: d.sort_key))
