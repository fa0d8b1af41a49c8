"""Format findings as text: grouped by cause for the terminal, one by one, or as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.diagnostics.finding_groups import FindingGroup, group_by_cause
from hexwright.inspect.analysis.module_place import shorten_place, shorten_text
from hexwright.module_checks.check_catalogue import explain

#: The default limit of causes per check, and of places per cause.
CAUSES, PLACES = 5, 3
#: The most characters of a place and of a message on a terminal.
PLACE, MESSAGE, DETAIL = 160, 240, 120


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the report, and the severity word in it that is coloured (an empty string if there is
    none).
    """

    text: str
    word: str = ""


def cause_lines(diagnostics: Sequence[Diagnostic], most: int | None = None) -> Iterator[ReportLine]:
    """Yield lines that list each cause once, with its count and first locations; `most` limits the number of
    causes and of locations.
    """
    for _, of_check in groupby(group_by_cause(diagnostics), key=lambda group: (group.severity, group.code)):
        groups = list(of_check)
        for group in groups[: most or CAUSES]:
            yield from _group(group, most or PLACES)
        left = groups[most or CAUSES :]
        if left:
            number = sum(len(group.findings) for group in left)
            code, word = left[0].code, left[0].severity.value
            yield ReportLine(
                f"{word}[{code}]: {_counted(len(left), 'more cause')}, {_counted(number, 'finding')}", word
            )


def finding_lines_in_order(diagnostics: Sequence[Diagnostic]) -> Iterator[ReportLine]:
    """Yield a full line for each finding, sorted by file and path."""
    for diagnostic in diagnostics:
        yield ReportLine(str(diagnostic), diagnostic.severity.value)


def check_rows(diagnostics: Sequence[Diagnostic]) -> tuple[tuple[str, str, str, str, str], ...]:
    """Return one row per check: severity, code, number of findings, number of causes, and the
    check's title.
    """
    groups = group_by_cause(diagnostics)
    findings = Counter(d.code for d in diagnostics)
    causes = Counter(group.code for group in groups)
    levels = {group.code: group.severity.value for group in groups}
    return tuple(
        (
            level,
            code,
            f"{findings[code]:,}",
            f"{causes[code]:,}",
            check.title if (check := explain(code)) else "",
        )
        for code, level in levels.items()
    )


def _group(group: FindingGroup, most: int) -> Iterator[ReportLine]:
    word = group.severity.value
    head = f"{word}[{group.code}]: {shorten_text(group.cause, MESSAGE)}"
    hint = f" — {group.hint}" if group.hint else ""
    first = group.findings[0]
    if len(group.findings) == 1:
        message = shorten_text(first.message, MESSAGE)
        yield ReportLine(f"{_place(first)}: {word}[{group.code}]: {message}{hint}", word)
        return
    yield ReportLine(f"{head}{hint} ({_counted(len(group.findings), 'place')})", word)
    for finding in group.findings[:most]:
        more = f": {shorten_text(finding.message, DETAIL)}" if group.has_own_messages else ""
        yield ReportLine(f"    {_place(finding)}{more}")
    if len(group.findings) > most:
        yield ReportLine(f"    and {len(group.findings) - most:,} more")


def _place(diagnostic: Diagnostic) -> str:
    return shorten_place(str(diagnostic.span), PLACE) if diagnostic.span is not None else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
