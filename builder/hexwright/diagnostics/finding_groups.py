"""Group diagnostics by cause: a large module has thousands of diagnostics and few causes.

In a game's files, designers often copy a mistake down a list, so diagnostics of one file are grouped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """The diagnostics of one check with the same cause, in order of location; never empty."""

    findings: tuple[Diagnostic, ...]

    @property
    def code(self) -> str:
        """Return the code that all diagnostics of the group share."""
        return self.findings[0].code

    @property
    def severity(self) -> Severity:
        """Return the severity that all diagnostics of the group share."""
        return self.findings[0].severity

    @property
    def cause(self) -> str:
        """Return the shared cause; by default, the shared message."""
        return finding_cause(self.findings[0])

    @property
    def hint(self) -> str:
        """Return the hint, or "" if the diagnostics have different hints."""
        return self.findings[0].hint if len({finding.hint for finding in self.findings}) == 1 else ""

    @property
    def other_lines(self) -> tuple[int, ...]:
        """Return the line numbers of all diagnostics except the first."""
        lines = (finding.span.line for finding in self.findings[1:] if finding.span is not None)
        return tuple(dict.fromkeys(line for line in lines if line))

    @property
    def has_own_messages(self) -> bool:
        """Return whether the diagnostics have messages that differ from the cause."""
        return bool(self.findings[0].cause)


def finding_cause(diagnostic: Diagnostic) -> str:
    """Return the text by which diagnostics are grouped: the cause, or the message if there is no cause."""
    return diagnostic.cause or diagnostic.message


def group_by_cause(diagnostics: Iterable[Diagnostic]) -> tuple[FindingGroup, ...]:
    """Return the diagnostics grouped by cause: most severe first, then by code, then the largest group
    first.
    """
    found: dict[tuple[str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.severity, finding_cause(diagnostic))
        found.setdefault(key, []).append(diagnostic)
    groups = [FindingGroup(tuple(findings)) for findings in found.values()]
    return tuple(sorted(groups, key=lambda g: (g.severity.rank, g.code, -len(g.findings), g.cause)))


def group_by_file_and_cause(diagnostics: Iterable[Diagnostic]) -> tuple[FindingGroup, ...]:
    """Return the diagnostics grouped by file and cause, in the order of the groups' first diagnostics."""
    found: dict[tuple[str, str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.span.file if diagnostic.span else ""
        found.setdefault((file, diagnostic.code, diagnostic.severity, finding_cause(diagnostic)), []).append(
            diagnostic
        )
    return tuple(FindingGroup(tuple(findings)) for findings in found.values())
