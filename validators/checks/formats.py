"""Write findings for other programs and for people: JSON, GitHub annotations, HTML."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any

from builder.diagnostics import Diagnostic, Severity
from validators.checks.catalogue import explain
from validators.checks.verify import Findings

#: The JSON says which layout it has; a change that breaks readers raises it.
JSON_VERSION = 1


def place_of(diagnostic: Diagnostic) -> tuple[str, str]:
    """Return the file and the path inside it, empty for the file as a whole."""
    file, _, path = (diagnostic.span.file if diagnostic.span else "").partition("!")
    return file, path


def as_json(findings: Findings) -> str:
    """Return the findings as JSON: files, findings in order, counts, and the score's parts."""
    rows: list[dict[str, Any]] = []
    for diagnostic in findings.diagnostics:
        file, path = place_of(diagnostic)
        check = explain(diagnostic.code)
        rows.append(
            {
                "code": diagnostic.code,
                "name": check.name if check else "",
                "level": diagnostic.severity.value,
                "file": file,
                "path": path,
                "message": diagnostic.message,
                "hint": diagnostic.hint,
            }
        )
    parts = findings.score.parts if findings.score else ()
    found = {
        "version": JSON_VERSION,
        "files": list(findings.files),
        "findings": rows,
        "counts": {severity.value: count for severity, count in findings.counts().items()},
        "score": {part.name: {"points": part.points, "because": part.because} for part in parts},
    }
    return json.dumps(found, ensure_ascii=False, indent=2)


def as_github(findings: Findings) -> str:
    """Return the findings as workflow commands, which GitHub shows at the files of a pull request."""
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}
    lines = []
    for diagnostic in findings.diagnostics:
        file, path = place_of(diagnostic)
        check = explain(diagnostic.code)
        title = f"{diagnostic.code} {check.title}" if check else diagnostic.code
        text = f"{path}: {diagnostic.message}" if path else diagnostic.message
        if diagnostic.hint:
            text += f" — {diagnostic.hint}"
        head = f"file={_property(file)},title={_property(title)}"
        lines.append(f"::{words[diagnostic.severity]} {head}::{_data(text)}")
    return "\n".join(lines)


def as_html(findings: Findings) -> str:
    """Return the findings as one page that needs no other file."""
    from jinja2 import Environment, PackageLoader, select_autoescape

    environment = Environment(
        loader=PackageLoader("validators", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    rows = [
        {
            "code": diagnostic.code,
            "level": diagnostic.severity.value,
            "path": " ▸ ".join(place_of(diagnostic)[1].split(" / ")) or place_of(diagnostic)[0],
            "message": diagnostic.message,
            "hint": diagnostic.hint,
        }
        for diagnostic in findings.diagnostics
    ]
    codes = sorted({diagnostic.code for diagnostic in findings.diagnostics})
    return environment.get_template("findings.html.j2").render(
        title=", ".join(PurePath(file).name for file in findings.files),
        counts={severity.value: count for severity, count in findings.counts().items()},
        rows=rows,
        parts=findings.score.parts if findings.score else (),
        checks=[check for code in codes if (check := explain(code)) is not None],
    )


def score_lines(findings: Findings) -> tuple[str, ...]:
    """Return the score as lines of text, a part a line."""
    parts = findings.score.parts if findings.score else ()
    width = max((len(part.name) for part in parts), default=0)
    return tuple(f"{part.name:<{width}} {part.points:>4}  {part.because}" for part in parts)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
