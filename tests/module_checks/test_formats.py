"""How findings are written: JSON, GitHub, HTML."""

from __future__ import annotations

import json
from pathlib import Path

from hexwright.diagnostics.diagnostic import Severity
from hexwright.module_checks import findings_formats
from hexwright.module_checks.module_verdict import ModuleFindings, verify_paths
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, Files, files


def _found(tmp_path: Path, made: Files) -> ModuleFindings:
    write(tmp_path / NAME, made.entries)
    return verify_paths([tmp_path / NAME])


def _damaged(tmp_path: Path) -> ModuleFindings:
    made = files()
    made.replace('name="Depot" path', 'name="A &lt;b&gt; 100%" path')
    made.replace('fwdOnly="true"', 'fwdOnly="false"')
    return _found(tmp_path, made)


def test_json_tells_file_path_and_level_apart(tmp_path: Path) -> None:
    told = json.loads(findings_formats.as_json(_damaged(tmp_path)))
    assert told["version"] == findings_formats.JSON_VERSION
    assert told["files"] == [NAME]
    row = next(row for row in told["findings"] if row["code"] == "V802")
    assert (row["file"], row["path"], row["level"]) == (NAME, "Turn Counter 'Turn'", "advice")
    assert told["counts"] == {"error": 0, "warning": 1, "advice": 1}
    assert set(told["score"]) == {"completeness", "automation", "feedback", "prototypes", "pictures"}


def test_github_lines_are_escaped(tmp_path: Path) -> None:
    lines = findings_formats.as_github(_damaged(tmp_path)).splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("::warning file=")
    assert f"{NAME},title=V404 " in lines[0]
    assert lines[1].startswith("::notice ")
    assert findings_formats.as_github(ModuleFindings((NAME,), ())) == ""


def test_html_escapes_what_a_stranger_wrote(tmp_path: Path) -> None:
    made = files()
    made.replace('mapName="Main"', 'mapName="Main" bad="&lt;script&gt;alert(1)&lt;/script&gt;"')
    page = findings_formats.as_html(_found(tmp_path, made))
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert 'id="V102"' in page


def test_html_of_a_clean_module_says_so(tmp_path: Path) -> None:
    assert "Nothing found." in findings_formats.as_html(_found(tmp_path, files()))


def test_findings_fail_from_a_level_on(tmp_path: Path) -> None:
    found = _damaged(tmp_path)
    assert not found.fails(Severity.ERROR)
    assert found.fails(Severity.WARNING)
    assert found.fails(Severity.ADVICE)
    assert not found.fails(None)


def test_selected_checks_alone_are_run(tmp_path: Path) -> None:
    made = files()
    made.replace('fwdOnly="true"', 'fwdOnly="false"')
    del made.entries["images/spent.png"]
    write(tmp_path / NAME, made.entries)
    codes = {d.code for d in verify_paths([tmp_path / NAME], select=["V8"]).diagnostics}
    assert codes == {"V802"}
    assert verify_paths([tmp_path / NAME], ignore=["V3", "turn-counter-backward"]).diagnostics == ()


def test_the_score_says_how_it_came_about(tmp_path: Path) -> None:
    made = files()
    del made.entries["images/spent.png"]
    score = _found(tmp_path, made).score
    assert score is not None
    assert {part.name: part.points for part in score.parts}["pictures"] == 80
    assert "4 of 5" in next(part.because for part in score.parts if part.name == "pictures")
