"""Findings for people: by cause, shortened on the screen, whole in data; and what a baseline knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwright.cli.app import ExitCode, run
from hexwright.diagnostics.diagnostic import Diagnostic, Severity, Span
from hexwright.diagnostics.finding_groups import group_by_cause
from hexwright.module_checks import findings_report
from hexwright.module_checks.findings_baseline import Baseline, as_baseline
from hexwright.vassal.codec.module_archive import write
from tests.module_checks.sound import NAME, files

_DEEP = " / ".join(f"Tabbed Panel 'A panel of number {n}'" for n in range(9))


def _missing(count: int, name: str = "Unix", *, first: int = 0) -> list[Diagnostic]:
    """Return findings of one cause at places of their own."""
    return [
        Diagnostic(
            "V201",
            Severity.ERROR,
            f"no prototype is called '{name}'",
            Span(f"x.vmod!Pieces / Single piece '{number:03}' / trait 2 (Prototype)"),
            "did you mean 'Unit'?",
        )
        for number in range(first, first + count)
    ]


def _lines(diagnostics: list[Diagnostic], most: int | None = None) -> list[str]:
    return [line.text for line in findings_report.cause_lines(diagnostics, most)]


def test_a_cause_is_told_once_with_its_number_and_first_places() -> None:
    assert _lines(_missing(40)) == [
        "error[V201]: no prototype is called 'Unix' — did you mean 'Unit'? (40 places)",
        "    x.vmod!Pieces / Single piece '000' / trait 2 (Prototype)",
        "    x.vmod!Pieces / Single piece '001' / trait 2 (Prototype)",
        "    x.vmod!Pieces / Single piece '002' / trait 2 (Prototype)",
        "    and 37 more",
    ]
    assert len(_lines(_missing(40), most=30)) == 32


def test_a_single_finding_is_told_on_one_line_after_its_place() -> None:
    (finding,) = _missing(1)
    assert _lines([finding]) == [str(finding)]


def test_the_gravest_and_the_most_frequent_causes_come_first() -> None:
    advice = [Diagnostic("V302", Severity.ADVICE, "nothing uses this image", Span("x.vmod!images/a.png"))]
    causes = [*advice, *_missing(1, "A"), *_missing(3, "B"), *_missing(2, "C")]
    assert [(g.code, len(g.findings)) for g in group_by_cause(causes)] == [
        ("V201", 3), ("V201", 2), ("V201", 1), ("V302", 1)
    ]  # fmt: skip


def test_causes_beyond_the_first_are_counted() -> None:
    many = [finding for number in range(8) for finding in _missing(number + 1, f"P{number}")]
    assert _lines(many)[-1] == "error[V201]: 3 more causes, 6 findings"
    assert findings_report.check_rows(many) == (
        ("error", "V201", "36", "8", "A prototype that is not defined"),
    )


def test_messages_that_differ_are_told_beside_their_places() -> None:
    found = [
        Diagnostic("V402", Severity.WARNING, f"{x},0 is off the board", Span(f"x.vmod!Deck '{x}'"), "", "off")
        for x in (1, 2)
    ]
    assert _lines(found) == [
        "warning[V402]: off (2 places)",
        "    x.vmod!Deck '1': 1,0 is off the board",
        "    x.vmod!Deck '2': 2,0 is off the board",
    ]


def test_the_screen_is_shortened_and_all_is_whole() -> None:
    long = Diagnostic("V501", Severity.ERROR, "x" * 900, Span(f"x.vmod!{_DEEP} / trait 3 (Layer)"))
    (line,) = _lines([long])
    assert len(line) < 450
    assert "…" in line
    assert [each.text for each in findings_report.finding_lines_in_order([long])] == [str(long)]


def _module(tmp_path: Path, count: int = 1, name: str = NAME) -> str:
    """Return a module with that many pieces whose prototype doesn't exist."""
    made = files()
    pieces = "".join(
        f'<VASSAL.build.widget.PieceSlot entryName="Extra {n}" gpid="{n}">'
        f"+/null/prototype;Unix\tpiece;;;full.png;Extra/\tnull;0;0;{n};0</VASSAL.build.widget.PieceSlot>"
        for n in range(50, 50 + count)
    )
    end = "</VASSAL.build.widget.ListWidget>"
    text = made.entries["buildFile.xml"].decode()
    made.entries["buildFile.xml"] = text.replace(end, pieces + end, 1).encode()
    write(tmp_path / name, made.entries)
    return str(tmp_path / name)


def test_a_baseline_lets_an_old_module_start_today(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "known.json")
    assert run(["verify", _module(tmp_path), "--baseline", kept, "--write-baseline"]) == ExitCode.OK
    assert "with --baseline, only other findings are reported" in capsys.readouterr().out
    assert run(["verify", _module(tmp_path, name="sound-1.1.vmod"), "--baseline", kept]) == ExitCode.OK
    assert capsys.readouterr().out.startswith("new: no findings; 1 in the baseline\n")
    assert run(["verify", _module(tmp_path, 2), "--baseline", kept]) == ExitCode.FINDINGS
    said = capsys.readouterr().out
    assert "new: 1 error; 1 in the baseline" in said
    assert said.count("Unix") == 1
    assert run(["verify", _module(tmp_path, 0), "--baseline", kept]) == ExitCode.OK
    assert "with 1 fixed finding: write the baseline again" in capsys.readouterr().out


def test_json_holds_what_the_baseline_knows_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "known.json")
    run(["verify", _module(tmp_path), "--baseline", kept, "--write-baseline"])
    capsys.readouterr()
    run(["verify", _module(tmp_path, 2), "--baseline", kept, "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    assert sorted(row["new"] for row in told["findings"]) == [False, True]
    assert told["counts"]["error"] == told["known"] == 1
    assert told["checks"] == {"V201": {"findings": 1, "causes": 1}}


def test_a_finding_is_known_again_when_traits_come_before_it() -> None:
    before = Diagnostic("V502", Severity.WARNING, "m", Span("a.vmod!Unit / trait 3 (Layer)"))
    after = Diagnostic("V502", Severity.WARNING, "m", Span("b.vmod!Unit / trait 5 (Layer)"))
    other = Diagnostic("V502", Severity.WARNING, "m", Span("b.vmod!Unit / trait 5 (Mask)"))
    twice = Diagnostic("V502", Severity.WARNING, "m", Span("b.vmod!Unit / trait 6 (Layer)"))
    path_text = as_baseline([before])
    baseline = Baseline.of(json.loads(path_text))
    assert baseline.known_findings([after, other, twice]) == {after}
    assert baseline.fixed_count([other], {"V502"}) == 1
    assert baseline.fixed_count([other], {"V201"}) == 0


def test_a_baseline_holds_every_place_whole() -> None:
    deep = Diagnostic("V302", Severity.ADVICE, "m", Span(f"x.vmod!{_DEEP}"))
    (row,) = json.loads(as_baseline([deep, *_missing(300)]))["findings"][1:]
    assert row == {"code": "V302", "cause": "m", "places": [_DEEP]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no such file"),
        ("{", "not a baseline"),
        ("[]", "not a baseline"),
        ('{"version": 9, "findings": []}', "another version: 9"),
        ('{"version": 1, "findings": [{"code": 1}]}', "not a baseline"),
    ],
)
def test_a_file_that_is_no_baseline_is_a_usage_error(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "known.json").write_text(text)
    assert run(["verify", _module(tmp_path), "--baseline", str(tmp_path / "known.json")]) == ExitCode.USAGE
    words = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert said in words
    assert "--write-baseline" in words


def test_a_baseline_is_written_only_where_it_is_named(tmp_path: Path) -> None:
    assert run(["verify", _module(tmp_path), "--write-baseline"]) == ExitCode.USAGE


def test_the_summary_tells_numbers_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["verify", _module(tmp_path, 2), "--summary"])
    assert capsys.readouterr().out.splitlines()[:3] == [
        "level\tcode\tfindings\tcauses\twhat",
        "error\tV201\t2\t1\tA prototype that is not defined",
        "2 errors",
    ]
