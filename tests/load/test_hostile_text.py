"""Text that nests or multiplies without end is refused at once."""

from __future__ import annotations

from hexwright.diagnostics.diagnostic import DiagnosticReport
from hexwright.load.yaml_tree import SourceFile, parse


def test_deep_nesting_costs_nothing() -> None:
    for opening in ("[", "{a: ", "- ", "? "):
        report = DiagnosticReport()
        assert parse(SourceFile("any.yaml", (opening * 100_000).encode()), report) is None
        assert report.has_errors


def test_aliases_that_would_multiply_are_refused_at_the_first() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    report = DiagnosticReport()
    assert parse(SourceFile("any.yaml", bomb.encode()), report) is None
    assert [diagnostic.code for diagnostic in report] == ["Y009"]
