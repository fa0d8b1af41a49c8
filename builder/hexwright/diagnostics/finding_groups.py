"""Group diagnostics by cause: a large module has thousands of diagnostics and few causes.

In a game's files, a mistake is often copied down a list, so diagnostics of one file are grouped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """The diagnostics of one check with the same cause, in order of place; never empty."""

    findings: tuple[Diagnostic, ...]

    @property
    def code(self) -> str:
        """Return the check's code."""
        return self.findings[0].code

    @property
    def severity(self) -> Severity:
        """Return the severity."""
        return self.findings[0].severity

    @property
    def cause(self) -> str:
        """Return the shared cause: their message, if it is the same."""
        return finding_cause(self.findings[0])

    @property
    def hint(self) -> str:
        """Return the hint, if all diagnostics have the same."""
        return self.findings[0].hint if len({finding.hint for finding in self.findings}) == 1 else ""

    @property
    def other_lines(self) -> tuple[int, ...]:
        """Return the lines of all diagnostics but the first."""
        lines = (finding.span.line for finding in self.findings[1:] if finding.span is not None)
        return tuple(dict.fromkeys(line for line in lines if line))

    @property
    def has_own_messages(self) -> bool:
        """Return whether the diagnostics have messages of their own besides the cause."""
        return bool(self.findings[0].cause)


def finding_cause(diagnostic: Diagnostic) -> str:
    """Return the cause that a diagnostic shares with others of its origin."""
    return diagnostic.cause or diagnostic.message


def group_by_cause(diagnostics: Iterable[Diagnostic]) -> tuple[FindingGroup, ...]:
    """Return the diagnostics grouped by cause: most severe first, then by code, then by number of places."""
    found: dict[tuple[str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.severity, finding_cause(diagnostic))
        found.setdefault(key, []).append(diagnostic)
    groups = [FindingGroup(tuple(findings)) for findings in found.values()]
    return tuple(sorted(groups, key=lambda g: (g.severity.rank, g.code, -len(g.findings), g.cause)))


def group_by_file_and_cause(diagnostics: Iterable[Diagnostic]) -> tuple[FindingGroup, ...]:
    """Return the diagnostics grouped by cause within each file, in order of their first places."""
    found: dict[tuple[str, str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.span.file if diagnostic.span else ""
        found.setdefault((file, diagnostic.code, diagnostic.severity, finding_cause(diagnostic)), []).append(
            diagnostic
        )
    return tuple(FindingGroup(tuple(findings)) for findings in found.values())
