"""Findings as the page shows them: beside the lines of the source that they are about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hexwright.diagnostics.codes import CATALOGUE
from hexwright.diagnostics.diagnostic import Diagnostic
from hexwright.web.play.json_values import Json

_AROUND: Final = 2
"""The number of lines shown before and after the line of a finding."""
_LONGEST: Final = 200
_HEX: Final = re.compile(r"(?<![\w.])([A-Z]{0,2}\d{1,6})(?![\w.])")


def finding_facts(found: Diagnostic, sources: Mapping[str, bytes], hexes: Mapping[str, object]) -> Json:
    """Return a finding with its place, its hint, the lines around it, and the hexes that it names."""
    entry = CATALOGUE.get(found.code)
    span = found.span
    text = f"{found.message} {found.hint}"
    return {
        "code": found.code,
        "level": found.severity.value,
        "title": str(entry).split("\n", 1)[0].partition(": ")[2] if entry is not None else "",
        "message": found.message,
        "hint": found.hint,
        "file": span.file if span is not None else "",
        "line": span.line if span is not None else 0,
        "column": span.column if span is not None else 0,
        "lines": _lines_around(found, sources),
        "hexes": list(dict.fromkeys(name for name in _HEX.findall(text) if name in hexes))[:12],
    }


def _lines_around(found: Diagnostic, sources: Mapping[str, bytes]) -> list[Json]:
    span = found.span
    if span is None or not span.line or span.file not in sources or span.heading:
        return []
    lines = sources[span.file].decode("utf-8", "replace").splitlines()
    first = max(1, span.line - _AROUND)
    return [
        {"number": number, "text": lines[number - 1][:_LONGEST]}
        for number in range(first, min(len(lines), span.line + _AROUND) + 1)
    ]
