"""The findings as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from hexwright.diagnostics.diagnostic import Diagnostic, Severity
from hexwright.module_checks.check_catalogue import explain
from hexwright.module_checks.findings_baseline import finding_key
from hexwright.module_checks.module_verdict import ModuleFindings, file_and_path

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
#: The version of the fingerprint algorithm; raised when the algorithm changes.
FINGERPRINT: Final = "hexwright/v1"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}


def as_sarif(findings: ModuleFindings, version: str) -> str:
    """Return all findings as one SARIF run; `version` is the version of hexwright.

    Each finding is marked as new or as known from the baseline.
    """
    codes = sorted({diagnostic.code for diagnostic in findings.diagnostics})
    numbers = {code: number for number, code in enumerate(codes)}
    driver = {"name": "hexwright", "version": version, "rules": [_rule(code) for code in codes]}
    results = [_result(findings, d, numbers[d.code]) for d in findings.diagnostics]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str) -> dict[str, Any]:
    check = explain(code)
    if check is None:  # Messages of VASSAL itself have no check.
        return {"id": code}
    return {
        "id": code,
        "name": check.name,
        "shortDescription": {"text": check.title},
        "fullDescription": {"text": f"{check.why} {check.rationale}"},
        "help": {"text": check.remedy},
        "defaultConfiguration": {"level": _LEVELS[check.level]},
    }


def _result(findings: ModuleFindings, diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    file, path = file_and_path(diagnostic)
    text = diagnostic.message + (f" — {diagnostic.hint}" if diagnostic.hint else "")
    # A place in an archive has no line. Code hosts require one, and show the finding there.
    physical = {"artifactLocation": {"uri": _uri(findings.path_of(file))}, "region": {"startLine": 1}}
    location: dict[str, Any] = {"physicalLocation": physical}
    if path:
        location["logicalLocations"] = [{"fullyQualifiedName": path, "kind": "element"}]
        text = f"{path}: {text}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {
            FINGERPRINT: sha256("\0".join(finding_key(diagnostic)).encode()).hexdigest()[:32]
        },
    }
    if findings.has_baseline:
        result["baselineState"] = "unchanged" if diagnostic in findings.known_findings else "new"
    return result


def _uri(path: str) -> str:
    """Return a file's URI; it is relative if the file was named by a relative path."""
    bare = PurePath(path).as_posix()
    absolute = bare.startswith("/") or bare[1:2] == ":"
    return (f"file:///{quote(bare.lstrip('/'), safe='/:')}") if absolute else quote(bare)
