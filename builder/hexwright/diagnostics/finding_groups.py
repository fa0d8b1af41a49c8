"""Tell findings of one cause as one: a large module has thousands of findings and few causes.

In a game's files a slip is made once and copied down a list, so that findings of one file belong together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexwright.diagnostics.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Group:
    """Hold the findings of one check that share a cause, in order of place; there is always one."""

    findings: tuple[Diagnostic, ...]

    @property
    def code(self) -> str:
        """Return the check's code."""
        return self.findings[0].code

    @property
    def severity(self) -> Severity:
        """Return the level."""
        return self.findings[0].severity

    @property
    def cause(self) -> str:
        """Return what the findings share: their message, where it is one."""
        return cause_of(self.findings[0])

    @property
    def hint(self) -> str:
        """Return what to do instead, where all findings say the same."""
        return self.findings[0].hint if len({finding.hint for finding in self.findings}) == 1 else ""

    @property
    def also_in(self) -> tuple[int, ...]:
        """Return the lines of all findings but the first."""
        lines = (finding.span.line for finding in self.findings[1:] if finding.span is not None)
        return tuple(dict.fromkeys(line for line in lines if line))

    @property
    def says_more(self) -> bool:
        """Tell whether each finding has a message of its own beside the cause."""
        return bool(self.findings[0].cause)


def cause_of(diagnostic: Diagnostic) -> str:
    """Return what a finding shares with others of its origin."""
    return diagnostic.cause or diagnostic.message


def grouped(diagnostics: Iterable[Diagnostic]) -> tuple[Group, ...]:
    """Return the findings by cause: the gravest first, then by code, then those with most places."""
    found: dict[tuple[str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.severity, cause_of(diagnostic))
        found.setdefault(key, []).append(diagnostic)
    groups = [Group(tuple(findings)) for findings in found.values()]
    return tuple(sorted(groups, key=lambda g: (g.severity.rank, g.code, -len(g.findings), g.cause)))


def grouped_by_file(diagnostics: Iterable[Diagnostic]) -> tuple[Group, ...]:
    """Return the findings by cause within each file, in the order of their first places."""
    found: dict[tuple[str, str, Severity, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.span.file if diagnostic.span else ""
        found.setdefault((file, diagnostic.code, diagnostic.severity, cause_of(diagnostic)), []).append(
            diagnostic
        )
    return tuple(Group(tuple(findings)) for findings in found.values())
