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
_MEANT: Final = re.compile(r"did you mean '([^']+)'\?")
_QUOTED: Final = re.compile(r"'([^']+)'")
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
        "fix": {"old": fix[0], "new": fix[1]} if (fix := known_fix(found, sources)) is not None else None,
        "hexes": list(dict.fromkeys(name for name in _HEX.findall(text) if name in hexes))[:12],
    }


def known_fix(found: Diagnostic, sources: Mapping[str, bytes]) -> tuple[str, str] | None:
    """Return the word at the place of a finding and the word that is meant; None if no fix is known."""
    span, meant = found.span, _MEANT.search(found.hint)
    if span is None or meant is None or not span.column or span.heading or not span.file.endswith(".yaml"):
        return None
    lines = sources.get(span.file, b"").decode("utf-8", "replace").splitlines()
    if span.line > len(lines):
        return None
    rest = lines[span.line - 1][span.column - 1 :].lstrip("\"'")
    old = next((word for word in _QUOTED.findall(found.message) if rest.startswith(word)), None)
    return (old, meant[1]) if old is not None and old != meant[1] else None


def fixed_source(found: Diagnostic, sources: Mapping[str, bytes]) -> tuple[str, bytes] | None:
    """Return the file of a finding and its text with the known fix; None if no fix is known."""
    fix, span = known_fix(found, sources), found.span
    if fix is None or span is None:
        return None
    lines = sources[span.file].decode("utf-8").splitlines(keepends=True)
    line = lines[span.line - 1]
    before, rest = line[: span.column - 1], line[span.column - 1 :]
    lines[span.line - 1] = before + rest.replace(*fix, 1)
    return span.file, "".join(lines).encode()


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
