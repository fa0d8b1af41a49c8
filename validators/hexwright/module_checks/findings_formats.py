"""Format findings as JSON, GitHub annotations or HTML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.diagnostics.finding_groups import FindingGroup, finding_cause, group_by_cause
from hexwright.inspect.analysis.module_place import STEP
from hexwright.module_checks.check_catalogue import explain
from hexwright.module_checks.module_verdict import ModuleFindings, file_and_path
from hexwright.support.report_pages import render_page

#: The version of the JSON layout; raised by a change that breaks readers.
JSON_VERSION = 1
#: The most places that an annotation lists per cause.
PLACES = 10
_WORDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


def as_json(findings: ModuleFindings) -> str:
    """Return all findings as JSON: the files, the findings in order, the counts by check, and the parts of
    the score.
    """
    rows: list[dict[str, Any]] = []
    for diagnostic in findings.diagnostics:
        file, path = file_and_path(diagnostic)
        check = explain(diagnostic.code)
        row = {
            "code": diagnostic.code,
            "name": check.name if check else "",
            "level": diagnostic.severity.value,
            "file": file,
            "path": path,
            "message": diagnostic.message,
            "cause": finding_cause(diagnostic),
            "hint": diagnostic.hint,
        }
        rows.append(
            row | ({"new": diagnostic not in findings.known_findings} if findings.has_baseline else {})
        )
    parts = findings.score.parts if findings.score else ()
    found = {
        "version": JSON_VERSION,
        "files": list(findings.files),
        "findings": rows,
        "counts": {severity.value: count for severity, count in findings.counts().items()},
        "checks": _by_check(findings),
        **(
            {"known": len(findings.known_findings), "gone": findings.fixed_count}
            if findings.has_baseline
            else {}
        ),
        "score": {part.name: {"points": part.points, "because": part.because} for part in parts},
    }
    return json.dumps(found, ensure_ascii=False, indent=2)


def _by_check(findings: ModuleFindings) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for group in group_by_cause(findings.new_findings):
        row = found.setdefault(group.code, {"findings": 0, "causes": 0})
        row["findings"] += len(group.findings)
        row["causes"] += 1
    return found


def as_github(findings: ModuleFindings, *, each: bool = False) -> str:
    """Return the new findings as workflow commands, which GitHub shows next to the files of a pull request.

    Each cause appears once with its first source locations, because GitHub shows only a few annotations. If
    `each` is true, every finding gets its own annotation.
    """
    groups = (
        [FindingGroup((d,)) for d in findings.new_findings] if each else group_by_cause(findings.new_findings)
    )
    lines = []
    for group in groups:
        first = group.findings[0]
        file, path = file_and_path(first)
        check = explain(group.code)
        title = f"{group.code} {check.title}" if check else group.code
        hint = f" — {group.hint}" if group.hint else ""
        if len(group.findings) == 1:
            text = (f"{path}: {first.message}" if path else first.message) + hint
        else:
            text = "\n".join([f"{group.cause}{hint} ({len(group.findings):,} places)", *_places(group)])
        lines.append(annotation(group.severity, f"file={as_property(findings.path_of(file))},", title, text))
    return "\n".join(lines)


def _places(group: FindingGroup) -> Iterator[str]:
    for finding in group.findings[:PLACES]:
        path = file_and_path(finding)[1]
        yield f"{path}: {finding.message}" if group.has_own_messages else path
    if len(group.findings) > PLACES:
        yield f"and {len(group.findings) - PLACES:,} more"


def as_html(findings: ModuleFindings) -> str:
    """Return the findings as one self-contained HTML page."""
    rows = [
        {
            "code": group.code,
            "level": group.severity.value,
            "cause": group.cause,
            "hint": group.hint,
            "places": [
                (_shown(finding), finding.message if group.has_own_messages else "")
                for finding in group.findings
            ],
        }
        for group in group_by_cause(findings.new_findings)
    ]
    codes = sorted({diagnostic.code for diagnostic in findings.new_findings})
    return render_page(
        "hexwright.module_checks",
        "findings.html.j2",
        title=", ".join(PurePath(file).name for file in findings.files),
        counts={severity.value: count for severity, count in findings.counts().items()},
        rows=rows,
        known=len(findings.known_findings),
        parts=findings.score.parts if findings.score else (),
        checks=[check for code in codes if (check := explain(code)) is not None],
    )


def _shown(diagnostic: Diagnostic) -> str:
    file, path = file_and_path(diagnostic)
    return " ▸ ".join(path.split(STEP)) if path else file


def score_lines(findings: ModuleFindings) -> tuple[str, ...]:
    """Return the score as lines of text, one part per line."""
    parts = findings.score.parts if findings.score else ()
    width = max((len(part.name) for part in parts), default=0)
    return tuple(f"{part.name:<{width}} {part.points:>4}  {part.because}" for part in parts)


def annotation(severity: Severity, place: str, title: str, text: str) -> str:
    """Return a GitHub workflow command. `place` contains its properties, such as "file=a.yaml,line=3,"."""
    return f"::{_WORDS[severity]} {place}title={as_property(title)}::{_data(text)}"


def as_property(text: str) -> str:
    """Return a string escaped for use as a property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
