"""SARIF as its schema 2.1.0 wants it: every requirement that concerns what is written here, by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from hexwright.module_checks.check_catalogue import all_checks
from hexwright.module_checks.findings_baseline import Baseline, as_baseline
from hexwright.module_checks.module_verdict import ModuleFindings, verify_paths
from hexwright.module_checks.sarif_report import as_sarif
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, files

_LEVELS = {"none", "note", "warning", "error"}
_STATES = {"new", "unchanged", "updated", "absent"}
#: What the schema's objects may hold (they forbid other keys), and what they must; kept to what is used.
_OBJECTS: dict[str, tuple[set[str], set[str]]] = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),
    "run": ({"tool", "columnKind", "results"}, {"tool"}),
    "tool": ({"driver"}, {"driver"}),
    "driver": ({"name", "version", "rules"}, {"name"}),
    "rule": (
        {"id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"},
        {"id"},
    ),
    "text": ({"text"}, {"text"}),
    "configuration": ({"level"}, set()),
    "result": (
        {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "baselineState"},
        {"message"},
    ),
    "location": ({"physicalLocation", "logicalLocations"}, set()),
    "physical": ({"artifactLocation", "region"}, {"artifactLocation"}),
    "artifact": ({"uri"}, {"uri"}),
    "region": ({"startLine"}, {"startLine"}),
    "logical": ({"fullyQualifiedName", "kind"}, set()),
}
#: A reference as RFC 3986 has it: no blank, nothing but its letters.
_URI = re.compile(r"(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})+", re.ASCII)


def _object(kind: str, value: Any) -> dict[str, Any]:
    may, must = _OBJECTS[kind]
    assert isinstance(value, dict)
    assert must <= set(value) <= may, (kind, value)
    return value


def _text(value: Any) -> None:
    assert isinstance(_object("text", value)["text"], str)
    assert value["text"]


def _hold_to_the_schema(written: str) -> dict[str, Any]:
    log = _object("log", json.loads(written))
    assert log["version"] == "2.1.0"
    assert _URI.fullmatch(log["$schema"])
    (run,) = log["runs"]
    driver = _object("driver", _object("tool", _object("run", run)["tool"])["driver"])
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    rules = [_object("rule", rule) for rule in driver["rules"]]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        for key in ("shortDescription", "fullDescription", "help"):
            if key in rule:
                _text(rule[key])
        if "defaultConfiguration" in rule:
            assert _object("configuration", rule["defaultConfiguration"])["level"] in _LEVELS
    for result in run["results"]:
        _hold_result(_object("result", result), [rule["id"] for rule in rules])
    return dict(run)


def _hold_result(result: dict[str, Any], rules: list[str]) -> None:
    _text(result["message"])
    assert result["level"] in _LEVELS
    assert isinstance(result["ruleIndex"], int)
    assert rules[result["ruleIndex"]] == result["ruleId"]
    assert result.get("baselineState", "new") in _STATES
    assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    for location in result["locations"]:
        physical = _object("physical", _object("location", location)["physicalLocation"])
        assert _URI.fullmatch(_object("artifact", physical["artifactLocation"])["uri"])
        assert _object("region", physical["region"])["startLine"] >= 1
        for logical in location.get("logicalLocations", ()):
            assert isinstance(_object("logical", logical)["fullyQualifiedName"], str)


def _damaged(path: Path) -> ModuleFindings:
    made = files()
    made.replace('name="Depot" path', 'name="A &lt;b&gt; 100%" path')
    made.replace('location="0203"', 'location="9999"')
    write(path, made.entries)
    return verify_paths([path])


def test_sarif_is_as_its_schema_wants_it(tmp_path: Path) -> None:
    found = _damaged(tmp_path / "sound & fury, 100%.vmod")
    run = _hold_to_the_schema(as_sarif(found, "1.0"))
    assert len(run["results"]) == len(found.diagnostics) == 2
    assert {result["ruleId"] for result in run["results"]} == {"V402", "V404"}
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.endswith("/sound%20%26%20fury%2C%20100%25.vmod")
    assert "baselineState" not in run["results"][0]


def test_sarif_of_a_clean_module_has_no_result(tmp_path: Path) -> None:
    write(tmp_path / NAME, files().entries)
    assert _hold_to_the_schema(as_sarif(verify_paths([tmp_path / NAME]), "1.0"))["results"] == []


def test_sarif_tells_what_is_new_from_what_the_baseline_knows(tmp_path: Path) -> None:
    found = _damaged(tmp_path / NAME)
    known = Baseline.of(json.loads(as_baseline(found.diagnostics[:1])))
    against = found.compared_with_baseline(known, {check.code for check in all_checks()})
    states = [r["baselineState"] for r in _hold_to_the_schema(as_sarif(against, "1.0"))["results"]]
    assert sorted(states) == ["new", "unchanged"]


def test_a_fingerprint_lasts_from_one_version_to_the_next(tmp_path: Path) -> None:
    runs = [_hold_to_the_schema(as_sarif(_damaged(tmp_path / name), "1.0")) for name in ("a.vmod", "b.vmod")]
    prints = [[result["partialFingerprints"] for result in run["results"]] for run in runs]
    assert prints[0] == prints[1]
    assert prints[0][0] != prints[0][1]


def test_a_file_named_relatively_is_told_so(tmp_path: Path) -> None:
    found = _damaged(tmp_path / NAME)
    relative = ModuleFindings(found.files, found.diagnostics, None, (f"modules/{NAME}",))
    run = _hold_to_the_schema(as_sarif(relative, "1.0"))
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == f"modules/{NAME}"
