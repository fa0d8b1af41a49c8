"""What is told steers no terminal, whatever the data hold."""

from __future__ import annotations

import io

from builder.cli.console import tell
from builder.diagnostics import Span, error


def test_signs_that_steer_a_terminal_are_escaped_in_findings() -> None:
    stream = io.StringIO()
    tell(
        [error("M001", "hex '\u202e0101\x1b[2J' is not on the map", Span("a\u2066.yaml", 1, 2))],
        stream=stream,
    )
    assert (
        stream.getvalue() == "a\\u2066.yaml:1:2: error[M001]: hex '\\u202e0101\\x1b[2J' is not on the map\n"
    )
