"""What we build passes our own judgement of modules."""

from __future__ import annotations

from builder.diagnostics import Severity
from tests.build.conftest import Builder
from validators.checks.verify import verify


def test_a_built_module_has_no_fault_that_verify_knows(build: Builder) -> None:
    found = verify([build().path])
    assert not found.fails(Severity.WARNING), "\n".join(map(str, found.diagnostics))
    assert found.score is not None
    assert {part.name: part.points for part in found.score.parts}["completeness"] == 100
